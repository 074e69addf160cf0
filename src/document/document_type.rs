//! What the declaration of the fields of a document says about them.

use serde_json::Value as Json;

use super::example_values::ExampleValues;

/// A type of YAML file.
pub struct DocumentType {
    /// What the file describes, in a few words: "the profile".
    pub(super) subject: &'static str,
    /// Keys of the top level that authors write although they are no fields, each with a hint.
    pub(super) not_fields: &'static [(&'static str, &'static str)],
    /// Whether an optional value that is empty is left out, with a warning.
    pub(super) leaves_out_empty: bool,
    /// The schema without hints for editor programs.
    pub(super) schema: Json,
    pub(super) examples: ExampleValues,
}
