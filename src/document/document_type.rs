//! What the declaration of the fields of a document says about them.

use super::example_values::ExampleValues;
use super::shape::{GroupShape, Shape};

/// A type of YAML file.
pub struct DocumentType {
    /// What the file describes, in a few words: "the profile".
    pub(super) subject: &'static str,
    /// Keys of the top level that authors write although they are no fields, separated by spaces, with a hint.
    pub(super) not_fields: &'static [(&'static str, &'static str)],
    /// Whether an optional value that is empty is left out, with a warning.
    pub(super) leaves_out_empty: bool,
    /// The shape of the file, a group.
    pub(super) shape: &'static Shape,
    /// The fields.
    pub(super) group: &'static GroupShape,
    pub(super) examples: ExampleValues,
}
