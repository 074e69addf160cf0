//! Markdown and HTML in texts, which are published as plain text.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::written_text::WrittenText;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    warning MARKUP = "markup";
}

/// Markdown with the text that it formats (`CommonMark` 0.31.2, §4.2, §6.1, §6.2 and §6.3).
///
/// Marks count only around whole words, brackets only before an address, and underscores, which names in
/// programs have too, only around several words. A heading has two number signs, or a line below it.
static MARKDOWN: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"(?xm)
        !?\[(?P<label>[^\[\]\n]+)\]\((?P<address>[^()\s]*[./@][^()\s]*)\)
        | (?P<before>^|[\s(\[{"'“”„«])(?:
            \*\*\*(?P<both>[\w\[`](?:[^*\n]*[\w.!?:%)\]`])?)\*\*\*
            | \*\*(?P<bold>[\w\[`](?:[^*\n]*[\w.!?:%)\]`])?)\*\*
            | \*(?P<italic>[\w\[`](?:[^*\n]*[\w.!?:%)\]`])?)\*
            | __(?P<strong>[^\W_][^_\n]*\s[^_\n]*[\w.!?:%)\]`])__
            | _(?P<emphasis>[^\W_][^_\n]*\s[^_\n]*[\w.!?:%)\]`])_
            | `(?P<code>[^`\s](?:[^`\n]*[^`\s])?)`
          )(?P<after>$|[\s()\]}.,;:!?"'“”»])
        | ^(?P<indent>[\ ]*)\#{2,6}[\ ]+(?P<heading>[^\W\d_][^\n]*)
        | ^(?P<top_indent>[\ ]*)\#[\ ]+(?P<top_heading>[^\W\d_][^\n]*)(?P<newline>\n)
    "#;
    Regex::new(pattern).expect("a valid pattern")
});

/// HTML tags and character references.
static HTML: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(?x)
        </?(?i-u:b|i|u|em|strong|p|br|hr|ul|ol|li|a|span|div|h[1-6])(?:\s[^<>]*)?/?>
        | &(?i-u:amp|nbsp|lt|gt|quot|apos|\#[0-9]+|\#x[0-9a-f]+);
    ";
    Regex::new(pattern).expect("a valid pattern")
});

/// Reports a text with Markdown or HTML.
pub(super) fn check(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let value = text.value();
    let is_mark = |byte| matches!(byte, b'*' | b'_' | b'[' | b'`' | b'#' | b'<' | b'&');
    if !value.bytes().any(is_mark) {
        return None;
    }
    if value.contains(['*', '_', '[', '`', '#'])
        && let Some(found) = MARKDOWN.find(value)
    {
        let corrected = plain_text(text.written());
        let message =
            format!("`{}` is Markdown, but texts are published as they are", shown(found.as_str()));
        let hint = "write plain text, and a web address after its label in parentheses";
        let diagnostic = text.correction(&MARKUP, message, &corrected).hint(hint);
        // A heading can be meant as a comment, which must not look like the text.
        let is_heading = |found: Captures<'_>| {
            found.name("heading").or_else(|| found.name("top_heading")).is_some()
        };
        return Some(match MARKDOWN.captures_iter(value).any(is_heading) {
            true => Diagnostic { replacement: None, ..diagnostic },
            false => diagnostic,
        });
    }
    let found = value.contains(['<', '&']).then(|| HTML.find(value))??;
    let message =
        format!("`{}` is HTML, but texts are published as they are", shown(found.as_str()));
    Some(text.diagnostic(&MARKUP, message).hint("write plain text, without tags and `&…;`"))
}

/// Returns the text without Markdown, which can be nested.
fn plain_text(markdown: &str) -> String {
    const MAX_DEPTH: usize = 4;
    let mut text = markdown.to_owned();
    for _ in 0..MAX_DEPTH {
        text = MARKDOWN.replace_all(&text, without_markdown).into_owned();
    }
    text
}

/// Returns the text of a match of [`MARKDOWN`].
fn without_markdown(found: &Captures<'_>) -> String {
    let part = |name| found.name(name).map_or("", |part| part.as_str());
    let address = match part("address") {
        "" => String::new(),
        address => format!(" ({address})"),
    };
    let text = ["label", "both", "bold", "italic", "strong", "emphasis", "code"].map(part).concat();
    let heading = ["indent", "heading", "top_indent", "top_heading", "newline"].map(part).concat();
    [part("before"), &text, &address, part("after"), &heading].concat()
}

/// Returns the first characters of a match.
fn shown(found: &str) -> String {
    const MAX: usize = 30;
    let found = found.trim();
    match found.chars().count() {
        ..=MAX => found.to_owned(),
        _ => found.chars().take(MAX - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{HTML, MARKDOWN, plain_text};

    #[test]
    fn markdown_becomes_plain_text() {
        for (written, plain) in [
            ("Led **two** teams", "Led two teams"),
            ("**Led** *two* __very large__ _teams of ten_.", "Led two very large teams of ten."),
            ("\"*Led* a (**large**) team\"", "\"Led a (large) team\""),
            ("***Led*** a team", "Led a team"),
            ("**Result:** 30 % *faster*!", "Result: 30 % faster!"),
            ("**a** **b** **c** **d**", "a b c d"),
            ("# About\nText", "About\nText"),
            ("See [my site](https://example.com/a).", "See my site (https://example.com/a)."),
            ("Wrote `serde`", "Wrote serde"),
            ("## About **me**\nText", "About me\nText"),
            ("**[a](b.c)** *b* *c*", "a (b.c) b c"),
        ] {
            assert_eq!(plain_text(written), plain);
        }
    }

    #[test]
    fn other_uses_of_the_characters_are_plain_text() {
        for text in [
            "C#, F#",
            "2 * 3 * 4",
            "snake_case and __init__.py",
            "5* hotels and 4* hotels",
            "[sic] (see below)",
            "array[0](x)",
            "#1 of 3",
            "Anders* och *Bo",
            "Computes x**2 + y**2",
            "O(n**3) to O(n**2)",
            "L`Oréal and D`Angelo",
            "Wrote `awk`-style filters",
            "Deletes *.tmp and *.log (*).",
            "Knows the _id_ field",
            "f(*args, **options) and g(**options)",
            "# 1 data scientist at ACME",
            "# 1 of 3\nText",
            "# of users: 500",
        ] {
            assert!(!MARKDOWN.is_match(text), "{text}");
        }
        for text in ["R&D", "AT&T; IBM", "a < b > c", "Vec<u8>", "<3"] {
            assert!(!HTML.is_match(text), "{text}");
        }
        assert!(
            HTML.is_match("<b>Led</b>") && HTML.is_match("R&amp;D") && HTML.is_match("a<br/>b")
        );
    }
}
