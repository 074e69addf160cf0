//! Paths in the original, such as `work[0].endDate`.

/// The path of the rest of the profile in a JSON Resume published by vitae.
pub(super) const PUBLISHED_PROFILE: &str = "meta.consultantProfile";
/// The length of the longest key that is imported, in bytes. YAML allows keys of 1024 characters,
/// including escapes.
pub(super) const MAX_KEY_LENGTH: usize = 100;

/// Returns the path of a key in the group at `path`, which is empty for the whole document.
pub(super) fn child(path: &str, key: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-$".contains(c);
    match key {
        _ if key.is_empty() || !key.chars().all(is_plain) => format!("{path}[{key:?}]"),
        _ if path.is_empty() => key.to_owned(),
        _ => format!("{path}.{key}"),
    }
}

/// Returns the path of an item, counted from 0, in the list at `path`.
pub(super) fn item(path: &str, index: usize) -> String {
    format!("{path}[{index}]")
}

/// Returns the rest of the path of a value in the value at `container`, or of that value itself.
pub(super) fn below<'a>(path: &'a str, container: &str) -> Option<&'a str> {
    path.strip_prefix(container).filter(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Returns the path of a value after a move of the value at `from`, which can contain it, to `to`.
pub(super) fn after_move(path: String, from: &str, to: &str) -> String {
    match below(&path, from) {
        Some(rest) => format!("{to}{rest}"),
        None => path,
    }
}

/// Returns whether YAML can have the key.
pub(super) fn is_valid_key(key: &str) -> bool {
    !key.is_empty() && key.len() <= MAX_KEY_LENGTH
}
