//! Prints diagnostics and other output. Each output format has its own file.

mod annotations;
pub(crate) mod changes;
mod human;
mod json;
mod location;
mod print;
pub(crate) mod verification;

use std::collections::BTreeSet;

use clap::ValueEnum;
use serde::Serialize;
use vitae::diagnostic::Diagnostic;
use vitae::error::Result;
use vitae::source::Sources;

use location::SourceTexts;
use print::print_styled;
pub(crate) use print::{
    print_error, print_json, print_lines, print_panic, print_stderr, print_stdout, print_usage,
    print_verbatim, print_written,
};

/// Output format of diagnostics, and of the report of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Text for people
    Human,
    /// One JSON document (docs/formats.md)
    Json,
    /// GitHub workflow commands, shown as annotations
    Github,
}

/// The texts of the profiles of a site in another language that are published without a translation.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct UntranslatedTexts {
    #[serde(skip)]
    pub(crate) language: String,
    /// Their number.
    pub(crate) texts: usize,
    /// The number of all texts.
    pub(crate) all: usize,
    /// The number of profiles that have any.
    pub(crate) profiles: usize,
}

/// Prints the diagnostics and, unless it is empty, the line `summary`, and for people how many texts are not translated.
pub(crate) fn show(
    format: ReportFormat,
    diagnostics: &[Diagnostic],
    sources: &Sources,
    summary: &str,
    untranslated: Option<UntranslatedTexts>,
) -> Result<()> {
    let mut texts = SourceTexts::of(sources);
    match format {
        ReportFormat::Human => {
            print_styled(&human::render(diagnostics, &mut texts));
            let untranslated = untranslated.filter(|it| it.texts > 0);
            let untranslated = untranslated.as_ref().map(human::untranslated);
            let lines = [Some(summary).filter(|it| !it.is_empty()), untranslated.as_deref()];
            lines.into_iter().flatten().try_for_each(print_stdout)
        }
        ReportFormat::Json => {
            print_json(&json::render(diagnostics, &mut texts, summary, untranslated))
        }
        ReportFormat::Github => {
            let annotations = annotations::render(diagnostics, &mut texts);
            print_stdout(&format!("{annotations}{summary}"))
        }
    }
}

/// Counts the diagnostics by severity: "2 errors, 1 warning".
pub(crate) fn count(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    let counts = [(errors, "error"), (diagnostics.len() - errors, "warning")]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, noun)| plural(count, noun))
        .collect::<Vec<_>>();
    match counts[..] {
        [] => "no errors or warnings".to_owned(),
        _ => counts.join(", "),
    }
}

/// Counts the diagnostics and the files that have any: "2 errors, 1 warning in 1 of 8 files".
pub(crate) fn count_in_files(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    if diagnostics.is_empty() {
        return count(diagnostics);
    }
    let affected: BTreeSet<&str> = diagnostics.iter().map(|d| d.file.as_str()).collect();
    // A missing or unreadable file has diagnostics, but is not among the sources.
    let missing = affected.iter().filter(|file| sources.get(file).is_none());
    let files = plural(sources.iter().count() + missing.count(), "file");
    format!("{} in {} of {files}", count(diagnostics), affected.len())
}

/// Formats a number of things: "1 file", "2 files".
pub(crate) fn plural(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
