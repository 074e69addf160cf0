//! Turns text into identifiers and keys.

/// Returns the text in lowercase letters a to z and digits, without accents, and with one
/// `separator` in place of everything else.
pub fn slug(text: &str, separator: char) -> String {
    let mut word = String::new();
    for character in text.chars().flat_map(char::to_lowercase) {
        match character {
            'a'..='z' | '0'..='9' => word.push(character),
            'å' | 'ä' | 'á' | 'à' | 'â' | 'ã' | 'ă' | 'ą' | 'ā' => word.push('a'),
            'ö' | 'ø' | 'ó' | 'ò' | 'ô' | 'õ' | 'ő' | 'ō' => word.push('o'),
            'é' | 'è' | 'ê' | 'ë' | 'ę' | 'ě' | 'ė' | 'ē' => word.push('e'),
            'ü' | 'ú' | 'ù' | 'û' | 'ů' | 'ű' | 'ū' => word.push('u'),
            'í' | 'ì' | 'î' | 'ï' | 'ı' | 'ī' => word.push('i'),
            'ý' | 'ÿ' => word.push('y'),
            'ç' | 'ć' | 'č' => word.push('c'),
            'ď' | 'đ' | 'ð' => word.push('d'),
            'ğ' => word.push('g'),
            'ł' => word.push('l'),
            'ñ' | 'ń' | 'ň' => word.push('n'),
            'ř' => word.push('r'),
            'ś' | 'š' | 'ş' | 'ș' => word.push('s'),
            'ť' | 'ţ' | 'ț' => word.push('t'),
            'ź' | 'ż' | 'ž' => word.push('z'),
            'æ' => word.push_str("ae"),
            'œ' => word.push_str("oe"),
            'ß' => word.push_str("ss"),
            'þ' => word.push_str("th"),
            // Combining accents.
            '\u{300}'..='\u{36F}' => {}
            _ if word.ends_with(separator) => {}
            _ => word.push(separator),
        }
    }
    word.trim_matches(separator).to_owned()
}
