//! Checks a site against the limits of its host.

use std::collections::BTreeMap;

use super::description::Host;
use crate::bundle::{Body, Bundle};
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::lower::SITE_PATH;

diagnostic_codes! {
    error TOO_MANY_RULES = "too-many-rules";
    warning COMPACT_RULES = "compact-rules";
    error TOO_MANY_FILES = "too-many-files";
    error PUBLISHED_FILE_TOO_LARGE = "published-file-too-large";
}

const CHOOSE_ANOTHER: &str = "choose another host";

/// Reports more rules than the host supports. Returns whether the compact rules are needed.
pub(super) fn check_rules(host: &Host, count: usize, diagnostics: &mut Vec<Diagnostic>) -> bool {
    let Some(limit) = host.limits.rules.as_ref().filter(|limit| count > limit.max) else {
        return false;
    };
    let title = &host.title;
    let message =
        format!("the site needs {count} redirect rules, but {title} supports only {}", limit.max);
    let (code, hint) = match &limit.compact {
        Some(consequence) => (&COMPACT_RULES, consequence.trim()),
        None => (&TOO_MANY_RULES, CHOOSE_ANOTHER),
    };
    diagnostics.push(Diagnostic::file(code, SITE_PATH, message).hint(hint));
    limit.compact.is_some()
}

/// Reports too many files, and files that are too large. Photos are generated later and are smaller
/// than the limit of any host.
pub(super) fn check_files(host: &Host, bundle: &Bundle, diagnostics: &mut Vec<Diagnostic>) {
    let title = &host.title;
    let mut report = |code: &'static DiagnosticCode, message: String| {
        diagnostics.push(Diagnostic::file(code, SITE_PATH, message).hint(CHOOSE_ANOTHER));
    };
    let limits = &host.limits;
    let count = bundle.len();
    if let Some(max) = limits.files.filter(|max| count > *max) {
        let message = format!("the site has {count} files, but {title} supports only {max}");
        report(&TOO_MANY_FILES, message);
    }
    if let Some(max) = limits.files_per_directory {
        for (directory, count) in files_per_directory(bundle) {
            if count > max {
                let message = format!(
                    "`/{directory}` has {count} files, but {title} supports only {max} in a directory"
                );
                report(&TOO_MANY_FILES, message);
            }
        }
    }
    if let Some(max) = limits.file_bytes {
        for artifact in bundle.iter() {
            if matches!(&artifact.body, Body::Bytes(bytes) if bytes.len() > max) {
                let path = &artifact.path;
                let message = format!("`{path}` is larger than {max} bytes, the limit of {title}");
                report(&PUBLISHED_FILE_TOO_LARGE, message);
            }
        }
    }
}

fn files_per_directory(bundle: &Bundle) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for artifact in bundle.iter() {
        let directory = artifact.path.rsplit_once('/');
        let directory = directory.map_or("", |(directory, _)| directory);
        *counts.entry(directory).or_default() += 1;
    }
    counts
}
