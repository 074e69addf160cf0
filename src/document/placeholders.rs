//! Placeholders that an author meant to replace.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use super::written_text::WrittenText;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    warning PLACEHOLDER = "placeholder";
}

/// Texts that are placeholders as a whole, in lower case.
static PLACEHOLDERS: LazyLock<HashSet<&str>> = LazyLock::new(|| LIST.split(", ").collect());

const LIST: &str = "\
    todo, tbd, tba, tbc, fixme, n/a, n.a, none, none yet, keine, lorem ipsum, placeholder, platshållare, platzhalter, \
    to be defined, to be done, to be added, to be announced, coming soon, kommer snart, \
    fyll i, att fylla i, bitte ausfüllen, your text, your text here, text here, insert text here, \
    your name, ditt namn, ihr name, firstname lastname, first name last name, förnamn efternamn, \
    vorname nachname";

/// Parts of texts that mark an unfinished place: `TODO:`, `+46 70 xxx xx xx`, `Lorem ipsum dolor`.
static UNFINISHED: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"\b(TODO|FIXME|TBD|XXX):|\b[Xx]xx+\b|(?i-u:lorem ipsum dolor)";
    Regex::new(pattern).expect("a valid pattern")
});

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

/// Returns the part of a text that is a placeholder.
pub(super) fn placeholder(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_around = |c: char| c.is_ascii_punctuation() || matches!(c, '–' | '—' | '…' | ' ');
    let inner = text.trim_matches(is_around);
    let is_whole = inner.is_empty()
        || inner.len() <= 40 && PLACEHOLDERS.contains(inner.to_lowercase().as_str());
    match is_whole {
        true => (!text.is_empty()).then_some(text),
        // Each pattern needs one of these letters.
        false if !text.contains([':', 'x', 'l', 'L']) => None,
        false => UNFINISHED.find(text).map(|found| found.as_str().trim_end_matches(':')),
    }
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
            ("+46 70 xxx xx xx", "xxx"),
            ("Xxx", "Xxx"),
            ("Lorem ipsum", "Lorem ipsum"),
            ("Über lorem ipsum dolor sit amet", "lorem ipsum dolor"),
            ("...", "..."),
            ("n/a", "n/a"),
            ("[Your name]", "[Your name]"),
            ("[TODO: role]", "TODO"),
        ] {
            assert_eq!(placeholder(text), Some(found), "{text}");
        }
        for text in [
            "Todo list in Rust",
            "TODO list",
            "Super Bowl XXX",
            "C++",
            "Led the TODO group",
            "Trunk-based development (TBD)",
            "XXX",
            "Lorem Ipsum Labs",
            "Microsoft To Do",
            "Vin Diesel in xXx",
            "👍",
            "x",
        ] {
            assert_eq!(placeholder(text), None, "{text}");
        }
    }
}
