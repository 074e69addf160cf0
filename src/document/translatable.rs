//! Which parts of a document a translation can have: texts, lists of texts, and open values.

use serde_json::{Map, Value as Json, json};

use crate::characters::NOT_BLANK;
use crate::diagnostic::Span;

/// The keyword for a field that is not translated. It is removed from the published schema.
pub(super) const UNTRANSLATED: &str = "untranslated";

/// The key that says which item of a list is translated.
pub(super) const OF: &str = "of";

/// The position of a translated text in the tree of a document: its own file has been checked.
pub(super) const TRANSLATED: Span = usize::MAX..usize::MAX;

/// Returns the schema of what a translation can have of a value; `None` if it has no texts.
pub(super) fn translatable(schema: &Json) -> Option<Json> {
    if schema.get(UNTRANSLATED).is_some() {
        return None;
    }
    if is_text(schema) || is_open(schema) {
        return Some(schema.clone());
    }
    let mut part = schema.clone();
    match schema["type"].as_str()? {
        "array" => {
            part["items"] = translatable(&schema["items"])?;
            let item = &mut part["items"];
            if let Some(fields) = item.get_mut("properties").and_then(Json::as_object_mut) {
                fields.shift_insert(0, OF.to_owned(), of(&schema["items"]));
                item["required"] = json!([OF]);
            }
        }
        "object" => {
            let others = others(schema).and_then(translatable);
            let fields = schema["properties"].as_object().into_iter().flatten();
            // Keys with a meaning to vitae.
            let keys = schema.pointer("/allOf/0/properties").and_then(Json::as_object);
            let keys = keys.into_iter().flatten().map(|(key, _)| (key, None));
            let fields = fields.map(|(key, field)| (key, translatable(field))).chain(keys);
            // In an open place, other keys are allowed.
            let part_of = |(key, field): (&String, Option<Json>)| {
                let field = field.or_else(|| others.as_ref().map(|_| false.into()));
                Some((key.clone(), field?))
            };
            let fields: Map<String, Json> = fields.filter_map(part_of).collect();
            if fields.is_empty() && others.is_none() {
                return None;
            }
            let group = part.as_object_mut().expect("the schema of a group is an object");
            group.shift_remove("required");
            group.shift_remove("allOf");
            group.insert("properties".to_owned(), fields.into());
            group.insert("additionalProperties".to_owned(), others.unwrap_or(false.into()));
        }
        _ => return None,
    }
    Some(part)
}

/// Returns the schema of the key [`OF`] of an item.
fn of(item: &Json) -> Json {
    let first = first_text(item).unwrap_or_default();
    let description = format!(
        "Which item of the profile is translated: its `{first}`, or a group of several fields if other items have the \
         same one."
    );
    json!({ "description": description, "type": ["string", "number", "boolean", "object"] })
}

/// Returns the first field with a text of an item of a list.
pub(super) fn first_text(item: &Json) -> Option<&str> {
    let fields = item["properties"].as_object()?;
    fields.iter().find(|(key, field)| *key != OF && is_text(field)).map(|(key, _)| key.as_str())
}

/// Returns the schema of the value of a key; `None` if the group has no such field, or if it is not translated.
pub(super) fn field<'a>(group: &'a Json, key: &str) -> Option<&'a Json> {
    let field = group["properties"].get(key).or_else(|| others(group));
    field.filter(|field| field.is_object())
}

/// Returns the schema of the values under keys of the author's choice.
fn others(group: &Json) -> Option<&Json> {
    group.get("additionalProperties").filter(|others| others.is_object())
}

/// Returns whether a value is a text.
pub(super) fn is_text(schema: &Json) -> bool {
    schema["pattern"] == NOT_BLANK
}

/// Returns whether a value can be anything.
pub(super) fn is_open(schema: &Json) -> bool {
    schema.get("$ref").is_some()
}
