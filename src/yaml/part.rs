//! Runs the parser on a part of a text, and rejects what profiles do not use.

use serde_yaml::granit_parser::{ErrorKind, Event, Options, Parser, Span as EventSpan};

use super::alias::anchor_or_alias;
use super::conflict::second_document;
use super::indentation;
use super::node::Node;
use super::tree_builder::{Incomplete, TreeBuilder};
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

/// The deepest nesting of collections by indentation, in levels. A profile has six.
pub(super) const MAX_BLOCK_DEPTH: usize = 32;
/// The deepest nesting of collections in brackets, in levels. Together, both are less than the 127
/// levels that `serde_json` reads.
pub(super) const MAX_FLOW_DEPTH: usize = 64;

diagnostic_codes! {
    error TAG = "tag";
}

/// What a part of a text contains.
pub(super) struct Part {
    pub(super) tree: Option<Node>,
    pub(super) incomplete: Vec<Incomplete>,
    /// The errors and warnings that do not stop the parser.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Why a part of a text cannot be parsed.
pub(super) enum Failure {
    /// It uses a part of YAML that profiles do not need.
    Reported(Box<Diagnostic>),
    /// The parser stopped at this byte.
    Stopped { at: usize, kind: ErrorKind },
    /// It is a group or list where there can only be a value.
    Structure,
}

impl Failure {
    /// Returns the error if its cause is unknown.
    pub(super) fn error(self, file: &str, text: &str) -> Diagnostic {
        let at = match self {
            Self::Reported(error) => return *error,
            Self::Stopped { at, .. } => at,
            Self::Structure => 0,
        };
        indentation::mismatch(file, text, at)
    }
}

/// Parses a part of a text. Positions are those in the whole text.
pub(super) fn parse_part(file: &str, text: &str, part: Span) -> Result<Part, Failure> {
    let mut options = Options::default();
    options.flow_nesting_limit = MAX_FLOW_DEPTH;
    options.block_nesting_limit = MAX_BLOCK_DEPTH;
    options.emit_comments = false;
    let mut diagnostics = Vec::new();
    let mut builder = TreeBuilder::new(file, text, &mut diagnostics);
    let reported = |diagnostic| Failure::Reported(Box::new(diagnostic));
    let mut documents = 0;
    for event in Parser::new_from_str_with_options(&text[part.clone()], options) {
        let (event, event_span) = event.map_err(|error| {
            let at = part.start + error.marker().byte_offset().unwrap_or(0);
            let at = text.floor_char_boundary(at.min(part.end));
            Failure::Stopped { at, kind: error.kind().clone() }
        })?;
        let span = trimmed(text, part.start, &event_span);
        if let Some(alias) = anchor_or_alias(file, text, &event, &span) {
            return Err(reported(alias));
        }
        if let Some(tag) = event_span.tag_span() {
            let message = "`!` at the start of a value is an instruction to the YAML reader";
            let hint = "remove it, or put quotes around the value if it is meant as text";
            let tag = trimmed(text, part.start, &tag);
            return Err(reported(Diagnostic::at(&TAG, file, tag, message).hint(hint)));
        }
        documents += usize::from(matches!(event, Event::DocumentStart(..)));
        if documents > 1 {
            return Err(reported(second_document(file, span)));
        }
        builder.add(event, span);
    }
    let (tree, incomplete) = builder.finish();
    Ok(Part { tree, incomplete, diagnostics })
}

/// The bytes of an event without the white space at its end. The parser counts from byte `start`.
fn trimmed(text: &str, start: usize, span: &EventSpan) -> Span {
    let range = span.byte_range().unwrap_or(0..0);
    let range = start + range.start..start + range.end;
    let text = text.get(range.clone()).unwrap_or_default();
    range.start..range.start + text.trim_end().len()
}
