//! Invisible characters in texts, which come from web pages, PDF files and escape sequences.

use super::written_text::WrittenText;
use crate::characters::{find_unsafe, is_invisible};
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
    let hint =
        "delete it, or type the text again; in double quotes, look for an escape such as `\\u200B`";
    Some(Diagnostic::at(&INVALID_CHARACTER, file, span.clone(), message).hint(hint))
}

/// Reports a text with an invisible character that no script needs: joiners, direction marks and variation selectors
/// belong to some scripts and to emoji.
pub(super) fn check(text: &WrittenText<'_>) -> Option<Diagnostic> {
    // Most texts are ASCII, whose invisible characters are reported elsewhere.
    if text.value().is_ascii() {
        return None;
    }
    let is_needed = |c: char| matches!(c, '\u{200C}'..='\u{200F}' | '\u{FE00}'..='\u{FE0F}');
    let is_needless = |c: char| is_invisible(c) && !is_needed(c);
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
