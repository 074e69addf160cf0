//! How Netlify's double and its emulator are known to differ from what is specified.

use crate::answer::{Answer, Body, Field, JSON, Status};
use crate::deviation::{Deviation, Instead};

pub(super) const TRAILING_SLASH: Deviation = Deviation {
    name: "a slash at the end is ignored",
    why: "Netlify's matcher and file look-up take a path with it for the one without it, in \
          production too. Whoever adds one gets the document, not an error.",
    instead: Instead::Reads(|path, query| match path.strip_suffix('/') {
        Some(shorter) if !shorter.is_empty() => format!("{shorter}{query}"),
        _ => format!("{path}{query}"),
    }),
};

pub(super) const ENCODED_SLASH: Deviation = Deviation {
    name: "an encoded slash is a slash",
    why: "The path is decoded before it is matched. Whoever encodes one gets the document.",
    instead: Instead::Reads(|path, query| {
        let decoded = path.replace("%2F", "/").replace("%2f", "/");
        format!("{decoded}{query}")
    }),
};

pub(super) const ENCODED_SLASH_IN_HEADER_RULES: Deviation = Deviation {
    name: "header rules are matched with the path before it is decoded",
    why: "So the rule that gives profiles their media type misses `/api%2Fconsultant-public/...`. \
          If production does so too, whoever encodes that slash gets the profile as bytes.",
    instead: Instead::Answers(|request, answer| {
        if request.target.starts_with("/api%2F") && has_no_ending(answer) {
            set(answer, "content-type", BYTES);
        }
    }),
};

pub(super) const BACKSLASH: Deviation = Deviation {
    name: "a backslash is a slash",
    why: "The emulator reads the target as browsers read an http address (WHATWG URL Standard).",
    instead: Instead::Reads(|path, query| format!("{}{query}", path.replace('\\', "/"))),
};

pub(super) const DOT_SEGMENTS: Deviation = Deviation {
    name: "dot segments are resolved",
    why: "The emulator reads the target as browsers read an http address (WHATWG URL Standard). \
          Clients resolve them before they send them (RFC 3986, §5.2.4).",
    instead: Instead::Reads(|path, query| {
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
    }),
};

pub(super) const SLASHES_IN_A_ROW: Deviation = Deviation {
    name: "slashes in a row are one, where a file lies",
    why: "No rule matches them, but the emulator's file server joins paths as a file system does.",
    instead: Instead::Reads(|path, query| {
        let is_below_files = path.starts_with("/api/consultant-public/");
        if !(path.contains("//") && is_below_files) {
            return format!("{path}{query}");
        }
        let segments: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let end = if path.ends_with('/') { "/" } else { "" };
        format!("/{}{end}", segments.join("/"))
    }),
};

pub(super) const CONTENT_TYPE: Deviation = Deviation {
    name: "_headers cannot set Content-Type",
    why: "netlify/cli#990: the emulator's file server sets it from the file's ending.",
    instead: Instead::Answers(|_, answer| {
        if has_no_ending(answer) {
            set(answer, "content-type", BYTES);
        } else if answer.fields.get("content-type") == Some(&Field::Is(JSON.to_owned())) {
            set(answer, "content-type", "application/json; charset=utf-8");
        }
    }),
};

pub(super) const CACHE_CONTROL: Deviation = Deviation {
    name: "_headers cannot set Cache-Control",
    why: "netlify/cli#990: the emulator's file server sets it itself.",
    instead: Instead::Answers(|_, answer| {
        if answer.fields.contains_key("cache-control") {
            set(answer, "cache-control", "public, max-age=0");
        }
    }),
};

pub(super) const TAG_OF_HEAD: Deviation = Deviation {
    name: "the entity tag of HEAD is that of no bytes",
    why: "The emulator computes it from the body it is about to send.",
    instead: Instead::Answers(|request, answer| {
        if request.method == "HEAD" && answer.fields.contains_key("etag") {
            set(answer, "etag", "W/\"0-2jmj7l5rSw0yVb/vlWAYkK/YBwk\"");
        }
    }),
};

pub(super) const METHODS: Deviation = Deviation {
    name: "a rewrite replaces the status of a refused method",
    why: "The emulator gives the answer of its file server, `Method Not Allowed`, the status of \
          the rule. Nothing is changed by it.",
    instead: Instead::Answers(|request, answer| {
        let is_rewritten = request.target.contains("?format=jsonresume")
            || request.target.starts_with("/api/consultant-photo/");
        if answer.status == Status::NoSuccess && is_rewritten {
            *answer = Answer::of(Status::Is(200)).body(Body::Text("Method Not Allowed"));
        }
    }),
};

pub(super) const RULE_FILES: Deviation = Deviation {
    name: "the rule files are served",
    why: "In production, Netlify reads them and does not publish them.",
    instead: Instead::Answers(|request, answer| {
        let path = request.target.trim_start_matches('/');
        if matches!(path, "_redirects" | "_headers") {
            let whole = Answer::file(path, BYTES);
            *answer = match request.method {
                "HEAD" => whole.head_of(&request.target),
                _ => whole,
            };
        }
    }),
};

pub(super) const MALFORMED_ENCODING: Deviation = Deviation {
    name: "a malformed percent-encoding ends the server",
    why: "The emulator decodes the path without catching the error.",
    instead: Instead::Answers(|request, answer| {
        if request.target.ends_with("%zz") {
            *answer = Answer::of(Status::NoAnswer);
        }
    }),
};

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
