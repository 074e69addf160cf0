//! The documents as written: every field of the YAML with its position.
//!
//! The JSON Schemas are derived from these types. `vitae` and editor programs validate with them.

pub mod attributes;
pub mod editor_hints;
mod example_values;
pub mod field;
mod field_synonyms;
mod internal_key;
mod invisible_characters;
mod list_items;
mod markup;
mod open_value;
mod placeholders;
mod private_value;
pub mod profile;
pub mod profile_items;
pub mod reserved_keys;
mod schema_error;
pub mod site;
pub mod skeleton;
mod texts;
mod unknown_field;
pub mod validate;
mod written_text;
mod wrong_type;

pub(crate) use schema_error::MISSING_FIELD;
pub(crate) use texts::is_about_text;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::Value as Json;

use self::validate::DocumentValidator;
use crate::diagnostic_code::DiagnosticCode;

/// The diagnostic codes of this module.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 10] = [
    example_values::CODES,
    invisible_characters::CODES,
    list_items::CODES,
    markup::CODES,
    open_value::CODES,
    placeholders::CODES,
    private_value::CODES,
    schema_error::CODES,
    unknown_field::CODES,
    wrong_type::CODES,
];

/// A type of YAML file.
pub trait Document: for<'de> Deserialize<'de> + JsonSchema {
    /// What the file describes, in a few words: "the profile".
    const SUBJECT: &'static str;
    /// The path of the schema file for editor programs, relative to the content directory.
    const SCHEMA_PATH: &'static str;

    /// Returns the validator of the type. It is created once: compiling the patterns takes longer than
    /// validating many documents.
    fn validator() -> &'static DocumentValidator;

    /// Returns the JSON Schema (draft-07, which the YAML language server supports) with hints for
    /// editor programs.
    fn schema() -> Json {
        let mut schema = Self::bare_schema();
        editor_hints::add(&mut schema);
        schema
    }

    /// Returns the JSON Schema without hints for editor programs. All types are inlined: next to a
    /// `$ref`, draft-07 ignores the description of a field.
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

/// Joins the lines of a description, which are those of a doc comment.
pub fn unwrap_description(schema: &mut Schema) {
    if let Some(Json::String(description)) = schema.get_mut("description") {
        *description = description.replace('\n', " ");
    }
}
