//! How Netlify's double and its emulator are known to differ from what is specified.

use crate::answer::{Answer, Body, Field, JSON, Status};
use crate::deviation::Deviation;

pub(super) fn trailing_slash() -> Deviation {
    Deviation::reads(
        "a slash at the end is ignored",
        "Netlify's matcher and file look-up take a path with it for the one without it, in \
          production too. Whoever adds one gets the document, not an error.",
        |path, query| match path.strip_suffix('/') {
            Some(shorter) if !shorter.is_empty() => format!("{shorter}{query}"),
            _ => format!("{path}{query}"),
        },
    )
}

pub(super) fn encoded_slash() -> Deviation {
    Deviation::reads(
        "an encoded slash is a slash",
        "The path is decoded before it is matched. Whoever encodes one gets the document.",
        |path, query| {
            let decoded = path.replace("%2F", "/").replace("%2f", "/");
            format!("{decoded}{query}")
        },
    )
}

pub(super) fn encoded_slash_in_header_rules() -> Deviation {
    Deviation::answers(
        "header rules are matched with the path before it is decoded",
        "So the rule that gives profiles their media type misses `/api%2Fconsultant-public/...`. \
          If production does so too, whoever encodes that slash gets the profile as bytes.",
        |request, answer| {
            if request.target.starts_with("/api%2F") && has_no_ending(answer) {
                set(answer, "content-type", BYTES);
            }
        },
    )
}

pub(super) fn backslash() -> Deviation {
    Deviation::reads(
        "a backslash is a slash",
        "The emulator reads the target as browsers read an http address (WHATWG URL Standard).",
        |path, query| format!("{}{query}", path.replace('\\', "/")),
    )
}

pub(super) fn dot_segments() -> Deviation {
    Deviation::reads(
        "dot segments are resolved",
        "The emulator reads the target as browsers read an http address (WHATWG URL Standard). \
          Clients resolve them before they send them (RFC 3986, §5.2.4).",
        |path, query| {
            let mut segments: Vec<&str> = Vec::new();
            let mut ends_with_dots = false;
            for segment in path.split('/') {
                let plain = segment.to_ascii_lowercase().replace("%2e", ".");
                ends_with_dots = matches!(&*plain, "." | "..");
                match &*plain {
                    "." => {}
                    // The first one is the nothing before the path's first slash.
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

pub(super) fn slashes_in_a_row() -> Deviation {
    Deviation::reads(
        "slashes in a row are one, where a file lies",
        "No rule matches them, but the emulator's file server joins paths as a file system does.",
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

pub(super) fn content_type() -> Deviation {
    Deviation::answers(
        "_headers cannot set Content-Type",
        "netlify/cli#990: the emulator's file server sets it from the file's ending.",
        |_, answer| {
            if has_no_ending(answer) {
                set(answer, "content-type", BYTES);
            } else if answer.fields.get("content-type") == Some(&Field::Is(JSON.to_owned())) {
                set(answer, "content-type", "application/json; charset=utf-8");
            }
        },
    )
}

pub(super) fn cache_control() -> Deviation {
    Deviation::answers(
        "_headers cannot set Cache-Control",
        "netlify/cli#990: the emulator's file server sets it itself.",
        |_, answer| {
            if answer.fields.contains_key("cache-control") {
                set(answer, "cache-control", "public, max-age=0");
            }
        },
    )
}

pub(super) fn tag_of_head() -> Deviation {
    Deviation::answers(
        "the entity tag of HEAD is that of no bytes",
        "The emulator computes it from the body it is about to send.",
        |request, answer| {
            if request.method == "HEAD" && answer.fields.contains_key("etag") {
                set(answer, "etag", "W/\"0-2jmj7l5rSw0yVb/vlWAYkK/YBwk\"");
            }
        },
    )
}

pub(super) fn methods() -> Deviation {
    Deviation::answers(
        "a rewrite replaces the status of a refused method",
        "The emulator gives the answer of its file server, `Method Not Allowed`, the status of \
          the rule. Nothing is changed by it.",
        |request, answer| {
            let is_rewritten = request.target.contains("?format=jsonresume")
                || request.target.starts_with("/api/consultant-photo/");
            if answer.status == Status::NoSuccess && is_rewritten {
                *answer = Answer::of(Status::Is(200)).body(Body::Text("Method Not Allowed"));
            }
        },
    )
}

pub(super) fn rule_files() -> Deviation {
    Deviation::answers(
        "the rule files are served",
        "In production, Netlify reads them and does not publish them.",
        |request, answer| {
            let path = request.target.trim_start_matches('/');
            if matches!(path, "_redirects" | "_headers") {
                let whole = Answer::file(path, BYTES);
                *answer = match request.method {
                    "HEAD" => whole.head_of(&request.target),
                    _ => whole,
                };
            }
        },
    )
}

pub(super) fn malformed_encoding() -> Deviation {
    Deviation::answers(
        "a malformed percent-encoding ends the server",
        "The emulator decodes the path without catching the error.",
        |request, answer| {
            if request.target.ends_with("%zz") {
                *answer = Answer::of(Status::NoAnswer);
            }
        },
    )
}

/// The media type of bytes about which nothing is known.
const BYTES: &str = "application/octet-stream";

/// Whether the file has no ending from which a media type could be told: that of a profile, or the
/// catalog's.
fn has_no_ending(answer: &Answer) -> bool {
    let name = |path: &str| {
        path.rsplit('/')
            .next()
            .is_some_and(|name| !name.contains('.'))
    };
    answer.body.file().is_some_and(name)
}

fn set(answer: &mut Answer, name: &'static str, value: &str) {
    answer.fields.insert(name, Field::Is(value.to_owned()));
}
