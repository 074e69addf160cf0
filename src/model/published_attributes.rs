//! Attributes as they are published, and their schema, which is derived from that of the source. Without it,
//! generated clients could read attributes with a fixed form only as untyped values.

use std::ops::{Deref, DerefMut};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use super::attributes::{
    AttributeFields, Award, Interest, Project, Publication, Reference, Volunteer,
};
use super::date::PartialDate;
use crate::document::resume_field::{FieldGroup, ResumeField, resume_key};
use crate::document::{Decode, Reporter};
use crate::yaml::Node;

/// Attributes as JSON in the shape of the source, with valid values under the keys that have a fixed form. JSON
/// Resume renames keys (`attributes.projects[].start_date` becomes `projects[].startDate`).
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Attributes(#[schemars(schema_with = "attributes")] Map<String, Json>);

impl Deref for Attributes {
    type Target = Map<String, Json>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Attributes {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Decode for Attributes {
    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        let fields = AttributeFields::decode(node, to)?;
        match serde_json::to_value(fields) {
            Ok(Json::Object(attributes)) => Some(Self(attributes)),
            _ => unreachable!("attributes are a group"),
        }
    }

    fn schema() -> Json {
        AttributeFields::schema()
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }
}

/// The sections of JSON Resume that are attributes of the same name in the profile, and the fields of their items.
pub const SECTIONS: [(&str, &[ResumeField]); 6] = [
    ("volunteer", Volunteer::FIELDS),
    ("awards", Award::FIELDS),
    ("publications", Publication::FIELDS),
    ("interests", Interest::FIELDS),
    ("references", Reference::FIELDS),
    ("projects", Project::FIELDS),
];

/// Returns the schema of the attributes of a profile.
pub fn attributes(_: &mut SchemaGenerator) -> Schema {
    object(published())
}

/// Returns the schema of the [`SECTIONS`] of a JSON Resume document.
pub fn sections(_: &mut SchemaGenerator) -> Schema {
    let attributes = Attributes::schema();
    let section = |(name, fields): (&str, &'static [ResumeField])| {
        let schema = &attributes["properties"][name];
        (name.to_owned(), without_rules_for_authors(schema, Some(fields), false))
    };
    let properties: Map<_, _> = SECTIONS.into_iter().map(section).collect();
    object(json!({ "type": "object", "properties": properties }))
}

/// Returns the schema of `basics.profiles` of a JSON Resume document.
pub fn profiles(_: &mut SchemaGenerator) -> Schema {
    object(published()["properties"]["profiles"].take())
}

fn object(schema: Json) -> Schema {
    schema.try_into().expect("the schema is an object")
}

/// Returns the schema of the attributes as published.
fn published() -> Json {
    without_rules_for_authors(&Attributes::schema(), None, false)
}

/// Keeps the names and types of a schema of the source, and the first sentence of descriptions.
/// The rest instructs authors. `resume` has the fields of items of JSON Resume, which get its keys. The place of the description is that in the published version of the
/// schema.
fn without_rules_for_authors(
    schema: &Json,
    resume: Option<&[ResumeField]>,
    is_in_list: bool,
) -> Json {
    let Some(schema) = schema.as_object() else { return schema.clone() };
    let mut published = Map::new();
    for (keyword, value) in schema {
        let value = match keyword.as_str() {
            "type" if value.is_array() => {
                // A date, of which the year can be a number in the source.
                published.insert("pattern".into(), PartialDate::PATTERN.into());
                json!("string")
            }
            "type" | "format" => value.clone(),
            "items" => without_rules_for_authors(value, resume, true),
            "additionalProperties" if value.get("$ref").is_some() => true.into(),
            "additionalProperties" => without_rules_for_authors(value, resume, is_in_list),
            "properties" => {
                let properties = value.as_object().into_iter().flatten();
                let property = |(key, schema): (&String, &Json)| {
                    let schema = without_rules_for_authors(schema, resume, is_in_list);
                    let key = resume.map_or(key.as_str(), |fields| resume_key(fields, key));
                    (key.to_owned(), schema)
                };
                properties.map(property).collect::<Map<_, _>>().into()
            }
            _ => continue,
        };
        published.insert(keyword.clone(), value);
    }
    if let Some(description) = schema.get("description").and_then(Json::as_str) {
        let is_closed = schema.get("additionalProperties").is_some_and(|others| others == false);
        let place = if is_in_list {
            0
        } else if is_closed {
            1
        } else {
            published.len()
        };
        let end = description.find(". ").map_or(description.len(), |end| end + 1);
        published.shift_insert(place, "description".into(), description[..end].into());
    }
    published.into()
}
