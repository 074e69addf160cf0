//! Places in the original, as `work[0].endDate`.

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

/// Whether YAML can have the key.
pub(super) fn is_key(key: &str) -> bool {
    !key.is_empty() && key.len() <= LONGEST_KEY
}
