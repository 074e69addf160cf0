//! The schemas of attributes with a fixed form, derived from those of the source. Without them,
//! generated clients could read these attributes only as untyped values.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value as Json, json};

use crate::document::attributes::AttributesDocument;
use crate::document::reserved_keys::json_resume_spelling;
use crate::model::date::PartialDate;

/// The sections of JSON Resume that are attributes of the same name in the profile.
pub(super) const SECTIONS: [&str; 6] =
    ["volunteer", "awards", "publications", "interests", "references", "projects"];

/// Returns the schema of the attributes of a profile.
pub(super) fn attributes(_: &mut SchemaGenerator) -> Schema {
    object(published(|key| key))
}

/// Returns the schema of the [`SECTIONS`] of a JSON Resume document.
pub(super) fn sections(_: &mut SchemaGenerator) -> Schema {
    let mut schema = published(json_resume_spelling);
    let properties = schema["properties"].as_object_mut().expect("attributes have fields");
    properties.retain(|name, _| SECTIONS.contains(&name.as_str()));
    object(json!({ "type": "object", "properties": properties }))
}

/// Returns the schema of `basics.profiles` of a JSON Resume document.
pub(super) fn profiles(_: &mut SchemaGenerator) -> Schema {
    object(published(|key| key)["properties"]["profiles"].take())
}

fn object(schema: Json) -> Schema {
    schema.try_into().expect("the schema is an object")
}

/// Returns the schema of the attributes as published, with `spelling` applied to the keys of items.
fn published(spelling: fn(&str) -> &str) -> Json {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let source = settings.into_generator().into_root_schema_for::<AttributesDocument>();
    without_rules_for_authors(source.as_value(), spelling)
}

/// Keeps the names and types of a schema of the source, and the first sentence of descriptions.
/// The rest instructs authors.
fn without_rules_for_authors(schema: &Json, spelling: fn(&str) -> &str) -> Json {
    let Some(schema) = schema.as_object() else { return schema.clone() };
    let nested = |schema: &Json| without_rules_for_authors(schema, spelling);
    let mut published = Map::new();
    for (keyword, value) in schema {
        let value = match keyword.as_str() {
            "type" if value.is_array() => {
                // A date, of which the year can be a number in the source.
                published.insert("pattern".into(), PartialDate::PATTERN.into());
                json!("string")
            }
            "type" | "format" => value.clone(),
            "description" => {
                let text = value.as_str().unwrap_or_default().replace('\n', " ");
                let end = text.find(". ").map_or(text.len(), |end| end + 1);
                text[..end].into()
            }
            "items" | "additionalProperties" => nested(value),
            "properties" => {
                let properties = value.as_object().into_iter().flatten();
                properties
                    .map(|(key, schema)| (spelling(key).to_owned(), nested(schema)))
                    .collect::<Map<_, _>>()
                    .into()
            }
            _ => continue,
        };
        published.insert(keyword.clone(), value);
    }
    published.into()
}
