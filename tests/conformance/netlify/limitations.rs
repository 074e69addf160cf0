//! The limitations of Netlify's simulator and emulator.

use vitae::verify::expected_limitation::ExpectedLimitation;
use vitae::verify::expected_response::{ExpectedHeader, ExpectedResponse, Status};

use crate::limitation;

pub(super) fn content_type() -> ExpectedLimitation {
    limitation::answers(
        "content-type",
        "_headers cannot set Content-Type",
        "The emulator's file server sets it from the file extension (netlify/cli#990).",
        |_, answer| {
            if has_no_extension(answer) {
                set(answer, "content-type", BYTES);
            }
        },
    )
}

pub(super) fn cache_control() -> ExpectedLimitation {
    limitation::answers(
        "cache-control",
        "_headers cannot set Cache-Control",
        "The emulator's file server sets it itself (netlify/cli#990).",
        |_, answer| {
            if answer.headers.contains_key("cache-control") {
                set(answer, "cache-control", "public, max-age=0");
            }
        },
    )
}

pub(super) fn methods() -> ExpectedLimitation {
    limitation::answers(
        "methods",
        "a rewrite changes the status of a 405",
        "The emulator sends the 405 of its file server with the status of the rule. The request \
         changes nothing.",
        |request, answer| {
            if matches!(request.method, "GET" | "HEAD") {
                return;
            }
            let is_rewritten = request.target.contains("?format=jsonresume")
                || request.target.starts_with("/api/consultant-photo/");
            let status = match &answer.status {
                Status::Is(204) | Status::Error if is_rewritten => Status::Is(200),
                Status::Is(204) => Status::Is(405),
                _ => return,
            };
            *answer = ExpectedResponse::of(status);
        },
    )
}

pub(super) fn conditions() -> ExpectedLimitation {
    limitation::answers(
        "conditions",
        "conditions of a request apply to errors",
        "The emulator's file server sends a 412 with the status of the rule.",
        |request, answer| {
            let is_condition = |name: &str| ["If-Match", "If-Unmodified-Since"].contains(&name);
            if request.headers.iter().any(|(name, _)| is_condition(name)) {
                *answer = ExpectedResponse::of(answer.status.clone());
            }
        },
    )
}

pub(super) fn dots_before_an_encoded_slash() -> ExpectedLimitation {
    limitation::answers(
        "dots-before-an-encoded-slash",
        "dot segments before an encoded slash reach internal files",
        "The emulator's file server resolves them after no rule matched.",
        |request, answer| {
            if request.target.contains("..%2F_internal%2F") {
                *answer = ExpectedResponse::of(Status::Is(200));
            }
        },
    )
}

pub(super) fn rule_files() -> ExpectedLimitation {
    limitation::answers(
        "rule-files",
        "the rule files are served",
        "In production, Netlify does not publish them.",
        |request, answer| {
            let path = request.target.trim_start_matches('/');
            if matches!(path, "_redirects" | "_headers") {
                let whole = ExpectedResponse::file(path, BYTES);
                *answer = match request.method {
                    "HEAD" => whole.head(),
                    _ => whole,
                };
            }
        },
    )
}

/// The media type of files without an extension.
const BYTES: &str = "application/octet-stream";

/// Returns whether the file of the body has no extension, such as a profile or the API catalog.
fn has_no_extension(answer: &ExpectedResponse) -> bool {
    let name = |path: &str| path.rsplit('/').next().is_some_and(|name| !name.contains('.'));
    answer.body.file().is_some_and(name)
}

fn set(answer: &mut ExpectedResponse, name: &str, value: &str) {
    answer.headers.insert(name.to_owned(), ExpectedHeader::Is(value.to_owned()));
}
