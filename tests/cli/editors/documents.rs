//! Generates valid documents from the shapes of their fields.
//!
//! The generator avoids errors that a shape does not describe:
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
use proptest::string::string_regex;
use serde_json::{Map, Value as Json};
use vitae::characters::is_unsafe;
use vitae::document::shape::{Field, GroupShape, Shape, TextForm, TextShape};
use vitae::templates::Templates;

/// Generates a document of the fields of a group.
pub(super) fn valid(group: &GroupShape) -> BoxedStrategy<Json> {
    object(group)
}

fn value(key: &str, shape: &Shape) -> BoxedStrategy<Json> {
    match shape {
        Shape::Boolean => any::<bool>().prop_map(Json::from).boxed(),
        Shape::Whole { min, max } => (*min..=*max).prop_map(Json::from).boxed(),
        Shape::Text(text) => self::text(key, text),
        Shape::List(item) => {
            prop::collection::vec(value(key, item), 0..3).prop_map(Json::from).boxed()
        }
        Shape::Group(group) => object(group),
        Shape::Mapping(mapping) => {
            // No two of these names have the same key.
            let name = "[a-z]{1,8}( & [a-zåäö]{1,8}a)?";
            let key = if mapping.key.is_some() { name } else { OWN_KEY };
            let key = string_regex(key).expect("a pattern").boxed();
            entries(key, value("", mapping.value)).prop_map(Json::Object).boxed()
        }
        Shape::Open(_) => own_entries().prop_map(Json::Object).boxed(),
        Shape::Anything => open_value(),
        Shape::Notes => {
            let key = string_regex("[a-z]{1,8}").expect("a pattern").boxed();
            let text = string_regex("[a-zÅ-ö:#]{1,8}").expect("a pattern");
            prop_oneof![
                entries(key, anything()).prop_map(Json::Object),
                prop::collection::vec(anything(), 0..3).prop_map(Json::from),
                text.prop_map(Json::from),
            ]
            .boxed()
        }
    }
}

const OWN_KEY: &str = "own_[a-z]{1,8}";

fn entries(
    key: BoxedStrategy<String>,
    value: BoxedStrategy<Json>,
) -> BoxedStrategy<Map<String, Json>> {
    prop::collection::vec((key, value), 0..3)
        .prop_map(|entries| entries.into_iter().collect())
        .boxed()
}

fn own_entries() -> BoxedStrategy<Map<String, Json>> {
    entries(string_regex(OWN_KEY).expect("a pattern").boxed(), open_value())
}

/// Returns whether a date is the end of a period with a start.
fn is_end(key: &str) -> bool {
    ["end_date", "expires", "publish_until"].contains(&key)
}

/// Generates texts that match a pattern. The generator does not support anchors and look-ahead.
fn matching(pattern: &str) -> BoxedStrategy<String> {
    let pattern = pattern.trim_start_matches('^').trim_end_matches('$');
    string_regex(pattern).expect(pattern).boxed()
}

fn text(key: &str, text: &TextShape) -> BoxedStrategy<Json> {
    if key == "host" {
        return select(Templates::embedded().directories("hosts")).prop_map(Json::from).boxed();
    }
    let century = if is_end(key) { "2" } else { "1" };
    let pattern = text
        .pattern
        .replace("(?=[^@]{1,64}@)", "")
        .replace(r"\[[0-9A-Za-z:.~!$&'()*+,;=_-]+\]|", "")
        .replace("[12][0-9]|3[01]", "1[0-9]|2[0-8]")
        .replace("[12][0-9]{3}", &format!("{century}[0-9]{{3}}"));
    match text.form {
        TextForm::Plain => (safe_text(), "[a-zÅ-ö0-9#:-]", safe_text())
            .prop_map(|(before, visible, after)| format!("{before}{visible}{after}").into())
            .boxed(),
        // A year needs no quotes.
        TextForm::PartialDate => {
            let years = if is_end(key) { 2000..=2999 } else { 1000..=1999 };
            prop_oneof![matching(&pattern).prop_map(Json::from), years.prop_map(Json::from)].boxed()
        }
        TextForm::Email => matching(&pattern)
            .prop_filter("64 characters before the @", |text| {
                text.find('@').is_none_or(|at| at <= 64)
            })
            .prop_map(Json::from)
            .boxed(),
        _ => matching(&pattern).prop_map(Json::from).boxed(),
    }
}

fn object(group: &GroupShape) -> BoxedStrategy<Json> {
    let field = |field: &Field| {
        let name = field.name();
        let entry = value(name, field.shape).prop_map(move |value| (name.to_owned(), value));
        match (field.is_required)() {
            true => entry.prop_map(Some).boxed(),
            false => prop::option::weighted(0.4, entry).boxed(),
        }
    };
    let fields: Vec<BoxedStrategy<Option<(String, Json)>>> =
        group.fields.iter().map(field).collect();
    let others = match group.others {
        Some(_) => own_entries(),
        None => Just(Map::new()).boxed(),
    };
    (fields, others)
        .prop_map(|(fields, others)| {
            Json::Object(fields.into_iter().flatten().chain(others).collect())
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
