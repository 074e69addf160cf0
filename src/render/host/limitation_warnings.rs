//! What a site would have of its host and does not get. It is told at every build, unless the site
//! says that it is accepted.

use super::description::Host;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::lower::SITE_PATH;
use crate::model::site::Settings;

diagnostic_codes! {
    warning HOST_GAP = "host-gap";
    warning UNVERIFIED_HOST = "unverified-host";
    warning NO_RATE_LIMIT = "no-rate-limit";
    warning NO_PRECOMPRESSION = "no-precompression";
}

/// By which a site accepts that nobody has tried its host.
const UNVERIFIED: &str = "unverified";

/// What the host does not give a site with these settings.
pub(super) fn limitations(host: &Host, settings: &Settings) -> Vec<Diagnostic> {
    let title = &host.title;
    let is_accepted = |id: &str| settings.accepted_gaps.iter().any(|accepted| accepted == id);
    let accept = |id: &str| format!("if that can be borne, add `{id}` to `accepted_gaps`");
    let mut diagnostics = Vec::new();
    let mut report = |code: &'static DiagnosticCode, message: String, hint: String| {
        diagnostics.push(Diagnostic::file(code, SITE_PATH, message).hint(hint));
    };
    if let Some(reason) = host
        .unverified
        .as_ref()
        .filter(|_| !is_accepted(UNVERIFIED))
    {
        let message = format!("the rules for {title} are not verified: {}", reason.trim());
        let hint = "prove what it answers with `vitae verify`";
        report(
            &UNVERIFIED_HOST,
            message,
            format!("{hint}; {}", accept(UNVERIFIED)),
        );
    }
    for gap in host.gaps.iter().filter(|gap| !is_accepted(&gap.id)) {
        let message = format!("with {title}, {}: {}", gap.title, gap.consequence.trim());
        report(&HOST_GAP, message, accept(&gap.id));
    }
    if settings.rate_limit.is_some() && !host.rate_limit {
        let message = format!("the rules for {title} have no `rate_limit`");
        let hint = "set one up in front of it, and remove it here".to_owned();
        report(&NO_RATE_LIMIT, message, hint);
    }
    if settings.precompress && !host.precompressed {
        let message = format!("{title} sends no files that were compressed before");
        let hint = "remove `precompress`: hosts of that kind compress by themselves".to_owned();
        report(&NO_PRECOMPRESSION, message, hint);
    }
    diagnostics
}

/// The gaps that a new site accepts with its host.
pub(in crate::render) fn to_accept(host: &Host) -> Vec<&str> {
    let unverified = host.unverified.iter().map(|_| UNVERIFIED);
    unverified
        .chain(host.gaps.iter().map(|gap| gap.id.as_str()))
        .collect()
}
