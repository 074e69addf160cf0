//! Values as an author would write them: block style, quotes only where they are needed.

use serde_json::Value as Json;

use super::scalar::{Kind, Scalar};

/// The lines of a value that is no single scalar, or of one that is.
pub fn lines(value: &Json) -> Vec<String> {
    match value {
        Json::Object(entries) if !entries.is_empty() => {
            let entries = entries.iter();
            entries.flat_map(|(key, value)| entry(key, value)).collect()
        }
        Json::Array(items) if !items.is_empty() => items.iter().flat_map(item).collect(),
        Json::String(text) => vec![scalar(text)],
        _ => vec![value.to_string()],
    }
}

/// The lines of a key and its value: on one line if the value is a scalar, else below the key.
pub fn entry(key: &str, value: &Json) -> Vec<String> {
    let key = scalar(key);
    match value {
        Json::Object(entries) if !entries.is_empty() => below(&key, lines(value)),
        Json::Array(items) if !items.is_empty() => below(&key, lines(value)),
        Json::String(text) if text.ends_with('\n') && is_literal(text) => {
            let mut literal = vec![format!("{key}: |")];
            literal.extend(text.lines().map(indented));
            literal
        }
        _ => vec![format!("{key}: {}", lines(value).concat())],
    }
}

fn item(value: &Json) -> Vec<String> {
    let mut lines = lines(value).into_iter();
    let first = lines.next().map(|line| format!("- {line}"));
    first
        .into_iter()
        .chain(lines.map(|line| indented(&line)))
        .collect()
}

fn below(key: &str, lines: Vec<String>) -> Vec<String> {
    let key = format!("{key}:");
    let lines = lines.iter().map(|line| indented(line));
    std::iter::once(key).chain(lines).collect()
}

fn indented(line: &str) -> String {
    match line {
        "" => String::new(),
        _ => format!("  {line}"),
    }
}

/// Whether a block of lines gives the text back.
fn is_literal(text: &str) -> bool {
    let visible = |c: char| c == '\n' || !c.is_control();
    !text.starts_with([' ', '\n']) && !text.ends_with("\n\n") && text.chars().all(visible)
}

/// The text as a scalar on one line: without quotes if every reader takes it for this text.
pub fn scalar(text: &str) -> String {
    let meaning = Scalar::resolve(text.to_owned(), true);
    let inner = |c: char| c.is_alphanumeric() || " -_.,;:+/()&'@#%".contains(c);
    let plain = meaning.kind == Kind::String
        && meaning.doubt().is_none()
        && text.starts_with(char::is_alphanumeric)
        && text.chars().all(inner)
        && !text.ends_with([' ', ':'])
        && ![": ", " #"].iter().any(|mark| text.contains(mark));
    if plain {
        text.to_owned()
    } else {
        // The escapes of JSON are escapes of YAML.
        Json::from(text).to_string()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{entry, lines, scalar};
    use crate::yaml::parse;

    #[test]
    fn what_is_printed_is_read_back() {
        let value = json!({
            "plain": "Anna Berg, Åre: (AB) +46",
            "quoted": ["+46 70", "0123", "yes", "a: b", "a #b", "x:", "- a", "", " a", "é\n", "@"],
            "literal": "One.\n\nTwo:\n  three # four\n",
            "nested": [{"a": 1, "b": [true, 1.5, "c"]}, [["d"]], {}, []],
            "key: #": {"a": {"b": "c"}},
            "no": null,
        });
        let text = lines(&value).join("\n");
        let mut diagnostics = Vec::new();
        let tree = parse("a.yaml", text.as_bytes(), &mut diagnostics).expect(&text);
        assert_eq!(tree.to_json(), value, "{text}");
    }

    #[test]
    fn quotes_only_where_they_are_needed() {
        for text in [
            "Anna Berg",
            "2024-03-15",
            "https://example.com/a#b",
            "Ärlig & Co, 4 st",
        ] {
            assert_eq!(scalar(text), text);
        }
        assert_eq!(scalar("+46 70"), "\"+46 70\"");
        let value = json!([{ "name": "A", "b": 2 }]);
        assert_eq!(entry("list", &value), ["list:", "  - name: A", "    b: 2"]);
    }
}
