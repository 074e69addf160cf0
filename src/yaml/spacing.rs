//! Missing spaces after colons and dashes, and no-break spaces in place of spaces.

use super::indentation;
use super::lines::{Line, closing_quote, line_at};
use super::scalar::Scalar;
use crate::characters::is_unusual_space;
use crate::diagnostic::Diagnostic;
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

/// Reports the colon at byte `colon`, which has no space after it.
pub(super) fn missing_space_after_colon(file: &str, colon: usize) -> Diagnostic {
    let message = "the space after the colon is missing";
    Diagnostic::at(&MISSING_SPACE, file, colon..colon + 1, message)
        .hint("write a space between the colon and the value: `key: value`")
        .replace(": ")
}

/// Reports the white space of a line that YAML does not read as such: a tab or no-break spaces.
pub(super) fn white_space_errors(file: &str, text: &str, line: &Line) -> Vec<Diagnostic> {
    let whole = line_at(text, line.start);
    let is_rest = !text[whole.start..line.start].trim().is_empty();
    let start = if is_rest { line.start } else { whole.start };
    let tab = if is_rest { None } else { indentation::tab(file, text, line) };
    tab.or_else(|| unusual_space(file, &text[start..line.end], start)).into_iter().collect()
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
