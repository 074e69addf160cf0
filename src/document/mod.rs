//! Documents: YAML files whose fields are declared once. A declaration decodes the nodes of the file, and
//! describes the fields to editor programs and in the skeleton of `vitae new`.

pub mod changed_texts;
mod damaged_text;
mod declared_fields;
mod decode;
mod document_type;
mod editor_schema;
mod empty_value;
mod example_values;
mod field_in_text;
mod field_synonyms;
pub mod group;
mod internal_key;
mod invalid_text;
mod invisible_characters;
mod item_index;
mod item_name;
mod joined_lines;
mod list_items;
mod markup;
mod missing_field;
pub mod notes;
pub mod open;
mod open_keys;
mod placeholders;
mod private_value;
mod publication_key;
mod published_signs;
mod reporter;
pub mod reserved_keys;
pub mod resume_field;
pub mod shape;
mod shorthand;
pub mod skeleton;
mod texts;
mod translation;
pub mod translation_skeleton;
mod unknown_field;
mod values;
mod written_text;
mod wrong_type;

pub use decode::Decode;
pub use document_type::DocumentType;
pub use invalid_text::InvalidText;
pub use reporter::Reporter;
pub(crate) use translation::UNUSED_TRANSLATION;
pub use values::{Nullable, Whole};

use example_values::ExampleValues;
use group::FieldGroup;
use serde_json::Value as Json;

use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::DiagnosticCode;
use crate::source::{FileBytes, text_of};
use crate::yaml::{self, Node, YamlValue};

/// The diagnostic codes of this module.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 19] = [
    damaged_text::CODES,
    empty_value::CODES,
    example_values::CODES,
    field_in_text::CODES,
    internal_key::CODES,
    invisible_characters::CODES,
    joined_lines::CODES,
    list_items::CODES,
    markup::CODES,
    missing_field::CODES,
    open::CODES,
    placeholders::CODES,
    private_value::CODES,
    published_signs::CODES,
    reserved_keys::CODES,
    translation::CODES,
    unknown_field::CODES,
    values::CODES,
    wrong_type::CODES,
];

/// A type of YAML file.
pub trait Document: Decode + FieldGroup {
    /// What the file describes, in a few words: "the profile".
    const SUBJECT: &'static str;
    /// Keys of the top level that authors write although they are no fields, separated by spaces, with a hint.
    const NOT_FIELDS: &'static [(&'static str, &'static str)];
    /// Whether an optional value that is empty is left out, with a warning. Otherwise, it is an error.
    const LEAVES_OUT_EMPTY: bool;
    /// The title of the schema.
    const TITLE: &'static str;
    /// The path of the schema file for editor programs, relative to the content directory.
    const SCHEMA_PATH: &'static str;
    /// That of the schema of a translation.
    const TRANSLATION_SCHEMA_PATH: &'static str;

    /// Replaces what the document says in a notation for people by what is published, and returns whether it does.
    fn publish_notations(_document: &mut Node, _is_translation: bool) -> bool {
        false
    }

    /// Returns what [`describe`] returns. It is created once.
    fn document_type() -> &'static DocumentType;

    /// Returns the JSON Schema for editor programs.
    fn editor_schema() -> Json {
        editor_schema::editor_schema::<Self>(false)
    }

    /// Returns the JSON Schema of a translation for editor programs.
    fn translation_schema() -> Json {
        editor_schema::editor_schema::<Self>(true)
    }
}

/// Returns what the declaration of the fields of `T` says about them.
pub fn describe<T: Document>() -> DocumentType {
    DocumentType {
        subject: T::SUBJECT,
        not_fields: T::NOT_FIELDS,
        leaves_out_empty: T::LEAVES_OUT_EMPTY,
        shape: T::SHAPE,
        group: T::GROUP,
        examples: ExampleValues::of(T::GROUP),
    }
}

/// A file that is a mapping, and its value if there is no error in a required field.
pub struct Decoded<T> {
    /// The tree of the file, in the notations that are published.
    pub tree: Node,
    /// The tree with the texts of the translation in place of the original ones; `None` without a translation.
    pub translated: Option<Node>,
    /// The value, without the parts that have errors, and with the texts of the translation.
    pub value: Option<T>,
}

/// Parses and decodes a file with the texts of its translation. Returns `None` if the file is not a YAML mapping, and
/// at most `limit` errors and warnings about each file. Those about the file are the same without the translation.
pub fn decode<T: Document>(
    (file, bytes): FileBytes<'_>,
    translation: Option<FileBytes<'_>>,
    limit: usize,
) -> (Option<Decoded<T>>, Vec<Diagnostic>) {
    let (tree, mut diagnostics) = yaml::parse_document(file, bytes, T::document_type(), limit);
    let Some(mut tree) = tree else {
        return (None, diagnostics);
    };
    if !matches!(tree.value, YamlValue::Mapping(_)) {
        diagnostics.push(wrong_type::not_a_mapping(file, &tree));
        return (None, diagnostics);
    }
    let source = text_of(bytes);
    let document = T::document_type();
    let mut to = Reporter::new((file, &source), document, &tree, diagnostics, limit);
    let mut value = T::decode(&tree, &mut to);
    let mut diagnostics = to.finish();
    if T::publish_notations(&mut tree, false) {
        value = T::decode(&tree, &mut Reporter::silent(file, document, &tree));
    }
    let is_valid = !diagnostics.iter().any(Diagnostic::is_error);
    let translate = |file| translation::translate::<T>((&tree, is_valid), file, limit);
    let translation = translation.map(translate);
    let (translated, of_translation) = translation.unwrap_or_default();
    if let Some(root) = &translated {
        value = T::decode(root, &mut Reporter::silent(file, document, root));
    }
    diagnostics.extend(of_translation);
    (Some(Decoded { tree, translated, value }), diagnostics)
}
