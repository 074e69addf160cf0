//! The start of an entry that the parser rejects: the key or the item that its author meant.

use super::cause::Text;
use super::lines::{Line, closing_quote, key_end, split_comment, starts_with_sign};
use super::white_space;
use crate::diagnostic::{Diagnostic, Span};

/// The start of an entry.
pub(super) enum EntryHead {
    /// An item, and what follows its dash.
    Item(Option<Line>),
    /// A key. `value` is where its value starts; `None` if it is below the key.
    Key { span: Span, value: Option<usize> },
    /// Neither.
    Text,
}

/// What an entry starts with, and what is wrong with it.
type Found = (EntryHead, Option<Diagnostic>);

/// Recognizes the start of an entry, and what is wrong with it. Only a list can have items without a space after the
/// dash.
pub(super) fn head(text: Text<'_>, line: &Line, may_be_item: bool) -> Found {
    let item = item(text, line, may_be_item);
    item.or_else(|| keyed(text, line)).unwrap_or((EntryHead::Text, None))
}

/// Recognizes `- item` and `-item`.
fn item(text: Text<'_>, line: &Line, is_list: bool) -> Option<Found> {
    let after = text[line.span()].strip_prefix('-')?;
    let error = if after.is_empty() || after.starts_with(char::is_whitespace) {
        None
    } else {
        let lacks_space = white_space::is_item(after) && (is_list || key_end(after).is_some());
        let error = || white_space::missing_space_after_dash(text.file, line.start, after);
        Some(lacks_space.then(error)?)
    };
    let rest = after.trim_start();
    let is_empty = rest.is_empty() || rest.starts_with('#');
    // The lines below line up with the place where the space should be.
    let white = after[..after.len() - rest.len()].chars().count().max(1);
    let rest =
        Line { start: line.end - rest.len(), end: line.end, column: line.column + 1 + white };
    Some((EntryHead::Item((!is_empty).then_some(rest)), error))
}

/// Recognizes a key before a colon.
fn keyed(text: Text<'_>, line: &Line) -> Option<Found> {
    let entry = &text[line.span()];
    if starts_with_sign(entry) || entry.starts_with('-') {
        return None;
    }
    let quoted = closing_quote(entry).map(|end| end + 1);
    let quoted = quoted.filter(|end| key_end(&entry[*end..]) == Some(0));
    let Some(end) = quoted.or_else(|| key_end(entry).filter(|end| *end > 0)) else {
        let colon = line.start + white_space::colon_without_space(entry)?;
        let error = white_space::missing_space_after_colon(text, colon);
        return Some((EntryHead::Key { span: line.start..colon, value: None }, Some(error)));
    };
    let span = line.start..line.start + entry[..end].trim_end().len();
    let value = entry[end + 1..].trim_start();
    let has_value = !split_comment(value).0.is_empty();
    Some((EntryHead::Key { span, value: has_value.then_some(line.end - value.len()) }, None))
}
