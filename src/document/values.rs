//! The types of values that documents share: texts, numbers, lists, mappings.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::damaged_text::shortened_number;
use super::decode::Decode;
use super::reporter::Reporter;
use super::shape::{Mapping, Shape, TEXT, number_hint};
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::{Node, ScalarKind, YamlValue};

diagnostic_codes! {
    error OUT_OF_RANGE = "out-of-range";
}

/// Any text with a visible character, without surrounding white space.
impl Decode for String {
    const SHAPE: &'static Shape = &TEXT;

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        to.text(node, |text| match shortened_number(text) {
            Some(error) => Err(error),
            None => Ok(text.trim().to_owned()),
        })
    }
}

/// A text that can be `null`, which means the same as leaving it out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Nullable(pub Option<String>);

impl Decode for Nullable {
    const SHAPE: &'static Shape = String::SHAPE;

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        Decode::decode(node, to).map(Self)
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }
}

impl Decode for bool {
    const SHAPE: &'static Shape = &Shape::Boolean;

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        match node.scalar().map(|scalar| &scalar.kind) {
            Some(ScalarKind::Bool(value)) => Some(*value),
            _ => to.wrong_type(node),
        }
    }
}

/// A whole number from `MIN` to `MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, description = "", extend("minimum" = MIN, "maximum" = MAX))]
pub struct Whole<const MIN: u32, const MAX: u32>(pub u32);

impl<const MIN: u32, const MAX: u32> Decode for Whole<MIN, MAX> {
    const SHAPE: &'static Shape = &Shape::Whole { min: MIN, max: MAX };

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        let number = match node.scalar().map(|scalar| &scalar.kind) {
            Some(ScalarKind::Number(number)) => number.as_f64(),
            _ => None,
        };
        // For JSON Schema, 300.0 is an integer.
        let Some(number) = number.filter(|number| number.fract() == 0.0) else {
            return to.wrong_type(node);
        };
        let message = if number < f64::from(MIN) {
            format!("{} is smaller than {MIN}", to.name())
        } else if number > f64::from(MAX) {
            format!("{} is larger than {MAX}", to.name())
        } else {
            let whole = format!("{number:.0}").trim_start_matches('-').parse();
            return Some(Self(whole.expect("a whole number of at most 32 bits")));
        };
        let diagnostic = to.at(&OUT_OF_RANGE, node.span.clone(), message);
        let hint = number_hint(MIN, MAX, to.declaration());
        to.report(diagnostic.hint(hint));
        None
    }
}

/// A field that can be missing. It is absent too if its value has an error.
impl<T: Decode> Decode for Option<T> {
    const SHAPE: &'static Shape = T::SHAPE;

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        Some(T::decode(node, to))
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

/// A list, without the items that have errors.
impl<T: Decode> Decode for Vec<T> {
    const SHAPE: &'static Shape = &Shape::List(T::SHAPE);

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        let YamlValue::Sequence(items) = &node.value else {
            return to.wrong_type(node);
        };
        let mut list = Self::with_capacity(items.len());
        for item in items {
            list.extend(to.item(item));
        }
        Some(list)
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }
    fn is_empty_list(&self) -> bool {
        self.is_empty()
    }
}

/// Values under keys of the author's choice.
impl<T: Decode> Decode for IndexMap<String, T> {
    const SHAPE: &'static Shape =
        &Shape::Mapping(&Mapping { key: None, value: T::SHAPE, translated_key: None });

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        let mut map = Self::new();
        for entry in to.entries::<Self>(node)? {
            let value = to.keyed(entry);
            map.extend(value.map(|value| (entry.key.clone(), value)));
        }
        Some(map)
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}
