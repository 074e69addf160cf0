//! Recognizes texts in other notations than JSON and YAML: TOML, and Markdown after front matter.

use std::sync::LazyLock;

use regex::Regex;

/// A table, or a key and its value.
static TOML: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"^\s*(?:\[{1,2}[\w."' -]+\]{1,2}|[\w."'-]+\s*=\s*\S.*)\s*(?:#.*)?$"#;
    Regex::new(pattern).expect("a valid pattern")
});

/// Returns whether a text is TOML: its first line is a table or a key, and some line is a key with its value.
pub(super) fn is_toml(text: &str) -> bool {
    let is_comment = |line: &&str| line.trim().is_empty() || line.starts_with('#');
    let mut lines = text.lines().skip_while(is_comment).take(100).peekable();
    lines.peek().is_some_and(|line| TOML.is_match(line))
        && lines.any(|line| !line.trim_start().starts_with('[') && TOML.is_match(line))
}

/// Returns the YAML between the lines `---` at the start of a Markdown page; `None` if YAML follows, too.
pub(super) fn front_matter(text: &str) -> Option<&str> {
    let (front, body) = text.trim_start().strip_prefix("---")?.split_once("\n---")?;
    let mut lines = body.lines();
    let is_marker = lines.next().is_none_or(|rest| rest.trim().is_empty());
    let first = lines.find(|line| !line.trim().is_empty())?;
    let key = first.split_once(':').filter(|(_, value)| value.is_empty() || value.starts_with(' '));
    let is_key = key.is_some_and(|(key, _)| !key.contains([' ', '*', '[']));
    (is_marker && !is_key && !first.starts_with(['{', '-'])).then_some(front)
}

#[cfg(test)]
mod tests {
    use super::{front_matter, is_toml};

    #[test]
    fn finds_toml() {
        for text in [
            "[basics]\nname = \"Anna\"\n",
            "# Résumé\n\nname = \"Anna\" # of Anna\n",
            "[[work]]\r\nname = 'Nordvik'\r\n",
            "basics.name = \"Anna\"",
            "[params.\"x y\"]\n  a = 1\n",
        ] {
            assert!(is_toml(text), "{text}");
        }
        for text in [
            "[1]",
            "[true]",
            "[\n1]",
            "{}",
            "name: a = b\n",
            "basics:\n  name = x\n",
            "",
            "a b = c",
        ] {
            assert!(!is_toml(text), "{text}");
        }
    }

    #[test]
    fn finds_front_matter() {
        for text in [
            "---\ntitle: Anna\n---\n\n# About\n",
            "\n--- \r\ntitle: Anna\r\n---\r\nTeams and plans: *mine*\r\n",
            "---\nbasics: {}\n---\nI am an architect.",
        ] {
            assert!(front_matter(text).is_some(), "{text}");
        }
        for text in [
            "---\nbasics: {}\n",
            "---\nbasics: {}\n---\n",
            "---\na: 1\n---\nb: 2\n",
            "---\na: 1\n---\n- b\n",
            "basics: {}\n---\ntext",
        ] {
            assert!(front_matter(text).is_none(), "{text}");
        }
    }
}
