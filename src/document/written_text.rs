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
    /// The key of the text, or of the list that it is an item of.
    pub(super) key: &'a str,
    /// Whether it is an item of a list.
    pub(super) is_item: bool,
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

    pub(super) fn diagnostic(
        &self,
        code: &'static DiagnosticCode,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::at(code, self.file, self.span.clone(), message)
    }

    /// Returns a diagnostic about the part of the written text that differs in `corrected`, with
    /// that part as its fix. If there is no difference, because the problem is an escape sequence,
    /// the diagnostic is about the whole text and has no fix.
    pub(super) fn correction(
        &self,
        code: &'static DiagnosticCode,
        message: impl Into<String>,
        corrected: &str,
    ) -> Diagnostic {
        let written = self.written();
        if corrected == written {
            return self.diagnostic(code, message);
        }
        let start = common_length(written.chars(), corrected.chars());
        let (rest, corrected_rest) = (&written[start..], &corrected[start..]);
        let end = common_length(rest.chars().rev(), corrected_rest.chars().rev());
        let changed = self.span.start + start..self.span.end - end;
        let text = &corrected_rest[..corrected_rest.len() - end];
        let diagnostic = Diagnostic::at(code, self.file, changed, message);
        match self.scalar.plain && !is_plain(corrected) {
            true => diagnostic,
            false => diagnostic.replace(text),
        }
    }
}

/// Returns the length of the characters that both texts start with, in bytes.
fn common_length(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    one.zip(other).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
}

/// Returns whether a text that takes the place of a plain scalar certainly stays one.
fn is_plain(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
        && !text.contains(" #")
        && !text.contains(": ")
        && !text.ends_with([' ', ':'])
}
