//! The candidates for the hosts below `templates/hosts/`: how to start each server, its known
//! limitations, and the settings to test it with.

use vitae::render::host::{self, Host};
use vitae::verify::expected_limitation::ExpectedLimitation;

use crate::site::templates;
use crate::suite::Candidate;

/// High enough that the checks do not reach it.
const RATE_LIMIT: &str = "rate_limit: { requests: 100000, seconds: 60 }\n";
const PRECOMPRESS: &str = "precompress: true\n";

/// The language of the candidates whose site is in another one than that of the profiles.
pub(crate) const LANGUAGE: &str = "sv";

/// Returns a candidate for each host with a server, and one with all that changes its rules.
pub(crate) fn all() -> Vec<Candidate> {
    let templates = templates();
    let hosts = host::names(&templates).into_iter().map(|name| {
        let host = host::read(&name, &templates).unwrap_or_else(|error| panic!("{error:?}"));
        (name, host)
    });
    hosts.flat_map(|(name, host)| of(&name, &host)).collect()
}

/// Returns the names of the hosts with a server.
pub(crate) fn names() -> Vec<String> {
    all().into_iter().map(|candidate| candidate.host).collect()
}

/// Returns the candidates of a host.
fn of(name: &str, host: &Host) -> Vec<Candidate> {
    let Some(server) = &host.server else {
        return Vec::new();
    };
    let candidate = |with: &str, settings: &str, language| Candidate {
        name: format!("{name}{with}"),
        host: name.to_owned(),
        settings: settings.to_owned(),
        language,
        server: server.clone(),
        limitations: ExpectedLimitation::of_host(host),
    };
    let (mut with, mut settings) = (String::new(), String::new());
    for (is_supported, title, setting) in [
        (host.precompressed, ", precompressed", PRECOMPRESS),
        (host.rate_limit, ", with a rate limit", RATE_LIMIT),
    ] {
        if is_supported {
            with += title;
            settings += setting;
        }
    }
    with += ", in another language";
    vec![candidate("", "", None), candidate(&with, &settings, Some(LANGUAGE))]
}
