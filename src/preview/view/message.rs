//! Messages to people, in which some words are meant as they would be written in a file.

use serde::Serialize;

/// A part of a message.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub(super) struct Words {
    text: String,
    /// Whether it is meant as it would be written in a file.
    is_code: bool,
}

/// The parts of a message, which puts between backticks what is meant literally.
pub(super) fn words(message: &str) -> Vec<Words> {
    let mut parts: Vec<&str> = message.split('`').collect();
    // A backtick without a second one is just one.
    if parts.len().is_multiple_of(2) {
        parts = vec![message];
    }
    let word = |(at, text): (usize, &&str)| Words {
        text: (*text).to_owned(),
        is_code: at % 2 == 1,
    };
    let words = parts.iter().enumerate().map(word);
    words.filter(|word| !word.text.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn what_is_meant_literally_is_known_by_its_backticks() {
        let parts = |text| {
            let words = words(text).into_iter();
            words
                .map(|word| (word.text, word.is_code))
                .collect::<Vec<_>>()
        };
        let expected = [("write ".to_owned(), false), ("true".to_owned(), true)];
        assert_eq!(parts("write `true`"), expected);
        assert_eq!(parts("a ` alone"), [("a ` alone".to_owned(), false)]);
    }
}
