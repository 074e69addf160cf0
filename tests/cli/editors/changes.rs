//! Generates documents with one change, as people make them.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value as Json, json};
use vitae::document::Document;
use vitae::document::shape::Field;

use super::documents::valid;
use crate::schemas::properties;

/// One change to a document.
#[derive(Debug, Clone)]
enum Change {
    /// Replaces a value.
    Replace(Json),
    /// Adds a key.
    Add(&'static str),
    /// Removes a key.
    Remove,
    /// Adds a letter to a key.
    Misspell,
}

/// The changes with their names.
fn changes() -> Vec<(&'static str, Change)> {
    let values = |name: &'static str, values: Vec<Json>| {
        values.into_iter().map(move |value| (name, Change::Replace(value)))
    };
    let texts = |name, texts: &[&str]| values(name, texts.iter().map(|&t| t.into()).collect());
    let keys = |name, keys: &[&'static str]| -> Vec<_> {
        keys.iter().map(|key| (name, Change::Add(key))).collect()
    };
    let long_local_part = format!("{}@example.com", "a".repeat(65));
    let mut changes =
        vec![("a missing key", Change::Remove), ("a misspelled key", Change::Misspell)];
    changes.extend(keys("an unknown key", &["zz_unknown", "a b"]));
    changes.extend(keys(
        "a reserved key",
        &["startDate", "position", "highlights", "fluency", "name", "employmentType", "internal"],
    ));
    let categories = &["Cloud", "c#", "_a", "a_", "// a", "säkerhet", "データ", "&", "Ö データ"];
    changes.extend(keys("a category", categories));
    changes.extend(values("no value", vec![Json::Null]));
    changes.extend(values(
        "another type",
        vec![json!([]), json!({}), json!(["x"]), json!({ "x": 1 }), json!(true), json!([[]])],
    ));
    changes.extend(values(
        "a number",
        vec![
            json!(-1),
            json!(0),
            json!(7),
            json!(85.0),
            json!(3.5),
            json!(15),
            json!(101),
            json!(999),
            json!(3000),
            json!(4097),
            json!(31_536_001),
            json!(99_999_999_999_u64),
        ],
    ));
    changes.extend(texts(
        "an empty text",
        &["", " ", "\n", "\u{a0}", "\u{2003}", "\u{200b}", "\u{feff}", "\u{3000}", "\u{3164}"],
    ));
    changes.extend(texts(
        "a word",
        &["Not A Word", "remote ", "Ö", "x", "10", "true", "null", "C1", "b2", "C3", "C1+"],
    ));
    changes.extend(texts(
        "a date",
        &["2024-13", "2024-1", "24", "Present", "2024-01-32", "2024-01-01T25:00:00Z", "999"],
    ));
    changes.extend(texts(
        "a web address",
        &[
            "http://",
            "example.com",
            "https://exa mple.com",
            "https://é.example.com",
            "https://example.com/%zz",
            "https://me@",
            "https://:80",
            "https://a:b/",
            "HTTPS://A",
            "https://example.com/a b",
            "https://example.com/<",
            "//example.com",
            "https://a?b#c",
            "https://a#b#c",
            "ftp://example.com",
            "https://example.com\n",
        ],
    ));
    changes.extend(texts(
        "a mail address",
        &[
            "a@b",
            "a@b.c",
            "a@example.c0m",
            "a..b@example.com",
            "å@example.com",
            "a@-b.com",
            "a@b-.com",
            ".a@example.com",
            "a@example.xn--p1ai",
            "a b@example.com",
            "a@b@c.com",
            "\"a b\"@example.com",
            "a@[127.0.0.1]",
            "a@example.com.",
            &long_local_part,
        ],
    ));
    changes
}

/// Returns documents in which one field has a wrong value, for each field and each wrong value. Only
/// every `step`th of them.
pub(super) fn each_field<T: Document>(step: usize) -> Vec<(&'static str, Json)> {
    let schema = T::editor_schema();
    let whole = T::SHAPE.example().expect("an example");
    let mut documents = Vec::new();
    for property in properties(&schema) {
        for (name, change) in changes() {
            let Change::Replace(value) = change else {
                continue;
            };
            // The schema does not know the hosts.
            if property.path == ["host"] && is_scalar(&value) {
                continue;
            }
            documents.push((name, with(&schema, &whole, &property.path, value)));
        }
    }
    documents.into_iter().step_by(step).collect()
}

/// Returns a document with this value at the path and otherwise only required fields.
fn with(schema: &Json, whole: &Json, path: &[String], value: Json) -> Json {
    let Some((first, rest)) = path.split_first() else {
        return value;
    };
    if first == "[]" {
        return json!([with(&schema["items"], &whole[0], rest, value)]);
    }
    let required = schema["required"].as_array().into_iter().flatten();
    let required = required.filter_map(Json::as_str);
    let mut group: Map<String, Json> =
        required.map(|key| (key.to_owned(), whole[key].clone())).collect();
    let inner = with(&schema["properties"][first], &whole[first], rest, value);
    group.insert(first.clone(), inner);
    group.into()
}

/// Generates a valid document with one change, and the name of the change.
pub(super) fn changed<T: Document>() -> BoxedStrategy<(&'static str, Json)> {
    let hosts = T::GROUP.field("host").map(Field::examples).unwrap_or_default();
    let known = move |host: &Json| !is_scalar(host) || hosts.contains(host);
    (valid(T::GROUP), any::<Index>(), any::<Index>(), select(changes()))
        .prop_map(|(mut document, place, key, (name, change))| {
            let group = |node: &Json| node.as_object().is_some_and(|group| !group.is_empty());
            let fits = |node: &Json| match change {
                Change::Replace(_) => true,
                Change::Add(_) => node.is_object(),
                Change::Remove | Change::Misspell => group(node),
            };
            let count = count(&document, &fits);
            let node = nth(&mut document, &mut place.index(count), &fits).expect("a node");
            match (change, node) {
                (Change::Replace(value), node) => *node = value,
                (Change::Add(key), Json::Object(group)) => {
                    group.insert(key.to_owned(), json!(["x"]));
                }
                (Change::Remove, Json::Object(group)) => {
                    let key = group.keys().nth(key.index(group.len())).cloned();
                    group.shift_remove(&key.expect("a key"));
                }
                (Change::Misspell, Json::Object(group)) => {
                    let key = group.keys().nth(key.index(group.len())).cloned();
                    let key = key.expect("a key");
                    let value = group.shift_remove(&key).expect("a value");
                    group.insert(format!("{key}x"), value);
                }
                (change, node) => panic!("{change:?} of {node}"),
            }
            (name, document)
        })
        .prop_filter("an unknown host", move |(_, document)| known(&document["host"]))
        .boxed()
}

fn is_scalar(value: &Json) -> bool {
    value.is_string() || value.is_number() || value.is_boolean()
}

fn count(node: &Json, fits: &dyn Fn(&Json) -> bool) -> usize {
    let inner: usize = match node {
        Json::Array(items) => items.iter().map(|item| count(item, fits)).sum(),
        Json::Object(entries) => entries.values().map(|entry| count(entry, fits)).sum(),
        _ => 0,
    };
    inner + usize::from(fits(node))
}

fn nth<'a>(
    node: &'a mut Json,
    left: &mut usize,
    fits: &dyn Fn(&Json) -> bool,
) -> Option<&'a mut Json> {
    if fits(node) {
        if *left == 0 {
            return Some(node);
        }
        *left -= 1;
    }
    match node {
        Json::Array(items) => items.iter_mut().find_map(|item| nth(item, left, fits)),
        Json::Object(entries) => entries.values_mut().find_map(|entry| nth(entry, left, fits)),
        _ => None,
    }
}
