//! Which parts of a document a translation can have: texts, lists of texts, and open values.

use std::sync::LazyLock;

use serde_json::{Value as Json, json};

use crate::characters::NOT_BLANK;
use crate::diagnostic::Span;

/// The keyword for a field that a translation cannot have (`false`), or can have although the document lacks it
/// (`true`). It is removed from the published schema.
pub(super) const TRANSLATED: &str = "translated";

/// The key that says which item of a list is translated.
pub(super) const OF: &str = "of";

const WHICH: &str = "Which item of the profile is translated: its first text, such as the name of the organization, \
or a group of several fields if other items have the same one.";

/// The position of a translated text in the tree of a document: its own file has been checked.
pub const ELSEWHERE: Span = usize::MAX..usize::MAX;

/// Removes what a translation cannot have from the schema of a document.
pub(super) fn restrict(schema: &mut Json) {
    let is_open = schema["additionalProperties"].is_object();
    let Some(schema) = schema.as_object_mut() else { return };
    schema.shift_remove("required");
    for (keyword, part) in schema {
        match keyword.as_str() {
            "items" if part["properties"].is_object() => {
                restrict(part);
                part["required"] = json!([OF]);
                let fields = part["properties"].as_object_mut().expect("the fields of an item");
                let of = json!({ "description": WHICH, "type": ["string", "number", "boolean", "object"] });
                fields.shift_insert(0, OF.to_owned(), of);
            }
            "properties" => {
                let fields = part.as_object_mut().expect("the fields of a group");
                // In an open place, other keys are allowed.
                fields.retain(|_, field| is_open || field[TRANSLATED] != false);
                for field in fields.values_mut() {
                    match field[TRANSLATED] == false {
                        true => *field = false.into(),
                        false => restrict(field),
                    }
                }
            }
            "additionalProperties" => restrict(part),
            _ => {}
        }
    }
}

/// Returns the first field with a text of an item of a list.
pub(super) fn first_text(item: &Json) -> &str {
    let mut fields = item["properties"].as_object().into_iter().flatten();
    fields.find(|(_, field)| is_text(field)).map_or("", |(key, _)| key)
}

/// Returns the schema of the value of a key.
pub(super) fn field<'a>(group: &'a Json, key: &str) -> &'a Json {
    static WITH_MEANING: LazyLock<Json> = LazyLock::new(|| json!({ TRANSLATED: false }));
    // A key with a meaning to vitae is no field of an open place.
    if group["allOf"][0]["properties"].get(key).is_some() {
        return &WITH_MEANING;
    }
    group["properties"].get(key).unwrap_or(&group["additionalProperties"])
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
