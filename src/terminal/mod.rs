//! How diagnostics are shown: to people and to programs. One form a file.

mod annotations;
mod human;
mod json;
mod location;
mod sarif;
pub(crate) mod verification;

use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};

use clap::ValueEnum;
use vitae::characters::printable;
use vitae::diagnostic::Diagnostic;
use vitae::error::{Error, Result};
use vitae::source::Sources;

use location::Texts;

/// How to show diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people: the line, the value underlined, what to do
    Human,
    /// For programs: one JSON document (docs/formats.md)
    Json,
    /// For workflows of GitHub: annotations beside the changed lines
    Github,
    /// For code scanning and editors: SARIF 2.1.0
    Sarif,
}

/// Shows the diagnostics and how it ended, `summary`.
///
/// # Errors
/// When the standard output cannot be written to.
pub(crate) fn show(
    format: Format,
    diagnostics: &[Diagnostic],
    sources: &Sources,
    summary: &str,
) -> Result<()> {
    let mut texts = Texts::of(sources);
    match format {
        Format::Human => {
            print_stderr(&human::render(diagnostics, &mut texts));
            print_stdout(&printable(summary))
        }
        Format::Json => print_stdout(&json::render(diagnostics, &mut texts, summary)),
        Format::Github => {
            let annotations = annotations::render(diagnostics, &mut texts);
            print_stdout(&format!("{annotations}{}", printable(summary)))
        }
        Format::Sarif => print_stdout(&sarif::render(diagnostics, &mut texts)),
    }
}

/// Tells the diagnostics to people, whatever the form of the rest.
pub(crate) fn print_diagnostics(diagnostics: &[Diagnostic], sources: &Sources) {
    print_stderr(&human::render(diagnostics, &mut Texts::of(sources)));
}

/// "2 errors, 1 warning".
pub(crate) fn count(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    let plural = |count: usize, word: &str| match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    };
    match (errors, diagnostics.len() - errors) {
        (errors, 0) => plural(errors, "error"),
        (0, warnings) => plural(warnings, "warning"),
        (errors, warnings) => {
            format!(
                "{}, {}",
                plural(errors, "error"),
                plural(warnings, "warning")
            )
        }
    }
}

/// Says something on the standard output. A reader that went away is no error.
///
/// # Errors
/// When what was to be said is lost.
pub(crate) fn print_stdout(text: &str) -> Result<()> {
    match writeln!(anstream::stdout(), "{text}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::with_source(
            "cannot write to the standard output",
            error,
        )),
        _ => Ok(()),
    }
}

/// Tells something on the standard error.
pub(crate) fn print_stderr(text: &str) {
    let _ = write!(anstream::stderr(), "{text}");
}

/// Tells an error with everything that caused it.
pub(crate) fn print_error(error: &dyn std::error::Error) {
    let mut text = format!("error: {error}\n");
    let mut cause = error.source();
    while let Some(error) = cause {
        let _ = writeln!(text, "  because: {error}");
        cause = error.source();
    }
    print_stderr(&printable(&text));
}
