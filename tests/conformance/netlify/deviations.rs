//! The known deviations of Netlify's simulator and emulator.

use vitae::render::JSON;
use vitae::verify::exchange::Request;
use vitae::verify::expected_response::{Body, ExpectedHeader, ExpectedResponse, Status};
use vitae::verify::known_deviation::KnownDeviation;

use crate::deviation;

pub(super) fn trailing_slash() -> KnownDeviation {
    deviation::reads(
        "trailing-slash",
        "a trailing slash is ignored",
        "Netlify's matcher and file look-up ignore it, in production, too. The response is the \
         document instead of a 404.",
        |path, query| match path.strip_suffix('/') {
            Some(shorter) if !shorter.is_empty() => format!("{shorter}{query}"),
            _ => format!("{path}{query}"),
        },
    )
}

pub(super) fn encoded_slash() -> KnownDeviation {
    deviation::reads(
        "encoded-slash",
        "an encoded slash is treated as a slash",
        "The path is decoded before it is matched. The response is the document instead of a 404.",
        |path, query| {
            let decoded = path.replace("%2F", "/").replace("%2f", "/");
            format!("{decoded}{query}")
        },
    )
}

pub(super) fn refused_methods() -> KnownDeviation {
    deviation::answers(
        "refused-methods",
        "the body of a 405 is plain text",
        "Netlify itself responds with 405, before any rule applies.",
        |request, answer| {
            if answer.status == Status::Is(405) || request.method == "OPTIONS" {
                *answer = ExpectedResponse::of(Status::Is(405));
            }
        },
    )
}

pub(super) fn backslash() -> KnownDeviation {
    deviation::reads(
        "backslash",
        "a backslash is treated as a slash",
        "The emulator parses the path like a browser (WHATWG URL Standard).",
        |path, query| format!("{}{query}", path.replace('\\', "/")),
    )
}

pub(super) fn dot_segments() -> KnownDeviation {
    deviation::reads(
        "dot-segments",
        "dot segments are resolved",
        "The emulator parses the path like a browser (WHATWG URL Standard). Clients resolve dot \
         segments before they send a request (RFC 3986, §5.2.4).",
        |path, query| {
            let mut segments: Vec<&str> = Vec::new();
            let mut ends_with_dots = false;
            for segment in path.split('/') {
                let plain = segment.to_ascii_lowercase().replace("%2e", ".");
                ends_with_dots = matches!(&*plain, "." | "..");
                match &*plain {
                    "." => {}
                    // The first segment is the empty one before the first slash.
                    ".." => segments.truncate(segments.len().saturating_sub(1).max(1)),
                    _ => segments.push(segment),
                }
            }
            if ends_with_dots {
                segments.push("");
            }
            format!("{}{query}", segments.join("/"))
        },
    )
}

pub(super) fn slashes_in_a_row() -> KnownDeviation {
    deviation::reads(
        "slashes-in-a-row",
        "repeated slashes are merged if the file exists",
        "No rule matches the path, but the emulator's file server joins paths like a file system.",
        |path, query| {
            let is_below_files = path.starts_with("/api/consultant-public/");
            if !(path.contains("//") && is_below_files) {
                return format!("{path}{query}");
            }
            let segments: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
            let end = if path.ends_with('/') { "/" } else { "" };
            format!("/{}{end}", segments.join("/"))
        },
    )
}

pub(super) fn content_type() -> KnownDeviation {
    deviation::answers(
        "content-type",
        "_headers cannot set Content-Type",
        "The emulator's file server sets it from the file extension (netlify/cli#990).",
        |_, answer| {
            if has_no_extension(answer) {
                set(answer, "content-type", BYTES);
            } else if answer.headers.get("content-type")
                == Some(&ExpectedHeader::Is(JSON.to_owned()))
            {
                set(answer, "content-type", "application/json; charset=utf-8");
            }
        },
    )
}

pub(super) fn cache_control() -> KnownDeviation {
    deviation::answers(
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

pub(super) fn tag_of_head() -> KnownDeviation {
    deviation::answers(
        "tag-of-head",
        "the entity tag of HEAD is that of an empty body",
        "The emulator computes it from the body that it sends.",
        |request, answer| {
            if request.method == "HEAD" && answer.headers.contains_key("etag") {
                set(answer, "etag", "W/\"0-2jmj7l5rSw0yVb/vlWAYkK/YBwk\"");
            }
        },
    )
}

pub(super) fn methods() -> KnownDeviation {
    deviation::answers(
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
                Status::Is(204 | 405) | Status::Error if is_rewritten => Status::Is(200),
                Status::Error => return,
                Status::Is(204) => Status::Is(405),
                status => status.clone(),
            };
            *answer = ExpectedResponse::of(status).body(Body::Text("Method Not Allowed"));
        },
    )
}

pub(super) fn any_tag() -> KnownDeviation {
    deviation::answers(
        "any-tag",
        "`If-None-Match: *` gets an error without a body",
        "The emulator compares it with the entity tag of the error document.",
        |request, answer| {
            let has_any = request.headers.contains(&("If-None-Match", "*".to_owned()));
            if has_any && answer.status == Status::Is(404) {
                *answer = ExpectedResponse::of(Status::Is(404)).body(Body::Empty);
            }
        },
    )
}

pub(super) fn dots_before_an_encoded_slash() -> KnownDeviation {
    deviation::answers(
        "dots-before-an-encoded-slash",
        "dot segments before an encoded slash reach internal files",
        "The emulator's file server resolves them after no rule matched.",
        |request, answer| {
            if request.target.contains("/..%2F..%2F_internal") {
                *answer = ExpectedResponse::of(Status::Is(200));
            }
        },
    )
}

pub(super) fn rule_files() -> KnownDeviation {
    deviation::answers(
        "rule-files",
        "the rule files are served",
        "In production, Netlify does not publish them.",
        |request, answer| {
            let path = request.target.trim_start_matches('/');
            if matches!(path, "_redirects" | "_headers") {
                let whole = ExpectedResponse::file(path, BYTES);
                *answer = match request.method {
                    "HEAD" => whole.head_of(&Request::get(&request.target)),
                    _ => whole,
                };
            }
        },
    )
}

pub(super) fn malformed_encoding() -> KnownDeviation {
    deviation::answers(
        "malformed-encoding",
        "a malformed percent-encoding stops the server",
        "The emulator decodes the path without catching the error.",
        |request, answer| {
            if request.target.ends_with("%zz") {
                *answer = ExpectedResponse::of(Status::NoResponse);
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
