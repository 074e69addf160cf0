//! The lines to write for a group of fields that is written in short: `- Swedish`, `- English: fluent`,
//! `company: Berg Cloud`. The declaration of its fields says which of them a text can be.

use super::shape::{Field, GroupShape, Shape, TextForm};
use crate::private_text::is_email;
use crate::yaml::{MappingEntry, Node, write};

/// The longest value that is repeated in a message, in bytes.
const MAX_SHOWN: usize = 30;
/// The most lines that a hint shows.
const MAX_LINES: usize = 3;

/// Returns whether a message repeats a text.
pub(super) fn is_shown(text: &str) -> bool {
    text.len() <= MAX_SHOWN && !text.contains('\n')
}

/// Returns whether the entry at the start of an item can be the text of its first field and another value.
pub(super) fn is_one(entry: &MappingEntry, node: &Node, group: &GroupShape) -> bool {
    let is_missing = |first: &&str| node.entry(first).is_none();
    let is_first = node.entries()[0].key == entry.key && entry.value.scalar().is_some();
    let is_unknown = group.others.is_none() && group.field(&entry.key).is_none();
    is_first && is_unknown && group.usual.first().is_some_and(is_missing)
}

/// Returns how to write an item in place of a key with a value.
pub(super) fn keyed_item(
    group: &GroupShape,
    MappingEntry { key, value, .. }: &MappingEntry,
) -> String {
    match value.scalar().filter(|_| value.has_value()) {
        Some(value) => item(group, &format!("{key}: {}", value.text)),
        None => item(group, key),
    }
}

/// Returns how to write an item in place of a text.
pub(super) fn item(group: &GroupShape, text: &str) -> String {
    let known = known_word(group, text);
    let first = first_part(known.map_or(text, |(before, ..)| before));
    let others = group.usual.get(1..).unwrap_or_default().join(", ");
    let rest = match known {
        Some((_, field, word)) => format!("`{field}: {word}`"),
        None if first == text => format!("its other fields ({others})"),
        None => format!("the rest in its other fields ({others})"),
    };
    format!("start the item with {}, and write {rest} below that", lines(group, "- ", first))
}

/// Returns the lines of the fields that a text can be.
pub(super) fn lines(group: &GroupShape, dash: &str, text: &str) -> String {
    let is_address =
        is_email(text) && !text.contains(|c: char| c.is_whitespace() || ":<,;".contains(c));
    if is_address && group.field("email").is_some() {
        return format!("`{dash}email: {text}`");
    }
    let is_whole = !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_punctuation())
        && is_shown(text)
        && first_part(text) == text;
    let line = |field: &Field| match is_whole {
        true => format!("`{dash}{}`", write::entry(field.name(), &text.into()).concat()),
        false => format!("`{dash}{}: …`", field.name()),
    };
    let is_usual = |it: &&Field| group.usual.is_empty() || group.usual.contains(&it.name());
    let is_text = |it: &&Field| it.shape.is_text(TextForm::Plain) && is_usual(it);
    // A text without a field can only be the one that is required.
    let count = if is_whole && !(group.fields[0].is_required)() { MAX_LINES } else { 1 };
    let fields = group.fields.iter().filter(is_text).take(count);
    fields.map(line).collect::<Vec<_>>().join(" or ")
}

/// Splits a known word of a vocabulary off the end of a text. Returns the text before it, its field and the word.
fn known_word<'a>(
    group: &GroupShape,
    text: &'a str,
) -> Option<(&'a str, &'static str, &'static str)> {
    let text = text.trim_end_matches([')', '.']);
    group.fields.iter().find_map(|field| match field.shape {
        Shape::Text(shape) if shape.form == TextForm::Word => {
            let known = shape.examples.iter().map(|word| (text.strip_suffix(word), *word));
            let mut known = known.filter_map(|(before, word)| Some((before?, field.name(), word)));
            known.find(|(before, ..)| before.ends_with([' ', '\t', '(']))
        }
        _ => None,
    })
}

/// Returns the part of a text before a sign that separates values.
fn first_part(text: &str) -> &str {
    let is_separator = |c: char| ",;:|/(–—•=\t".contains(c);
    let end = text.find(is_separator).into_iter().chain(text.find(" - ")).min();
    text[..end.unwrap_or(text.len())].trim()
}
