//! Netlify, twice: a double of its production hosting made of its own rule parsers and matcher,
//! and its own emulator, `netlify dev`.

mod deviations;
pub(crate) mod faults;

use crate::suite::{Candidate, Recipe};
use deviations::{
    BACKSLASH, CACHE_CONTROL, CONTENT_TYPE, DOT_SEGMENTS, ENCODED_SLASH,
    ENCODED_SLASH_IN_HEADER_RULES, MALFORMED_ENCODING, METHODS, RULE_FILES, SLASHES_IN_A_ROW,
    TAG_OF_HEAD, TRAILING_SLASH,
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
    let mut deviations = vec![ENCODED_SLASH, TRAILING_SLASH];
    if headers_by == HeadersBy::Request {
        deviations.push(ENCODED_SLASH_IN_HEADER_RULES);
    }
    let start = format!(
        "exec node \"$ROOT/{FOLDER}/server.mjs\" dist --port \"$PORT\" --headers-by {option}"
    );
    Candidate {
        name: format!("{HOST}: the double, header rules by {option}"),
        host: HOST.to_owned(),
        settings: "",
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
        settings: "",
        server: recipe(&folder, "netlify-cli", start),
        deviations: vec![
            ENCODED_SLASH,
            BACKSLASH,
            DOT_SEGMENTS,
            SLASHES_IN_A_ROW,
            TRAILING_SLASH,
            CONTENT_TYPE,
            CACHE_CONTROL,
            RULE_FILES,
            TAG_OF_HEAD,
            METHODS,
            MALFORMED_ENCODING,
        ],
    }
}

const FOLDER: &str = "tests/conformance/netlify";

/// How to start what needs `package`, installed in `folder`.
fn recipe(folder: &str, package: &str, start: String) -> Recipe {
    Recipe {
        needs: vec![
            "node".to_owned(),
            format!("{folder}/node_modules/{package}"),
        ],
        install: format!("install Node.js 20 and run `npm ci --ignore-scripts` in {folder}"),
        start,
    }
}
