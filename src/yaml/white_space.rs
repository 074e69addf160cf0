//! Indentation, spaces after colons and dashes, and no-break spaces in place of spaces.
//!
//! The errors have a fix that changes white space only. `certain_fixes.rs` removes it where it has several meanings.

use super::cause::{Cause, Text};
use super::lines::{Line, closing_quote, entry_of, line_at};
use super::scalar::Scalar;
use crate::characters::is_unusual_space;
use crate::diagnostic::{Diagnostic, Span};
use crate::slug::is_word;

/// The columns that a tab leads to, unless only another width has a meaning.
const TAB_WIDTH: usize = 2;

/// Reports the dash at byte `dash`, which has no space after it, and is followed by `item`.
pub(crate) fn missing_space_after_dash(file: &str, dash: usize, item: &str) -> Diagnostic {
    let text = Text { file, text: "" };
    let error = text.error(&Cause::SPACE_AFTER_DASH, dash..dash + 1);
    if is_certain_value(item) { error.replace("- ") } else { error }
}

/// Reports the colon at byte `colon`, which has no space after it.
pub(super) fn missing_space_after_colon(text: Text<'_>, colon: usize) -> Diagnostic {
    let error = text.error(&Cause::SPACE_AFTER_COLON, colon..colon + 1);
    let value = &text[colon + 1..line_at(&text, colon).end];
    if is_certain_value(value) { error.replace(": ") } else { error }
}

/// Returns whether a space before the rest of a line makes no comment of a value, and no value of what looks like a
/// comment.
fn is_certain_value(rest: &str) -> bool {
    let can_contain_sign = rest.starts_with(|c: char| "\"'[{".contains(c));
    // `Architect# ask Bo` is a text.
    let value = rest.split(" #").next().unwrap_or(rest);
    let has_sign = value.contains("# ") || can_contain_sign && rest.contains('#');
    !(rest.starts_with(['#', '|', '>']) || has_sign)
}

/// Returns white space with spaces in place of tabs and no-break spaces. `width` is the width of a tab.
pub(super) fn with_spaces(white: &str, width: usize) -> String {
    white.chars().fold(String::new(), |mut spaces, c| {
        // White space and dashes, each written as one byte.
        let column = spaces.len();
        match c {
            '\t' => spaces.push_str(&" ".repeat(width - column % width)),
            _ if c.is_whitespace() => spaces.push(' '),
            _ => spaces.push(c),
        }
        spaces
    })
}

/// Reports white space that is not spaces at byte `start`. It has a fix if its meaning `is_certain`.
fn unusual(text: Text<'_>, start: usize, white: &str, is_certain: bool) -> Option<Diagnostic> {
    let at = white.find(|c| c == '\t' || is_unusual_space(c))?;
    let bad = &white[at..];
    let is_tab = bad.starts_with('\t');
    let is_bad = |c| if is_tab { c == '\t' } else { is_unusual_space(c) };
    let length = bad.find(|c| !is_bad(c)).unwrap_or(bad.len());
    let (cause, length) =
        if is_tab { (Cause::INDENTED_WITH_TAB, 1) } else { (Cause::UNUSUAL_SPACE, length) };
    let span = start + at..start + at + length;
    let error = text.error(&cause, span);
    // Other programs read some as the end of a line, or as no space at all.
    let is_space = |c: char| c == '-' || c.is_whitespace() && !"\u{85}\u{2028}\u{2029}".contains(c);
    Some(match is_certain && white.chars().all(is_space) {
        true => error.replace_at(start..start + white.len(), with_spaces(white, TAB_WIDTH)),
        false => error,
    })
}

/// Reports a `- ` line that YAML reads as a continuation of the plain scalar at `span`, the item
/// above it, because it is indented more.
pub(super) fn merged_item(text: Text<'_>, span: &Span) -> Option<Diagnostic> {
    let merged = text[span.clone()]
        .match_indices('\n')
        .map(|(at, _)| line_at(&text, span.start + at + 1))
        .find(|line| text[line.clone()].trim_start().starts_with("- "))?;
    Some(text.misplaced(merged))
}

/// Reports no-break spaces before a `#` of a plain scalar at `span`: they make a text of what looks like a comment.
pub(super) fn before_number_sign(text: Text<'_>, span: &Span) -> Option<Diagnostic> {
    let scalar = Some(&text[span.clone()]).filter(|scalar| !scalar.is_ascii())?;
    let mut before = scalar.match_indices('#').map(|(at, _)| &scalar[..at]);
    let before = before.find(|before| before.ends_with(is_unusual_space))?;
    let start = span.start + before.trim_end_matches(is_unusual_space).len();
    Some(text.error(&Cause::UNUSUAL_SPACE, start..span.start + before.len()))
}

/// Reports tabs and no-break spaces in the indentation of a line and after its dashes. A line that can be in a text has
/// no fix if it has a comment.
pub(super) fn in_indentation(text: Text<'_>, line: &Line, in_text: bool) -> Option<Diagnostic> {
    let start = line_at(&text, line.start).start;
    let whole = &text[start..line.end];
    let is_white = |c: char| c.is_whitespace() || is_unusual_space(c);
    let mut rest = whole.trim_start_matches(is_white);
    while let Some(after) = rest.strip_prefix('-').filter(|after| after.starts_with(is_white)) {
        rest = after.trim_start_matches(is_white);
    }
    let white = &whole[..whole.len() - rest.len()];
    let is_certain = match rest.starts_with('#') {
        true => !in_text && white.trim_matches([' ', '\t']).is_empty(),
        false => is_certain_value(rest) && !(in_text && has_comment(rest)),
    };
    unusual(text, start, white, is_certain)
}

/// Returns whether a line has a comment, unless it is a line of a text.
fn has_comment(line: &str) -> bool {
    line.starts_with('#') || line.contains(" #")
}

/// Reports tabs and no-break spaces in place of the indentation of the lines below a value, which starts at byte `start`.
/// A text can have other spaces behind its indentation. None has a fix if the lines, or a comment, could become a part
/// of the value.
pub(super) fn white_space_below(text: Text<'_>, start: usize, lines: &[Line]) -> Vec<Diagnostic> {
    let indentation = " ".repeat(lines[0].column + 1);
    let is_indented =
        |line: &&Line| text[line_at(&text, line.start).start..].starts_with(&indentation);
    let below = lines[1..].iter().filter(|line| !is_indented(line));
    let found = below.filter_map(|line| in_indentation(text, line, true));
    let is_plain = !text[start..].starts_with(|c| "|>\"'[{".contains(c));
    match is_plain || lines[1..].iter().any(|line| has_comment(&text[line.span()])) {
        true => found.map(|error| Diagnostic { replacement: None, ..error }).collect(),
        false => found.collect(),
    }
}

/// Reports no-break spaces in the indentation of a line, white space after its dashes and after its colon. Tabs in
/// the indentation have been reported.
pub(super) fn white_space_errors(text: Text<'_>, line: &Line) -> Vec<Diagnostic> {
    let start = line_at(&text, line.start).start;
    // Of a rest after a dash, the indentation has been read with the dash.
    let is_rest = !text[start..line.start].trim().is_empty();
    let is_read = is_rest || line.has_tab(&text);
    let in_indentation = if is_read { None } else { in_indentation(text, line, false) };
    in_indentation.into_iter().chain(after_colon(text, line.start, &text[line.span()])).collect()
}

/// Reports no-break spaces right after the colon of the key at the start of an entry at byte `start`.
fn after_colon(text: Text<'_>, start: usize, entry: &str) -> Option<Diagnostic> {
    let is_in_key = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let key = entry_of(entry);
    let value = key.trim_start_matches(is_in_key).strip_prefix(':')?;
    if key.starts_with(':') {
        return None;
    }
    let rest = value.trim_start_matches(is_unusual_space);
    let white = &value[..value.len() - rest.len()];
    unusual(text, start + entry.len() - value.len(), white, is_certain_value(rest))
}

/// Reports no-break spaces in a plain scalar at byte `start`, which YAML reads as letters: first, or right after its
/// dash or the colon of its key.
pub(crate) fn unusual_space_in_scalar(
    file: &str,
    scalar: &Scalar,
    start: usize,
) -> Option<Diagnostic> {
    // Up to the first space or line break, the text of a plain scalar is the text of the file.
    let first = scalar.text.split([' ', '\n']).next().filter(|_| scalar.plain)?;
    unusual_space(Text { file, text: first }, start)
}

/// Reports no-break spaces and the like, which YAML reads as letters: at the start of a text at byte `start` of the
/// file, or right after its dash or the colon of its key.
pub(super) fn unusual_space(text: Text<'_>, start: usize) -> Option<Diagnostic> {
    if text.is_ascii() {
        return None;
    }
    let rest = text.trim_start_matches(|c| c == '-' || is_unusual_space(c));
    unusual(text, start, &text[..text.len() - rest.len()], is_certain_value(rest))
        .or_else(|| after_colon(text, start, &text))
}

/// Returns whether the text right after a dash is an item without the space before it.
pub(super) fn is_item(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '[' | '{'))
        || matches!(closing_quote(text), Some(end) if end + 1 == text.len())
}

/// Returns whether a line is a key and a value without a space after the colon, or with one before it.
fn lacks_space_after_colon(line: &str) -> bool {
    line.split_once(':').is_some_and(|(key, _)| {
        let joined = [key.trim_end(), &line[key.len()..]].concat();
        colon_without_space(&joined).is_some()
    })
}

/// Returns how to write the colon of a line that is a key and a value without `: ` between them.
pub(crate) fn colon_hint(line: &str) -> Option<String> {
    let entry = entry_of(line);
    let key = entry.split_once('=').map(|(key, _)| key.trim_end_matches([' ', ':']));
    let Some(key) = key.filter(|key| is_word(key)) else {
        let hint = "the space belongs behind the colon: `key: value`";
        return lacks_space_after_colon(line).then(|| hint.to_owned());
    };
    let value = entry[key.len()..].trim_start_matches([' ', ':', '=', '>']);
    let sign = &entry[key.len()..entry.len() - value.len()];
    Some(format!("write `: ` in place of `{sign}` after each key"))
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
