//! The fields of a group that JSON Resume has no place for.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value as Json};

use crate::document::group::FieldGroup;
use crate::document::shape::Field;

/// The fields of a group whose declaration names no place in JSON Resume. They are part of the object that has their
/// group's other fields, so that no field is forgotten.
#[derive(Debug)]
pub struct OtherFields<'a, T>(pub &'a T);

fn other_fields<T: FieldGroup>() -> impl Iterator<Item = (usize, &'static Field)> {
    T::GROUP.fields.iter().enumerate().filter(|(_, field)| field.has_usual_place())
}

impl<T: FieldGroup> Serialize for OtherFields<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        for (index, field) in other_fields::<T>() {
            self.0.serialize_field(index, field.resume.key(), &mut fields)?;
        }
        fields.end()
    }
}

impl<T: FieldGroup + JsonSchema> JsonSchema for OtherFields<'_, T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = T::json_schema(generator);
        let Some(Json::Object(mut group)) = schema.remove("properties") else {
            unreachable!("a group has properties")
        };
        let property = |(_, field): (usize, &Field)| {
            Some((field.resume.key().to_owned(), group.remove(field.name())?))
        };
        let properties: Map<_, _> = other_fields::<T>().filter_map(property).collect();
        let mut required = schema.remove("required").unwrap_or_default();
        if let Some(required) = required.as_array_mut() {
            required.retain(|key| key.as_str().is_some_and(|key| properties.contains_key(key)));
        }
        schemars::json_schema!({ "properties": properties, "required": required })
    }
}
