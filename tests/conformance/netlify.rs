//! Further candidates for Netlify: its simulator with another interpretation of the documentation, and
//! Netlify's own emulator, `netlify dev`.

mod limitations;

use vitae::render::host::Server;

use crate::hosts;
use crate::suite::Candidate;

use limitations::{
    cache_control, conditions, content_type, dots_before_an_encoded_slash, methods, rule_files,
};

/// The name of the host.
pub(crate) const HOST: &str = "netlify";

/// The simulator of the production servers, with another interpretation of `_headers`: its rules match
/// the target of a rewrite instead of the requested path. The documentation does not say which, and
/// reports about production differ.
pub(crate) fn headers_by_target() -> Candidate {
    let start = format!(
        "exec node \"$ROOT/{DIRECTORY}/server.mjs\" dist --port \"$PORT\" --headers-by target"
    );
    let mut candidate = host();
    candidate.name = format!("{HOST}, header rules by target");
    candidate.server.start = start;
    candidate
}

/// `netlify dev`.
pub(crate) fn emulator() -> Candidate {
    let directory = format!("{DIRECTORY}/dev");
    let mut candidate = host();
    candidate.name = format!("{HOST} dev");
    candidate.server = Server {
        needs: vec!["node".to_owned(), format!("{directory}/node_modules/netlify-cli")],
        install: format!("install Node.js 20 and run `npm ci --ignore-scripts` in {directory}"),
        start: format!("exec node \"$ROOT/{directory}/start.mjs\" dist --port \"$PORT\""),
    };
    // The emulator responds to other methods in its own way.
    candidate.limitations.retain(|limitation| limitation.id != "refused-methods");
    candidate.limitations.extend([
        content_type(),
        cache_control(),
        rule_files(),
        methods(),
        dots_before_an_encoded_slash(),
        conditions(),
    ]);
    candidate
}

/// Returns the simulator with default settings.
fn host() -> Candidate {
    let mut candidates = hosts::all().into_iter();
    candidates.find(|candidate| candidate.name == HOST).expect("a host with a server")
}

const DIRECTORY: &str = "tests/conformance/netlify";
