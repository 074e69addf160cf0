//! Netlify once more, beside what its folder starts: another reading of its documentation, and its
//! own emulator, `netlify dev`.

mod deviations;

use vitae::render::host::Server;

use crate::suite::Candidate;

use deviations::{
    any_tag, backslash, cache_control, content_type, dot_segments, dots_before_an_encoded_slash,
    encoded_slash, malformed_encoding, methods, refused_methods, rule_files, slashes_in_a_row,
    tag_of_head, trailing_slash,
};

/// The name of the folder with the host's templates.
pub(crate) const HOST: &str = "netlify";

/// The double of the production hosting as the host's folder starts it, but for one question that
/// the documentation leaves open and reports on production answer differently: here the rules in
/// `_headers` are matched with the target of a rewrite, not with the path that was requested.
pub(crate) fn headers_by_target() -> Candidate {
    let start = format!(
        "exec node \"$ROOT/{FOLDER}/server.mjs\" dist --port \"$PORT\" --headers-by target"
    );
    Candidate {
        name: format!("{HOST}, header rules by target"),
        host: HOST.to_owned(),
        settings: String::new(),
        server: server(FOLDER, "netlify-redirector", start),
        gaps: vec![encoded_slash(), trailing_slash(), refused_methods()],
    }
}

/// `netlify dev`.
pub(crate) fn emulator() -> Candidate {
    let folder = format!("{FOLDER}/dev");
    let start = format!("exec node \"$ROOT/{folder}/start.mjs\" dist --port \"$PORT\"");
    Candidate {
        name: format!("{HOST} dev"),
        host: HOST.to_owned(),
        settings: String::new(),
        server: server(&folder, "netlify-cli", start),
        gaps: vec![
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

const FOLDER: &str = "tests/conformance/netlify";

/// How to start what needs `package`, installed in `folder`.
fn server(folder: &str, package: &str, start: String) -> Server {
    Server {
        needs: vec![
            "node".to_owned(),
            format!("{folder}/node_modules/{package}"),
        ],
        install: format!("install Node.js 20 and run `npm ci --ignore-scripts` in {folder}"),
        start,
    }
}
