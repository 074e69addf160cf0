//! What an author wrote wrong: where it is, what is wrong in the author's words, what to do.

use std::ops::Range;

use crate::diagnostic_code::{DiagnosticCode, Severity, diagnostic_codes};

/// Half-open range of bytes in a source, counted from its first byte.
pub type Span = Range<usize>;

/// Another place that helps to understand a diagnostic, in the same file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub span: Span,
    /// What is there, a few words.
    pub label: String,
}

/// What to write in place of a value, where there is one certain cure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// What to replace.
    pub span: Span,
    /// By what, as it has to stand in the file: with its quotes.
    pub text: String,
}

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of mistake.
    pub code: &'static DiagnosticCode,
    /// What is wrong, one sentence without a full stop.
    pub message: String,
    /// The file's path as [`crate::source::Sources`] names it: relative, with `/`.
    pub file: String,
    /// The value to underline; `None` when the file as a whole is meant.
    pub span: Option<Span>,
    /// A few words beside the underlined value.
    pub label: Option<String>,
    /// What to do.
    pub hint: Option<String>,
    /// What to write instead, where that is certain.
    pub replacement: Option<Replacement>,
    /// Other places in the same file.
    pub related: Vec<Related>,
}

impl Diagnostic {
    /// A diagnostic about a whole file.
    pub fn file(code: &'static DiagnosticCode, file: &str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            file: file.to_owned(),
            span: None,
            label: None,
            hint: None,
            replacement: None,
            related: Vec::new(),
        }
    }

    /// A diagnostic about a value in a file.
    pub fn at(
        code: &'static DiagnosticCode,
        file: &str,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        Self {
            span: Some(span),
            ..Self::file(code, file, message)
        }
    }

    /// The same with a few words beside the underlined value.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// The same with what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same with the text to write in place of the underlined value.
    #[must_use]
    pub fn replace(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.replacement = self.span.clone().map(|span| Replacement { span, text });
        self
    }

    /// The same with another place pointed out.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        let label = label.into();
        self.related.push(Related { span, label });
        self
    }

    /// Whether it stops the publishing.
    pub fn is_error(&self) -> bool {
        self.code.severity == Severity::Error
    }
}

/// Most diagnostics told of one file. More than an author can read, and enough that nobody has to
/// wait for a program that gathers a hundred thousand.
pub const MOST: usize = 50;

diagnostic_codes! {
    warning MORE_DIAGNOSTICS = "more-mistakes";
}

/// Adds a diagnostic to those of its file, unless there are too many; an error then takes the place
/// of a warning.
pub fn report(diagnostics: &mut Vec<Diagnostic>, diagnostic: Diagnostic) {
    if diagnostics.len() < MOST {
        diagnostics.push(diagnostic);
        return;
    }
    report_truncation(diagnostics, &diagnostic.file);
    let is_warning = |told: &Diagnostic| !told.is_error() && told.code != &MORE_DIAGNOSTICS;
    if diagnostic.is_error()
        && let Some(warning) = diagnostics.iter().rposition(is_warning)
    {
        diagnostics[warning] = diagnostic;
    }
}

/// Says that there are more mistakes in `file` than are told.
pub fn report_truncation(diagnostics: &mut Vec<Diagnostic>, file: &str) {
    if diagnostics
        .iter()
        .all(|told| told.code != &MORE_DIAGNOSTICS)
    {
        let message = "there are more mistakes in this file than are told";
        let diagnostic = Diagnostic::file(&MORE_DIAGNOSTICS, file, message);
        diagnostics.push(diagnostic.hint("mend those first"));
    }
}

/// What a phase made of its input, and every mistake it met on the way. `output` is `None` when
/// a mistake stops the publishing.
#[derive(Debug)]
pub struct Diagnosed<T> {
    /// The result.
    pub output: Option<T>,
    /// All mistakes, ordered by file and place.
    pub diagnostics: Vec<Diagnostic>,
}

impl<T> Diagnosed<T> {
    /// Orders the diagnostics, and withholds `output` if one of them is an error.
    pub fn new(output: Option<T>, mut diagnostics: Vec<Diagnostic>) -> Self {
        order(&mut diagnostics);
        let output = output.filter(|_| !diagnostics.iter().any(Diagnostic::is_error));
        Self {
            output,
            diagnostics,
        }
    }
}

/// Orders diagnostics by file and place; what was told twice is told once.
pub fn order(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| {
        let key = |d: &Diagnostic| {
            let place = d.span.clone().map_or(0, |span| span.start);
            (d.code == &MORE_DIAGNOSTICS, place, d.code.id)
        };
        a.file.cmp(&b.file).then_with(|| key(a).cmp(&key(b)))
    });
    diagnostics.dedup();
}
