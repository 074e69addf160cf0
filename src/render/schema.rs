//! The JSON Schema (2020-12) of the profile, derived from the published type.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value as Json};

use super::profile::ProfileJson;
use super::{JSON, absolute, artifact_at, json_body};
use crate::bundle::Artifact;
use crate::discovery::PROFILE_SCHEMAS;
pub use crate::discovery::profile_schema_path;
use crate::error::{Error, Result};
use crate::model::settings::Settings;
use crate::templates::Templates;

/// The fields that can be null (interface, "Consultant profile").
const NULLABLE: [&str; 2] = ["title", "bio_short"];

/// Returns the published schemas of the profile: the current one, and the schemas of earlier versions, with which consumers
/// can stay. Their documents are `templates/schemas/consultant-profile-<version>.json`, without the URL.
pub(super) fn artifacts(settings: &Settings, templates: &Templates) -> Result<Vec<Artifact>> {
    let current = profile_schema_path();
    let mut artifacts = vec![artifact(settings, &current, current_schema())?];
    for name in templates.below("schemas") {
        let path = format!("/{name}");
        if path.starts_with(PROFILE_SCHEMAS) && path != current {
            let schema = serde_json::from_str(&templates.render(name, ())?);
            let schema = schema.map_err(|error| {
                Error::with_source(format!("the template `{name}` is not a schema"), error)
            })?;
            artifacts.push(artifact(settings, &path, schema)?);
        }
    }
    Ok(artifacts)
}

fn current_schema() -> Map<String, Json> {
    let mut schema = generator(|_| {}).into_root_schema_for::<ProfileJson<'_>>();
    let dialect = schema.remove("$schema").expect("a root schema has `$schema`");
    let mut ordered = Map::new();
    ordered.insert("$schema".into(), dialect);
    ordered.insert("title".into(), "Consultant profile".into());
    for (key, value) in schema.ensure_object().clone() {
        ordered.entry(key).or_insert(value);
    }
    ordered
}

/// Returns the document of a schema with its URL in the second place.
fn artifact(settings: &Settings, path: &str, mut schema: Map<String, Json>) -> Result<Artifact> {
    schema.shift_insert(schema.len().min(1), "$id".into(), absolute(settings, path).into());
    Ok(artifact_at(path, JSON, json_body(&schema)?))
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
        .with_transform(RecursiveTransform(named_fields_are_typed))
        .with_transform(RecursiveTransform(unwrap_description))
        .into_generator()
}

/// Allows additional fields beside named ones by leaving out `additionalProperties`. With `true`,
/// which means the same, generated clients would read every field as an untyped value.
fn named_fields_are_typed(schema: &mut Schema) {
    let is_boolean = schema.get("additionalProperties").is_some_and(Json::is_boolean);
    if is_boolean && schema.get("properties").is_some() {
        schema.remove("additionalProperties");
    }
}

/// Makes fields that can be null optional instead: a missing value is absent, never null.
fn absent_is_not_null(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    let mut optional = Vec::new();
    let properties = object.get_mut("properties").and_then(Json::as_object_mut);
    for (name, property) in properties.into_iter().flatten() {
        assert!(
            property.get("anyOf").is_none(),
            "the schema of the type of `{name}` must be inline"
        );
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

/// Joins the lines of a description, which are the lines of a doc comment.
fn unwrap_description(schema: &mut Schema) {
    if let Some(Json::String(description)) = schema.get_mut("description") {
        *description = description.replace('\n', " ");
    }
}
