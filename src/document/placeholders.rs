//! Placeholders that an author meant to replace.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::written_text::WrittenText;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    warning PLACEHOLDER = "placeholder";
}

/// Texts that are placeholders as a whole, in lower case.
static PLACEHOLDERS: LazyLock<HashSet<&str>> = LazyLock::new(|| LIST.split(", ").collect());

const LIST: &str = "\
    todo, to do, tbd, tba, tbc, fixme, xxx, n/a, n.a, placeholder, platshållare, platzhalter, \
    to be defined, to be done, to be added, to be announced, coming soon, kommer snart, \
    fyll i, att fylla i, bitte ausfüllen, your text, your text here, text here, insert text here, \
    your name, ditt namn, ihr name, firstname lastname, first name last name, förnamn efternamn, \
    vorname nachname";

/// The start of the text that typesetters fill pages with.
const LOREM_IPSUM: &str = "lorem ipsum";

/// Words that mark a place that is not finished.
const MARKERS: [&str; 4] = ["TODO", "FIXME", "TBD", "XXX"];

/// Reports a text that is a placeholder or contains one.
pub(super) fn check(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let placeholder = placeholder(text.value())?;
    let message = format!("`{placeholder}` is a placeholder");
    let hint = match text.is_item {
        true => "write the text, or delete the item",
        false => "write the text, or delete the line: a field without a line is not published",
    };
    Some(text.diagnostic(&PLACEHOLDER, message).hint(hint))
}

fn placeholder(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_punctuation = |c: char| c.is_ascii_punctuation() || "–—…".contains(c);
    if text.is_empty() {
        return None;
    }
    if text.chars().all(is_punctuation) || is_placeholder(text) {
        return Some(text);
    }
    // Most texts have no three letters of a placeholder, which are found faster than words.
    let is_part = |letters: &[u8]| {
        matches!(letters, b"psu" | b"PSU" | b"TOD" | b"FIX" | b"TBD" | b"XXX" | b"xxx")
    };
    if !text.as_bytes().windows(3).any(is_part) {
        return None;
    }
    let length = LOREM_IPSUM.len();
    let mut windows = text.as_bytes().windows(length);
    let latin = windows.position(|window| window.eq_ignore_ascii_case(LOREM_IPSUM.as_bytes()));
    latin.map(|at| &text[at..at + length]).or_else(|| unfinished(text))
}

/// Returns whether a text is a placeholder as a whole, apart from brackets and punctuation around it.
fn is_placeholder(text: &str) -> bool {
    let inner = text.trim_matches(|c: char| "<>[](){}_*.…!:? ".contains(c));
    // Longer than any placeholder.
    if inner.len() > 40 {
        return false;
    }
    let inner = inner.to_lowercase();
    PLACEHOLDERS.contains(inner.as_str())
}

/// Returns a word of a text that is at least three small letters x, or that marks an unfinished place.
fn unfinished(text: &str) -> Option<&str> {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let is_blank_form = |word: &&str| word.len() >= 3 && word.bytes().all(|letter| letter == b'x');
    let marker = |marker: &&'static str| {
        let mut places = text.match_indices(*marker);
        let (_, word) = places
            .find(|(at, _)| marks_unfinished_place(&text[..*at], &text[at + marker.len()..]))?;
        Some(word)
    };
    words.find(is_blank_form).or_else(|| MARKERS.iter().find_map(marker))
}

/// Returns whether a marker between these texts stands for a missing one: `TODO: …`, `(TBD)`. A `TODO
/// list` is a product.
fn marks_unfinished_place(before: &str, after: &str) -> bool {
    let is_product = [" list", " app"].iter().any(|product| after.starts_with(product));
    let is_word = before.is_empty() && !after.starts_with(char::is_alphanumeric);
    let is_marked = before.ends_with(['(', '[', '<', '{'])
        || after.starts_with([':', ')', ']', '>', '}'])
        || is_word;
    is_marked && !is_product && !before.ends_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::placeholder;

    #[test]
    fn finds_placeholders() {
        for (text, found) in [
            ("TODO", "TODO"),
            ("<todo>", "<todo>"),
            ("TBD.", "TBD."),
            ("TODO: write this", "TODO"),
            ("Led a team (TBD)", "TBD"),
            ("+46 70 xxx xx xx", "xxx"),
            ("Xxx", "Xxx"),
            ("Lorem ipsum dolor sit amet", "Lorem ipsum"),
            ("Über lorem ipsum", "lorem ipsum"),
            ("...", "..."),
            ("n/a", "n/a"),
            ("[Your name]", "[Your name]"),
        ] {
            assert_eq!(placeholder(text), Some(found), "{text}");
        }
        for text in [
            "Todo list in Rust",
            "TODO list",
            "Super Bowl XXX",
            "C++",
            "Led the TODO group",
            "Vin Diesel in xXx",
            "👍",
            "x",
        ] {
            assert_eq!(placeholder(text), None, "{text}");
        }
    }
}
