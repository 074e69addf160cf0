//! Coded words, such as the keys of skill categories, and how people write them.

/// A coded word as people write it: `security_compliance` is "Security compliance".
pub fn spoken(word: &str) -> String {
    let mut characters = word.chars().map(|c| if c == '_' { ' ' } else { c });
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

#[cfg(test)]
mod tests {
    use super::spoken;

    #[test]
    fn coded_words_are_spoken() {
        assert_eq!(spoken("security_compliance"), "Security compliance");
        assert_eq!(spoken("microsoft_365"), "Microsoft 365");
        assert_eq!(spoken(""), "");
    }
}
