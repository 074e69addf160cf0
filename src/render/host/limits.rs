//! Checks a site against the limits of its host, and against what its rules support.

use std::collections::BTreeMap;

use super::description::Host;
use crate::bundle::{Artifact, Body};
use crate::content::SITE_PATH;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::entry::{Entry, FileKind};
use crate::model::settings::Settings;

diagnostic_codes! {
    error TOO_MANY_RULES = "too-many-rules";
    warning COMPACT_RULES = "compact-rules";
    error TOO_MANY_FILES = "too-many-files";
    error PUBLISHED_FILE_TOO_LARGE = "published-file-too-large";
    warning NO_RATE_LIMIT = "no-rate-limit";
    warning NO_PRECOMPRESSION = "no-precompression";
}

const CHOOSE_ANOTHER: &str = "choose another host";

/// What the limits of a host apply to.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    /// The number of routes that are not a file at their own path.
    rules: usize,
    /// The number of files in each directory.
    directories: BTreeMap<String, usize>,
}

impl Counts {
    /// Counts a consultant's files.
    pub fn add_consultant(&mut self, entry: &Entry) {
        for kind in entry.files() {
            self.add(&kind.file(&entry.id), usize::from(kind != FileKind::Profile));
        }
    }

    /// Counts a file that belongs to no consultant.
    pub fn add_artifact(&mut self, artifact: &Artifact) {
        let rules =
            artifact.endpoints.iter().filter(|endpoint| !endpoint.is_path_of(&artifact.path));
        self.add(&artifact.path, rules.count());
    }

    fn add(&mut self, path: &str, rules: usize) {
        self.rules += rules;
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        match self.directories.get_mut(directory) {
            Some(count) => *count += 1,
            None => drop(self.directories.insert(directory.to_owned(), 1)),
        }
    }
}

/// Returns whether the site needs the compact rules of its host.
pub fn needs_compact_rules(host: &Host, counts: &Counts) -> bool {
    let limit = host.limits.rules.as_ref();
    limit.is_some_and(|limit| counts.rules > limit.max && limit.compact.is_some())
}

/// Returns an error for each number of rules and files that the host does not support, and a warning
/// if it needs its compact rules.
pub fn check_counts(host: &Host, counts: &Counts) -> Vec<Diagnostic> {
    let title = &host.title;
    let limits = &host.limits;
    let mut diagnostics = Vec::new();
    let mut report = |code: &'static DiagnosticCode, message: String, hint: &str| {
        diagnostics.push(Diagnostic::file(code, SITE_PATH, message).hint(hint));
    };
    if let Some(limit) = limits.rules.as_ref().filter(|limit| counts.rules > limit.max) {
        let max = limit.max;
        let message =
            format!("the site needs more than {max} redirect rules, the limit of {title}");
        match &limit.compact {
            Some(consequence) => {
                let hint =
                    format!("to keep exact rules, choose another host. {}", consequence.trim());
                report(&COMPACT_RULES, message, &hint);
            }
            None => report(&TOO_MANY_RULES, message, CHOOSE_ANOTHER),
        }
    }
    let files: usize = counts.directories.values().sum();
    if let Some(max) = limits.files.filter(|max| files > *max) {
        let message = format!("the site has more than {max} files, the limit of {title}");
        report(&TOO_MANY_FILES, message, CHOOSE_ANOTHER);
    }
    if let Some(max) = limits.files_per_directory {
        for (directory, _) in counts.directories.iter().filter(|(_, count)| **count > max) {
            let message = format!(
                "`/{directory}` has more than {max} files, the limit of {title} in a directory"
            );
            report(&TOO_MANY_FILES, message, CHOOSE_ANOTHER);
        }
    }
    diagnostics
}

/// Returns a warning for each setting that the rules of the host do not support.
pub fn check_settings(host: &Host, settings: &Settings) -> Vec<Diagnostic> {
    let title = &host.title;
    let mut warnings = Vec::new();
    if settings.rate_limit.is_some() && !host.rate_limit {
        let message = format!("the rules for {title} do not support `rate_limit`");
        let hint = "remove `rate_limit`, or set up a limit in front of the host";
        warnings.push(Diagnostic::file(&NO_RATE_LIMIT, SITE_PATH, message).hint(hint));
    }
    if settings.precompress && !host.precompressed {
        let message = format!("{title} does not serve precompressed files");
        let hint = "remove `precompress`: this host compresses responses itself";
        warnings.push(Diagnostic::file(&NO_PRECOMPRESSION, SITE_PATH, message).hint(hint));
    }
    warnings
}

/// Returns an error if a file is larger than the host supports. Photos are smaller than the limit of
/// any host.
pub fn check_size(host: &Host, artifact: &Artifact) -> Option<Diagnostic> {
    let max = host.limits.file_bytes?;
    let is_too_large = matches!(&artifact.body, Body::Document(document) if document.len() > max);
    is_too_large.then(|| {
        let (path, title) = (&artifact.path, &host.title);
        let message = format!("`{path}` is larger than {max} bytes, the limit of {title}");
        Diagnostic::file(&PUBLISHED_FILE_TOO_LARGE, SITE_PATH, message).hint(CHOOSE_ANOTHER)
    })
}
