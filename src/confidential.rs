//! Recognizes keys and texts that say of themselves that they are not public. The check of content, imports and the
//! comparison of published profiles share this judgment.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Match, Regex};

use crate::characters::nfc;

const TABLE: &str = include_str!("confidential.tsv");

/// Words after "confidential" that make it the name of a technology, such as Confidential Computing.
const TECHNOLOGIES: [&str; 6] = ["computing", "containers", "ledger", "space", "vm", "vms"];

/// Other levels of confidentiality.
const LEVELS: [&str; 4] = ["public", "intern", "öppen", "öffentlich"];

/// The longest text in parentheses that is quoted as a whole, in characters.
const MAX_QUOTED: usize = 40;

/// Returns the phrases of a place.
fn phrases(place: &str) -> impl Iterator<Item = &'static str> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    let rows = rows.map(|row| row.split_once('\t').expect("a place and a phrase"));
    rows.filter(move |(it, _)| *it == place).map(|(_, phrase)| phrase)
}

/// Returns a pattern of the phrases of a place in capital or small letters, for Rust and ECMA 262. `space` is that of what
/// is between words.
fn pattern(place: &str, space: &str) -> String {
    let letter = |letter: char| match letter {
        ' ' => space.to_owned(),
        '\'' => "['’]".to_owned(),
        // `ö` can be written `oe`.
        'ö' => format!("(?:[{letter}{}]|[Oo][Ee]?)", letter.to_uppercase()),
        _ => format!("[{letter}{}]", letter.to_uppercase()),
    };
    let phrases = phrases(place).map(|phrase| phrase.chars().map(letter).collect::<String>());
    phrases.collect::<Vec<_>>().join("|")
}

/// Returns the pattern of the keys.
pub fn key_pattern() -> String {
    pattern("key", "[^A-Za-z]*")
}

/// Returns the part of a text that says that the text is not public.
pub fn confidential_part(text: &str) -> Option<String> {
    // Without word boundaries, with which texts outside of ASCII take several times as long.
    static PHRASE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(&pattern("text", r"\s+")).expect("a valid pattern"));
    static WORD: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = format!(r"\b({})\b\W*(\w*)", pattern("parentheses", " "));
        Regex::new(&pattern).expect("a valid pattern")
    });
    // Half of the texts of a profile are shorter than each phrase.
    static SHORTEST: LazyLock<usize> = LazyLock::new(|| {
        let phrases = phrases("text").chain(phrases("parentheses"));
        phrases.map(str::len).min().expect("the table has phrases")
    });
    if text.len() < *SHORTEST {
        return None;
    }
    let text: Cow<'_, str> = nfc(text);
    let words = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_phrase = |found: &Match<'_>| {
        !text[..found.start()].ends_with(is_part_of_word)
            && !text[found.end()..].starts_with(is_part_of_word)
    };
    if let Some(phrase) = PHRASE.find_iter(&text).find(is_phrase) {
        return Some(words(phrase.as_str()));
    }
    // "(public, internal, confidential)" is about levels of confidentiality.
    let is_about_levels = |part: &str| {
        let part = part.to_lowercase();
        part.contains([',', '/']) && LEVELS.iter().any(|level| part.contains(level))
    };
    in_parentheses(&text).filter(|part| !is_about_levels(part)).find_map(|part| {
        let is_technology = |next: &str| TECHNOLOGIES.contains(&&*next.to_lowercase());
        let found = WORD.captures_iter(part).map(|found| found.extract::<2>().1);
        let [word, _] = found.into_iter().find(|[_, next]| !is_technology(next))?;
        Some(match part.chars().count() > MAX_QUOTED {
            true => word.to_owned(),
            false => words(part),
        })
    })
}

/// Returns the parts of a text in parentheses, with them.
fn in_parentheses(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split_inclusive(')').filter(|part| part.ends_with(')'));
    parts.filter_map(|part| Some(&part[part.find('(')?..]))
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::{confidential_part, key_pattern, phrases};

    #[test]
    fn each_phrase_has_a_meaning() {
        let key = Regex::new(&format!("^(?:{})$", key_pattern())).expect("a valid pattern");
        for phrase in phrases("key") {
            for written in [phrase.to_owned(), phrase.replace(' ', "_"), phrase.to_uppercase()] {
                assert!(key.is_match(&written), "{written}");
            }
        }
        for phrase in phrases("text") {
            assert_eq!(confidential_part(phrase).as_deref(), Some(phrase));
            for written in [phrase.to_uppercase(), phrase.replace(' ', "\n")] {
                assert!(
                    confidential_part(&format!("The rate ({written}).")).is_some(),
                    "{written}"
                );
            }
        }
        for word in phrases("parentheses") {
            assert_eq!(confidential_part(&format!("A bank ({word})")), Some(format!("({word})")));
            assert_eq!(confidential_part(word), None, "{word}");
        }
        let known = ["key", "text", "parentheses"].into_iter().flat_map(phrases).count();
        assert_eq!(known, super::TABLE.lines().filter(|line| !line.starts_with('#')).count());
    }

    #[test]
    fn quotes_what_the_author_wrote() {
        for (text, part) in [
            ("Automobilzulieferer (Name vertraulich)", "(Name vertraulich)"),
            ("A bank (Confidential)", "(Confidential)"),
            ("Kunden får\n  ej anges.", "får ej anges"),
            ("a\u{30A}, fa\u{30A}r ej publiceras", "får ej publiceras"),
            ("(the name of the customer, the rate and the place are confidential)", "confidential"),
            ("Confidential Computing (confidential)", "(confidential)"),
        ] {
            assert_eq!(confidential_part(text).as_deref(), Some(part), "{text}");
        }
        for text in [
            "Confidential Computing",
            "Enclaves (Confidential Computing, confidential VMs)",
            "Swedish government agency (under confidentiality)",
            "Led a confidential project (2021)",
            "Handled confidential (and secret) data",
            "(Vertraulichkeit)",
            "(unclosed, confidential",
            "",
        ] {
            assert_eq!(confidential_part(text), None, "{text}");
        }
    }
}
