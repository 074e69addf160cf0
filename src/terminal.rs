//! How diagnostics are shown: to people and to programs.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use clap::ValueEnum;
use serde::Serialize;
use vitae::diagnostic::{Diagnostic, Severity};
use vitae::error::{Error, Result};
use vitae::source::{Position, Sources, text_of};
use vitae::yaml;

/// How to show diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people: the line, the value underlined, what to do.
    Human,
    /// For programs: one JSON document.
    Json,
}

/// The version of the JSON form; a change that could break its readers raises it.
const JSON_VERSION: u32 = 1;

/// The texts of the files that diagnostics point into, each read once.
struct Texts<'a> {
    sources: &'a Sources,
    texts: HashMap<String, String>,
}

impl Texts<'_> {
    fn get(&mut self, file: &str) -> &str {
        let sources = self.sources;
        self.texts.entry(file.to_owned()).or_insert_with(|| {
            let source = sources
                .get(file)
                .filter(|source| ["yaml", "yml", "json"].contains(&source.extension()));
            // A file too large to be read is too large to be shown.
            let bytes = source.and_then(|source| source.read(yaml::MAX_BYTES).ok());
            let bytes = bytes.filter(|bytes| bytes.len() <= yaml::MAX_BYTES);
            bytes.map_or_else(String::new, |bytes| text_of(&bytes).into_owned())
        })
    }
}

/// The diagnostics for people, coloured.
pub(crate) fn human(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut texts = Texts {
        sources,
        texts: HashMap::new(),
    };
    let renderer = Renderer::styled();
    let mut shown = String::new();
    for diagnostic in diagnostics {
        let path = visible(&path(diagnostic, sources));
        let hint = diagnostic.hint.as_deref().map(visible);
        let text = texts.get(&diagnostic.file);
        let level = match diagnostic.rule.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let message = visible(&diagnostic.message);
        let title = level.primary_title(&message).id(diagnostic.rule.code);
        let span = diagnostic
            .span
            .clone()
            .filter(|span| text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
        let group = match span {
            Some(span) => {
                let label = diagnostic.label.as_deref().unwrap_or_default();
                let primary = AnnotationKind::Primary.span(span).label(label);
                let mut snippet = Snippet::source(text).path(&path).annotation(primary);
                for related in &diagnostic.related {
                    let span = related.span.clone();
                    snippet = snippet
                        .annotation(AnnotationKind::Context.span(span).label(&related.label));
                }
                title.element(snippet)
            }
            None => title.element(annotate_snippets::Origin::path(&path)),
        };
        let group = match &hint {
            Some(hint) => group.element(Level::HELP.message(hint)),
            None => group,
        };
        let _ = writeln!(shown, "{}\n", renderer.render(&[group]));
    }
    shown
}

/// The text without characters by which a terminal could be led astray.
pub(crate) fn visible(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n', "\u{FFFD}")
}

/// The diagnostics for programs.
pub(crate) fn json(diagnostics: &[Diagnostic], sources: &Sources, summary: &str) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        version: u32,
        summary: &'a str,
        diagnostics: Vec<Entry<'a>>,
    }
    #[derive(Serialize)]
    struct Entry<'a> {
        code: &'static str,
        severity: &'static str,
        message: &'a str,
        hint: Option<&'a str>,
        file: String,
        /// 1-based, as is the column, which counts characters.
        line: usize,
        column: usize,
        end_line: usize,
        end_column: usize,
        source_line: String,
    }
    let mut texts = Texts {
        sources,
        texts: HashMap::new(),
    };
    let entry = |diagnostic| {
        let text = texts.get(&Diagnostic::clone(diagnostic).file);
        let Diagnostic {
            rule,
            message,
            span,
            hint,
            ..
        } = diagnostic;
        let span = span.clone().unwrap_or_default();
        let (start, end) = (Position::of(text, span.start), Position::of(text, span.end));
        Entry {
            code: rule.code,
            severity: match rule.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message,
            hint: hint.as_deref(),
            file: path(diagnostic, sources),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            source_line: text
                .lines()
                .nth(start.line - 1)
                .unwrap_or_default()
                .to_owned(),
        }
    };
    let document = Document {
        version: JSON_VERSION,
        summary,
        diagnostics: diagnostics.iter().map(entry).collect(),
    };
    // A document of texts and numbers is always JSON.
    serde_json::to_string_pretty(&document).unwrap_or_default()
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

fn path(diagnostic: &Diagnostic, sources: &Sources) -> String {
    match sources.root() {
        "" => diagnostic.file.clone(),
        root => format!("{root}/{}", diagnostic.file),
    }
}

/// Says something on the standard output. A reader that went away is no error.
///
/// # Errors
/// When what was to be said is lost.
pub(crate) fn say(text: &str) -> Result<()> {
    match writeln!(anstream::stdout(), "{text}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::with_source(
            "cannot write to the standard output",
            error,
        )),
        _ => Ok(()),
    }
}

/// Tells something on the standard error.
pub(crate) fn tell(text: &str) {
    let _ = write!(anstream::stderr(), "{text}");
}

/// Tells an error with everything that caused it.
pub(crate) fn tell_error(error: &dyn std::error::Error) {
    let mut text = format!("error: {error}\n");
    let mut cause = error.source();
    while let Some(error) = cause {
        let _ = writeln!(text, "  because: {error}");
        cause = error.source();
    }
    tell(&visible(&text));
}
