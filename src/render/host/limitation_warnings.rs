//! Warnings about limitations of the host that affect the site. `build` reports them on each run
//! until the site accepts them.

use super::description::Host;
use crate::content::SITE_PATH;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::model::settings::Settings;

diagnostic_codes! {
    warning HOST_GAP = "host-gap";
    warning UNVERIFIED_HOST = "unverified-host";
    warning NO_RATE_LIMIT = "no-rate-limit";
    warning NO_PRECOMPRESSION = "no-precompression";
}

/// The identifier that a site lists under `accepted_gaps` if it accepts an untested host.
const UNVERIFIED: &str = "unverified";

/// Returns a warning for each limitation of the host that affects a site with these settings.
pub fn limitations(host: &Host, settings: &Settings) -> Vec<Diagnostic> {
    let title = &host.title;
    let is_accepted = |id: &str| settings.accepted_gaps.iter().any(|accepted| accepted == id);
    let accept = |id: &str| format!("to accept this, add `{id}` to `accepted_gaps`");
    let warning = |code: &'static DiagnosticCode, message: String, hint: String| {
        Diagnostic::file(code, SITE_PATH, message).hint(hint)
    };
    let mut warnings = Vec::new();
    if let Some(reason) = host.unverified.as_ref().filter(|_| !is_accepted(UNVERIFIED)) {
        warnings.push(warning(
            &UNVERIFIED_HOST,
            format!("the rules for {title} have not been tested on the real host"),
            format!(
                "run `vitae verify <URL>` after you deploy; {}. {}",
                accept(UNVERIFIED),
                reason.trim()
            ),
        ));
    }
    for limitation in host.gaps.iter().filter(|limitation| !is_accepted(&limitation.id)) {
        warnings.push(warning(
            &HOST_GAP,
            format!("known limitation of {title}: {}", limitation.title),
            format!("{}. {}", accept(&limitation.id), limitation.consequence.trim()),
        ));
    }
    if settings.rate_limit.is_some() && !host.rate_limit {
        warnings.push(warning(
            &NO_RATE_LIMIT,
            format!("the rules for {title} do not support `rate_limit`"),
            "remove `rate_limit`, or set up a limit in front of the host".to_owned(),
        ));
    }
    if settings.precompress && !host.precompressed {
        warnings.push(warning(
            &NO_PRECOMPRESSION,
            format!("{title} does not serve precompressed files"),
            "remove `precompress`: this host compresses responses itself".to_owned(),
        ));
    }
    warnings
}

/// Returns the identifiers of all limitations of a host. A new site accepts them with its host.
pub(in crate::render) fn limitation_ids(host: &Host) -> Vec<&str> {
    let unverified = host.unverified.iter().map(|_| UNVERIFIED);
    let limitations = host.gaps.iter().map(|limitation| limitation.id.as_str());
    unverified.chain(limitations).collect()
}
