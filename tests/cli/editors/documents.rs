//! Documents made from a schema: valid ones, and ones in which something was changed.
//!
//! What no schema can say is left out by construction, class by class:
//! - a day that its month does not have: days end at 28;
//! - an end before its start: ends lie in later centuries than starts;
//! - what is right of an address in brackets (`https://[::1]`): hosts are names;
//! - which hosts there are templates for: `host` is one of those suggested;
//! - how a value is written (`0123`, `2021.0`, `yes` without quotes, `.inf`): numbers are written
//!   as JSON writes them, texts are in quotes;
//! - what is wrong with the YAML itself, before there is a value: keys have a text and are no `<<`.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::Union;
use proptest::string::string_regex;
use serde_json::{Map, Value as Json, json};
use vitae::document::field::NOT_BLANK;

/// A document that its schema allows.
pub(super) fn valid(schema: &Json) -> BoxedStrategy<Json> {
    value("", schema)
}

fn value(key: &str, schema: &Json) -> BoxedStrategy<Json> {
    if schema.get("$ref").is_some() {
        return open_value();
    }
    let kinds = match &schema["type"] {
        Json::Array(kinds) => kinds.clone(),
        kind => vec![kind.clone()],
    };
    let kind = |kind: &Json| match kind.as_str().expect("a type") {
        "null" => Just(Json::Null).boxed(),
        "boolean" => any::<bool>().prop_map(Json::from).boxed(),
        "integer" => integer(key, schema),
        "string" => text(key, schema),
        "array" => prop::collection::vec(value(key, &schema["items"]), 0..3)
            .prop_map(Json::from)
            .boxed(),
        "object" => object(schema),
        other => panic!("{key}: no values of type {other}"),
    };
    Union::new(kinds.iter().map(kind)).boxed()
}

/// Whether a date is the end of something that has a start.
fn is_end(key: &str) -> bool {
    ["end_date", "expires"].contains(&key)
}

fn integer(key: &str, schema: &Json) -> BoxedStrategy<Json> {
    let limit = |name| schema[name].as_u64().expect("a limit");
    let (least, most) = (limit("minimum"), limit("maximum"));
    // The integers that are texts too are years.
    let range = match schema["type"].is_array() {
        true if is_end(key) => 2000..=most,
        true => least..=1999,
        false => least..=most,
    };
    range.prop_map(Json::from).boxed()
}

fn text(key: &str, schema: &Json) -> BoxedStrategy<Json> {
    let pattern = schema["pattern"].as_str().expect("a pattern");
    let strategy = if key == "host" {
        let hosts = schema["examples"].as_array().expect("hosts").clone();
        return select(hosts).boxed();
    } else if pattern == NOT_BLANK {
        (any::<String>(), "[a-zÅ-ö0-9#:-]", any::<String>())
            .prop_map(|(before, visible, after)| format!("{before}{visible}{after}"))
            .boxed()
    } else {
        let century = if is_end(key) { "2" } else { "1" };
        // Anchors and a look ahead are no part of what a text is made of.
        let made = pattern
            .trim_start_matches('^')
            .trim_end_matches('$')
            .replace("(?=[^@]{1,64}@)", "")
            .replace(r"\[[0-9A-Za-z:.~!$&'()*+,;=_-]+\]|", "")
            .replace("[12][0-9]|3[01]", "1[0-9]|2[0-8]")
            .replace("[12][0-9]{3}", &format!("{century}[0-9]{{3}}"));
        string_regex(&made).expect(pattern).boxed()
    };
    let long_local_part = |text: &String| text.find('@').is_none_or(|at| at <= 64);
    let is_mail = pattern.contains("@[A-Za-z0-9]");
    strategy
        .prop_filter("64 characters before the @", move |text| {
            !is_mail || long_local_part(text)
        })
        .prop_map(Json::from)
        .boxed()
}

fn object(schema: &Json) -> BoxedStrategy<Json> {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let properties = schema["properties"]
        .as_object()
        .cloned()
        .unwrap_or_default();
    let fields: Vec<BoxedStrategy<Option<(String, Json)>>> = properties
        .iter()
        .map(|(key, field)| {
            let entry = value(key, field).prop_map({
                let key = key.clone();
                move |value| (key.clone(), value)
            });
            if required.contains(&Json::from(key.as_str())) {
                entry.prop_map(Some).boxed()
            } else {
                prop::option::weighted(0.4, entry).boxed()
            }
        })
        .collect();
    let others = match &schema["additionalProperties"] {
        Json::Bool(true) => prop::collection::vec(("[a-z]{1,8}", anything()), 0..3).boxed(),
        others @ Json::Object(_) => {
            let pattern = schema["propertyNames"]["pattern"].as_str();
            let pattern = pattern.unwrap_or("^own_[a-z]{1,8}$");
            let pattern = pattern.trim_start_matches('^').trim_end_matches('$');
            let key = string_regex(pattern).expect("a pattern");
            prop::collection::vec((key, value("", others)), 0..3).boxed()
        }
        _ => Just(Vec::new()).boxed(),
    };
    let least = schema["minProperties"].as_u64().unwrap_or(0);
    (fields, others)
        .prop_map(|(fields, others)| {
            let entries = fields.into_iter().flatten().chain(others);
            entries.collect::<Map<String, Json>>()
        })
        .prop_filter("a field", move |entries| entries.len() as u64 >= least)
        .prop_map(Json::Object)
        .boxed()
}

/// Scalars that are read as they are written.
fn scalar() -> BoxedStrategy<Json> {
    prop_oneof![
        any::<bool>().prop_map(Json::from),
        any::<i32>().prop_map(Json::from),
        any::<String>().prop_map(Json::from),
    ]
    .boxed()
}

fn open_value() -> BoxedStrategy<Json> {
    nested(scalar())
}

/// What is below `internal`.
fn anything() -> BoxedStrategy<Json> {
    nested(prop_oneof![scalar(), Just(Json::Null)].boxed())
}

fn nested(scalar: BoxedStrategy<Json>) -> BoxedStrategy<Json> {
    scalar
        .prop_recursive(3, 8, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Json::from),
                prop::collection::vec(("own_[a-z]{1,8}", inner), 0..3)
                    .prop_map(|entries| entries.into_iter().collect::<Map<_, _>>().into()),
            ]
        })
        .boxed()
}

/// One change to a document.
#[derive(Debug, Clone)]
enum Change {
    /// This value in place of another.
    Replace(Json),
    /// A further key.
    Add(&'static str),
    /// A key less.
    Remove,
    /// A key with a letter more.
    Misspell,
}

/// The changes by what an editor would call them.
fn changes() -> Vec<(&'static str, Change)> {
    let values = |name: &'static str, values: Vec<Json>| {
        values
            .into_iter()
            .map(move |value| (name, Change::Replace(value)))
    };
    let texts = |name, texts: &[&str]| values(name, texts.iter().map(|&t| t.into()).collect());
    let keys = |name, keys: &[&'static str]| -> Vec<_> {
        keys.iter().map(|key| (name, Change::Add(key))).collect()
    };
    let long_local_part = format!("{}@example.com", "a".repeat(65));
    let mut changes = vec![
        ("a missing key", Change::Remove),
        ("a misspelt key", Change::Misspell),
    ];
    changes.extend(keys("an unknown key", &["zz_unknown", "a b"]));
    changes.extend(keys(
        "a reserved key",
        &[
            "startDate",
            "position",
            "highlights",
            "fluency",
            "name",
            "employmentType",
            "internal",
        ],
    ));
    changes.extend(keys(
        "a bad category",
        &["Cloud", "c#", "a__b", "_a", "säkerhet"],
    ));
    changes.extend(values("no value", vec![Json::Null]));
    changes.extend(values(
        "another type",
        vec![
            json!([]),
            json!({}),
            json!(["x"]),
            json!({ "x": 1 }),
            json!(true),
            json!([[]]),
        ],
    ));
    changes.extend(values(
        "a number",
        vec![
            json!(-1),
            json!(0),
            json!(7),
            json!(85.0),
            json!(3.5),
            json!(99_999_999_999_u64),
        ],
    ));
    changes.extend(texts(
        "an empty text",
        &[
            "", " ", "\n", "\u{a0}", "\u{85}", "\u{200b}", "\u{feff}", "\u{2028}", "\u{3164}",
        ],
    ));
    changes.extend(texts(
        "a word",
        &["Not A Word", "remote ", "Ö", "x", "10", "true", "null"],
    ));
    changes.extend(texts(
        "a date",
        &[
            "2024-13",
            "2024-1",
            "24",
            "Present",
            "2024-01-32",
            "2024-01-01T25:00:00Z",
            "999",
        ],
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

/// A valid document with one change, and what an editor would call the change.
pub(super) fn changed(schema: &Json) -> BoxedStrategy<(&'static str, Json)> {
    let hosts = schema["properties"]["host"]["examples"].clone();
    let known = move |host: &Json| {
        let mut hosts = hosts.as_array().into_iter().flatten();
        !host.is_string() || hosts.any(|known| known == host)
    };
    (
        valid(schema),
        any::<Index>(),
        any::<Index>(),
        select(changes()),
    )
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
        .prop_filter("an unknown host", move |(_, document)| {
            known(&document["host"])
        })
        .boxed()
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
        Json::Object(entries) => entries
            .values_mut()
            .find_map(|entry| nth(entry, left, fits)),
        _ => None,
    }
}
