//! The hosts, as their folders below `templates/hosts/` say: how each one's server is started, what
//! it is known not to keep, and with which settings it is put to the test.

use vitae::render::host::{self, Host};
use vitae::verify::known_deviation::KnownDeviation;

use crate::site::templates;
use crate::suite::Candidate;

/// High enough that no test reaches it.
const RATE_LIMIT: &str = "rate_limit: { requests: 100000, seconds: 60 }\n";
const PRECOMPRESS: &str = "precompress: true\n";

/// Every host whose server can be started, once with each of the settings that change its rules.
pub(crate) fn all() -> Vec<Candidate> {
    let templates = templates();
    let hosts = host::names(&templates).into_iter().map(|name| {
        let host = host::read(&name, &templates).unwrap_or_else(|error| panic!("{error:?}"));
        (name, host)
    });
    hosts.flat_map(|(name, host)| of(&name, &host)).collect()
}

/// The names of the hosts whose server can be started.
pub(crate) fn names() -> Vec<String> {
    all().into_iter().map(|candidate| candidate.host).collect()
}

/// A host's server, once with each of the settings that change its rules.
pub(crate) fn of(name: &str, host: &Host) -> Vec<Candidate> {
    let Some(server) = &host.server else {
        return Vec::new();
    };
    let candidate = |with: &str, settings: &str| Candidate {
        name: format!("{name}{with}"),
        host: name.to_owned(),
        settings: settings.to_owned(),
        server: server.clone(),
        gaps: KnownDeviation::of_host(host).unwrap_or_else(|error| panic!("{error:?}")),
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
