//! Characters that nobody sees and that do harm: controls, which no reader of YAML or JSON has to
//! take, and those that turn the direction of a text, so that it is not what it looks like.

use crate::characters::is_unsafe;

/// A text without them.
pub(super) struct Cleaned {
    pub(super) text: String,
    /// What was done, in an editor's words.
    pub(super) how: &'static str,
}

/// Whether nothing has to be taken out of the text.
pub(super) fn is_clean(text: &str) -> bool {
    !text.contains(is_unsafe)
}

/// The text with plain line breaks and without harmful characters; `None` if it is that already.
pub(super) fn cleaned(text: &str) -> Option<Cleaned> {
    if is_clean(text) {
        return None;
    }
    // What parts lines in Windows, in old terminals, on mainframes and in word processors.
    const BREAKS: [char; 6] = ['\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'];
    let mut parted = text.replace("\r\n", "\n").replace(BREAKS, "\n");
    let how = match is_clean(&parted) {
        true => "with plain line breaks",
        false => "without characters that nobody sees",
    };
    parted.retain(|character| !is_unsafe(character));
    Some(Cleaned { text: parted, how })
}

#[cfg(test)]
mod tests {
    use super::cleaned;

    #[test]
    fn texts_are_cleaned() {
        let told = |text| cleaned(text).map(|cleaned| (cleaned.text, cleaned.how));
        for clean in ["", "a\tb\nc", "👩‍💻 🇸🇪", "a\u{A0}b\u{202F}c"] {
            assert_eq!(told(clean), None, "{clean}");
        }
        for (text, expected, part) in [
            ("A\u{0}B\u{7}", "AB", "nobody sees"),
            ("a\u{202E}b\u{2066}c\u{2069}", "abc", "nobody sees"),
            ("a\u{1B}[31m\r\nb", "a[31m\nb", "nobody sees"),
            ("a\r\nb\rc", "a\nb\nc", "line breaks"),
            ("a\u{2028}b\u{2029}c\u{85}d", "a\nb\nc\nd", "line breaks"),
        ] {
            let (text, how) = told(text).expect(expected);
            assert_eq!(text, expected);
            assert!(how.contains(part), "{how}");
        }
    }
}
