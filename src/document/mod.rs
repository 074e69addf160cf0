//! The YAML field for field, every value with its position. From these types come the schema by
//! which editors complete and `vitae` validates, and the documents that are lowered to the model.

pub mod attributes;
pub mod field;
mod finding;
pub mod guidance;
mod mismatch;
mod open;
pub mod ordered;
mod pasted;
pub mod profile;
pub mod reserved;
pub mod site;
pub mod skeleton;
mod synonym;
pub mod validate;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::rule::Rule;

pub(crate) use pasted::is_unseen;

/// The rules of this module.
pub(crate) const ALL_RULES: [&[&Rule]; 4] =
    [finding::RULES, mismatch::RULES, open::RULES, pasted::RULES];

/// A document type: one kind of YAML file.
pub trait Document: for<'de> Deserialize<'de> + JsonSchema {
    /// What the file describes, in a few words: "the profile".
    const SUBJECT: &'static str;
    /// The path of the schema file for editors, relative to the content folder.
    const SCHEMA_PATH: &'static str;

    /// The schema of the YAML, in the draft that the YAML language server reads, with what editor
    /// programs show beside it.
    fn schema() -> Json {
        let mut schema = Self::bare_schema();
        guidance::add(&mut schema);
        schema
    }

    /// The same with the examples of groups as they are. Everything is inlined: beside a `$ref`,
    /// draft-07 ignores a field's own description.
    fn bare_schema() -> Json {
        let settings = SchemaSettings::draft07()
            .with(|settings| settings.inline_subschemas = true)
            .with_transform(RecursiveTransform(unwrap_description));
        let generator = settings.into_generator();
        let mut schema = generator.into_root_schema_for::<Self>().to_value();
        open::define(&mut schema);
        schema
    }
}

/// Descriptions are this program's comments; where those are wrapped says nothing.
pub fn unwrap_description(schema: &mut Schema) {
    if let Some(Json::String(description)) = schema.get_mut("description") {
        *description = description.replace('\n', " ");
    }
}
