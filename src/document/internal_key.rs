//! The key `internal`, whose values are never published.

use std::sync::LazyLock;

use regex::Regex;

use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::MappingEntry;

diagnostic_codes! {
    error MISPLACED_INTERNAL = "misplaced-internal";
}

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

/// Reports the key of an entry that means `internal`, which occurs at the top level of a document only.
pub(super) fn misplaced_internal(file: &str, entry: &MappingEntry) -> Option<Diagnostic> {
    let message = format!("`{}` under another key would be published", entry.key);
    means_internal(&entry.key).then(|| {
        Diagnostic::at(&MISPLACED_INTERNAL, file, entry.key_span.clone(), message)
            .hint("move it to the top level: `internal:` at the start of a line")
    })
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
