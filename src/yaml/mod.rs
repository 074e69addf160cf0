//! YAML as a tree in which every value knows its place in the text.
//!
//! The scalars are read by the core schema of YAML 1.2 (§10.3): `yes` is a text, `true` a
//! boolean. Anchors, aliases, tags and second documents are refused: no author of a profile
//! needs them, and they are how a small file becomes a large one.

mod comment;
pub mod deserialize;
mod indentation;
mod quoting;
mod scalar;
mod source_lines;
mod syntax_error;
mod tree;
pub mod write;

pub use scalar::{Kind, Scalar};
pub(crate) use syntax_error::{INVALID_CHARACTER, MISSING_SPACE, no_break_space, odd_spaces};

pub use tree::{MAX_BYTES, parse};

use serde_json::Value as Json;

use crate::diagnostic::Span;
use crate::diagnostic_code::DiagnosticCode;

/// The rules of this module.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 5] = [
    syntax_error::CODES,
    comment::CODES,
    indentation::CODES,
    quoting::CODES,
    tree::CODES,
];

/// Whether a line is a key and a value without the space between them.
pub fn tight_colon(line: &str) -> bool {
    syntax_error::tight_colon(line).is_some()
}

/// A value and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What to underline when the value is meant: a scalar itself; of a mapping or sequence its
    /// key, since underlining all of it would point nowhere.
    pub span: Span,
    /// The value.
    pub value: YamlValue,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum YamlValue {
    /// A text, number, boolean or null.
    Scalar(Scalar),
    /// A list.
    Sequence(Vec<Node>),
    /// Keys and values in the order written; no key twice.
    Mapping(Vec<MappingEntry>),
    /// A mistake was found here and told; later phases pass over it.
    Mistaken,
}

/// A key of a mapping with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct MappingEntry {
    /// The key's text.
    pub key: String,
    /// The key's place.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

impl Node {
    /// The same value without places.
    pub fn to_json(&self) -> Json {
        match &self.value {
            YamlValue::Scalar(scalar) => scalar.to_json(),
            YamlValue::Sequence(items) => items.iter().map(Self::to_json).collect(),
            YamlValue::Mapping(entries) => entries
                .iter()
                .map(|entry| (entry.key.clone(), entry.value.to_json()))
                .collect::<serde_json::Map<_, _>>()
                .into(),
            YamlValue::Mistaken => Json::Null,
        }
    }

    /// The entry of a mapping.
    pub fn entry(&self, key: &str) -> Option<&MappingEntry> {
        match &self.value {
            YamlValue::Mapping(entries) => entries.iter().find(|entry| entry.key == key),
            _ => None,
        }
    }

    /// The value a JSON Pointer's segment leads to.
    pub fn child(&self, segment: &str) -> Option<&Self> {
        match &self.value {
            YamlValue::Sequence(items) => items.get(segment.parse::<usize>().ok()?),
            _ => self.entry(segment).map(|entry| &entry.value),
        }
    }

    /// The same, to change it.
    pub fn child_mut(&mut self, segment: &str) -> Option<&mut Self> {
        match &mut self.value {
            YamlValue::Sequence(items) => items.get_mut(segment.parse::<usize>().ok()?),
            YamlValue::Mapping(entries) => entries
                .iter_mut()
                .find(|entry| entry.key == segment)
                .map(|entry| &mut entry.value),
            YamlValue::Scalar(_) | YamlValue::Mistaken => None,
        }
    }

    /// The scalar, if it is one.
    pub fn scalar(&self) -> Option<&Scalar> {
        match &self.value {
            YamlValue::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }
}
