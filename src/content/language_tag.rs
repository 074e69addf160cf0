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

/// Returns the language tag that a text is in another case, or with underscores: `pt_br` is pt-BR.
pub fn language_tag_of(text: &str) -> Option<String> {
    let subtag = |(index, subtag): (usize, &str)| {
        let lower = subtag.to_ascii_lowercase();
        match subtag.len() {
            2 if index > 0 => lower.to_ascii_uppercase(),
            4 if index > 0 && lower.is_ascii() => lower[..1].to_ascii_uppercase() + &lower[1..],
            _ => lower,
        }
    };
    let subtags: Vec<String> = text.split(['-', '_']).enumerate().map(subtag).collect();
    Some(subtags.join("-")).filter(|tag| is_language_tag(tag))
}

/// Returns the language for which authors write the code of its country.
pub fn language_of_country(code: &str) -> Option<&'static str> {
    const LANGUAGES: &str =
        "at de, cn zh, cz cs, dk da, gb en, gr el, jp ja, kr ko, se sv, tw zh-TW, ua uk, us en";
    let mut pairs = LANGUAGES.split(", ").filter_map(|pair| pair.split_once(' '));
    pairs.find_map(|(country, language)| (country == code).then_some(language))
}

#[cfg(test)]
mod tests {
    use super::{is_language_tag, language_tag_of};

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

    #[test]
    fn language_tags_ignore_case() {
        for (text, tag) in [
            ("pt-br", "pt-BR"),
            ("SV", "sv"),
            ("sv_SE", "sv-SE"),
            ("ZH_hant_tw", "zh-Hant-TW"),
            ("ES-419", "es-419"),
            ("sl-ROZAJ", "sl-rozaj"),
            ("DE-ch-1996", "de-CH-1996"),
            ("de-X-OWN", "de-x-own"),
            ("pt-BR", "pt-BR"),
        ] {
            assert_eq!(language_tag_of(text).as_deref(), Some(tag), "{text}");
        }
        for text in ["Swedish", "sv SE", "sv_SE.UTF-8", "", "-sv", "åÄ", "sv-åäöå"] {
            assert_eq!(language_tag_of(text), None, "{text}");
        }
    }
}
