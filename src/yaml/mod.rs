//! Parses YAML into a tree in which every value has its position in the file.
//!
//! Scalars are resolved by the core schema of YAML 1.2 (§10.3): `yes` is a string, `true` a
//! boolean. Anchors, aliases, tags and multiple documents are errors: profiles do not need them,
//! and aliases let a small file expand to gigabytes.

mod cause;
mod certain_fixes;
mod commented_notes;
mod conflict;
mod declared_fields;
mod field_without_colon;
mod head;
mod indentation;
mod lines;
mod misplaced_line;
mod node;
mod open_blocks;
mod other_format;
mod parse;
mod part;
mod pieces;
mod possible_place;
mod scalar;
mod shift;
mod text_line;
mod tree_builder;
mod value_error;
mod white_space;
pub mod write;

pub(crate) use cause::INVALID_CHARACTER;
pub use declared_fields::{DeclaredFields, KnownKey};
pub(crate) use indentation::{misplaced_entry, misplaced_lines};
pub(crate) use lines::{BULLETS, bullet, comment_at, comments_below, has_other_comment};
pub use node::{MappingEntry, Node, NodeOrigin, YamlValue};
pub(crate) use other_format::format_of;
pub(crate) use parse::EMPTY_FILE;
pub use parse::{MAX_BYTES, parse, parse_document, parse_up_to};
pub use scalar::{Scalar, ScalarKind};
pub(crate) use white_space::{colon_hint, missing_space_after_dash, unusual_space_in_scalar};

use crate::diagnostic_code::DiagnosticCode;

/// The diagnostic codes of this module.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 2] = [cause::CODES, parse::CODES];
