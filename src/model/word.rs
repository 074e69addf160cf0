//! Words in `snake_case`, such as the keys of skill categories, and their display names.

use serde_json::{Map, Value as Json};

/// The pattern of a word from an open vocabulary.
pub const PATTERN: &str = "^[a-z0-9_]+$";

/// Returns the display name of a word: `security_compliance` becomes "Security compliance".
pub fn humanize(word: &str) -> String {
    let mut characters = word.chars().map(|c| if c == '_' { ' ' } else { c });
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// Returns the name of a skill category: the one in `attributes.category_names`, or the humanized
/// key by default.
pub fn category_name(key: &str, attributes: &Map<String, Json>) -> String {
    let names = attributes.get("category_names");
    let name = names.and_then(|names| names.get(key)?.as_str());
    name.map_or_else(|| humanize(key), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::humanize;

    #[test]
    fn humanizes_words() {
        assert_eq!(humanize("security_compliance"), "Security compliance");
        assert_eq!(humanize("microsoft_365"), "Microsoft 365");
        assert_eq!(humanize(""), "");
    }
}
