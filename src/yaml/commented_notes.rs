//! Private notes whose key is still a comment, so that their lines belong to the public value above them.

use super::cause::{Cause, Text};
use super::declared_fields::{DeclaredFields, KnownKey};
use super::lines::{Line, is_block_scalar_header, lines, split_comment};
use crate::diagnostic::Diagnostic;

/// The key of the notes.
const NOTES: &str = "internal";

/// Returns the error about a comment that is the key of the notes, above lines of them that are no comments. It stands
/// alone: the file can be valid, and the hints of other errors can make the notes a part of a public value.
pub(super) fn commented_notes(text: Text<'_>, fields: &dyn DeclaredFields) -> Option<Diagnostic> {
    if fields.key(&[], NOTES) != KnownKey::Field {
        return None;
    }
    let mut lines = lines(&text).filter_map(|span| Line::read(&text, &span)).peekable();
    while let Some(line) = lines.next() {
        let Some((content, column)) = comment(text, &line).filter(|(it, _)| is_notes(it)) else {
            continue;
        };
        // Comments in the columns of the notes belong to them.
        let is_note = |it: &Line| comment(text, it).is_some_and(|(_, other)| other > column);
        while lines.next_if(is_note).is_some() {}
        let is_below = |it: &&Line| it.column > line.column && comment(text, it).is_none();
        if lines.peek().filter(is_below).is_some() {
            let sign = &text[line.start..line.end - content.len()];
            return Some(text.error_about(&Cause::COMMENTED_NOTES, line.span(), sign));
        }
    }
    None
}

/// Returns the text of a comment, and the column in which it starts.
fn comment<'a>(text: Text<'a>, line: &Line) -> Option<(&'a str, usize)> {
    let comment = text.text[line.span()].strip_prefix('#')?;
    let content = comment.trim_start_matches(['#', ' ', '\t']);
    Some((content, line.column + 1 + comment.len() - content.len()))
}

/// Returns whether a comment is the key of the notes, without a value on its line.
fn is_notes(comment: &str) -> bool {
    let value = comment.strip_prefix(NOTES).and_then(|rest| rest.trim_start().strip_prefix(':'));
    value.is_some_and(|value| {
        let value = split_comment(value.trim_start()).0;
        value.is_empty() || is_block_scalar_header(value)
    })
}
