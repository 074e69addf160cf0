//! Turns text into identifiers and keys.

/// Returns the text in lowercase letters a to z and digits, without accents, and with one
/// `separator` in place of everything else.
pub fn slug(text: &str, separator: char) -> String {
    let mut word = String::new();
    for character in text.chars().flat_map(char::to_lowercase) {
        match character {
            'a'..='z' | '0'..='9' => word.push(character),
            _ if is_combining(character) => {}
            _ => match without_accent(character) {
                Some(letters) => word.push_str(letters),
                None if word.ends_with(separator) => {}
                None => word.push(separator),
            },
        }
    }
    word.trim_matches(separator).to_owned()
}

/// Returns the text in lower case and without accents, to compare it with other folded texts.
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for character in text.chars().flat_map(char::to_lowercase) {
        match without_accent(character) {
            Some(letters) => folded.push_str(letters),
            None if is_combining(character) => {}
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

/// Returns whether a character is an accent of the character before it.
fn is_combining(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}')
}

/// Returns the letters a to z that a lowercase Latin letter is written with if accents are missing.
fn without_accent(letter: char) -> Option<&'static str> {
    Some(match letter {
        'å' | 'ä' | 'á' | 'à' | 'â' | 'ã' | 'ă' | 'ą' | 'ā' => "a",
        'ö' | 'ø' | 'ó' | 'ò' | 'ô' | 'õ' | 'ő' | 'ō' => "o",
        'é' | 'è' | 'ê' | 'ë' | 'ę' | 'ě' | 'ė' | 'ē' => "e",
        'ü' | 'ú' | 'ù' | 'û' | 'ů' | 'ű' | 'ū' => "u",
        'í' | 'ì' | 'î' | 'ï' | 'ı' | 'ī' => "i",
        'ý' | 'ÿ' => "y",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'ğ' => "g",
        'ł' => "l",
        'ñ' | 'ń' | 'ň' => "n",
        'ř' => "r",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'ť' | 'ţ' | 'ț' => "t",
        'ź' | 'ż' | 'ž' => "z",
        'æ' => "ae",
        'œ' => "oe",
        'ß' => "ss",
        'þ' => "th",
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
}
