//! Values in open places: keys that the schema does not define, whose values can be anything.

use serde_json::{Value as Json, json};

use super::internal_key::{INTERNAL, means_internal};
use super::wrong_type::EMPTY_VALUE;
use crate::diagnostic::{Diagnostic, report};
use crate::diagnostic_code::diagnostic_codes;
use crate::json_schema::Schema;
use crate::yaml::{MappingEntry, Node, ScalarKind, YamlValue};

diagnostic_codes! {
    error MISPLACED_INTERNAL = "misplaced-internal";
    error AMBIGUOUS_VALUE = "ambiguous-value";
}

const OPEN_VALUE: &str = "open_value";

/// Adds the rules for open places to the schema, so that editors apply them too: no value is empty,
/// and `internal` occurs at the top level only.
pub(super) fn define(schema: &mut Json) {
    refer(schema);
    let reference = reference();
    schema["definitions"] = json!({
        OPEN_VALUE: {
            "type": ["string", "boolean", "number", "object", "array"],
            "errorMessage": "This has no value. Write one, or delete the line.",
            "items": reference.clone(),
            "additionalProperties": reference,
            "propertyNames": { "not": { "pattern": INTERNAL } },
        }
    });
}

fn reference() -> Json {
    json!({ "$ref": format!("#/definitions/{OPEN_VALUE}") })
}

/// Refers to the definition from every open place, except in the editors' own notes.
fn refer(schema: &mut Json) {
    let Some(schema) = schema.as_object_mut() else {
        return;
    };
    for part in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get_mut(part) {
            refer(inner);
        }
    }
    let properties = schema.get_mut("properties").and_then(Json::as_object_mut);
    for (key, field) in properties.into_iter().flatten() {
        if key != "internal" {
            refer(field);
        }
    }
    if schema.get("additionalProperties") == Some(&Json::Bool(true)) {
        schema.insert("additionalProperties".into(), reference());
        let reserved = schema.get("propertyNames").map(|names| names["not"].clone());
        let rejected: Vec<Json> =
            [json!({ "pattern": INTERNAL })].into_iter().chain(reserved).collect();
        let names = json!({
            "title": "key",
            "description": "A field of your own.",
            "not": { "anyOf": rejected },
        });
        schema.insert("propertyNames".into(), names);
    }
}

/// Calls `visit` with the entries in open places, except in the editors' own notes.
pub(super) fn visit_open_entries(
    schema: &Schema,
    node: &Node,
    visit: &mut impl FnMut(&MappingEntry),
) {
    match &node.value {
        YamlValue::Mapping(entries) => {
            let others = schema.additional_properties.as_deref();
            let closed = others.filter(|others| others.reference.is_none());
            for entry in entries {
                let known = schema.properties.get(&entry.key);
                if known.is_some() && entry.key == "internal" {
                    continue;
                }
                match known.or(closed) {
                    Some(schema) => visit_open_entries(schema, &entry.value, visit),
                    None => visit(entry),
                }
            }
        }
        YamlValue::Sequence(items) => {
            if let Some(schema) = &schema.items {
                items.iter().for_each(|item| visit_open_entries(schema, item, visit));
            }
        }
        YamlValue::Scalar(_) | YamlValue::Invalid => {}
    }
}

/// Checks an entry in an open place.
pub(super) fn check_entry(file: &str, entry: &MappingEntry, diagnostics: &mut Vec<Diagnostic>) {
    if means_internal(&entry.key) {
        let message = format!("`{}` under another key would be published", entry.key);
        let span = entry.key_span.clone();
        let diagnostic = Diagnostic::at(&MISPLACED_INTERNAL, file, span, message)
            .hint("move it to the top level: `internal:` at the start of a line");
        report(diagnostics, diagnostic);
    }
    check_value(file, &entry.value, diagnostics);
}

/// Reports values in `node` that are empty or ambiguous.
fn check_value(file: &str, node: &Node, diagnostics: &mut Vec<Diagnostic>) {
    match &node.value {
        YamlValue::Mapping(entries) => {
            for entry in entries {
                check_entry(file, entry, diagnostics);
            }
        }
        YamlValue::Sequence(items) => {
            for item in items {
                check_value(file, item, diagnostics);
            }
        }
        YamlValue::Scalar(scalar) => {
            let at = |code, message: String| Diagnostic::at(code, file, node.span.clone(), message);
            if scalar.kind == ScalarKind::Null {
                let diagnostic = at(&EMPTY_VALUE, "this has no value".to_owned())
                    .hint("write a value, or delete the line");
                report(diagnostics, diagnostic);
            } else if let Some(reading) = scalar.ambiguity() {
                let message = format!("without quotes, `{}` is read as {reading}", scalar.text);
                let hint = format!("write \"{}\" if it is meant as text", scalar.text);
                report(diagnostics, at(&AMBIGUOUS_VALUE, message).hint(hint));
            }
        }
        YamlValue::Invalid => {}
    }
}
