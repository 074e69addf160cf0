//! Characters that are invisible, or that change how other text is displayed.
//!
//! Sources: `char::is_control` is the Unicode general category `Cc`, `char::is_whitespace` the
//! property `White_Space`. The invisible characters are those of `Default_Ignorable_Code_Point`
//! (`DerivedCoreProperties.txt`) that occur in pasted text, and two blank letters. The characters
//! that reorder text are the embeddings, overrides and isolates of `Bidi_Control` (UAX #9, §2).

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

/// Returns whether a character does not belong in any text: a control character other than a tab or a
/// line feed, a Unicode line or paragraph separator, or a character that reorders the text around it.
///
/// Direction marks and joiners (U+200C to U+200F) are allowed: scripts and emoji need them.
pub fn is_unsafe(character: char) -> bool {
    character.is_control() && !matches!(character, '\n' | '\t')
        || matches!(character, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns the first unsafe character of a text.
pub fn find_unsafe(text: &str) -> Option<char> {
    // Most texts are printable ASCII. A loop without an exit compares many bytes at once.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    match text.bytes().fold(true, |all, byte| all & is_plain(byte)) {
        true => None,
        false => text.chars().find(|c| is_unsafe(*c)),
    }
}

/// Returns whether a character has no visible form and is no ordinary white space.
pub fn is_invisible(character: char) -> bool {
    is_unsafe(character)
        || matches!(
            character,
            '\u{AD}'                     // soft hyphen
            | '\u{34F}'                  // combining grapheme joiner
            | '\u{180E}'                 // Mongolian vowel separator
            | '\u{200B}'..='\u{200F}'    // zero-width space, joiners, direction marks
            | '\u{2060}'..='\u{206F}'    // word joiner, invisible operators, isolates
            | '\u{2800}'                 // Braille pattern blank
            | '\u{3164}'                 // Hangul filler
            | '\u{FE00}'..='\u{FE0F}'    // variation selectors
            | '\u{FEFF}'                 // byte order mark, zero-width no-break space
        )
}

/// Returns the text in Unicode NFC. Programs write letters such as `å` in one of two forms.
pub fn nfc(text: &str) -> Cow<'_, str> {
    match text.is_ascii() {
        true => text.into(),
        false => text.nfc().collect(),
    }
}

/// Returns whether a text has no visible character. The complement of [`NOT_BLANK`].
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| is_invisible(c) || c.is_whitespace() || c.is_control())
}

/// A regular expression for a text with a visible character, the same in ECMA 262 and in Rust.
pub const NOT_BLANK: &str = "[^\\u0000-\\u0020\\u007F-\\u00A0\\u00AD\\u034F\\u1680\\u180E\\u2000-\\u200F\\u2028-\\u202F\\u205F-\\u206F\\u2800\\u3000\\u3164\\uFE00-\\uFE0F\\uFEFF]";

/// Returns whether a character is displayed as a space or not at all, but is neither a space nor a tab: a
/// no-break space (U+00A0), for example. YAML reads it as a letter.
pub fn is_unusual_space(character: char) -> bool {
    !character.is_ascii() && character.is_whitespace()
        || matches!(character, '\u{200B}' | '\u{2060}' | '\u{FEFF}')
}

/// Returns whether a character is written as an escape sequence in double quotes: a control character, an
/// unsafe one, a byte order mark, or a noncharacter that YAML does not allow (YAML 1.2.2, §5.1).
pub fn needs_escape(character: char) -> bool {
    character.is_control()
        || is_unsafe(character)
        || matches!(character, '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
}

/// Returns the text with U+FFFD in place of every character that could control a terminal or
/// reorder what it shows. Tabs and line breaks stay: use [`printable_line`] for the texts of others.
pub fn printable(text: &str) -> String {
    if find_unsafe(text).is_none() {
        return text.to_owned();
    }
    let lines = text.split("\r\n").map(|line| line.replace(is_unsafe, "\u{FFFD}"));
    lines.collect::<Vec<_>>().join("\r\n")
}

/// Returns the printable text on one line, with U+FFFD in place of line breaks, too: after a line
/// break, a quoted value could imitate another message, or a command for the runner of a workflow.
pub fn printable_line(text: &str) -> String {
    text.replace(|character| character == '\n' || is_unsafe(character), "\u{FFFD}")
}

/// Returns the text, or its first `max` characters and an ellipsis.
pub fn shortened(text: &str, max: usize) -> Cow<'_, str> {
    match text.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// Joins texts, each of them printable and on one line.
pub fn printable_lines(texts: &[String]) -> String {
    texts.iter().map(|text| printable_line(text)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{NOT_BLANK, is_blank, printable, printable_line};

    #[test]
    fn is_blank_agrees_with_the_regular_expression() {
        let schema = serde_json::json!({ "pattern": NOT_BLANK });
        let validator = jsonschema::draft7::new(&schema).expect("a schema");
        for character in (0..=0x1_1000_u32).filter_map(char::from_u32) {
            let text = character.to_string();
            let matches = validator.is_valid(&text.as_str().into());
            assert_eq!(is_blank(&text), !matches, "{character:?}");
        }
        assert!(is_blank("") && !is_blank(" a "));
    }

    #[test]
    fn printable_text_has_no_control_and_no_reordering_characters() {
        let text = "a\u{1B}[2Jb\u{202E}c\td\r\ne\rf\n";
        assert_eq!(printable(text), "a\u{FFFD}[2Jb\u{FFFD}c\td\r\ne\u{FFFD}f\n");
        assert_eq!(printable("a\r\r\nb\r"), "a\u{FFFD}\r\nb\u{FFFD}");
        assert_eq!(printable_line("a\nb\tc\r\n"), "a\u{FFFD}b\tc\u{FFFD}\u{FFFD}");
    }
}
