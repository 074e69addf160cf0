//! Open places: keys of the author's choice, whose values can be anything.

use serde_json::{Map, Value as Json, json};

use super::decode::{Decode, Reporter};
use super::editor_hints::TRANSLATED;
use super::internal_key::{self, INTERNAL_KEY};
pub use super::open_keys::OpenKeys;
use super::reserved_keys::reserved_key;
use super::resume_field::Kind;
use super::wrong_type::NOT_TEXT;
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

    fn schema() -> Self {
        json!({ "$ref": format!("#/definitions/{OPEN_VALUE}") })
    }
}

/// An open place.
impl Decode for Map<String, Json> {
    const KIND: Kind = Kind::Open;

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

    fn schema() -> Json {
        schema(&json!({ "type": "object" }), &OpenKeys::ANY)
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

const OPEN_VALUE: &str = "open_value";

/// Returns the definitions that [`schema`] refers to.
pub(super) fn definitions() -> Json {
    json!({
        OPEN_VALUE: {
            "type": ["string", "boolean", "number", "object", "array"],
            "errorMessage": "This has no value. Write one, or delete the line.",
            "items": Json::schema(),
            "additionalProperties": Json::schema(),
            "propertyNames": { "not": internal_key::schema() },
        },
        INTERNAL_KEY: internal_key::definition(),
    })
}

/// Adds an open place to the schema of a group.
pub(super) fn schema(group: &Json, keys: &OpenKeys) -> Json {
    let mut schema = group.clone();
    schema["additionalProperties"] = Json::schema();
    let mut rejected = vec![internal_key::schema()];
    let reserved: Vec<_> = keys.all_reserved().collect();
    if !reserved.is_empty() {
        rejected.push(json!({ "enum": reserved }));
    }
    schema["propertyNames"] = json!({
        "title": "key",
        "description": "A field of your own.",
        "not": { "anyOf": rejected },
    });
    let types = ["string", "number", "boolean"];
    let text = json!({ "type": types, "errorMessage": NOT_TEXT, TRANSLATED: false });
    let texts: Map<String, Json> =
        keys.texts.iter().map(|key| ((*key).to_owned(), text.clone())).collect();
    if !texts.is_empty() {
        schema["allOf"] = json!([{ "properties": texts }]);
    }
    schema
}
