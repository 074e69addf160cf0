//! Language tags, which are the names of the directories of translations.

use std::sync::LazyLock;

use regex::Regex;

/// Returns whether a text is a language and subtags in their usual case (BCP 47, RFC 5646, §2.1.1), so that no two
/// directories have the same language.
pub fn is_language_tag(tag: &str) -> bool {
    static TAG: LazyLock<Regex> = LazyLock::new(|| {
        let subtag = "[A-Z]{2}|[A-Z][a-z]{3}|[0-9][a-z0-9]{3}|[a-z0-9]|[a-z0-9]{3}|[a-z0-9]{5,8}";
        Regex::new(&format!("^[a-z]{{2,3}}(-({subtag}))*$")).expect("a valid pattern")
    });
    TAG.is_match(tag)
}

#[cfg(test)]
mod tests {
    use super::is_language_tag;

    #[test]
    fn language_tags_have_one_spelling() {
        for tag in [
            "sv",
            "en-GB",
            "zh-Hant",
            "zh-Hant-TW",
            "es-419",
            "nds",
            "de-CH-1996",
            "sl-rozaj",
            "de-x-own",
        ] {
            assert!(is_language_tag(tag), "{tag}");
        }
        for tag in [
            "EN-gb", "zh-hant", "sl-Rozaj", "swedish", "sv_SE", "sv-", "s", "sv--SE", "sv-å", "åä",
            "", "sv\n",
        ] {
            assert!(!is_language_tag(tag), "{tag}");
        }
    }
}
