//! Markdown and HTML in texts, which are published as plain text.

use std::sync::LazyLock;

use regex::Regex;

use super::written_text::WrittenText;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::write::quoted;

diagnostic_codes! {
    warning MARKUP = "markup";
}

/// Links, emphasis, code and headings of Markdown (`CommonMark` 0.31.2, §4.2, §6.1, §6.2 and §6.3), HTML tags and
/// character references, and line breaks as `\n`. Asterisks and backticks count only around whole words.
static MARKUP_PATTERN: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"(?xm)
        \[[^\[\]\n]+\]\([^()\s]*[./@][^()\s]*\)
        | (?:^|[\s(]) (?P<marked>
            \*{1,3}\w(?:[^*\n]*[\w.!?:%)])?\*{1,3}
            | `[^`\s](?:[^`\n]*[^`\s])?`
          ) (?:$|[\s).,;:!?])
        | ^\ *\#{2,6}\ +[^\W\d_]
        | <!--
        | </?(?i-u:b|i|u|em|strong|p|br|hr|ul|ol|li|a|span|div|h[1-6])(?:\ [^<>\n]*)?/?>
        | &(?:[A-Za-z][a-z]{1,5}|\#[0-9]+|\#[xX][0-9A-Fa-f]+);
        | \S\\n(?:\\n|[^\\a-z]|$)
        | [.!?,;]\\n
    "#;
    Regex::new(pattern).expect("a valid pattern")
});

/// Reports a text with Markdown or HTML.
pub(super) fn check(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let value = text.value();
    let is_mark = |byte| matches!(byte, b'*' | b'[' | b'`' | b'#' | b'<' | b'&' | b'\\');
    if !value.bytes().fold(false, |any, byte| any | is_mark(byte)) {
        return None;
    }
    let found = MARKUP_PATTERN.captures(value)?;
    let found = found.name("marked").or(found.get(0))?.as_str();
    let found = if found.contains("\\n") { "\\n" } else { found };
    let message = format!("`{}` is markup, but texts are published as they are", found.trim());
    let hint = match found {
        reference if reference.starts_with('&') => {
            "write the character itself, such as `&` for `&amp;`"
        }
        "\\n" => "write `|` after the colon or dash, and each line of the text below it, indented",
        "<!--" => "delete the comment",
        _ => "write plain text, and a web address after its label in parentheses",
    };
    let diagnostic = Diagnostic::at(&MARKUP, text.file, text.span_of(found), message).hint(hint);
    let is_line = !text.scalar.block && !text.written().contains('\n');
    Some(match decoded(value).filter(|_| is_line) {
        Some(fixed) => {
            let fixed = quoted(&fixed);
            diagnostic.hint(format!("write {fixed}")).replace_at(text.span.clone(), fixed)
        }
        None => diagnostic,
    })
}

/// Returns a text with the characters that common references stand for; `None` if it had or still has other markup.
fn decoded(value: &str) -> Option<String> {
    const CHARACTERS: &str = "lt=< gt=> quot=\" apos=' #39=' ndash=– mdash=— hellip=… rsquo=’ szlig=ß auml=ä Auml=Ä \
        ouml=ö Ouml=Ö uuml=ü Uuml=Ü aring=å Aring=Å aelig=æ oslash=ø eacute=é Eacute=É egrave=è agrave=à ccedil=ç amp=&";
    let pairs = CHARACTERS.split(' ').filter_map(|pair| pair.split_once('='));
    let decoded = pairs.fold(value.replace("&nbsp;", " "), |text, (name, character)| {
        text.replace(&format!("&{name};"), character)
    });
    (decoded != value && !MARKUP_PATTERN.is_match(&decoded)).then_some(decoded)
}

#[cfg(test)]
mod tests {
    use super::MARKUP_PATTERN;

    #[test]
    fn finds_markdown_and_html() {
        for text in [
            "***Led*** a team",
            "**Result:** 30 % *faster*!",
            "See [my site](https://example.com/a).",
            "Wrote `serde`",
            "## About me\nText",
            "<b>Led</b>",
            "a<br/>b",
            "Architect <!-- or lead -->",
            r"One line.\nAnother",
            r"One paragraph\n\nanother",
        ] {
            assert!(MARKUP_PATTERN.is_match(text), "{text}");
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
            "f(*args, **options) and g(**options)",
            "# 1 of 3\nText",
            "# of users: 500",
            "R&D",
            r"C:\new and \\server\nas",
            "AT&T; IBM",
            "a < b > c",
            "Vec<u8>",
            "<3",
        ] {
            assert!(!MARKUP_PATTERN.is_match(text), "{text}");
        }
    }
}
