//! Items of lists of texts that contain a second list marker or several items.

use super::written_text::{WrittenText, is_plain};
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::write::quoted;

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

/// Reports an item that starts with a list marker: `- • Saved money`. A dash before a number is a minus
/// sign.
fn list_marker(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let value = text.value();
    let marker = value.chars().next().filter(|first| MARKERS.contains(first))?;
    let rest = value.trim_start_matches(marker);
    let item = rest.trim();
    let is_dash = "–—-".contains(marker);
    let is_marker = rest.starts_with(char::is_whitespace) || !(is_dash || marker == '*');
    let is_number = is_dash && item.starts_with(|c: char| c.is_ascii_digit());
    let is_rating = rest.starts_with(MARKERS);
    if !is_marker || is_number || is_rating || item.chars().all(|c| MARKERS.contains(&c)) {
        return None;
    }
    let message = format!("this item starts with a second list marker, `{marker}`");
    if text.scalar.plain && !is_plain(item) {
        let quoted = quoted(item);
        let diagnostic = text.diagnostic(&LIST_MARKER, message);
        return Some(diagnostic.hint(format!("write {quoted}")).replace(quoted));
    }
    let start = text.written().find(marker)?;
    let (quote, rest) = text.written().split_at(start);
    let corrected = format!("{quote}{}", rest.trim_start_matches(marker).trim_start());
    let hint = format!("delete the `{marker}`: the dash before it already marks the item");
    Some(text.correction(&LIST_MARKER, message, &corrected).hint(hint))
}

/// Reports an item that is several short items: `[Azure; GCP]`. An item in quotes and a sentence are
/// meant as they are.
fn joined_items(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let value = text.value();
    if value.is_ascii() && !value.bytes().any(|byte| matches!(byte, b';' | b'|')) {
        return None;
    }
    if !text.scalar.plain || text.key == "key_results" {
        return None;
    }
    let separator = value.chars().find(|c| SEPARATORS.contains(c))?;
    let items: Vec<&str> = value.split(separator).map(str::trim).collect();
    if items.len() < 2 || !items.iter().all(|item| is_short_item(item)) {
        return None;
    }
    let message = format!("this is one item: `{separator}` does not separate items");
    let diagnostic = text.diagnostic(&JOINED_ITEMS, message);
    let written: Option<Vec<String>> = items.iter().map(|item| as_yaml(item)).collect();
    let line = text.before().rsplit('\n').next().unwrap_or_default();
    let indent = line.strip_suffix("- ").filter(|indent| indent.trim_matches(' ').is_empty());
    let is_flow = text.before().trim_end().ends_with(['[', ',']);
    Some(match (indent, written) {
        (Some(indent), Some(items)) => diagnostic
            .hint("write each item on its own line, starting with `- `")
            .replace(items.join(&format!("\n{indent}- "))),
        (None, Some(items)) if is_flow => {
            let items = items.join(", ");
            diagnostic.hint(format!("separate the items by commas: `{items}`")).replace(items)
        }
        _ => diagnostic.hint("write each item on its own line, starting with `- `"),
    })
}

/// Returns whether a text is a word or a few words, and does not start with a number: `400 hours` is a
/// part of a sentence.
fn is_short_item(item: &str) -> bool {
    let mut words = item.split_whitespace();
    let starts_with_number = words
        .next()
        .is_some_and(|word| word.chars().all(|c| c.is_ascii_digit() || ".,%".contains(c)));
    let more_words = words.count();
    !item.is_empty()
        && !starts_with_number
        && more_words < MAX_WORDS
        && !item.contains(SEPARATORS)
        && !item.contains(['&', '('])
}

/// Returns an item of a list as YAML, with quotes if it needs them. Returns `None` for an item with quotes.
fn as_yaml(item: &str) -> Option<String> {
    const OTHER_TYPES: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    if item.contains(['"', '\'']) {
        return None;
    }
    let is_text = is_plain(item)
        && !item.contains([',', '[', ']', '{', '}'])
        && !OTHER_TYPES.contains(&item.to_ascii_lowercase().as_str());
    Some(if is_text { item.to_owned() } else { quoted(item) })
}

#[cfg(test)]
mod tests {
    use super::{as_yaml, is_short_item};

    #[test]
    fn short_items_do_not_start_with_a_number() {
        for item in ["Azure", ".NET", "3D", "GIS 2", "Ruby on Rails"] {
            assert!(is_short_item(item), "{item}");
        }
        for item in
            ["", "400 st", "99.99 % uptime", "2019", "R&D", "C (embedded)", "one two three four"]
        {
            assert!(!is_short_item(item), "{item}");
        }
    }

    #[test]
    fn items_stay_texts() {
        for (item, written) in
            [("Azure", "Azure"), ("true", "\"true\""), ("No", "\"No\""), (".NET", "\".NET\"")]
        {
            assert_eq!(as_yaml(item).as_deref(), Some(written));
        }
        assert_eq!(as_yaml("\"quoted\""), None);
    }
}
