//! Deserializes the tree into typed documents that keep the positions of their values.

use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, Error, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, SeqAccess, Visitor};

use super::node::{Node, YamlValue};
use super::scalar::ScalarKind;
use crate::diagnostic::Span;

/// A value with its position.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "Parts<T>")]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// What a diagnostic about the value underlines, see [`Node::span`].
    pub span: Span,
}

/// What a [`Spanned`] is deserialized from. The deserializer recognizes it by its name.
#[derive(Deserialize)]
#[serde(rename = "$vitae::Spanned")]
struct Parts<T> {
    start: usize,
    end: usize,
    value: T,
}

/// The name of [`Parts`].
const PARTS: &str = "$vitae::Spanned";

impl<T> From<Parts<T>> for Spanned<T> {
    fn from(Parts { start, end, value }: Parts<T>) -> Self {
        let span = start..end;
        Self { value, span }
    }
}

/// Deserializes a tree. Values that are [`YamlValue::Invalid`] count as absent.
///
/// # Errors
/// Returns an error if the tree does not fit `T`. Trees that match their schema do.
pub fn from_node<'de, T: Deserialize<'de>>(node: &'de Node) -> Result<T, Error> {
    T::deserialize(NodeDeserializer(node))
}

struct NodeDeserializer<'de>(&'de Node);

impl<'de> IntoDeserializer<'de, Error> for NodeDeserializer<'de> {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for NodeDeserializer<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let is_valid = |node: &Node| node.value != YamlValue::Invalid;
        match &self.0.value {
            YamlValue::Scalar(scalar) => match &scalar.kind {
                ScalarKind::Null => visitor.visit_unit(),
                ScalarKind::NotFinite => visitor.visit_f64(f64::MAX),
                ScalarKind::Bool(value) => visitor.visit_bool(*value),
                ScalarKind::String => visitor.visit_borrowed_str(&scalar.text),
                ScalarKind::Number(number) => {
                    number.deserialize_any(visitor).map_err(serde::de::Error::custom)
                }
            },
            YamlValue::Sequence(items) => {
                let items = items.iter().filter(|item| is_valid(item));
                visitor.visit_seq(SeqDeserializer::new(items.map(NodeDeserializer)))
            }
            YamlValue::Mapping(entries) => {
                let entries = entries.iter().filter(|entry| is_valid(&entry.value));
                visitor.visit_map(MapDeserializer::new(entries.map(|entry| {
                    let key = BorrowedStrDeserializer::new(&entry.key);
                    (key, NodeDeserializer(&entry.value))
                })))
            }
            YamlValue::Invalid => visitor.visit_unit(),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.0.value {
            YamlValue::Scalar(scalar) if scalar.to_json().is_null() => visitor.visit_none(),
            YamlValue::Invalid => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    // A string is the scalar as written: `2024.10` does not become 2024.1.
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.scalar() {
            Some(scalar) => visitor.visit_borrowed_str(&scalar.text),
            None => self.deserialize_any(visitor),
        }
    }

    // For JSON Schema, 300.0 is an integer.
    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let number = self.0.to_json().as_f64();
        let whole = number.filter(|number| number.fract() == 0.0);
        // Adding zero turns -0.0 into 0.0.
        match whole.map(|whole| format!("{}", whole + 0.0).parse()) {
            Some(Ok(whole)) => visitor.visit_u64(whole),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_u32(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match name {
            PARTS => visitor.visit_seq(PartsAccess { node: self.0, next: 0 }),
            _ => self.deserialize_any(visitor),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u16 u64 f32 f64 char str bytes byte_buf unit
        unit_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The fields of [`Parts`] in their order.
struct PartsAccess<'de> {
    node: &'de Node,
    next: usize,
}

impl<'de> SeqAccess<'de> for PartsAccess<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        self.next += 1;
        let span = &self.node.span;
        match self.next {
            1 => seed.deserialize(span.start.into_deserializer()).map(Some),
            2 => seed.deserialize(span.end.into_deserializer()).map(Some),
            3 => seed.deserialize(NodeDeserializer(self.node)).map(Some),
            _ => Ok(None),
        }
    }
}
