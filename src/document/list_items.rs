//! Items of lists of texts that contain a second list marker or several items.

use super::written_text::{WrittenText, is_plain};
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    warning LIST_MARKER = "list-marker";
    warning JOINED_ITEMS = "joined-items";
}

/// Characters that mark the items of a list in other programs.
const MARKERS: [char; 18] =
    ['•', '‣', '◦', '▪', '▫', '●', '○', '■', '□', '·', '∙', '–', '—', '-', '*', '➢', '➤', '►'];
/// Characters between the items of a list in other programs. A comma can be part of an item.
const SEPARATORS: [char; 5] = [';', '|', '•', '·', '●'];
/// The most words of an item in a list of short items.
const MAX_WORDS: usize = 3;

pub(super) fn check(text: &WrittenText<'_>) -> Option<Diagnostic> {
    if !text.is_item {
        return None;
    }
    list_marker(text).or_else(|| joined_items(text))
}

/// Reports an item that starts with a list marker: `- • Saved money`.
fn list_marker(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let value = text.value();
    let marker = value.chars().next().filter(|first| MARKERS.contains(first))?;
    let item = value.trim_start_matches(|c| MARKERS.contains(&c));
    let is_marker = item.starts_with(char::is_whitespace) || !"–—-*".contains(marker);
    let item = item.trim();
    if item.is_empty() || !is_marker {
        return None;
    }
    let start = text.written().find(marker)?;
    let (quote, rest) = text.written().split_at(start);
    let rest = rest.trim_start_matches(|c: char| MARKERS.contains(&c) || c.is_whitespace());
    let corrected = format!("{quote}{rest}");
    let message = format!("this item starts with a second list marker, `{marker}`");
    let hint = format!("delete the `{marker}`: the dash before it already marks the item");
    Some(text.correction(&LIST_MARKER, message, &corrected).hint(hint))
}

/// Reports an item that is several short items: `[Azure; GCP]`.
fn joined_items(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let value = text.value();
    if value.is_ascii() && !value.bytes().any(|byte| matches!(byte, b';' | b'|')) {
        return None;
    }
    let separator = value.chars().find(|c| SEPARATORS.contains(c))?;
    let items: Vec<&str> = value.split(separator).map(str::trim).collect();
    let is_item = |item: &str| {
        let words = item.split_whitespace().count();
        (1..=MAX_WORDS).contains(&words) && !item.contains(SEPARATORS) && !item.contains(['&', '('])
    };
    if items.len() < 2 || !items.iter().all(|item| is_item(item)) {
        return None;
    }
    let message = format!("this is one item: `{separator}` does not separate items");
    let diagnostic = text.diagnostic(&JOINED_ITEMS, message);
    let are_plain = items.iter().all(|item| is_plain(item) && !item.contains([',', ']', '}']));
    let line = text.before().rsplit('\n').next().unwrap_or_default();
    let indent = line.strip_suffix("- ").filter(|indent| indent.trim_matches(' ').is_empty());
    let is_flow = text.before().trim_end().ends_with(['[', ',']);
    Some(match indent {
        Some(indent) if are_plain => diagnostic
            .hint("write each item on its own line, starting with `- `")
            .replace(items.join(&format!("\n{indent}- "))),
        None if is_flow && are_plain => {
            let items = items.join(", ");
            diagnostic.hint(format!("separate the items by commas: `{items}`")).replace(items)
        }
        _ => diagnostic.hint("write each item on its own line, starting with `- `"),
    })
}
