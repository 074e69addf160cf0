//! The key `internal`, whose values are never published.

use std::sync::LazyLock;

use regex::Regex;

/// Matches the key `internal` and its misspellings, with or without other characters than letters around them,
/// such as `_internal`. Their values must not be published. For Rust and ECMA 262.
pub(super) const INTERNAL: &str =
    "^[^A-Za-z]*[Ii][Nn][Tt][Ee][Rr][Nn]([Tt]|[Aa][Ll]?[A-Za-z]?)[^A-Za-z]*$";

/// Returns whether a key is `internal` or a misspelling of it.
pub(super) fn means_internal(key: &str) -> bool {
    static PATTERN: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(INTERNAL).expect("a valid pattern"));
    PATTERN.is_match(key)
}

#[cfg(test)]
mod tests {
    use super::{INTERNAL, means_internal};

    #[test]
    fn schema_and_program_agree_about_internal_keys() {
        let schema = serde_json::json!({ "pattern": INTERNAL });
        let validator = jsonschema::draft7::new(&schema).expect("a schema");
        for (key, means) in [
            ("internal", true),
            ("Internal", true),
            ("INTERNAL", true),
            ("interna", true),
            ("internt", true),
            ("internals", true),
            ("internall", true),
            ("internal_", true),
            ("_internal", true),
            (" internal\u{A0}", true),
            ("internal 2", true),
            ("internaal", false),
            ("intern", false),
            ("interns", false),
            ("international", false),
            ("interval", false),
            ("internal_notes", false),
            ("", false),
        ] {
            assert_eq!(means_internal(key), means, "{key}");
            assert_eq!(validator.is_valid(&key.into()), means, "{key}");
        }
    }
}
