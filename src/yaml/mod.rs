//! Parses YAML into a tree in which every value has its position in the file.
//!
//! Scalars are resolved by the core schema of YAML 1.2 (§10.3): `yes` is a string, `true` a
//! boolean. Anchors, aliases, tags and multiple documents are errors: profiles do not need them,
//! and aliases let a small file expand to gigabytes.

mod alias;
mod comment;
mod conflict;
mod head;
mod indentation;
mod lines;
mod node;
mod parse;
mod part;
mod pieces;
mod quoting;
mod scalar;
mod spacing;
mod text_line;
mod tree_builder;
mod unclosed_quote;
mod value_error;
pub mod write;

pub use node::{MappingEntry, Node, YamlValue};
pub use parse::{MAX_BYTES, Parsed, parse, parse_partially, parse_up_to};
pub use scalar::{Scalar, ScalarKind};
pub(crate) use spacing::{
    lacks_space_after_colon, missing_space_after_dash, unusual_space_in_scalar,
};
pub use tree_builder::Incomplete;
pub(crate) use value_error::INVALID_CHARACTER;

use crate::diagnostic_code::DiagnosticCode;

/// The diagnostic codes of this module.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 12] = [
    alias::CODES,
    comment::CODES,
    conflict::CODES,
    head::CODES,
    indentation::CODES,
    parse::CODES,
    part::CODES,
    quoting::CODES,
    spacing::CODES,
    tree_builder::CODES,
    unclosed_quote::CODES,
    value_error::CODES,
];
