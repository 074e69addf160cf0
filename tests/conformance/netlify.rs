//! Netlify, twice: a double of its production hosting made of its own rule parsers and matcher,
//! and its own emulator, `netlify dev`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::answer::{Answer, Body, Field, JSON, Status};
use crate::deviation::{Deviation, Instead};
use crate::suite::Candidate;

/// The name of the folder with the host's templates.
pub(crate) const HOST: &str = "netlify";

/// Where the emulator is installed, if not beside its starter.
const EMULATOR_MODULES: &str = "NETLIFY_DEV_MODULES";

/// Which path the rules in `_headers` are matched with. Reports on production disagree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeadersBy {
    Request,
    Target,
}

/// The double of the production hosting.
pub(crate) fn double(headers_by: HeadersBy) -> Candidate {
    let folder = folder();
    let option = match headers_by {
        HeadersBy::Request => "request",
        HeadersBy::Target => "target",
    };
    let mut deviations = vec![ENCODED_SLASH, TRAILING_SLASH];
    if headers_by == HeadersBy::Request {
        deviations.push(ENCODED_SLASH_IN_HEADER_RULES);
    }
    Candidate {
        name: format!("Netlify's double, header rules by {option}"),
        missing: missing(&folder, &folder, "netlify-redirector"),
        command: Box::new(move |dist| {
            let mut command = Command::new("node");
            command.arg(folder.join("server.mjs")).arg(dist);
            command.args(["--headers-by", option]);
            command
        }),
        start_timeout: Duration::from_secs(10),
        deviations,
    }
}

/// `netlify dev`.
pub(crate) fn emulator() -> Candidate {
    let folder = folder().join("dev");
    let modules = env::var_os(EMULATOR_MODULES).map_or_else(|| folder.clone(), PathBuf::from);
    Candidate {
        name: "netlify dev".to_owned(),
        missing: missing(&folder, &modules, "netlify-cli"),
        command: Box::new(move |dist| {
            let mut command = Command::new("node");
            command.arg(folder.join("start.mjs")).arg(dist);
            command
        }),
        start_timeout: Duration::from_secs(120),
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

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/netlify")
}

/// What `package` in `modules` lacks to run; `folder` is where it is installed from.
fn missing(folder: &Path, modules: &Path, package: &str) -> Option<String> {
    let mut node = Command::new("node");
    node.arg("--version").stdout(Stdio::null());
    if !node.status().is_ok_and(|status| status.success()) {
        return Some("there is no `node`: install Node.js 20".to_owned());
    }
    let is_installed = modules.join("node_modules").join(package).is_dir();
    (!is_installed).then(|| {
        let folder = folder.display();
        format!("{package} is not installed: run `npm ci --ignore-scripts` in {folder}")
    })
}

const TRAILING_SLASH: Deviation = Deviation {
    name: "a slash at the end is ignored",
    why: "Netlify's matcher and file look-up take a path with it for the one without it, in \
          production too. Whoever adds one gets the document, not an error.",
    instead: Instead::Reads(|path, query| match path.strip_suffix('/') {
        Some(shorter) if !shorter.is_empty() => format!("{shorter}{query}"),
        _ => format!("{path}{query}"),
    }),
};

const ENCODED_SLASH: Deviation = Deviation {
    name: "an encoded slash is a slash",
    why: "The path is decoded before it is matched. Whoever encodes one gets the document.",
    instead: Instead::Reads(|path, query| {
        let decoded = path.replace("%2F", "/").replace("%2f", "/");
        format!("{decoded}{query}")
    }),
};

const ENCODED_SLASH_IN_HEADER_RULES: Deviation = Deviation {
    name: "header rules are matched with the path before it is decoded",
    why: "So the rule that gives profiles their media type misses `/api%2Fconsultant-public/...`. \
          If production does so too, whoever encodes that slash gets the profile as bytes.",
    instead: Instead::Answers(|request, answer| {
        if request.target.starts_with("/api%2F") && is_profile(answer) {
            set(answer, "content-type", BYTES);
        }
    }),
};

const BACKSLASH: Deviation = Deviation {
    name: "a backslash is a slash",
    why: "The emulator reads the target as browsers read an http address (WHATWG URL Standard).",
    instead: Instead::Reads(|path, query| format!("{}{query}", path.replace('\\', "/"))),
};

const DOT_SEGMENTS: Deviation = Deviation {
    name: "dot segments are resolved",
    why: "As above. No client sends them: they are resolved before (RFC 3986, §5.2.4).",
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

const SLASHES_IN_A_ROW: Deviation = Deviation {
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

const CONTENT_TYPE: Deviation = Deviation {
    name: "_headers cannot set Content-Type",
    why: "netlify/cli#990: the emulator's file server sets it from the file's ending.",
    instead: Instead::Answers(|_, answer| {
        if answer.fields.get("content-type") == Some(&Field::Is(JSON.to_owned())) {
            let media_type = if is_profile(answer) {
                BYTES
            } else {
                "application/json; charset=utf-8"
            };
            set(answer, "content-type", media_type);
        }
    }),
};

const CACHE_CONTROL: Deviation = Deviation {
    name: "_headers cannot set Cache-Control",
    why: "netlify/cli#990, as above.",
    instead: Instead::Answers(|_, answer| {
        if answer.fields.contains_key("cache-control") {
            set(answer, "cache-control", "public, max-age=0");
        }
    }),
};

const TAG_OF_HEAD: Deviation = Deviation {
    name: "the entity tag of HEAD is that of no bytes",
    why: "The emulator computes it from the body it is about to send.",
    instead: Instead::Answers(|request, answer| {
        if request.method == "HEAD" && answer.fields.contains_key("etag") {
            set(answer, "etag", "W/\"0-2jmj7l5rSw0yVb/vlWAYkK/YBwk\"");
        }
    }),
};

const METHODS: Deviation = Deviation {
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

const RULE_FILES: Deviation = Deviation {
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

const MALFORMED_ENCODING: Deviation = Deviation {
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

/// Whether the answer is a profile: the only document whose file has no ending.
fn is_profile(answer: &Answer) -> bool {
    answer.body.file().is_some_and(|path| !path.contains('.'))
}

fn set(answer: &mut Answer, name: &'static str, value: &str) {
    answer.fields.insert(name, Field::Is(value.to_owned()));
}
