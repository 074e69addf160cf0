//! What the declaration of the fields of a document says about them.

use serde_json::Value as Json;

use super::example_values::ExampleValues;

/// A type of YAML file.
pub struct DocumentType {
    /// What the file describes, in a few words: "the profile".
    pub(super) subject: &'static str,
    /// The schema without hints for editor programs.
    pub(super) schema: Json,
    pub(super) examples: ExampleValues,
}

impl DocumentType {
    pub(super) fn new(subject: &'static str, schema: Json) -> Self {
        Self { subject, examples: ExampleValues::of(&schema), schema }
    }
}
