//! The canonical form of a contract: no texts for people, nothing of a site, keys in order.

use serde_json::{Map, Value as Json};

/// Keywords with texts or examples, in an OpenAPI description and in a schema. `$id` has the URL of the
/// site.
const TEXTS: [&str; 7] =
    ["description", "summary", "title", "example", "examples", "$comment", "$id"];
/// Keywords whose values have names as keys, which can be the same words as keywords.
const NAMED: [&str; 17] = [
    "properties",
    "patternProperties",
    "$defs",
    "dependentSchemas",
    "schemas",
    "responses",
    "headers",
    "parameters",
    "requestBodies",
    "securitySchemes",
    "links",
    "callbacks",
    "pathItems",
    "content",
    "paths",
    "encoding",
    "mapping",
];
/// Keywords whose values have no order.
const SETS: [&str; 3] = ["required", "enum", "type"];
/// The parts of an OpenAPI description that describe the site.
const OF_SITE: [&str; 3] = ["info", "servers", "externalDocs"];

/// Returns the canonical form of an OpenAPI description.
pub(super) fn openapi(mut document: Json) -> Json {
    let fields = document.as_object_mut().expect("an object");
    OF_SITE.iter().for_each(|field| drop(fields.remove(*field)));
    schema(&document)
}

/// Returns the canonical form of a schema.
pub(super) fn schema(value: &Json) -> Json {
    match value {
        Json::Object(fields) => {
            let fields = fields.iter().filter(|(key, _)| !TEXTS.contains(&key.as_str()));
            let fields = fields.map(|(key, value)| (key, keyword(key, value)));
            sorted(fields)
        }
        Json::Array(items) => items.iter().map(schema).collect(),
        other => other.clone(),
    }
}

fn keyword(key: &str, value: &Json) -> Json {
    match value {
        Json::Object(named) if NAMED.contains(&key) => {
            sorted(named.iter().map(|(name, value)| (name, schema(value))))
        }
        Json::Array(items) if SETS.contains(&key) => {
            let mut items = items.clone();
            items.sort_by_key(Json::to_string);
            items.into()
        }
        // A constant is data, not a schema.
        other if matches!(key, "const" | "default") => other.clone(),
        other => schema(other),
    }
}

fn sorted<'a>(fields: impl Iterator<Item = (&'a String, Json)>) -> Json {
    let mut fields: Vec<(String, Json)> = fields.map(|(key, value)| (key.clone(), value)).collect();
    fields.sort_by(|(one, _), (other, _)| one.cmp(other));
    fields.into_iter().collect::<Map<_, _>>().into()
}

#[test]
fn keeps_names_and_removes_texts() {
    let document = serde_json::json!({
        "type": ["string", "null"],
        "title": "A title",
        "required": ["title", "description"],
        "properties": { "title": { "type": "string", "description": "Text" }, "description": true },
    });
    let expected = serde_json::json!({
        "properties": { "description": true, "title": { "type": "string" } },
        "required": ["description", "title"],
        "type": ["null", "string"],
    });
    assert_eq!(schema(&document).to_string(), expected.to_string());
}
