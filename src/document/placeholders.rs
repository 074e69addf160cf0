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
    todo, tbd, tba, tbc, fixme, n/a, n.a, placeholder, platshållare, platzhalter, \
    to be defined, to be done, to be added, to be announced, coming soon, kommer snart, \
    fyll i, att fylla i, bitte ausfüllen, your text, your text here, text here, insert text here, \
    your name, ditt namn, ihr name, firstname lastname, first name last name, förnamn efternamn, \
    vorname nachname";

/// The start of the text that typesetters fill pages with.
const LOREM_IPSUM: &str = "lorem ipsum";

/// Words that mark a place that is not finished.
const MARKERS: [&str; 4] = ["TODO", "FIXME", "TBD", "XXX"];

/// What an author has to do where a marker without a colon stands: `TODO write this`.
const TASKS: [&str; 12] = [
    "write",
    "add",
    "fill",
    "update",
    "describe",
    "check",
    "ask",
    "complete",
    "skriv",
    "fyll",
    "lägg",
    "schreiben",
];

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
        matches!(letters, b"psu" | b"PSU" | b"TOD" | b"FIX" | b"TBD" | b"XXX" | b"xxx" | b"Xxx")
    };
    if !text.as_bytes().windows(3).any(is_part) {
        return None;
    }
    let length = LOREM_IPSUM.len();
    let mut windows = text.as_bytes().windows(length);
    let latin = windows.position(|window| window.eq_ignore_ascii_case(LOREM_IPSUM.as_bytes()));
    // `Lorem Ipsum Labs` is a company.
    let filler = latin.map(|at| text.split_at(at + length)).filter(|(_, after)| {
        let next = after.trim_start_matches(|c: char| !c.is_alphanumeric());
        next.is_empty() || next.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("dolor"))
    });
    filler.map(|(up_to, _)| &up_to[up_to.len() - length..]).or_else(|| unfinished(text))
}

/// Returns whether a text is a placeholder as a whole, apart from brackets and punctuation around it.
fn is_placeholder(text: &str) -> bool {
    let inner = text.trim_matches(|c: char| "<>[](){}_*.…!:? ".contains(c));
    // Longer than any placeholder.
    if inner.len() > 40 {
        return false;
    }
    // `To Do` and `ToDo` are programs, `XXX` is a size and a number.
    match inner {
        "to do" | "TO DO" => return true,
        "ToDo" => return false,
        _ => {}
    }
    let inner = inner.to_lowercase();
    PLACEHOLDERS.contains(inner.as_str())
}

/// Returns a word of a text that is at least three letters x, except `XXX` and `xXx`, or that marks an
/// unfinished place.
fn unfinished(text: &str) -> Option<&str> {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let is_blank_form = |word: &&str| {
        let is_written = word.trim_start_matches(['x', 'X']).is_empty();
        word.len() >= 3 && is_written && (word.len() > 3 || matches!(*word, "xxx" | "Xxx"))
    };
    let marker = |marker: &&'static str| {
        let mut places = text.match_indices(*marker);
        let (_, word) = places.find(|(at, _)| {
            marks_unfinished_place(&text[..*at], marker, &text[at + marker.len()..])
        })?;
        Some(word)
    };
    words.find(is_blank_form).or_else(|| MARKERS.iter().find_map(marker))
}

/// Returns whether a marker between these texts stands for a missing one: `TODO: …`, `(TBD)`. A `TODO
/// list` is a product, `TODO: A Book of Lists` a title, and `trunk-based development (TBD)` has an
/// abbreviation.
fn marks_unfinished_place(before: &str, marker: &str, after: &str) -> bool {
    if before.ends_with(char::is_alphanumeric) {
        return false;
    }
    if let Some(rest) = after.strip_prefix(':') {
        return !is_title(rest);
    }
    let is_in_brackets = before.ends_with(['(', '[', '<', '{']);
    if is_in_brackets && after.starts_with([')', ']', '>', '}']) {
        return !abbreviates(marker, before);
    }
    let task = after.strip_prefix(' ').and_then(|rest| rest.split_whitespace().next());
    (before.is_empty() || is_in_brackets)
        && task.is_some_and(|task| TASKS.contains(&task.to_lowercase().as_str()))
}

/// Returns whether a text is written like a title: several words, and the long ones with capitals.
fn is_title(text: &str) -> bool {
    let is_long = |word: &&str| word.chars().count() > 3;
    let mut long = text.split_whitespace().filter(is_long).peekable();
    long.peek().is_some()
        && long.all(|word| word.starts_with(char::is_uppercase))
        && text.split_whitespace().count() > 2
}

/// Returns whether the words at the end of a text start with the letters of an abbreviation.
fn abbreviates(abbreviation: &str, text: &str) -> bool {
    let words = text.rsplit(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let initials = words.filter_map(|word| word.chars().next()).take(abbreviation.len());
    initials.flat_map(char::to_uppercase).eq(abbreviation.chars().rev())
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
            ("to do", "to do"),
            ("XXXX", "XXXX"),
            ("TODO write a summary", "TODO"),
            ("TODO: Write about Kafka", "TODO"),
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
            "TODO Group",
            "TODO MVC port",
            "TODO-listor för handläggare",
            "TODO: A Book of Lists",
            "TBD (trunk-based development)",
            "Trunk-based development (TBD)",
            "Size XXX",
            "XXX",
            "Lorem Ipsum Labs",
            "To do",
            "Microsoft To Do",
            "Vin Diesel in xXx",
            "👍",
            "x",
        ] {
            assert_eq!(placeholder(text), None, "{text}");
        }
    }
}
