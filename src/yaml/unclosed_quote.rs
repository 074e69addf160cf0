//! Quotes that are not closed at the end of their value.

use super::lines::{Line, line_at};
use super::scalar::{Scalar, ScalarKind};
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error UNCLOSED_QUOTE = "unclosed-quote";
}

/// What to do about a quote that is not closed on its line.
const DELETE: &str = "delete the quote, or add the closing quote";

/// Characters of which one can be meant as the end of a value or of its text.
const OTHER_ENDS: [char; 14] =
    ['"', '\'', '\\', '#', '[', '{', ':', '”', '“', '„', '»', '«', '’', '‘'];

/// Reports the quote at byte `at` that is not closed at the end of its value. The lines are those of the value.
pub(super) fn unclosed_quote(file: &str, text: &str, at: usize, lines: &[Line]) -> Diagnostic {
    let end = line_at(text, at).end;
    let value = text[at + 1..end].to_owned();
    let is_text = Scalar::resolve(value, true).kind == ScalarKind::String;
    let message = "this quote is not closed at the end of the value";
    let hint =
        "add the closing quote; a quote inside the value is written \\\" in \"…\" and '' in '…'";
    let report = |hint| Diagnostic::at(&UNCLOSED_QUOTE, file, at..end, message).hint(hint);
    match is_text {
        true if lines.len() == 1 => with_closing(text, report(hint), &text[at..=at]),
        true => report(hint),
        false => report(DELETE),
    }
}

/// Adds the fix of a quote or bracket that is not closed: `closing` at the end of the line, if the value cannot
/// end anywhere else.
pub(super) fn with_closing(text: &str, error: Diagnostic, closing: &str) -> Diagnostic {
    let span = error.span.clone().expect("the span of the value");
    let value = &text[span.clone()];
    let before = &text[line_at(text, span.start).start..span.start];
    let opens_value = before.ends_with(": ") || before.trim_start_matches([' ', '-']).is_empty();
    let is_simple = value.len() > 1 && !value[1..].contains(OTHER_ENDS);
    match opens_value && is_simple {
        true => error.replace(format!("{value}{closing}")),
        false => error,
    }
}

/// Reports a quote that opens a line or a key, and is not closed on its line.
pub(super) fn unclosed_on_line(file: &str, span: Span) -> Diagnostic {
    Diagnostic::at(&UNCLOSED_QUOTE, file, span, "this quote is not closed on its line").hint(DELETE)
}
