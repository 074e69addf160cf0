//! Netlify, twice: a double of its production hosting made of its own rule parsers and matcher,
//! and its own emulator, `netlify dev`.

mod deviations;
pub(crate) mod faults;

use vitae::render::host::Server;

use crate::suite::Candidate;

use deviations::{
    backslash, cache_control, content_type, dot_segments, encoded_slash,
    encoded_slash_in_header_rules, malformed_encoding, methods, rule_files, slashes_in_a_row,
    tag_of_head, trailing_slash,
};

/// The name of the folder with the host's templates.
pub(crate) const HOST: &str = "netlify";

/// Which path the rules in `_headers` are matched with. Reports on production disagree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeadersBy {
    Request,
    Target,
}

/// The double of the production hosting.
pub(crate) fn double(headers_by: HeadersBy) -> Candidate {
    let option = match headers_by {
        HeadersBy::Request => "request",
        HeadersBy::Target => "target",
    };
    let mut deviations = vec![encoded_slash(), trailing_slash()];
    if headers_by == HeadersBy::Request {
        deviations.push(encoded_slash_in_header_rules());
    }
    let start = format!(
        "exec node \"$ROOT/{FOLDER}/server.mjs\" dist --port \"$PORT\" --headers-by {option}"
    );
    Candidate {
        name: format!("{HOST}: the double, header rules by {option}"),
        host: HOST.to_owned(),
        settings: String::new(),
        server: recipe(FOLDER, "netlify-redirector", start),
        deviations,
    }
}

/// `netlify dev`.
pub(crate) fn emulator() -> Candidate {
    let folder = format!("{FOLDER}/dev");
    let start = format!("exec node \"$ROOT/{folder}/start.mjs\" dist --port \"$PORT\"");
    Candidate {
        name: format!("{HOST}: netlify dev"),
        host: HOST.to_owned(),
        settings: String::new(),
        server: recipe(&folder, "netlify-cli", start),
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
            malformed_encoding(),
        ],
    }
}

const FOLDER: &str = "tests/conformance/netlify";

/// How to start what needs `package`, installed in `folder`.
fn recipe(folder: &str, package: &str, start: String) -> Server {
    Server {
        needs: vec![
            "node".to_owned(),
            format!("{folder}/node_modules/{package}"),
        ],
        install: format!("install Node.js 20 and run `npm ci --ignore-scripts` in {folder}"),
        start,
    }
}
