//! The editors' own notes, which are never published.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::decode::{Decode, Reporter};
use crate::yaml::Node;

/// A group with any content, which is not kept.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Notes;

impl Decode for Notes {
    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        to.entries::<Self>(node).map(|_| Self)
    }

    fn schema() -> Json {
        json!({ "type": "object", "additionalProperties": true })
    }

    fn absent() -> Option<Self> {
        Some(Self)
    }
}
