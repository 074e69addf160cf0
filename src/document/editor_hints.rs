//! What editor programs show of a schema beside what it allows: an example of each group of
//! fields, and what a new item of a list starts with.
//!
//! `markdownDescription` and `defaultSnippets` are keywords of the YAML language server. It offers
//! `examples` as values to insert, but can insert scalars and lists of scalars only; so the
//! examples of groups are shown in their description instead.

use serde_json::{Map, Value as Json, json};

use crate::yaml;

/// The keyword by which an item's type names the fields that a new item starts with. It is not
/// part of the schema that is given out.
const USUAL_FIELDS: &str = "usual_fields";

/// An example of what the schema describes: its own first one, else one made of its fields'.
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

/// Whether a value is a group of fields or a list of groups.
fn is_group(schema: &Json) -> bool {
    schema["type"] == "object" || schema["items"]["type"] == "object"
}

/// Adds the guidance to a schema in which everything is inlined.
pub(super) fn add(schema: &mut Json) {
    for part in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get_mut(part).filter(|inner| inner.is_object()) {
            add(inner);
        }
    }
    let Some(properties) = schema.get_mut("properties").and_then(Json::as_object_mut) else {
        return;
    };
    for (key, field) in properties.iter_mut() {
        let shown = example(field);
        add(field);
        if let Some(field) = field.as_object_mut() {
            guide(key, field, shown);
        }
    }
}

fn guide(key: &str, field: &mut Map<String, Json>, shown: Option<Json>) {
    // An empty group says nothing, and would be offered as a value.
    field.shift_remove("default");
    let description = field.get("description").and_then(Json::as_str);
    let description = description.unwrap_or_default().to_owned();
    if is_group(&Json::Object(field.clone())) {
        field.shift_remove("examples");
        if let Some(shown) = shown {
            let lines = yaml::write::entry(key, &shown).join("\n");
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
            "description": item.get("description"),
            "body": body(item, &usual),
        });
        field.insert("defaultSnippets".into(), json!([snippet]));
    }
}

/// The usual fields of an item, each a place to fill in.
fn body(item: &Map<String, Json>, usual: &Json) -> Map<String, Json> {
    let keys = usual.as_array().into_iter().flatten();
    let keys = keys.filter_map(Json::as_str).enumerate();
    keys.map(|(index, key)| {
        let place = Json::from(format!("${}", index + 1));
        let is_list = item["properties"][key]["type"] == "array";
        let place = if is_list { json!([place]) } else { place };
        (key.to_owned(), place)
    })
    .collect()
}
