//! Runs the parser on a part of a text, and rejects what profiles do not use.

use serde_yaml::granit_parser::{ErrorKind, Event, Options, Parser, Span as EventSpan};

use super::cause::{Cause, Text};
use super::lines::line_at;
use super::node::Node;
use super::tree_builder::TreeBuilder;
use crate::diagnostic::{Diagnostic, Span};

/// The deepest nesting of collections by indentation, in levels. A profile has six.
pub(super) const MAX_BLOCK_DEPTH: usize = 32;
/// The deepest nesting of collections in brackets, in levels. Together, both are less than the 127
/// levels that `serde_json` reads.
pub(super) const MAX_FLOW_DEPTH: usize = 64;

/// Why a part of a text cannot be parsed.
pub(super) struct Failure {
    /// Where the parser stopped.
    pub(super) at: usize,
    /// The error, if its cause is known.
    pub(super) known: Option<Box<Diagnostic>>,
}

/// Parses a part of a text. Returns the tree, and at most `limit` errors and warnings that do not stop the parser.
/// Positions are those in the whole text.
pub(super) fn parse_part(
    text: Text<'_>,
    part: Span,
    limit: usize,
) -> Result<(Option<Node>, Vec<Diagnostic>), Failure> {
    let mut options = Options::default();
    options.flow_nesting_limit = MAX_FLOW_DEPTH;
    options.block_nesting_limit = MAX_BLOCK_DEPTH;
    options.emit_comments = false;
    let mut diagnostics = Vec::new();
    let mut builder = TreeBuilder::new(text, limit, &mut diagnostics);
    let mut documents = 0;
    for event in Parser::new_from_str_with_options(&text[part.clone()], options) {
        let (event, event_span) = event.map_err(|error| {
            let at = part.start + error.marker().byte_offset().unwrap_or(0);
            let at = text.floor_char_boundary(at.min(part.end));
            let cause = match error.kind() {
                ErrorKind::RecursionLimitExceeded => Some(Cause::DEEP),
                ErrorKind::UnknownAnchor => Some(Cause::REFERENCE),
                ErrorKind::UnknownQuotedScalarEscape
                | ErrorKind::InvalidQuotedScalarHexEscape
                | ErrorKind::InvalidLowSurrogateHexEscape
                | ErrorKind::InvalidLowSurrogate
                | ErrorKind::MissingLowSurrogate
                | ErrorKind::UnpairedLowSurrogate
                | ErrorKind::InvalidUnicodeEscape => Some(Cause::BACKSLASH),
                _ => None,
            };
            let known = cause.map(|cause| text.error(&cause, at..line_at(&text, at).end));
            let is_character = matches!(error.kind(), ErrorKind::UnexpectedCharacter { .. });
            let character =
                || is_character.then(|| control_character(text, part.clone())).flatten();
            Failure { at, known: known.or_else(character).map(Box::new) }
        })?;
        let span = trimmed(&text, part.start, &event_span);
        documents += usize::from(matches!(event, Event::DocumentStart(..)));
        let unused = if let Some(tag) = event_span.tag_span() {
            Some((Cause::INSTRUCTION, trimmed(&text, part.start, &tag)))
        } else if has_anchor(&event) {
            let anchor = text[..span.start].rfind('&').unwrap_or(span.start);
            Some((Cause::REFERENCE, anchor..anchor + text[anchor..span.start].trim_end().len()))
        } else {
            (documents > 1).then(|| (Cause::DOCUMENT, span.clone()))
        };
        if let Some((cause, span)) = unused {
            return Err(Failure { at: span.start, known: Some(text.error(&cause, span).into()) });
        }
        builder.add(event, span);
    }
    let tree = builder.root;
    Ok((tree, diagnostics))
}

/// Returns whether a node has an anchor. An alias without an anchor stops the parser.
fn has_anchor(event: &Event<'_>) -> bool {
    let (Event::Scalar(_, _, anchor, _)
    | Event::SequenceStart(_, anchor, _)
    | Event::MappingStart(_, anchor, _)) = event
    else {
        return false;
    };
    *anchor != 0
}

/// Returns the bytes of an event without the spaces, tabs and line breaks at its end. The parser counts from byte
/// `start`.
fn trimmed(text: &str, start: usize, span: &EventSpan) -> Span {
    let range = span.byte_range().unwrap_or(0..0);
    let range = start + range.start..start + range.end;
    let text = text.get(range.clone()).unwrap_or_default();
    range.start..range.start + text.trim_ascii_end().len()
}

/// Reports the first control character in a part of the text (YAML 1.2.2, §5.1).
pub(super) fn control_character(text: Text<'_>, part: Span) -> Option<Diagnostic> {
    let is_forbidden = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}');
    let (at, character) = text[part.clone()].char_indices().find(|(_, c)| is_forbidden(*c))?;
    let at = part.start + at;
    Some(text.error(&Cause::CONTROL_CHARACTER, at..at + character.len_utf8()))
}
