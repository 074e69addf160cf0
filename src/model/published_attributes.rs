//! The schema of published attributes, from their shapes. Without it, generated clients could read attributes with a
//! fixed form only as untyped values.

use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value as Json, json};

use super::attributes::{Attributes, Award, Interest, Project, Publication, Reference, Volunteer};
use super::date::PartialDate;
use crate::document::Decode as _;
use crate::document::group::FieldGroup as _;
use crate::document::shape::{Field, GroupShape, Shape, TextForm};

/// The sections of JSON Resume that are attributes of the same name in the profile, and the fields of their items.
pub const SECTIONS: [(&str, &GroupShape); 6] = [
    ("volunteer", Volunteer::GROUP),
    ("awards", Award::GROUP),
    ("publications", Publication::GROUP),
    ("interests", Interest::GROUP),
    ("references", Reference::GROUP),
    ("projects", Project::GROUP),
];

/// Returns the schema of the attributes of a profile.
pub fn attributes(_: &mut SchemaGenerator) -> Schema {
    object(schema(Attributes::SHAPE, false))
}

/// Returns the schema of the [`SECTIONS`] of a JSON Resume document.
pub fn sections(_: &mut SchemaGenerator) -> Schema {
    let field = |name| Attributes::GROUP.field(name).expect("a section is a field");
    let properties = SECTIONS.map(|(name, _)| (name.to_owned(), property(field(name), true)));
    object(json!({ "type": "object", "properties": Map::from_iter(properties) }))
}

/// Returns the schema of `basics.profiles` of a JSON Resume document.
pub fn profiles(_: &mut SchemaGenerator) -> Schema {
    object(property(Attributes::GROUP.field("profiles").expect("a field"), false))
}

fn object(schema: Json) -> Schema {
    schema.try_into().expect("the schema is an object")
}

fn property(field: &Field, is_resume: bool) -> Json {
    let mut schema = schema(field.shape, is_resume);
    schema["description"] = first_sentence(&field.description()).into();
    schema
}

/// Returns the schema of a published value, with the keys of the profile or of JSON Resume. The rules for authors are
/// no part of it.
fn schema(shape: &Shape, is_resume: bool) -> Json {
    match shape {
        Shape::Boolean => json!({ "type": "boolean" }),
        Shape::Whole { .. } => json!({ "type": "integer" }),
        Shape::Text(text) => match text.form {
            TextForm::PartialDate => json!({ "type": "string", "pattern": PartialDate::PATTERN }),
            TextForm::Url => json!({ "type": "string", "format": "uri" }),
            _ => json!({ "type": "string" }),
        },
        Shape::List(item) => json!({ "type": "array", "items": schema(item, is_resume) }),
        Shape::Group(group) => {
            let entry = |field: &Field| {
                let key = if is_resume { field.resume.key() } else { field.name() };
                (key.to_owned(), property(field, is_resume))
            };
            json!({
                "description": first_sentence(&group.description()),
                "type": "object",
                "properties": group.fields.iter().map(entry).collect::<Map<_, _>>(),
                "additionalProperties": group.others.is_some(),
            })
        }
        Shape::Mapping(mapping) => {
            let values = schema(mapping.value, is_resume);
            json!({ "type": "object", "additionalProperties": values })
        }
        Shape::Open(_) | Shape::Notes => json!({ "type": "object", "additionalProperties": true }),
        Shape::Anything => json!({}),
    }
}

/// Returns the first sentence of a description. The rest instructs authors.
fn first_sentence(description: &str) -> &str {
    let end = description.find(". ").map_or(description.len(), |end| end + 1);
    &description[..end]
}
