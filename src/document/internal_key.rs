//! The key `internal`, whose values are never published, and keys that say the same of their values.

use std::sync::LazyLock;

use regex::Regex;

use crate::confidential::key_pattern;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::MappingEntry;

diagnostic_codes! {
    error MISPLACED_INTERNAL = "misplaced-internal";
}

/// Matches the key `internal` and its misspellings, and keys such as `confidential`, with or without other characters
/// than letters around them, such as `_internal`. Their values must not be published. For Rust and ECMA 262.
pub(super) static PATTERN: LazyLock<String> = LazyLock::new(|| {
    let internal = "[Ii][Nn][Tt][Ee][Rr][Nn]([Tt]|[Aa][Ll]?[A-Za-z]?)";
    format!("^[^A-Za-z]*({internal}|{})[^A-Za-z]*$", key_pattern())
});

/// Returns whether a key is `internal`, a misspelling of it, or says the same.
pub(super) fn means_internal(key: &str) -> bool {
    static KEY: LazyLock<Regex> = LazyLock::new(|| Regex::new(&PATTERN).expect("a valid pattern"));
    KEY.is_match(key)
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
    use super::{PATTERN, means_internal};

    #[test]
    fn schema_and_program_agree_about_internal_keys() {
        let validator =
            jsonschema::draft7::new(&serde_json::json!({ "pattern": *PATTERN })).expect("a schema");
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
            ("privat", true),
            ("Private", true),
            ("hemligt", true),
            ("KONFIDENTIELLT", true),
            ("confidential", true),
            ("vertraulich", true),
            ("not_public", true),
            ("Not public", true),
            ("notPublic", true),
            ("ej_för_publicering", true),
            ("Nicht veröffentlichen", true),
            ("NICHT VERÖFFENTLICHEN", true),
            ("nicht_veroeffentlichen", true),
            ("private_cloud", false),
            ("Privatkunden", false),
            ("privatize", false),
            ("confidential_computing", false),
            ("confidentiality", false),
            ("public", false),
            ("", false),
        ] {
            assert_eq!(means_internal(key), means, "{key}");
            assert_eq!(validator.is_valid(&key.into()), means, "{key}");
        }
    }
}
