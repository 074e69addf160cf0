//! Parses YAML into a tree in which every value has its position in the file.
//!
//! Scalars are resolved by the core schema of YAML 1.2 (§10.3): `yes` is a string, `true` a
//! boolean. Anchors, aliases, tags and multiple documents are errors: profiles do not need them,
//! and aliases let a small file expand to gigabytes.

mod alias;
mod comment;
pub mod deserialize;
mod indentation;
mod line_errors;
mod node;
mod not_an_entry;
mod parse;
mod quoting;
mod repaired_text;
mod scalar;
mod scanned_line;
mod source_lines;
mod spacing;
mod surrounding_lines;
mod syntax_error;
mod tree_builder;
mod unclosed_quote;
pub mod write;

pub(crate) use line_errors::INVALID_CHARACTER;
pub use node::{MappingEntry, Node, YamlValue};
pub use parse::{MAX_BYTES, Parsed, parse, parse_partially, parse_up_to};
pub(crate) use repaired_text::edited;
pub use scalar::{Scalar, ScalarKind};
pub(crate) use spacing::{
    lacks_space_after_colon, missing_space_after_dash, unusual_space_in_scalar,
};
pub use tree_builder::Incomplete;

use crate::diagnostic_code::DiagnosticCode;

/// The diagnostic codes of this module.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 10] = [
    alias::CODES,
    comment::CODES,
    indentation::CODES,
    line_errors::CODES,
    parse::CODES,
    quoting::CODES,
    spacing::CODES,
    syntax_error::CODES,
    tree_builder::CODES,
    unclosed_quote::CODES,
];
