//! Turns text into identifiers and keys.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Returns the text in lowercase letters a to z and digits, without accents, and with one
/// `separator` in place of everything else.
pub fn slug(text: &str, separator: char) -> String {
    let mut word = String::new();
    for character in folded(text).chars() {
        match character {
            'a'..='z' | '0'..='9' => word.push(character),
            _ if is_combining_mark(character) || word.ends_with(separator) => {}
            _ => word.push(separator),
        }
    }
    word.trim_matches(separator).to_owned()
}

/// Returns the letters a to z and digits of a text, to compare keys that are separated in other ways.
pub fn letters(text: &str) -> String {
    slug(text, '_').replace('_', "")
}

/// Returns the letters that the slug of a text lacks: those of other scripts than the Latin one.
pub fn lost_letters(text: &str) -> String {
    // Apostrophes, such as the okina of Hawaiian, are letters only by their Unicode category.
    let is_apostrophe = |c: char| matches!(c, '\u{2B0}'..='\u{2FF}');
    let is_lost = |c: &char| {
        let mut folded = [0; 4];
        let letter = slug(c.encode_utf8(&mut folded), '-');
        c.is_alphabetic() && !is_apostrophe(*c) && !is_combining_mark(*c) && letter.is_empty()
    };
    text.chars().filter(is_lost).collect()
}

/// Returns the text in lower case and without accents, to compare it with other folded texts.
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut decomposed = String::with_capacity(text.len());
    for character in text.chars() {
        // Ligatures are letters; `²` and `™` are none.
        match character.is_alphabetic() {
            true => decompose_compatible(character, |part| decomposed.push(part)),
            false => decomposed.push(character),
        }
    }
    let mut folded = String::with_capacity(text.len());
    let is_accent = |c: &char| matches!(c, '\u{300}'..='\u{36F}');
    for character in decomposed.chars().filter(|c| !is_accent(c)).flat_map(char::to_lowercase) {
        match without_decomposition(character) {
            Some(letters) => folded.push_str(letters),
            None => folded.push(character),
        }
    }
    folded
}

/// Returns the display name of a word in `snake_case`: `security_compliance` becomes "Security
/// compliance".
pub fn humanize(word: &str) -> String {
    let mut characters = word.chars().map(|c| if c == '_' { ' ' } else { c });
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// Returns the letters a to z for a lowercase Latin letter that Unicode does not decompose: the letter without its
/// stroke or hook, or the letters that passports have (ICAO 9303-3, section 6).
fn without_decomposition(letter: char) -> Option<&'static str> {
    Some(match letter {
        'æ' => "ae",
        'ɓ' => "b",
        'đ' | 'ð' | 'ɖ' | 'ɗ' => "d",
        'ə' | 'ɛ' | 'ǝ' => "e",
        'ƒ' => "f",
        'ǥ' | 'ɣ' => "g",
        'ħ' => "h",
        'ı' | 'ɨ' | 'ɩ' => "i",
        'ƙ' | 'ĸ' => "k",
        'ł' => "l",
        'ŋ' | 'ɲ' => "n",
        'ø' | 'ɔ' => "o",
        'œ' => "oe",
        'ß' => "ss",
        'ŧ' => "t",
        'þ' => "th",
        'ʉ' => "u",
        'ʋ' => "v",
        'ƴ' => "y",
        'ƶ' | 'ʒ' => "z",
        _ => return None,
    })
}

/// The pattern of a word in `snake_case` from an open vocabulary.
pub const WORD: &str = "^[a-z0-9_]+$";

/// Returns whether a text is a word, see [`WORD`].
pub fn is_word(text: &str) -> bool {
    let is_allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    !text.is_empty() && text.bytes().all(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn humanizes_words() {
        assert_eq!(humanize("security_compliance"), "Security compliance");
        assert_eq!(humanize("microsoft_365"), "Microsoft 365");
        assert_eq!(humanize(""), "");
    }

    #[test]
    fn folded_text_keeps_other_characters() {
        assert_eq!(folded("Łukasz BRZEŹNIAK, C#"), "lukasz brzezniak, c#");
        assert_eq!(folded("Ma\u{308}r \u{5D9}"), "mar \u{5D9}");
    }

    #[test]
    fn letters_of_other_scripts_are_lost() {
        assert_eq!(lost_letters("Lǐ Xiǎolóng (李小龙)"), "李小龙");
        assert_eq!(lost_letters("Иван Petrov"), "Иван");
        assert_eq!(lost_letters("Zoe\u{308} O'Brien ʻŌiwi Đặng №2™"), "");
    }
}
