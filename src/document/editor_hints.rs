//! Adds hints for editor programs to a schema: an example of each group of fields, and the fields
//! that a new item of a list starts with.
//!
//! `markdownDescription` and `defaultSnippets` are keywords of the YAML language server. It inserts
//! `examples` only if they are scalars or lists of scalars, so examples of groups are part of the
//! description instead.

use serde_json::{Map, Value as Json, json};

use crate::yaml;

/// The keyword for the fields that a new item of a list starts with. It is removed from the
/// published schema.
pub(super) const USUAL_FIELDS: &str = "usual_fields";

/// The keyword for examples that must be replaced. It is removed from the published schema.
pub(super) const EXAMPLES_ARE: &str = "examples_are";

/// The keyword for a field that a translation cannot have (`false`), or can have although the document lacks it
/// (`true`). It is removed from the published schema.
pub(super) const TRANSLATED: &str = "translated";

/// The keyword for the description in a form. It is removed from the published schema.
pub const FORM_HINT: &str = "form_hint";

/// Returns the first example of the schema, or combines the examples of its fields.
pub fn example(schema: &Json) -> Option<Json> {
    if let Some(own) = schema.pointer("/examples/0") {
        return Some(own.clone());
    }
    if let Some(properties) = schema["properties"].as_object() {
        let entry = |(key, field): (&String, &Json)| Some((key.clone(), example(field)?));
        let entries: Map<String, Json> = properties.iter().filter_map(entry).collect();
        return Some(entries.into());
    }
    let item = schema.get("items").and_then(example)?;
    Some(json!([item]))
}

/// Returns whether a value is a group of fields or a list of groups.
fn is_group(schema: &Json) -> bool {
    schema["type"] == "object" || schema["items"]["type"] == "object"
}

/// Adds the hints to a schema without references.
pub(super) fn add(schema: &mut Json) {
    for part in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get_mut(part).filter(|inner| inner.is_object()) {
            add(inner);
        }
    }
    let texts = schema.pointer_mut("/allOf/0/properties").and_then(Json::as_object_mut);
    for text in texts.into_iter().flat_map(Map::values_mut).filter_map(Json::as_object_mut) {
        text.shift_remove(TRANSLATED);
    }
    let Some(properties) = schema.get_mut("properties").and_then(Json::as_object_mut) else {
        return;
    };
    for (key, field) in properties.iter_mut() {
        let example = example(field);
        add(field);
        if let Some(field) = field.as_object_mut() {
            add_to_field(key, field, example);
        }
    }
}

fn add_to_field(key: &str, field: &mut Map<String, Json>, example: Option<Json>) {
    // Editor programs would offer the default of a group, which is empty, as a value.
    field.shift_remove("default");
    field.shift_remove(EXAMPLES_ARE);
    field.shift_remove(TRANSLATED);
    field.shift_remove(FORM_HINT);
    let description = field.get("description").and_then(Json::as_str);
    let description = description.expect("every field has a description").to_owned();
    if is_group(&Json::Object(field.clone())) {
        field.shift_remove("examples");
        if let Some(example) = example {
            let lines = yaml::write::entry(key, &example).join("\n");
            let markdown = format!("{description}\n\n```yaml\n{lines}\n```");
            field.insert("markdownDescription".into(), markdown.into());
        }
    } else if description.contains('`') {
        field.insert("markdownDescription".into(), description.into());
    }
    if let Some(item) = field.get_mut("items").and_then(Json::as_object_mut)
        && let Some(usual) = item.shift_remove(USUAL_FIELDS)
    {
        let snippet = json!({
            "label": "new item",
            "type": "array",
            "description": item.get("description"),
            "body": snippet_body(item, &usual),
        });
        field.insert("defaultSnippets".into(), json!([snippet]));
    }
}

/// Returns the usual fields of an item with placeholders for their values.
fn snippet_body(item: &Map<String, Json>, usual: &Json) -> Map<String, Json> {
    let keys = usual.as_array().into_iter().flatten().filter_map(Json::as_str);
    let placeholder = |(index, key): (usize, &str)| {
        let text = format!("${}", index + 1);
        let is_list = item["properties"][key]["type"] == "array";
        let value = if is_list { json!([text]) } else { json!(text) };
        (key.to_owned(), value)
    };
    keys.enumerate().map(placeholder).collect()
}
