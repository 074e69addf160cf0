//! Removes unsafe characters from text: control characters, and characters that reorder the text
//! around them.

use crate::characters::is_unsafe;

pub(super) fn is_clean(text: &str) -> bool {
    !text.contains(is_unsafe)
}

/// Returns the text with `\n` as line breaks and without unsafe characters; `None` if the text is clean.
pub(super) fn clean(text: &str) -> Option<String> {
    // The line breaks of Windows, terminals, mainframes and word processors.
    const BREAKS: [char; 6] = ['\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'];
    let clean = || text.replace("\r\n", "\n").replace(BREAKS, "\n").replace(is_unsafe, "");
    (!is_clean(text)).then(clean)
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn cleans_text() {
        for unchanged in ["", "a\tb\nc", "👩‍💻 🇸🇪", "a\u{A0}b\u{202F}c"] {
            assert_eq!(clean(unchanged), None, "{unchanged}");
        }
        for (text, expected) in [
            ("A\u{0}B\u{7}", "AB"),
            ("a\u{202E}b\u{2066}c\u{2069}", "abc"),
            ("a\u{1B}[31m\r\nb", "a[31m\nb"),
            ("a\r\nb\rc", "a\nb\nc"),
            ("a\u{2028}b\u{2029}c\u{85}d", "a\nb\nc\nd"),
        ] {
            assert_eq!(clean(text).as_deref(), Some(expected));
        }
    }
}
