//! The lines to write for a group of fields that is written in short: `- Swedish`, `- English: fluent`,
//! `company: Berg Cloud`. The declaration of its fields says which of them a text can be.

use super::shape::{Field, GroupShape, TextForm};
use crate::yaml::{MappingEntry, Node, write};

/// The longest value that is repeated in a message, in bytes.
const MAX_SHOWN: usize = 30;

/// Returns whether a message repeats a text.
pub(super) fn is_shown(text: &str) -> bool {
    text.len() <= MAX_SHOWN && !text.contains('\n')
}

/// Returns whether the entry at the start of an item can be the text of its first field and another value.
pub(super) fn is_one(entry: &MappingEntry, node: &Node, group: &GroupShape) -> bool {
    let is_missing = |first: &&str| node.entry(first).is_none();
    let is_first = node.entries()[0].key == entry.key && entry.value.scalar().is_some();
    is_first && group.others.is_none() && group.usual.first().is_some_and(is_missing)
}

/// Returns how to write an item of which only a text is there, or a text with a `value` behind a colon.
pub(super) fn item(group: &GroupShape, text: &str, value: Option<&str>) -> String {
    let is_text = |field: &&Field| field.shape.is_text(TextForm::Plain);
    // No other field can be the text of an item that must have the first one.
    let count = if (group.fields[0].is_required)() { 1 } else { 2 };
    let starts = group.fields.iter().filter(is_text).take(count);
    let starts = starts.map(|it| format!("`- {}`", line(it.name(), first_part(text))));
    let starts = starts.collect::<Vec<_>>().join(" or ");
    let rest = match (value, &group.usual[1..]) {
        (Some(value), [other]) => format!("`{}`", line(other, value)),
        (None, others) if first_part(text) == text => {
            format!("its other fields ({})", others.join(", "))
        }
        (_, others) => format!("the rest in its other fields ({})", others.join(", ")),
    };
    format!("start the item with {starts}, and write {rest} below that")
}

/// Returns the line of a field, without its value if that is too long.
pub(super) fn line(name: &str, text: &str) -> String {
    match text.is_empty() || !is_shown(text) {
        true => format!("{name}: …"),
        false => write::entry(name, &text.into()).concat(),
    }
}

/// Returns the part of a text before a sign that separates values.
pub(super) fn first_part(text: &str) -> &str {
    let is_separator = |c: char| ",;:|/(–—•=".contains(c);
    let end = text.find(is_separator).into_iter().chain(text.find(" - ")).min();
    text[..end.unwrap_or(text.len())].trim()
}
