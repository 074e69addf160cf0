//! Values in places that the schema leaves open.

use serde_json::{Value as Json, json};

use super::wrong_type::EMPTY_VALUE;
use crate::diagnostic::{Diagnostic, report};
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::{Kind, MappingEntry, Node, YamlValue};

diagnostic_codes! {
    error MISPLACED_INTERNAL = "misplaced-internal";
    error AMBIGUOUS_VALUE = "ambiguous-value";
}

/// Keys that mean `internal`, also misspelt ones: nobody publishes notes on purpose.
const INTERNAL: &str = "^[Ii][Nn][Tt][Ee][Rr][Nn]([Tt]|[Aa][Ll]?[A-Za-z_]?)$";

/// Whether a key means `internal`, as [`INTERNAL`] says it.
pub(super) fn means_internal(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    let Some(rest) = key.strip_prefix("intern") else {
        return false;
    };
    let ending = rest
        .strip_prefix('a')
        .map(|rest| rest.strip_prefix('l').unwrap_or(rest));
    rest == "t"
        || ending.is_some_and(|ending| {
            ending.len() <= 1 && ending.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
        })
}

/// The name of the definition of an open value.
const OPEN_VALUE: &str = "open_value";

/// Says in the schema what holds for values in places it leaves open, so that editor programs find
/// it too: none is empty, and `internal` is nowhere but at the top.
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

/// Whether a schema is that of an open value.
fn is_open(schema: &Json) -> bool {
    schema.get("$ref").is_some()
}

/// Lets every place the schema leaves open refer to the definition, except the editors' own notes.
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
        let refused = schema.get("propertyNames");
        let refused = refused.map(|names| names["not"].clone());
        let refused = [json!({ "pattern": INTERNAL })].into_iter().chain(refused);
        let names = json!({
            "title": "key",
            "description": "A field of your own.",
            "not": { "anyOf": refused.collect::<Vec<_>>() },
        });
        schema.insert("propertyNames".into(), names);
    }
}

/// The entries whose keys the schema leaves open, except the editors' own notes.
pub(super) fn open_entries<'a>(schema: &Json, node: &'a Node) -> Vec<&'a MappingEntry> {
    let mut open = Vec::new();
    match &node.value {
        YamlValue::Mapping(entries) => {
            for entry in entries {
                let known = schema
                    .pointer("/properties")
                    .and_then(|p| p.get(&entry.key));
                if known.is_some() && entry.key == "internal" {
                    continue;
                }
                let others = schema.get("additionalProperties");
                let closed = |schema: &&Json| schema.is_object() && !is_open(schema);
                match known.or_else(|| others.filter(closed)) {
                    Some(schema) => open.extend(open_entries(schema, &entry.value)),
                    None => open.push(entry),
                }
            }
        }
        YamlValue::Sequence(items) => {
            if let Some(schema) = schema.get("items") {
                open.extend(items.iter().flat_map(|item| open_entries(schema, item)));
            }
        }
        YamlValue::Scalar(_) | YamlValue::Mistaken => {}
    }
    open
}

/// Tells what is doubtful about an entry that the schema leaves open.
pub(super) fn doubtful_entry(file: &str, entry: &MappingEntry, diagnostics: &mut Vec<Diagnostic>) {
    if means_internal(&entry.key) {
        let message = format!("`{}` below another key would be published", entry.key);
        let span = entry.key_span.clone();
        let diagnostic = Diagnostic::at(&MISPLACED_INTERNAL, file, span, message);
        report(
            diagnostics,
            diagnostic.hint("move it to the start of a line, without indentation, as `internal:`"),
        );
    }
    doubtful(file, &entry.value, diagnostics);
}

/// Tells the values under `node` that would not be published as they are written.
fn doubtful(file: &str, node: &Node, diagnostics: &mut Vec<Diagnostic>) {
    match &node.value {
        YamlValue::Mapping(entries) => {
            for entry in entries {
                doubtful_entry(file, entry, diagnostics);
            }
        }
        YamlValue::Sequence(items) => {
            for item in items {
                doubtful(file, item, diagnostics);
            }
        }
        YamlValue::Scalar(scalar) => {
            let at = |code, message: String| Diagnostic::at(code, file, node.span.clone(), message);
            if scalar.kind == Kind::Null {
                let diagnostic = at(&EMPTY_VALUE, "this has no value".to_owned());
                report(
                    diagnostics,
                    diagnostic.hint("write a value, or delete the line"),
                );
            } else if let Some(doubt) = scalar.doubt() {
                let message = format!("without quotes, `{}` is read as {doubt}", scalar.text);
                let hint = format!("write \"{}\" if it is meant as text", scalar.text);
                report(diagnostics, at(&AMBIGUOUS_VALUE, message).hint(hint));
            }
        }
        YamlValue::Mistaken => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{INTERNAL, means_internal};

    #[test]
    fn schema_and_program_agree_on_what_means_internal() {
        let schema = serde_json::json!({ "pattern": INTERNAL });
        let validator = jsonschema::draft7::new(&schema).expect("a schema");
        for (key, means) in [
            ("internal", true),
            ("Internal", true),
            ("INTERNAL", true),
            ("interna", true),
            ("internt", true),
            ("internals", true),
            ("internall", true),
            ("internaal", false),
            ("intern", false),
            ("interns", false),
            ("international", false),
            ("interval", false),
            ("internal_notes", false),
            ("", false),
        ] {
            assert_eq!(means_internal(key), means, "{key}");
            assert_eq!(validator.is_valid(&key.into()), means, "{key}");
        }
    }
}
