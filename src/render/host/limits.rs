//! What a host cannot exceed.

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

/// Whether the compact form of the rules is needed.
pub(super) fn exceeds_rules(host: &Host, count: usize, diagnostics: &mut Vec<Diagnostic>) -> bool {
    let Some(limit) = host.limits.rules.as_ref().filter(|limit| count > limit.max) else {
        return false;
    };
    let title = &host.title;
    let message = format!(
        "{title} takes {} exact rules, this content needs {count}",
        limit.max
    );
    let (code, hint) = match &limit.compact {
        Some(consequence) => (&COMPACT_RULES, consequence.trim()),
        None => (&TOO_MANY_RULES, CHOOSE_ANOTHER),
    };
    diagnostics.push(Diagnostic::file(code, SITE_PATH, message).hint(hint));
    limit.compact.is_some()
}

/// Tells of too many files, and of too large ones. Photos are made later, and smaller than any
/// host's limit.
pub(super) fn exceeds_files(host: &Host, bundle: &Bundle, diagnostics: &mut Vec<Diagnostic>) {
    let title = &host.title;
    let mut report = |code: &'static DiagnosticCode, message: String| {
        diagnostics.push(Diagnostic::file(code, SITE_PATH, message).hint(CHOOSE_ANOTHER));
    };
    let limits = &host.limits;
    if let Some(max) = limits.files.filter(|max| bundle.len() > *max) {
        let message = format!("{title} takes {max} files, there would be {}", bundle.len());
        report(&TOO_MANY_FILES, message);
    }
    if let Some(max) = limits.files_per_directory {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for artifact in bundle.iter() {
            let folder = artifact.path.rsplit_once('/');
            *counts
                .entry(folder.map_or("", |(folder, _)| folder))
                .or_default() += 1;
        }
        for (folder, count) in counts.into_iter().filter(|(_, count)| *count > max) {
            let message =
                format!("{title} takes {max} files in one folder, `{folder}` would have {count}");
            report(&TOO_MANY_FILES, message);
        }
    }
    if let Some(max) = limits.file_bytes {
        for artifact in bundle.iter() {
            let Body::Bytes(bytes) = &artifact.body else {
                continue;
            };
            if bytes.len() > max {
                let path = &artifact.path;
                let message = format!("`{path}` is larger than the {max} bytes that {title} takes");
                report(&PUBLISHED_FILE_TOO_LARGE, message);
            }
        }
    }
}

const CHOOSE_ANOTHER: &str = "choose another host";
