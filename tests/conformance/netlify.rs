//! Netlify, twice: a double of its production hosting made of its own rule parsers and matcher,
//! and its own emulator, `netlify dev`.

mod deviations;
pub(crate) mod faults;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::suite::Candidate;
use deviations::{
    BACKSLASH, CACHE_CONTROL, CONTENT_TYPE, DOT_SEGMENTS, ENCODED_SLASH,
    ENCODED_SLASH_IN_HEADER_RULES, MALFORMED_ENCODING, METHODS, RULE_FILES, SLASHES_IN_A_ROW,
    TAG_OF_HEAD, TRAILING_SLASH,
};

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
