//! Coded words, such as the keys of skill categories, and how people write them.

use serde_json::{Map, Value as Json};

/// A coded word as people write it: `security_compliance` is "Security compliance".
pub fn spoken(word: &str) -> String {
    let mut characters = word.chars().map(|c| if c == '_' { ' ' } else { c });
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// The name of a skill category: what its author calls it in `attributes.category_names`, else
/// its key, spoken.
pub fn category_name(key: &str, attributes: &Map<String, Json>) -> String {
    let names = attributes.get("category_names");
    let name = names.and_then(|names| names.get(key)?.as_str());
    name.map_or_else(|| spoken(key), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::spoken;

    #[test]
    fn coded_words_are_spoken() {
        assert_eq!(spoken("security_compliance"), "Security compliance");
        assert_eq!(spoken("microsoft_365"), "Microsoft 365");
        assert_eq!(spoken(""), "");
    }
}
