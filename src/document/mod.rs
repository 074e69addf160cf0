//! The YAML field for field, every value with its position. From these types come the schema by
//! which editors complete and `vitae` validates, and the documents that are lowered to the model.

pub mod attributes;
pub mod editor_hints;
pub mod field;
mod open_value;
pub mod ordered_map;
pub mod profile;
pub mod reserved_keys;
mod schema_error;
pub mod site;
pub mod skeleton;
mod synonyms;
mod typographic_quotes;
pub mod validate;
mod wrong_type;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::diagnostic_code::DiagnosticCode;

/// The rules of this module.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 4] = [
    schema_error::CODES,
    wrong_type::CODES,
    open_value::CODES,
    typographic_quotes::CODES,
];

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
        editor_hints::add(&mut schema);
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
        open_value::define(&mut schema);
        schema
    }
}

/// Descriptions are this program's comments; where those are wrapped says nothing.
pub fn unwrap_description(schema: &mut Schema) {
    if let Some(Json::String(description)) = schema.get_mut("description") {
        *description = description.replace('\n', " ");
    }
}
