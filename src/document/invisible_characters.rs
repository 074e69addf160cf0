//! Invisible characters in texts, which come from web pages, PDF files and escape sequences.

use super::written_text::WrittenText;
use crate::characters::find_unsafe;
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::INVALID_CHARACTER;

diagnostic_codes! {
    warning INVISIBLE_CHARACTER = "invisible-character";
}

/// Reports the first unsafe character of the text at `span`. Its position in the file is lost; in
/// double quotes it is usually the result of a backslash.
pub(super) fn unsafe_character(file: &str, text: &str, span: &Span) -> Option<Diagnostic> {
    let code = u32::from(find_unsafe(text)?);
    let message = format!("this text contains an invisible character (U+{code:04X})");
    let hint = "delete it, or type the text again; in double quotes, a backslash and a letter can stand for it";
    Some(Diagnostic::at(&INVALID_CHARACTER, file, span.clone(), message).hint(hint))
}

/// Reports a text with an invisible character that no script needs.
pub(super) fn check(text: &WrittenText<'_>) -> Option<Diagnostic> {
    if text.value().is_ascii() {
        return None;
    }
    let needs_joiners = text.value().chars().any(uses_joiners);
    let is_needless = |c: char| is_never_needed(c) || is_joiner(c) && !needs_joiners;
    let code = u32::from(text.value().chars().find(|c| is_needless(*c))?);
    let message = format!("this text contains an invisible character (U+{code:04X})");
    let hint = "delete it, or type the text again: programs do not find words that contain it";
    let written = text.written();
    let (Some(start), Some(last)) = (written.find(is_needless), written.rfind(is_needless)) else {
        // An escape sequence stands for it.
        return Some(text.diagnostic(&INVISIBLE_CHARACTER, message).hint(hint));
    };
    let end = written.ceil_char_boundary(last + 1);
    let span = text.span.start + start..text.span.start + end;
    Some(Diagnostic::at(&INVISIBLE_CHARACTER, text.file, span, message).hint(hint))
}

/// Returns whether a character is invisible in every script: soft hyphens, zero-width spaces, word
/// joiners, byte order marks and blank letters.
fn is_never_needed(character: char) -> bool {
    matches!(
        character,
        '\u{AD}' | '\u{34F}' | '\u{180E}' | '\u{200B}' | '\u{2060}'
            ..='\u{2064}' | '\u{2800}' | '\u{3164}' | '\u{FEFF}'
    )
}

/// Returns whether a character joins or separates letters, or marks the direction of text.
fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200C}'..='\u{200F}')
}

/// Returns whether a character belongs to a script that uses joiners or direction marks, or to
/// symbols such as emoji. Latin, Greek, Cyrillic and Armenian letters and punctuation do not.
fn uses_joiners(character: char) -> bool {
    !matches!(character, '\0'..='\u{58F}' | '\u{1E00}'..='\u{20CF}' | '\u{FEFF}')
}
