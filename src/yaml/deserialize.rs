//! From the tree to typed documents, positions included.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{BorrowedStrDeserializer, UsizeDeserializer};
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess,
    Visitor,
};

use super::{Kind, MappingEntry, Node, YamlValue};
use crate::diagnostic::Span;

/// A value with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// What to underline when it is meant, see [`Node::span`].
    pub span: Span,
}

/// The error of a tree that does not have the document's shape. The schema was checked before,
/// so meeting it is a fault of the program.
#[derive(Debug)]
pub struct ShapeError(String);

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ShapeError {}

impl de::Error for ShapeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// The typed document a tree holds.
///
/// # Errors
/// When the tree has another shape than `T`.
pub fn from_node<'de, T: Deserialize<'de>>(node: &'de Node) -> Result<T, ShapeError> {
    T::deserialize(NodeDeserializer(node))
}

// A `Spanned` asks for a struct of this name; the deserializer answers with the three parts.
const SPANNED: &str = "$vitae::Spanned";
const PARTS: &[&str] = &["start", "end", "value"];

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Parts<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Parts<T> {
            type Value = Spanned<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value with its place")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Spanned<T>, A::Error> {
                let missing = || de::Error::custom("a place has three parts");
                let start = parts.next_element()?.ok_or_else(missing)?;
                let end = parts.next_element()?.ok_or_else(missing)?;
                let value = parts.next_element()?.ok_or_else(missing)?;
                let span = start..end;
                Ok(Spanned { value, span })
            }
        }
        deserializer.deserialize_struct(SPANNED, PARTS, Parts(PhantomData))
    }
}

struct NodeDeserializer<'de>(&'de Node);

impl<'de> Deserializer<'de> for NodeDeserializer<'de> {
    type Error = ShapeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        match &self.0.value {
            YamlValue::Scalar(scalar) => match &scalar.kind {
                Kind::Null | Kind::NotFinite => visitor.visit_unit(),
                Kind::Bool(value) => visitor.visit_bool(*value),
                Kind::String => visitor.visit_borrowed_str(&scalar.text),
                Kind::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                    (Some(number), _, _) => visitor.visit_u64(number),
                    (_, Some(number), _) => visitor.visit_i64(number),
                    (_, _, number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
                },
            },
            YamlValue::Sequence(items) => visitor.visit_seq(Items(present(items).into_iter())),
            YamlValue::Mapping(entries) => visitor.visit_map(Entries {
                rest: entries.iter(),
                value: None,
            }),
            YamlValue::Mistaken => visitor.visit_unit(),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        match self.0.to_json() {
            serde_json::Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    // Whoever wants a text gets the scalar as it was written: `2024.10` is not 2024.1.
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        match self.0.scalar() {
            Some(scalar) => visitor.visit_borrowed_str(&scalar.text),
            None => self.deserialize_any(visitor),
        }
    }

    // For JSON Schema, 300.0 is an integer.
    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        let whole = self
            .0
            .to_json()
            .as_f64()
            .filter(|number| number.fract() == 0.0);
        match whole.map(|whole| format!("{}", whole + 0.0).parse()) {
            Some(Ok(whole)) => visitor.visit_u64(whole),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ShapeError> {
        self.deserialize_u32(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ShapeError> {
        if name == SPANNED {
            visitor.visit_seq(SpannedParts(self.0, 0))
        } else {
            self.deserialize_any(visitor)
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u16 u64 f32 f64 char string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

struct SpannedParts<'de>(&'de Node, u8);

impl<'de> SeqAccess<'de> for SpannedParts<'de> {
    type Error = ShapeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ShapeError> {
        self.1 += 1;
        let position =
            |offset: usize| -> UsizeDeserializer<ShapeError> { offset.into_deserializer() };
        match self.1 {
            1 => seed.deserialize(position(self.0.span.start)).map(Some),
            2 => seed.deserialize(position(self.0.span.end)).map(Some),
            3 => seed.deserialize(NodeDeserializer(self.0)).map(Some),
            _ => Ok(None),
        }
    }
}

fn present(items: &[Node]) -> Vec<&Node> {
    let mistaken = |node: &&Node| node.value == YamlValue::Mistaken;
    items.iter().filter(|node| !mistaken(node)).collect()
}

struct Items<'de>(std::vec::IntoIter<&'de Node>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = ShapeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, ShapeError> {
        let item = self
            .0
            .next()
            .map(|node| seed.deserialize(NodeDeserializer(node)));
        item.transpose()
    }
}

struct Entries<'de> {
    rest: std::slice::Iter<'de, MappingEntry>,
    value: Option<&'de Node>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = ShapeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, ShapeError> {
        let entry = self
            .rest
            .find(|entry| entry.value.value != YamlValue::Mistaken);
        let Some(entry) = entry else { return Ok(None) };
        self.value = Some(&entry.value);
        seed.deserialize(BorrowedStrDeserializer::new(&entry.key))
            .map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<T::Value, ShapeError> {
        let value = self.value.take();
        let value = value.ok_or_else(|| de::Error::custom("a value comes after its key"))?;
        seed.deserialize(NodeDeserializer(value))
    }
}
