//! A diagnostic: an error or warning about the content, with its position, a message in the author's
//! words and a hint.

use std::ops::Range;

use crate::diagnostic_code::{DiagnosticCode, Severity, diagnostic_codes};

/// A half-open range of bytes in a file.
pub type Span = Range<usize>;

/// Another position in the same file that helps to understand a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The position.
    pub span: Span,
    /// A few words about it.
    pub label: String,
}

/// A fix that is certain to be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// The bytes to replace.
    pub span: Span,
    /// The new text as YAML, with quotes if it needs them.
    pub text: String,
}

/// An error or warning about the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of error or warning.
    pub code: &'static DiagnosticCode,
    /// What is wrong: at most 100 characters, in lower case, without a full stop.
    pub message: String,
    /// The path of the file as in [`crate::source::Sources`]: relative, with `/`.
    pub file: String,
    /// The bytes to underline; `None` if the diagnostic is about the whole file.
    pub span: Option<Span>,
    /// A few words next to the underlined value.
    pub label: Option<String>,
    /// An action that fixes the problem.
    pub hint: Option<String>,
    /// The fix, if one is certain to be right.
    pub replacement: Option<Replacement>,
    /// Other positions in the same file.
    pub related: Vec<Related>,
}

impl Diagnostic {
    /// Creates a diagnostic about a whole file.
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

    /// Creates a diagnostic about a value in a file.
    pub fn at(
        code: &'static DiagnosticCode,
        file: &str,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        Self { span: Some(span), ..Self::file(code, file, message) }
    }

    /// Adds a few words next to the underlined value.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds a hint: the action that fixes the problem.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a fix: the text to write in place of the underlined value.
    #[must_use]
    pub fn replace(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.replacement = self.span.clone().map(|span| Replacement { span, text });
        self
    }

    /// Adds another position in the same file.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        let label = label.into();
        self.related.push(Related { span, label });
        self
    }

    /// Returns whether it prevents publishing.
    pub fn is_error(&self) -> bool {
        self.code.severity == Severity::Error
    }
}

/// The most diagnostics that are reported for one file: more than an author reads at a time, and
/// few enough to keep a run with a broken file fast.
pub const MAX_PER_FILE: usize = 50;

diagnostic_codes! {
    warning MORE_DIAGNOSTICS = "more-mistakes";
}

/// Adds a diagnostic to those of its file. At the limit of [`MAX_PER_FILE`], an error replaces the
/// last warning, and other diagnostics are dropped.
pub fn report(diagnostics: &mut Vec<Diagnostic>, diagnostic: Diagnostic) {
    if diagnostics.len() < MAX_PER_FILE {
        diagnostics.push(diagnostic);
        return;
    }
    report_truncation(diagnostics, &diagnostic.file);
    let is_warning = |other: &Diagnostic| !other.is_error() && other.code != &MORE_DIAGNOSTICS;
    if diagnostic.is_error()
        && let Some(warning) = diagnostics.iter().rposition(is_warning)
    {
        diagnostics[warning] = diagnostic;
    }
}

/// Reports once that `file` has more errors than are shown.
pub fn report_truncation(diagnostics: &mut Vec<Diagnostic>, file: &str) {
    let is_truncation = |other: &Diagnostic| other.code == &MORE_DIAGNOSTICS;
    if !diagnostics.iter().any(is_truncation) {
        let message = format!("only the first {MAX_PER_FILE} errors in this file are shown");
        let diagnostic = Diagnostic::file(&MORE_DIAGNOSTICS, file, message);
        diagnostics.push(diagnostic.hint("fix these and check again"));
    }
}

/// Orders diagnostics by file and position, and removes duplicates.
pub fn order(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| {
        let key = |d: &Diagnostic| {
            let start = d.span.as_ref().map_or(0, |span| span.start);
            (d.code == &MORE_DIAGNOSTICS, start, d.code.id)
        };
        a.file.cmp(&b.file).then_with(|| key(a).cmp(&key(b)))
    });
    diagnostics.dedup();
}
