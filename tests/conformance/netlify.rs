//! Further candidates for Netlify: its simulator with another interpretation of the documentation, and
//! Netlify's own emulator, `netlify dev`.

mod deviations;

use vitae::render::host::Server;

use crate::suite::Candidate;

use deviations::{
    any_tag, backslash, cache_control, content_type, dot_segments, dots_before_an_encoded_slash,
    encoded_slash, malformed_encoding, methods, refused_methods, rule_files, slashes_in_a_row,
    tag_of_head, trailing_slash,
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
    Candidate {
        name: format!("{HOST}, header rules by target"),
        host: HOST.to_owned(),
        settings: String::new(),
        server: server(DIRECTORY, "netlify-redirector", start),
        deviations: vec![encoded_slash(), trailing_slash(), refused_methods()],
    }
}

/// `netlify dev`.
pub(crate) fn emulator() -> Candidate {
    let directory = format!("{DIRECTORY}/dev");
    let start = format!("exec node \"$ROOT/{directory}/start.mjs\" dist --port \"$PORT\"");
    Candidate {
        name: format!("{HOST} dev"),
        host: HOST.to_owned(),
        settings: String::new(),
        server: server(&directory, "netlify-cli", start),
        deviations: vec![
            encoded_slash(),
            backslash(),
            dot_segments(),
            slashes_in_a_row(),
            trailing_slash(),
            content_type(),
            cache_control(),
            rule_files(),
            tag_of_head(),
            methods(),
            dots_before_an_encoded_slash(),
            any_tag(),
            malformed_encoding(),
        ],
    }
}

const DIRECTORY: &str = "tests/conformance/netlify";

/// Returns a server that needs `package`, installed in `directory`.
fn server(directory: &str, package: &str, start: String) -> Server {
    Server {
        needs: vec!["node".to_owned(), format!("{directory}/node_modules/{package}")],
        install: format!("install Node.js 20 and run `npm ci --ignore-scripts` in {directory}"),
        start,
    }
}
