//! The editors' own notes, which are never published.

use schemars::JsonSchema;
use serde::Serialize;

use super::decode::Decode;
use super::publication_key::misplaced_publication_key;
use super::reporter::Reporter;
use super::shape::Shape;
use crate::yaml::Node;

/// Any value, which is not kept.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Notes;

impl Decode for Notes {
    const SHAPE: &'static Shape = &Shape::Notes;

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        for entry in node.entries() {
            if let Some(diagnostic) = misplaced_publication_key(entry, true, to) {
                to.report(diagnostic);
            }
        }
        Some(Self)
    }

    fn absent() -> Option<Self> {
        Some(Self)
    }
}
