//! Reads JSON in UTF-8 or UTF-16, and reports what JSON parsers drop silently: repeated keys, digits
//! of long numbers and unsafe characters.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json};

use super::report::ImportReport;
use super::{ImportResult, invisible_characters, path, require_json_resume};
use crate::diagnostic::Diagnostic;
use crate::yaml::{self, Node, Scalar, YamlValue};

/// Decodes UTF-8, or UTF-16 with a byte order mark; `None` if the bytes are neither.
pub(super) fn text(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        let whole = bytes.len().is_multiple_of(2);
        let text = char::decode_utf16(units).collect::<Result<String, _>>();
        text.ok().filter(|_| whole).map(Cow::Owned)
    };
    match bytes {
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => {
            let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            std::str::from_utf8(bytes).ok().map(Cow::Borrowed)
        }
    }
}

/// Converts a document in YAML to JSON; `None` if the text starts like JSON with or without comments. A number whose digits JSON would change
/// becomes a text.
///
/// # Errors
/// Returns the first error in a JSON Resume, or that the text is in another format.
pub(super) fn yaml(file: &str, text: &str) -> ImportResult<Option<String>> {
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with("//"));
    if first.is_none_or(|line| ["{", "[", "/*"].iter().any(|json| line.starts_with(json))) {
        return Ok(None);
    }
    let mut diagnostics = Vec::new();
    let tree = yaml::parse(file, text.as_bytes(), &mut diagnostics);
    let error = diagnostics.into_iter().find(Diagnostic::is_error);
    match (tree, error) {
        (Some(tree), None) if !matches!(tree.value, YamlValue::Scalar(_) | YamlValue::Invalid) => {
            Ok(Some(json_of(&tree).to_string()))
        }
        (_, error) => {
            require_json_resume(file, &top_level_keys(text))?;
            error.map_or(Ok(None), |error| Err(Box::new(error)))
        }
    }
}

/// Returns a group with the keys in the first column, which show the format of a text with errors: those before any
/// other text, and `basics`.
fn top_level_keys(text: &str) -> Json {
    let key = |line: &str| {
        let (key, value) = line.split_once(':')?;
        let is_key = value.is_empty() || value.starts_with([' ', '\t']);
        is_key.then(|| (key.trim_matches(['"', '\'', ' ']).to_owned(), Json::Null))
    };
    let is_in_first_column =
        |line: &&str| !line.is_empty() && !line.starts_with([' ', '\t', '#', '%', '-']);
    let lines = text.lines().filter(is_in_first_column);
    let basics = lines.clone().filter_map(key).filter(|(key, _)| key == "basics");
    lines.map_while(key).chain(basics).collect::<Map<_, _>>().into()
}

fn json_of(node: &Node) -> Json {
    match &node.value {
        YamlValue::Mapping(entries) => {
            let fields = entries.iter().map(|entry| (entry.key.clone(), json_of(&entry.value)));
            fields.collect::<Map<_, _>>().into()
        }
        YamlValue::Sequence(items) => items.iter().map(json_of).collect(),
        YamlValue::Scalar(scalar) if scalar.ambiguity().is_some() => scalar.text.clone().into(),
        YamlValue::Scalar(scalar) => scalar.to_json(),
        YamlValue::Invalid => Json::Null,
    }
}

/// Parses a document, removes unsafe characters, and reports the differences from `text`.
///
/// # Errors
/// Returns an error if the text is not JSON or is nested more than 127 levels deep.
pub(super) fn json(text: &str) -> Result<(Json, ImportReport), serde_json::Error> {
    // Its errors have the position in the whole text.
    serde_json::from_str::<Json>(text)?;
    let mut report = ImportReport::default();
    let document = value(serde_json::from_str(text)?, "", &mut report)?;
    Ok((document, report))
}

/// Reads the value at `path`, and reports differences from the text.
fn value(raw: &RawValue, path: &str, report: &mut ImportReport) -> Result<Json, serde_json::Error> {
    let text = raw.get();
    if text.starts_with('[') {
        let items: Vec<&RawValue> = serde_json::from_str(text)?;
        let items = (0..).zip(items);
        return items.map(|(index, item)| value(item, &path::item(path, index), report)).collect();
    }
    if text.starts_with('{') {
        let RawEntries(entries) = serde_json::from_str(text)?;
        let mut fields = Map::new();
        for (key, raw) in entries {
            let path = path::child(path, &key);
            let value = value(raw, &path, report)?;
            if !invisible_characters::is_clean(&key) {
                report.rejected(&path, &value, "its key contains invisible characters");
            } else if let Some(former) = fields.insert(key, value) {
                let reason = "its key is repeated, and the last value counts";
                report.rejected(&path, &former, reason);
            }
        }
        return Ok(fields.into());
    }
    let (written, read, change) = match serde_json::from_str(text)? {
        Json::String(written) => match invisible_characters::clean(&written) {
            Some(clean) => (written, clean, "without invisible characters"),
            None => return Ok(written.into()),
        },
        // YAML parsers disagree about exponents.
        Json::Number(_) if text.contains('e') || is_ambiguous(text) => {
            (text.to_owned(), text.to_owned(), "read as text, which keeps its digits")
        }
        scalar => return Ok(scalar),
    };
    report.converted(path, &written.into(), change);
    Ok(read.into())
}

fn is_ambiguous(number: &str) -> bool {
    Scalar::resolve(number.to_owned(), true).ambiguity().is_some()
}

/// The entries of a group, also those whose key is repeated.
struct RawEntries<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for RawEntries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor;

        impl<'de> Visitor<'de> for EntriesVisitor {
            type Value = RawEntries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a group")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(RawEntries(entries))
            }
        }
        deserializer.deserialize_map(EntriesVisitor)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::report::{ImportOutcome, ImportReport};
    use super::{json, text};

    /// The rejected values, with their paths.
    fn rejected(report: &ImportReport) -> Vec<(String, serde_json::Value)> {
        let entries = report.entries.iter();
        let value = entries.filter_map(|entry| match &entry.outcome {
            ImportOutcome::Rejected { value, .. } => Some((entry.path.clone(), value.clone())),
            _ => None,
        });
        value.collect()
    }

    #[test]
    fn decodes_utf8_and_utf16() {
        let utf16: Vec<u8> = "{\"å\": 1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let with_mark = [&[0xFF, 0xFE], utf16.as_slice()].concat();
        for bytes in [&with_mark, "\u{FEFF}{\"å\": 1}".as_bytes()] {
            assert_eq!(text(bytes).as_deref(), Some("{\"å\": 1}"));
        }
        assert_eq!(text(b"{\"\xE5\": 1}"), None);
        assert_eq!(text(&with_mark[..with_mark.len() - 1]), None);
    }

    #[test]
    fn reports_repeated_keys() {
        let (document, report) =
            json(r#"{"a": [{"b": 1, "b": 2}], "a": {"c d": 1, "c d": null}}"#).expect("JSON");
        assert_eq!(document, json!({"a": {"c d": null}}));
        assert_eq!(
            rejected(&report),
            [
                ("a[0].b".to_owned(), json!(1)),
                ("a[\"c d\"]".to_owned(), json!(1)),
                ("a".to_owned(), json!([{"b": 2}])),
            ]
        );
        assert!(json("{} x").is_err() && json(&"[".repeat(1000)).is_err());
    }

    #[test]
    fn keeps_digits_and_removes_invisible_characters() {
        let long = "123456789012345678901234567890";
        let (rounded, _) =
            json("[9007199254740992, -12345678901234567890, -9007199254740991]").expect("JSON");
        assert_eq!(
            rounded,
            json!(["9007199254740992", "-12345678901234567890", -9_007_199_254_740_991_i64])
        );
        let (document, report) = json(&format!(
            r#"{{"a": ["1", -2, {long}], "b": "x\u0000y", "b\u202e": [1.50], "1": 2.50}}"#
        ))
        .expect("JSON");
        assert_eq!(document["b"], "xy");
        assert_eq!(document["a"], json!(["1", -2, long]));
        assert_eq!(document["1"], "2.50");
        let key = "[\"b\\u{202e}\"]".to_owned();
        assert_eq!(rejected(&report), [(key, json!(["1.50"]))]);
        assert_eq!(report.entries.len(), 5);
    }
}
