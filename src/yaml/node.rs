//! The nodes of the tree.

use serde_json::{Map, Value as Json};

use super::scalar::{Scalar, ScalarKind};
use crate::characters::is_blank;
use crate::diagnostic::Span;

/// A value with its position.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What a diagnostic about the value underlines: the scalar itself, or the key of a mapping or
    /// sequence.
    pub span: Span,
    /// The value.
    pub value: YamlValue,
    /// The file in which `span` is.
    pub origin: NodeOrigin,
}

/// The file of a node in a tree that was merged from a document and its translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeOrigin {
    /// The document itself. A parsed tree has only such nodes.
    Document,
    /// The translation of the document.
    Translation,
}

/// A YAML value.
#[derive(Debug, Clone, PartialEq)]
pub enum YamlValue {
    /// A string, number, boolean or null.
    Scalar(Scalar),
    /// A sequence, which editors call a list.
    Sequence(Vec<Node>),
    /// A mapping: its entries in the order of the file, each key once.
    Mapping(Vec<MappingEntry>),
    /// An invalid value that has been reported. Later phases ignore it.
    Invalid,
}

/// A key of a mapping with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct MappingEntry {
    /// The key as a string.
    pub key: String,
    /// The position of the key.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

impl Node {
    /// Creates a node of a document.
    pub fn new(span: Span, value: YamlValue) -> Self {
        Self { span, value, origin: NodeOrigin::Document }
    }

    /// Converts the tree to JSON, without positions.
    pub fn to_json(&self) -> Json {
        match &self.value {
            YamlValue::Scalar(scalar) => scalar.to_json(),
            YamlValue::Sequence(items) => items.iter().map(Self::to_json).collect(),
            YamlValue::Mapping(entries) => entries
                .iter()
                .map(|entry| (entry.key.clone(), entry.value.to_json()))
                .collect::<Map<_, _>>()
                .into(),
            YamlValue::Invalid => Json::Null,
        }
    }

    /// Returns the entry with this key, if the node is a mapping that has it.
    pub fn entry(&self, key: &str) -> Option<&MappingEntry> {
        self.entries().iter().find(|entry| entry.key == key)
    }

    /// Returns the value of a key; an empty mapping, which is added, if a mapping has no value for it.
    pub(crate) fn value_mut(&mut self, key: &str) -> Option<&mut Self> {
        let empty = Self::new(self.span.clone(), YamlValue::Mapping(Vec::new()));
        let YamlValue::Mapping(entries) = &mut self.value else { return None };
        let at = entries.iter().position(|entry| entry.key == key).unwrap_or_else(|| {
            let key_span = empty.span.clone();
            entries.push(MappingEntry { key: key.to_owned(), key_span, value: empty.clone() });
            entries.len() - 1
        });
        let value = &mut entries[at].value;
        if !value.has_value() {
            value.value = empty.value;
        }
        Some(value)
    }

    /// Returns the entries of a mapping; none of another value.
    pub fn entries(&self) -> &[MappingEntry] {
        match &self.value {
            YamlValue::Mapping(entries) => entries,
            _ => &[],
        }
    }

    /// Returns the items of a sequence; none of another value.
    pub fn items(&self) -> &[Self] {
        match &self.value {
            YamlValue::Sequence(items) => items,
            _ => &[],
        }
    }

    /// Returns whether a scalar in the tree is not null and has a visible character, or an invalid value could.
    pub fn has_value(&self) -> bool {
        match &self.value {
            YamlValue::Mapping(entries) => entries.iter().any(|entry| entry.value.has_value()),
            YamlValue::Sequence(items) => items.iter().any(Self::has_value),
            YamlValue::Scalar(scalar) => scalar.kind != ScalarKind::Null && !is_blank(&scalar.text),
            YamlValue::Invalid => true,
        }
    }

    /// Returns the scalar, unless the node is a collection or invalid.
    pub fn scalar(&self) -> Option<&Scalar> {
        match &self.value {
            YamlValue::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }
}
