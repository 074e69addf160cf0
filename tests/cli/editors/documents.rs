//! Generates valid documents from a schema.
//!
//! The generator avoids errors that a schema cannot express:
//! - days that the month does not have: days end at 28;
//! - an end before its start: ends are in a later century than starts;
//! - invalid IP addresses (`https://[::1]`): hosts are names;
//! - unknown hosts: `host` is one of the examples;
//! - ambiguous values (`0123`, `2021.0`, `yes` without quotes, `.inf`): numbers are written as in
//!   JSON, texts in quotes;
//! - unsafe characters;
//! - syntax errors: keys are not empty and not `<<`.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;
use proptest::string::string_regex;
use serde_json::{Map, Value as Json};
use vitae::characters::{NOT_BLANK, is_unsafe};

/// Generates a document that matches its schema.
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
        "array" => {
            prop::collection::vec(value(key, &schema["items"]), 0..3).prop_map(Json::from).boxed()
        }
        "object" => object(schema),
        other => panic!("{key}: no values of type {other}"),
    };
    Union::new(kinds.iter().map(kind)).boxed()
}

/// Returns whether a date is the end of a period with a start.
fn is_end(key: &str) -> bool {
    ["end_date", "expires", "publish_until"].contains(&key)
}

fn integer(key: &str, schema: &Json) -> BoxedStrategy<Json> {
    let limit = |name| schema[name].as_u64().expect("a limit");
    let (least, most) = (limit("minimum"), limit("maximum"));
    // Integers that can also be texts are years.
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
        (safe_text(), "[a-zÅ-ö0-9#:-]", safe_text())
            .prop_map(|(before, visible, after)| format!("{before}{visible}{after}"))
            .boxed()
    } else {
        let century = if is_end(key) { "2" } else { "1" };
        // The generator does not support anchors and look-ahead.
        let pattern_without_anchors = pattern
            .trim_start_matches('^')
            .trim_end_matches('$')
            .replace("(?=[^@]{1,64}@)", "")
            .replace(r"\[[0-9A-Za-z:.~!$&'()*+,;=_-]+\]|", "")
            .replace("[12][0-9]|3[01]", "1[0-9]|2[0-8]")
            .replace("[12][0-9]{3}", &format!("{century}[0-9]{{3}}"));
        string_regex(&pattern_without_anchors).expect(pattern).boxed()
    };
    let long_local_part = |text: &String| text.find('@').is_none_or(|at| at <= 64);
    let is_mail = pattern.contains("@[A-Za-z0-9]");
    strategy
        .prop_filter("64 characters before the @", move |text| !is_mail || long_local_part(text))
        .prop_map(Json::from)
        .boxed()
}

fn object(schema: &Json) -> BoxedStrategy<Json> {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let properties = schema["properties"].as_object().cloned().unwrap_or_default();
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
    (fields, others)
        .prop_map(|(fields, others)| {
            let entries = fields.into_iter().flatten().chain(others);
            Json::Object(entries.collect())
        })
        .boxed()
}

/// A text without unsafe characters.
fn safe_text() -> impl Strategy<Value = String> {
    any::<String>().prop_map(|text| text.replace(is_unsafe, ""))
}

/// Scalars that are read as written.
fn scalar() -> BoxedStrategy<Json> {
    prop_oneof![
        any::<bool>().prop_map(Json::from),
        any::<i32>().prop_map(Json::from),
        safe_text().prop_map(Json::from),
    ]
    .boxed()
}

fn open_value() -> BoxedStrategy<Json> {
    nested(scalar())
}

/// A value under `internal`.
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
