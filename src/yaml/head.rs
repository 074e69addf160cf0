//! The start of an entry that the parser rejects: the key or the item that its author meant.

use std::sync::LazyLock;

use regex::Regex;

use super::cause::{Cause, Text};
use super::lines::{Line, closing_quote, key, split_comment};
use super::white_space;
use crate::diagnostic::{Diagnostic, Span};

/// How comments start in other languages.
const COMMENTS: [&str; 3] = ["//", "<!--", "/*"];

/// The start of an entry.
pub(super) enum EntryHead {
    /// An item, and what follows its dash.
    Item(Option<Line>),
    /// A key. `value` is where its value starts; `None` if it is below the key.
    Key { span: Span, value: Option<usize> },
    /// A comment in the form of another language.
    Comment,
    /// Neither.
    Text,
}

/// What an entry starts with, and what is wrong with it.
type Found = (EntryHead, Option<Diagnostic>);

/// Recognizes the start of an entry, and what is wrong with it. Only a list can have items without a dash and a
/// space.
pub(super) fn head(text: Text<'_>, line: &Line, may_be_item: bool) -> Found {
    comment(text, line)
        .or_else(|| item(text, line, may_be_item))
        .or_else(|| quoted_key(text, line))
        .or_else(|| plain_key(text, line))
        .or_else(|| other_separator(text, line))
        .unwrap_or((EntryHead::Text, None))
}

/// Returns how comments of another language start, if an entry starts so.
pub(super) fn comment_mark(entry: &str) -> Option<&'static str> {
    COMMENTS.into_iter().find(|mark| entry.starts_with(mark))
}

/// Reports the mark of another language at the start of a comment at byte `start`.
pub(super) fn other_comment(text: Text<'_>, start: usize, mark: &str) -> Diagnostic {
    text.error_about(&Cause::OTHER_COMMENT, start..start + mark.len(), mark)
}

/// Recognizes a comment of another language.
fn comment(text: Text<'_>, line: &Line) -> Option<Found> {
    let mark = comment_mark(&text[line.span()])?;
    Some((EntryHead::Comment, Some(other_comment(text, line.start, mark))))
}

/// Recognizes `- item`, `-item`, and in a list the items of other programs.
fn item(text: Text<'_>, line: &Line, is_list: bool) -> Option<Found> {
    let entry = &text[line.span()];
    let unquoted = entry.trim_start_matches(['"', '\'']).trim_start();
    let start = line.start + entry.len() - unquoted.len();
    let unclosed = || Some(text.error(&Cause::UNCLOSED, line.span()));
    let mut marker = unquoted.get(..1).filter(|dash| *dash == "-").unwrap_or_default();
    let after = &unquoted[marker.len()..];
    let error = if start > line.start {
        // A quote before a dash.
        after.starts_with(' ').then(unclosed).filter(|_| !marker.is_empty())?
    } else if marker.is_empty() {
        marker = typographic_dash(entry).or_else(|| list_marker(entry).filter(|_| is_list))?;
        Some(other_dash(text, start, marker))
    } else if after.is_empty() || after.starts_with(char::is_whitespace) {
        None
    } else if is_list && after.starts_with(['"', '\'']) && closing_quote(after).is_none() {
        marker = &entry[..2];
        unclosed()
    } else {
        let lacks_space = white_space::is_item(after) && (is_list || key(entry).is_some());
        Some(lacks_space.then(|| white_space::missing_space_after_dash(text.file, start, after))?)
    };
    let rest = text[start + marker.len()..line.end].trim_start();
    let rest = Line { start: line.end - rest.len(), ..*line };
    // The lines below line up with the place where the space should be.
    let width = marker.trim_end_matches(['"', '\'']).chars().count();
    let column =
        line.column + width + text[start + marker.len()..rest.start].chars().count().max(1);
    let is_empty = rest.start == rest.end || text[rest.start..].starts_with('#');
    Some((EntryHead::Item((!is_empty).then_some(Line { column, ..rest })), error))
}

/// Returns the marker of a list item in other programs, if an entry starts with one: `*`, `1.` or `1)`.
fn list_marker(entry: &str) -> Option<&str> {
    static MARKER: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^(\*|[0-9]+[.)]) ").expect("a valid pattern"));
    MARKER.find(entry).map(|marker| marker.as_str().trim_end())
}

/// Returns the dash of a word processor at the start of an entry with a field: `– organization: X`.
pub(super) fn typographic_dash(entry: &str) -> Option<&str> {
    static DASH: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^[‐-―−]\s+[a-z_]+(:|$)").expect("a valid pattern"));
    DASH.is_match(entry).then(|| &entry[..'–'.len_utf8()])
}

/// Reports the marker of another program at the start of an item at byte `start`.
pub(super) fn other_dash(text: Text<'_>, start: usize, marker: &str) -> Diagnostic {
    text.error_about(&Cause::OTHER_DASH, start..start + marker.len(), &format!("{marker} "))
}

/// Recognizes a key in quotes, or after a quote that is not closed.
fn quoted_key(text: Text<'_>, line: &Line) -> Option<Found> {
    let entry = &text[line.span()];
    let name = entry.strip_prefix(['"', '\''])?.trim_start();
    if let Some(end) = closing_quote(entry) {
        let end = line.start + end + 1;
        let after = text[end..line.end].trim_start_matches(' ');
        if is_colon(after) {
            return Some((keyed(text, line, line.start..end, line.end - after.len() + 1), None));
        }
    }
    let start = line.end - name.len();
    let span = start..start + key(name)?.len();
    let end = span.end;
    Some((keyed(text, line, span, end + 1), Some(text.error(&Cause::UNCLOSED, line.span()))))
}

fn is_colon(text: &str) -> bool {
    text.strip_prefix(':').is_some_and(|it| it.is_empty() || it.starts_with(char::is_whitespace))
}

/// Returns the key at `span`, whose value starts after byte `at` or below.
fn keyed(text: Text<'_>, line: &Line, span: Span, at: usize) -> EntryHead {
    let value = text[at.min(line.end)..line.end].trim_start();
    let has_value = !split_comment(value).0.is_empty();
    EntryHead::Key { span, value: has_value.then_some(line.end - value.len()) }
}

/// Recognizes a key before a colon.
fn plain_key(text: Text<'_>, line: &Line) -> Option<Found> {
    let entry = &text[line.span()];
    let word = word(entry);
    if let Some(key) = key(entry).or_else(|| is_colon(&entry[word.len()..]).then_some(word))
        && !key.is_empty()
    {
        let span = line.start..line.start + key.len();
        let end = span.end;
        return Some((keyed(text, line, span, end + 1), None));
    }
    let colon = line.start + white_space::colon_without_space(entry)?;
    let value = colon + 1;
    let is_unclosed =
        text[value..].starts_with(['"', '\'']) && closing_quote(&text[value..line.end]).is_none();
    let error = match is_unclosed {
        true => text.error(&Cause::UNCLOSED, value..line.end),
        false => white_space::missing_space_after_colon(text, colon),
    };
    let value = value + usize::from(is_unclosed);
    Some((keyed(text, line, line.start..colon, value), Some(error)))
}

/// Returns the word at the start of an entry.
fn word(entry: &str) -> &str {
    let end = entry.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    &entry[..end.unwrap_or(entry.len())]
}

/// Recognizes `key = value` and what other languages write between a key and its value.
fn other_separator(text: Text<'_>, line: &Line) -> Option<Found> {
    static SEPARATOR: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^\s*(=>|->|:=|=|:)\s*").expect("a valid pattern"));
    let entry = &text[line.span()];
    let word = word(entry);
    let separator = SEPARATOR.find(&entry[word.len()..])?;
    let value = &entry[word.len() + separator.end()..];
    if word.is_empty() || value.starts_with('=') {
        return None;
    }
    let (start, end) = (line.start + word.len(), line.end - value.len());
    let correct = format!("{word}: {value}");
    let error = text.error_about(&Cause::OTHER_SEPARATOR, line.span(), &correct);
    Some((keyed(text, line, line.start..start, end), Some(error)))
}
