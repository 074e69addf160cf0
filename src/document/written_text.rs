//! A text of a document with its source, which the checks of texts share.

use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::DiagnosticCode;
use crate::yaml::Scalar;

/// A text as the author wrote it.
#[derive(Clone, Copy)]
pub(super) struct WrittenText<'a> {
    pub(super) file: &'a str,
    /// The text of the file.
    pub(super) source: &'a str,
    pub(super) scalar: &'a Scalar,
    pub(super) span: &'a Span,
    /// Whether it is an item of a list.
    pub(super) is_item: bool,
    /// Whether it is the name of a skill or a technology: other lists also have sentences.
    pub(super) is_skill: bool,
}

impl<'a> WrittenText<'a> {
    /// Returns the text that is published.
    pub(super) fn value(&self) -> &'a str {
        &self.scalar.text
    }

    /// Returns the text in the file, with its quotes.
    pub(super) fn written(&self) -> &'a str {
        self.source.get(self.span.clone()).unwrap_or_default()
    }

    /// Returns the bytes of a part of the text; those of the whole text if the part is written in another way, such as
    /// an escape sequence or a line break.
    pub(super) fn span_of(&self, part: &str) -> Span {
        let start = self.written().find(part).map(|at| self.span.start + at);
        start.map_or(self.span.clone(), |start| start..start + part.len())
    }

    /// Returns the lines of the text in the file without the white space around them, and the byte at which each starts.
    pub(super) fn lines(&self) -> impl Iterator<Item = (&'a str, usize)> {
        let mut end = self.span.start;
        self.written().split_inclusive('\n').map(move |line| {
            end += line.len();
            (line.trim(), end - line.trim_start().len())
        })
    }

    /// Returns whether the text is an item in brackets without quotes.
    pub(super) fn is_plain_in_brackets(&self) -> bool {
        let before = self.source.get(..self.span.start).unwrap_or_default().trim_end();
        self.is_item && self.scalar.plain && before.ends_with(['[', ','])
    }

    pub(super) fn diagnostic(
        &self,
        code: &'static DiagnosticCode,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::at(code, self.file, self.span.clone(), message)
    }
}
