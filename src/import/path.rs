//! Places in the original, as `work[0].endDate`.

use serde_json::Value as Json;

/// The longest key, in bytes, that is taken over. YAML allows 1024 characters, escapes included.
pub(super) const LONGEST_KEY: usize = 100;

/// The place of a key within the group at `path`; the whole document's path is empty.
pub(super) fn child(path: &str, key: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || "_-$".contains(c);
    match key {
        _ if key.is_empty() || !key.chars().all(is_word) => format!("{path}[{key:?}]"),
        _ if path.is_empty() => key.to_owned(),
        _ => format!("{path}.{key}"),
    }
}

/// The place of an item, counted from 0, within the list at `path`.
pub(super) fn item(path: &str, index: usize) -> String {
    format!("{path}[{index}]")
}

/// The value at a path that [`child`] and [`item`] made.
pub(super) fn find<'a>(document: &'a Json, path: &str) -> Option<&'a Json> {
    fn below<'a>(value: &'a Json, at: String, path: &str) -> Option<&'a Json> {
        if at == path {
            return Some(value);
        }
        if !path.starts_with(&at) {
            return None;
        }
        match value {
            Json::Object(fields) => {
                let mut fields = fields.iter();
                fields.find_map(|(key, value)| below(value, child(&at, key), path))
            }
            Json::Array(items) => {
                let mut items = items.iter().enumerate();
                items.find_map(|(index, value)| below(value, item(&at, index), path))
            }
            _ => None,
        }
    }
    below(document, String::new(), path)
}

/// Whether YAML can have the key.
pub(super) fn is_key(key: &str) -> bool {
    !key.is_empty() && key.len() <= LONGEST_KEY
}
