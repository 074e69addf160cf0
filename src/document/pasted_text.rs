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

/// Reports a value in typographic quotes. In straight quotes or a block scalar, these are part of the
/// text.
pub(super) fn typographic_quotes(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let inner = within_quotes(text.value()).filter(|_| text.scalar.plain)?;
    let straight = write::quoted(inner);
    let message = "these are typographic quotes, which become part of the text";
    let hint = format!("write {straight}");
    Some(text.diagnostic(&TYPOGRAPHIC_QUOTES, message).hint(hint).replace(straight))
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
/// quotes itself.
fn within_quotes(text: &str) -> Option<&str> {
    let text = text.trim();
    if text.starts_with(|c: char| c.is_ascii()) {
        return None;
    }
    QUOTES.iter().find_map(|pair| {
        let mut pair = pair.chars();
        let (open, close) = (pair.next()?, pair.next()?);
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains([open, close, '\n'])).then_some(inner)
    })
}
