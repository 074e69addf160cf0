//! Which parts of a document a translation can have: texts, lists of texts, and open values.

use schemars::Schema;
use schemars::transform::transform_subschemas;
use serde_json::{Value as Json, json};

use super::editor_hints::{TRANSLATED, USUAL_FIELDS};
use crate::characters::NOT_BLANK;

/// The key that says which item of a list is translated.
pub(super) const OF: &str = "of";

const WHICH: &str = "Which item of the profile is translated: its first text, such as the name of the organization, \
or a group of several fields if other items have the same one.";

/// Removes what a translation cannot have from the schema of a document.
pub(super) fn restrict(schema: &mut Schema) {
    if schema.get(TRANSLATED) == Some(&false.into()) {
        *schema = false.into();
    }
    let Some(keywords) = schema.as_object_mut() else { return };
    for keyword in ["required", USUAL_FIELDS] {
        keywords.shift_remove(keyword);
    }
    if keywords.contains_key("properties") {
        // It shows the other fields, too.
        keywords.shift_remove("examples");
    }
    transform_subschemas(&mut restrict, schema);
    if let Some(item) = schema.get_mut("items").filter(|item| item["properties"].is_object()) {
        let examples = &item["properties"][first_text(item)]["examples"];
        let types = ["string", "number", "boolean", "object"];
        let of = json!({ "description": WHICH, "type": types, "examples": examples });
        item["required"] = json!([OF]);
        let fields = item["properties"].as_object_mut().expect("the fields of an item");
        fields.shift_insert(0, OF.to_owned(), of);
    }
}

/// Returns the first field with a text of an item of a list.
pub(super) fn first_text(item: &Json) -> &str {
    let mut fields = item["properties"].as_object().into_iter().flatten();
    fields.find(|(_, field)| is_text(field)).map_or("", |(key, _)| key)
}

/// Returns the schema of the value of a key.
pub(super) fn field<'a>(group: &'a Json, key: &str) -> &'a Json {
    let mut fields = [&group["allOf"][0]["properties"], &group["properties"]].into_iter();
    fields.find_map(|fields| fields.get(key)).unwrap_or(&group["additionalProperties"])
}

/// Returns whether a value is or has a text, or can be anything.
pub(super) fn has_text(schema: &Json) -> bool {
    let fields = schema["properties"].as_object().into_iter().flat_map(|fields| fields.values());
    let mut parts = fields.chain([&schema["items"], &schema["additionalProperties"]]);
    is_text(schema)
        || schema.get("$ref").is_some()
        || parts.any(|part| part.is_object() && part[TRANSLATED] != false && has_text(part))
}

/// Returns whether a value is a text.
pub(super) fn is_text(schema: &Json) -> bool {
    schema["pattern"] == NOT_BLANK
}
