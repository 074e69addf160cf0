//! Text pasted from other programs: typographic quotes and invisible characters.

use super::written_text::WrittenText;
use crate::characters::find_unsafe;
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::{INVALID_CHARACTER, write};

diagnostic_codes! {
    warning TYPOGRAPHIC_QUOTES = "typographic-quotes";
}

/// Pairs of typographic quotes, which YAML reads as letters: the opening and the closing one.
const QUOTES: [&str; 8] = ["“”", "””", "„“", "„”", "‘’", "’’", "«»", "»«"];

/// Double quotes: the straight one, then the typographic ones.
const DOUBLE_QUOTES: [char; 6] = ['"', '“', '”', '„', '«', '»'];

/// Unsafe characters that a backslash and a letter stand for in double quotes (YAML 1.2.2, §5.7).
const ESCAPE_SEQUENCES: [(char, char); 10] = [
    ('\0', '0'),
    ('\u{7}', 'a'),
    ('\u{8}', 'b'),
    ('\u{B}', 'v'),
    ('\u{C}', 'f'),
    ('\r', 'r'),
    ('\u{1B}', 'e'),
    ('\u{85}', 'N'),
    ('\u{2028}', 'L'),
    ('\u{2029}', 'P'),
];

/// Reports a value in typographic quotes, or with one at its start or end only. In straight quotes or a
/// block scalar, these are part of the text, and so are those around a sentence.
pub(super) fn typographic_quotes(text: &WrittenText<'_>) -> Option<Diagnostic> {
    if text.value().is_ascii() || !text.scalar.plain || text.key == "reference" {
        return None;
    }
    let value = text.value().trim();
    let (message, inner, is_certain) = match (within_quotes(value), next_to_quote(value)) {
        (Some(inner), _) => {
            ("these are typographic quotes, which become part of the text", inner, true)
        }
        (None, Some(inner)) => {
            ("this is a typographic quote, which becomes part of the text", inner, false)
        }
        (None, None) => return None,
    };
    if is_sentence(inner) {
        return None;
    }
    let straight = write::quoted(inner);
    let diagnostic =
        text.diagnostic(&TYPOGRAPHIC_QUOTES, message).hint(format!("write {straight}"));
    Some(if is_certain { diagnostic.replace(straight) } else { diagnostic })
}

/// Reports the first unsafe character of the text at `span`. Its position in the file is lost; in
/// double quotes it is usually the result of a backslash.
pub(super) fn unsafe_character(file: &str, text: &str, span: &Span) -> Option<Diagnostic> {
    let character = find_unsafe(text)?;
    let code = u32::from(character);
    let message = format!("this text contains an invisible character (U+{code:04X})");
    let escape = ESCAPE_SEQUENCES.iter().find(|(escaped, _)| *escaped == character);
    let hint = match escape {
        Some((_, letter)) => format!(
            "in double quotes, `\\{letter}` is this character: put the text in single quotes, or delete the backslash"
        ),
        None => "delete it, or type the text again".to_owned(),
    };
    Some(Diagnostic::at(&INVALID_CHARACTER, file, span.clone(), message).hint(hint))
}

/// Returns the text inside a pair of typographic quotes around all of it, unless it contains these
/// quotes itself. The closing one can be a straight one.
fn within_quotes(text: &str) -> Option<&str> {
    if text.starts_with(|c: char| c.is_ascii()) {
        return None;
    }
    let mixed = ['“', '”', '„'].iter().find_map(|open| {
        let inner = text.strip_prefix(*open)?.strip_suffix('"')?;
        (!inner.contains(DOUBLE_QUOTES)).then_some(inner)
    });
    let pair = || {
        QUOTES.iter().find_map(|pair| {
            let mut pair = pair.chars();
            let (open, close) = (pair.next()?, pair.next()?);
            let inner = text.strip_prefix(open)?.strip_suffix(close)?;
            (!inner.contains([open, close, '\n'])).then_some(inner)
        })
    };
    mixed.or_else(pair)
}

/// Returns the text after or before its only double quote, which is a typographic one at the start or the
/// end of it. After a digit, it is a unit: a screen of 14”.
fn next_to_quote(text: &str) -> Option<&str> {
    let is_typographic = |c: char| DOUBLE_QUOTES[1..].contains(&c);
    let at_start = text.strip_prefix(is_typographic);
    let inner = at_start.or_else(|| {
        let before = text.strip_suffix(is_typographic)?;
        (!before.ends_with(|c: char| c.is_ascii_digit())).then_some(before)
    })?;
    (!inner.is_empty() && !inner.contains(DOUBLE_QUOTES)).then_some(inner)
}

/// Returns whether a text in quotes is more than a name or a title: what a person said.
fn is_sentence(text: &str) -> bool {
    const MAX_WORDS: usize = 6;
    let ends = |at: char| ".!?…".contains(at);
    text.ends_with(ends) || text.contains(". ") || text.split_whitespace().nth(MAX_WORDS).is_some()
}

#[cfg(test)]
mod tests {
    use super::{is_sentence, next_to_quote, within_quotes};

    #[test]
    fn finds_typographic_quotes_around_a_text() {
        for (text, inner) in [
            ("“Hej”", Some("Hej")),
            ("”Hej”", Some("Hej")),
            ("„Hej“", Some("Hej")),
            ("“Hej\"", Some("Hej")),
            ("“Hej” och “hå”", None),
            ("”Hej", None),
        ] {
            assert_eq!(within_quotes(text), inner, "{text}");
        }
        for (text, inner) in [
            ("”Hej", Some("Hej")),
            ("Hej”", Some("Hej")),
            ("Skärm 14”", None),
            ("Hej “du”", None),
            ("’90s", None),
            ("”", None),
        ] {
            assert_eq!(next_to_quote(text), inner, "{text}");
        }
    }

    #[test]
    fn sentences_are_quotations() {
        assert!(is_sentence("Bo is the best."));
        assert!(is_sentence("We would hire Bo again at once"));
        assert!(!is_sentence("Senior Architect"));
    }
}
