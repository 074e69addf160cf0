//! Indentation, spaces after colons and dashes, and no-break spaces in place of spaces.

use super::cause::{Cause, Text};
use super::lines::{Line, closing_quote, entry_of, indentation, line_at};
use super::scalar::Scalar;
use crate::characters::is_unusual_space;
use crate::diagnostic::{Diagnostic, Replacement, Span};

/// Reports the dash at byte `dash`, which has no space after it.
pub(crate) fn missing_space_after_dash(file: &str, dash: usize) -> Diagnostic {
    let text = Text { file, text: "" };
    text.error(&Cause::SPACE_AFTER_DASH, dash..dash + 1).replace("- ")
}

/// Reports the colon at byte `colon`, which has no space after it.
pub(super) fn missing_space_after_colon(text: Text<'_>, colon: usize) -> Diagnostic {
    text.error(&Cause::SPACE_AFTER_COLON, colon..colon + 1).replace(": ")
}

/// Reports a tab in the indentation of a line.
pub(super) fn tab(text: Text<'_>, line: &Line) -> Option<Diagnostic> {
    let start = line_at(&text, line.start).start;
    let white = indentation(&text[start..line.end]);
    let tab = start + white.find('\t')?;
    let mut error = text.error(&Cause::INDENTED_WITH_TAB, tab..tab + 1);
    if line.has_certain_column {
        let text = " ".repeat(line.column);
        error.replacement = Some(Replacement { span: start..start + white.len(), text });
    }
    Some(error)
}

/// Reports that the indentation of the line at byte `at` does not match the lines above.
pub(super) fn misaligned(text: Text<'_>, at: usize) -> Diagnostic {
    let line = line_at(&text, at);
    let column = indentation(&text[line.clone()]).len();
    text.error(&Cause::MISALIGNED, line.start + column..line.end)
}

/// Reports a `- ` line that YAML reads as a continuation of the plain scalar at `span`, the item
/// above it, because it is indented more.
pub(super) fn merged_item(text: Text<'_>, span: &Span) -> Option<Diagnostic> {
    let item = line_at(&text, span.start);
    let before = text[item.start..span.start].trim_end();
    let merged = text[span.clone()]
        .match_indices('\n')
        .map(|(at, _)| line_at(&text, span.start + at + 1))
        .find(|line| text[line.clone()].trim_start().starts_with("- "))?;
    let dash = merged.start + indentation(&text[merged.clone()]).len();
    let error = text.error(&Cause::MERGED_ITEM, merged.start..dash + 1);
    // After a key or another dash, the right column is not known.
    let is_first = before.trim_start_matches(' ') == "-";
    Some(if is_first { error.replace(before) } else { error })
}

/// Reports the tab in the indentation of a line, or a no-break space in it, after its dash or colon.
pub(super) fn white_space_error(text: Text<'_>, line: &Line) -> Option<Diagnostic> {
    let start = line_at(&text, line.start).start;
    // Of a rest after a dash, the indentation has been read with the dash.
    let is_rest = !text[start..line.start].trim().is_empty();
    let tab = if is_rest { None } else { tab(text, line) };
    let start = if is_rest { line.start } else { start };
    tab.or_else(|| unusual_space(text.file, &text[start..line.end], start))
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
    if line.is_ascii() {
        return None;
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let unindented = line.trim_start_matches([' ', '-']);
    let value = unindented.trim_start_matches(is_word).strip_prefix(':');
    let starts_unusual = |rest: &&str| rest.starts_with(is_unusual_space);
    let rest = [Some(unindented), value].into_iter().flatten().find(starts_unusual)?;
    let after = rest.trim_start_matches(is_unusual_space);
    let unusual = &rest[..rest.len() - after.len()];
    let start = start + line.len() - rest.len();
    let error =
        Text { file, text: line }.error(&Cause::UNUSUAL_SPACE, start..start + unusual.len());
    Some(error.replace(" ".repeat(unusual.chars().count())))
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
    let entry = entry_of(line);
    let key = entry
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'))
        .filter(|&length| length > 0)?;
    let value = entry[key..].strip_prefix(':')?;
    let is_value = value.starts_with(|c: char| !c.is_whitespace()) && !value.starts_with("//");
    is_value.then_some(line.len() - entry.len() + key)
}
