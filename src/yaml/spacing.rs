//! Missing spaces after colons and dashes, and no-break spaces in place of spaces.

use super::scalar::Scalar;
use super::source_lines::closing_quote;
use crate::characters::is_unusual_space;
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error MISSING_SPACE = "missing-space";
    error NO_BREAK_SPACE = "no-break-space";
}

/// Reports the dash at byte `dash`, which has no space after it.
pub(crate) fn missing_space_after_dash(file: &str, dash: usize) -> Diagnostic {
    let message = "the space after the dash is missing";
    Diagnostic::at(&MISSING_SPACE, file, dash..dash + 1, message)
        .hint("write a space between the dash and the value: `- value`")
        .replace("- ")
}

pub(super) fn check_unusual_space(file: &str, text: &str, line: &Span) -> Option<Diagnostic> {
    unusual_space(file, &text[line.clone()], line.start)
}

/// Reports a key without a space after its colon.
pub(super) fn check_colon(file: &str, text: &str, line: &Span) -> Option<Diagnostic> {
    let colon = line.start + colon_without_space(&text[line.clone()])?;
    let message = "the space after the colon is missing";
    let diagnostic = Diagnostic::at(&MISSING_SPACE, file, colon..colon + 1, message)
        .hint("write a space between the colon and the value: `key: value`");
    Some(diagnostic.replace(": "))
}

/// Reports no-break spaces in a plain scalar at byte `start`: first, or right after its dash or the
/// colon of its key.
pub(crate) fn unusual_space_in_scalar(
    file: &str,
    scalar: &Scalar,
    start: usize,
) -> Option<Diagnostic> {
    // Up to the first space or line break, the text of a plain scalar is that of the file.
    let first = scalar.text.split([' ', '\n']).next().filter(|_| scalar.plain)?;
    unusual_space(file, first, start)
}

/// Reports no-break spaces and the like, which YAML reads as letters: in the indentation of the line
/// at byte `start`, or right after its dash or the colon of its key.
pub(super) fn unusual_space(file: &str, line: &str, start: usize) -> Option<Diagnostic> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let unindented = line.trim_start_matches([' ', '-']);
    let value = unindented.trim_start_matches(is_word).strip_prefix(':');
    let (span, count) = [Some(unindented), value].into_iter().flatten().find_map(|rest| {
        let start = start + line.len() - rest.len();
        let end = rest.trim_start_matches(is_unusual_space).len();
        let unusual = &rest[..rest.len() - end];
        (!unusual.is_empty()).then(|| (start..start + unusual.len(), unusual.chars().count()))
    })?;
    let message = "this is not a normal space, although it looks like one";
    let hint = "delete it and press the space bar instead";
    let diagnostic = Diagnostic::at(&NO_BREAK_SPACE, file, span, message).hint(hint);
    Some(diagnostic.replace(" ".repeat(count)))
}

/// Returns whether a line may be an item without a space after its dash, or a key without a space
/// after its colon.
pub(super) fn may_lack_space(line: &str) -> bool {
    let entry = line.trim_start();
    entry.strip_prefix('-').is_some_and(is_item) || colon_without_space(line).is_some()
}

/// Returns whether the text right after a dash is an item without the space before it.
pub(super) fn is_item(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
        || matches!(closing_quote(text), Some(end) if end + 1 == text.len())
}

/// Returns whether a line is a key and a value without a space after the colon.
pub(crate) fn lacks_space_after_colon(line: &str) -> bool {
    colon_without_space(line).is_some()
}

/// Returns the offset of the colon that ends a key, if no space follows it.
pub(super) fn colon_without_space(line: &str) -> Option<usize> {
    let entry = line.trim_start().trim_start_matches("- ").trim_start();
    let key = entry
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'))
        .filter(|&length| length > 0)?;
    let value = entry[key..].strip_prefix(':')?;
    let next = value.chars().next()?;
    let is_url = value.starts_with("//");
    (!next.is_whitespace() && !is_url).then_some(line.len() - entry.len() + key)
}
