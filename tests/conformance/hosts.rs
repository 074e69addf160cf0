//! The candidates for the hosts below `templates/hosts/`: how to start each server, its known
//! limitations, and the settings to test it with.

use vitae::render::host::{self, Host};
use vitae::verify::expected_limitation::ExpectedLimitation;

use crate::site::templates;
use crate::suite::Candidate;

/// High enough that the checks do not reach it.
const RATE_LIMIT: &str = "rate_limit: { requests: 100000, seconds: 60 }\n";
const PRECOMPRESS: &str = "precompress: true\n";

/// Returns a candidate for each host with a server, and one with the settings that change its rules.
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
    let candidate = |with: &str, settings: &str| Candidate {
        name: format!("{name}{with}"),
        host: name.to_owned(),
        settings: settings.to_owned(),
        server: server.clone(),
        limitations: ExpectedLimitation::of_host(host),
    };
    let mut candidates = vec![candidate("", "")];
    match (host.precompressed, host.rate_limit) {
        (true, true) => candidates.push(candidate(
            ", precompressed, with a rate limit",
            &format!("{PRECOMPRESS}{RATE_LIMIT}"),
        )),
        (true, false) => candidates.push(candidate(", precompressed", PRECOMPRESS)),
        (false, true) => candidates.push(candidate(", with a rate limit", RATE_LIMIT)),
        (false, false) => {}
    }
    candidates
}
