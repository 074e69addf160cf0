//! Removes unsafe characters from text: control characters, and characters that reorder the text
//! around them.

use crate::characters::is_unsafe;

pub(super) fn is_clean(text: &str) -> bool {
    !text.contains(is_unsafe)
}

/// Returns the text with `\n` as line breaks and without unsafe characters, and the change in the
/// words of the report; `None` if the text is clean.
pub(super) fn clean(text: &str) -> Option<(String, &'static str)> {
    // The line breaks of Windows, terminals, mainframes and word processors.
    const BREAKS: [char; 6] = ['\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'];
    if is_clean(text) {
        return None;
    }
    let mut text = text.replace("\r\n", "\n").replace(BREAKS, "\n");
    let change = match is_clean(&text) {
        true => "with standard line breaks",
        false => "without invisible characters",
    };
    text.retain(|character| !is_unsafe(character));
    Some((text, change))
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn cleans_text() {
        for unchanged in ["", "a\tb\nc", "👩‍💻 🇸🇪", "a\u{A0}b\u{202F}c"] {
            assert_eq!(clean(unchanged), None, "{unchanged}");
        }
        for (text, expected, part) in [
            ("A\u{0}B\u{7}", "AB", "invisible characters"),
            ("a\u{202E}b\u{2066}c\u{2069}", "abc", "invisible characters"),
            ("a\u{1B}[31m\r\nb", "a[31m\nb", "invisible characters"),
            ("a\r\nb\rc", "a\nb\nc", "line breaks"),
            ("a\u{2028}b\u{2029}c\u{85}d", "a\nb\nc\nd", "line breaks"),
        ] {
            let (text, change) = clean(text).expect(expected);
            assert_eq!(text, expected);
            assert!(change.contains(part), "{change}");
        }
    }
}
