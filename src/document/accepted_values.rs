//! Values that `vitae check` accepts beside those of the declared type. Editor programs have to accept them, too.

use serde_json::{Map, Value as Json, json};

use super::empty_value::MEANINGFUL;
use crate::characters::NOT_BLANK;

/// Adds the accepted values to the schema of a group, list or text: a number or a boolean without quotes as a text,
/// and no value for an optional field if `leaves_out_empty`.
pub(super) fn add(schema: &mut Json, leaves_out_empty: bool) {
    for part in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get_mut(part).filter(|inner| inner.is_object()) {
            add(inner, leaves_out_empty);
        }
    }
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let fields = schema.get_mut("properties").and_then(Json::as_object_mut);
    for (key, field) in fields.into_iter().flatten() {
        add(field, leaves_out_empty);
        let is_optional = !required.contains(&key.as_str().into());
        if leaves_out_empty && is_optional && !MEANINGFUL.contains(&key.as_str()) {
            field.as_object_mut().map(add_empty);
        }
    }
    if schema["pattern"] == NOT_BLANK {
        schema["type"] = json!(["string", "number", "boolean"]);
    }
}

/// Adds null and blank texts to the schema of a value that is no group.
fn add_empty(field: &mut Map<String, Json>) {
    let types = match field.get("type") {
        Some(Json::Array(types)) => types.clone(),
        Some(kind) if kind != "object" => vec![kind.clone()],
        _ => return,
    };
    let more = ["string", "null"].map(Json::from).into_iter().filter(|kind| !types.contains(kind));
    let all: Vec<Json> = types.iter().cloned().chain(more).collect();
    field.insert("type".into(), all.into());
    // A blank text is no URI; the pattern says more.
    field.shift_remove("format");
    let pattern = field.shift_remove("pattern");
    if pattern.as_ref().is_some_and(|pattern| pattern == NOT_BLANK) {
        return;
    }
    let blank = format!("^{}*$", NOT_BLANK.replacen("[^", "[", 1));
    let pattern = match pattern.as_ref().and_then(Json::as_str) {
        Some(pattern) => format!("{blank}|{pattern}"),
        None => blank,
    };
    field.insert("pattern".into(), pattern.into());
    let message = match types[0].as_str() {
        Some("array") => "Write each item on its own line, starting with a dash and a space.",
        Some("boolean") => "Write true or false, without quotes.",
        _ => "Write a whole number, without quotes.",
    };
    field.entry("errorMessage").or_insert(message.into());
}
