//! The JSON Schema (2020-12) of the profile, derived from the published type.

use jsonschema::Validator;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value as Json};

use super::profile::ProfileJson;
use super::{JSON, absolute, artifact_at, json_body};
use crate::bundle::Artifact;
pub use crate::discovery::profile_schema_path;
use crate::document::unwrap_description;
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::model::site::Settings;

/// The fields that can be null (interface, "Consultant profile").
const NULLABLE: [&str; 2] = ["title", "bio_short"];

/// The schema of the published profile, and its validator.
pub struct ProfileSchema {
    schema: Json,
    validator: Validator,
}

impl ProfileSchema {
    /// Derives the schema.
    ///
    /// # Errors
    /// Returns an internal error if the derived schema is not valid.
    pub fn new(settings: &Settings) -> Result<Self> {
        let mut schema = generator(|_| {}).into_root_schema_for::<ProfileJson<'_>>();
        let id = absolute(settings, &profile_schema_path());
        let mut ordered = Map::new();
        ordered.insert(
            "$schema".into(),
            schema.remove("$schema").expect("a root schema has `$schema`"),
        );
        ordered.insert("$id".into(), id.into());
        ordered.insert("title".into(), "Consultant profile".into());
        for (key, value) in schema.ensure_object().clone() {
            ordered.entry(key).or_insert(value);
        }
        let schema = Json::Object(ordered);
        let validator = validator(&schema)?;
        Ok(Self { schema, validator })
    }

    /// Returns the published schema document.
    ///
    /// # Errors
    /// Returns an internal error if the schema cannot be serialized.
    pub fn artifact(&self) -> Result<Artifact> {
        Ok(artifact_at(&profile_schema_path(), JSON, json_body(&self.schema)?))
    }

    /// Validates a rendered profile against the schema.
    ///
    /// # Errors
    /// Returns an internal error if the profile is not valid.
    pub fn assert_valid(&self, id: &ConsultantId, profile: &Json) -> Result<()> {
        self.validator.validate(profile).map_err(|error| {
            let message = format!(
                "the profile of `{id}` does not match its schema at {}",
                error.instance_path()
            );
            Error::with_source(message, error.to_owned())
        })
    }
}

/// Returns the schemas of `T` and of the types in it, by name. References start with
/// `definitions_path`.
pub(super) fn components<T: JsonSchema>(definitions_path: &'static str) -> Map<String, Json> {
    let mut generator = generator(|settings| settings.definitions_path = definitions_path.into());
    let name = T::schema_name().into_owned();
    generator.subschema_for::<T>();
    let mut components = generator.take_definitions(true);
    components.sort_keys();
    debug_assert!(components.contains_key(&name), "{name} is inlined");
    components
}

/// Generates schemas of the serialized form, in which every field that is always present is required.
fn generator(change: impl FnOnce(&mut SchemaSettings)) -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .with(change)
        .with_transform(RecursiveTransform(absent_is_not_null))
        .with_transform(RecursiveTransform(unwrap_description))
        .into_generator()
}

/// Makes fields that can be null optional instead: a missing value is absent, never null.
fn absent_is_not_null(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    let mut optional = Vec::new();
    let properties = object.get_mut("properties").and_then(Json::as_object_mut);
    for (name, property) in properties.into_iter().flatten() {
        if let Some([value, null]) = property["type"].as_array().map(Vec::as_slice)
            && null == "null"
            && !NULLABLE.contains(&name.as_str())
        {
            property["type"] = value.clone();
            optional.push(Json::from(name.as_str()));
        }
    }
    if let Some(Json::Array(required)) = object.get_mut("required") {
        required.retain(|name| !optional.contains(name));
        if required.is_empty() {
            object.shift_remove("required");
        }
    }
}

fn validator(schema: &Json) -> Result<Validator> {
    jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(schema)
        .map_err(|error| Error::with_source("the profile's schema is invalid", error.to_owned()))
}
