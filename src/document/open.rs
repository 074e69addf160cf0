//! Open places: keys of the author's choice, whose values can be anything.

use serde_json::{Map, Value as Json};

use super::decode::Decode;
pub use super::open_keys::OpenKeys;
use super::reporter::Reporter;
use super::reserved_keys::reserved_key;
use super::shape::Shape;
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::{MappingEntry, Node, YamlValue};

diagnostic_codes! {
    error AMBIGUOUS_VALUE = "ambiguous-value";
}

/// Decodes entries whose keys have to follow the rules. No value is empty or ambiguous.
pub(super) fn entries<'n>(
    entries: impl Iterator<Item = &'n MappingEntry>,
    keys: &OpenKeys,
    to: &mut Reporter<'n>,
) -> Map<String, Json> {
    let mut object = Map::new();
    for entry in entries {
        let key = entry.key.as_str();
        let value = if keys.all_reserved().any(|reserved| reserved == key) {
            to.report(reserved_key(entry, to));
            None
        } else if keys.texts.contains(&key) {
            to.keyed::<String>(entry).map(Json::String)
        } else {
            to.keyed(entry)
        };
        object.extend(value.map(|value| (key.to_owned(), value)));
    }
    object
}

/// A value in an open place.
impl Decode for Json {
    const SHAPE: &'static Shape = &Shape::Anything;

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        let scalar = match &node.value {
            YamlValue::Mapping(_) => return Map::decode(node, to).map(Self::Object),
            YamlValue::Sequence(_) => return Vec::decode(node, to).map(Self::Array),
            YamlValue::Scalar(scalar) => scalar,
            YamlValue::Invalid => return None,
        };
        if let Some(reading) = scalar.ambiguity() {
            let message = format!("without quotes, `{}` is read as {reading}", scalar.text);
            let diagnostic = to.at(&AMBIGUOUS_VALUE, node.span.clone(), message);
            to.report(diagnostic.hint(format!("write \"{}\" if it is meant as text", scalar.text)));
        }
        to.check_text(node, scalar);
        Some(scalar.to_json())
    }
}

/// An open place.
impl Decode for Map<String, Json> {
    const SHAPE: &'static Shape = &Shape::Open(&OpenKeys::ANY);

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        Self::decode_open(node, &OpenKeys::ANY, to)
    }

    fn decode_open<'n>(
        node: &'n Node,
        keys: &'static OpenKeys,
        to: &mut Reporter<'n>,
    ) -> Option<Self> {
        Some(entries(to.entries::<Self>(node)?.iter(), keys, to))
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}
