//! Explains errors of the YAML parser in an editor's words.
//!
//! The parser reports where it stopped. The cause is mostly on that line or on a line next to it,
//! so each recognizer looks there for one common error.

use serde_yaml::granit_parser::ErrorKind;

use super::alias::unknown_alias;
use super::scanned_line::Role;
use super::source_lines::{EntryLine, flow_collection_end, indentation, line_at, line_below};
use super::surrounding_lines::{ScannedText, SurroundingLines, SyntaxError, list_marker};
use super::unclosed_quote::{UNCLOSED_QUOTE, after_colon, unclosed_quote, with_closing};
use super::{indentation as indent, quoting, spacing};
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error UNCLOSED_BRACKET = "unclosed-bracket";
    error TOO_DEEP = "too-deep";
    error SYNTAX = "syntax";
}

/// What an error of the parser is about.
#[derive(PartialEq)]
enum Topic {
    Depth,
    Alias,
    Quote,
    Escape,
    Bracket,
    Key,
    Other,
}

impl Topic {
    fn of(kind: &ErrorKind) -> Self {
        match kind {
            ErrorKind::RecursionLimitExceeded => Self::Depth,
            ErrorKind::UnknownAnchor => Self::Alias,
            ErrorKind::UnclosedQuotedScalar
            | ErrorKind::DocumentIndicatorInQuotedScalar
            | ErrorKind::InvalidQuotedScalarIndent
            | ErrorKind::InvalidTrailingDoubleQuotedScalar
            | ErrorKind::InvalidTrailingSingleQuotedScalar => Self::Quote,
            ErrorKind::UnknownQuotedScalarEscape
            | ErrorKind::InvalidQuotedScalarHexEscape
            | ErrorKind::InvalidLowSurrogateHexEscape
            | ErrorKind::InvalidLowSurrogate
            | ErrorKind::MissingLowSurrogate
            | ErrorKind::UnpairedLowSurrogate
            | ErrorKind::InvalidUnicodeEscape => Self::Escape,
            ErrorKind::UnclosedFlowCollection { .. }
            | ErrorKind::UnexpectedEofFlowMapping
            | ErrorKind::UnexpectedEofFlowSequence
            | ErrorKind::UnexpectedEofImplicitFlowMapping
            | ErrorKind::ExpectedFlowMappingSeparator
            | ErrorKind::ExpectedFlowSequenceSeparator
            | ErrorKind::MismatchedFlowCollectionEnd { .. }
            | ErrorKind::MisplacedFlowCollectionEnd
            | ErrorKind::InvalidFlowScalarIndent => Self::Bracket,
            ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey => Self::Key,
            _ => Self::Other,
        }
    }

    /// Reports what a line lacks, if nothing else is known.
    fn error(&self, file: &str, text: &str, line: &Span) -> Option<Diagnostic> {
        let (code, message, hint) = match self {
            Self::Bracket => (
                &UNCLOSED_BRACKET,
                "a bracket is missing or in the wrong place",
                "check that each [ and { is closed, and that there are commas between the items",
            ),
            Self::Key => (
                &SYNTAX,
                "this line is neither `key: value` nor `- item`",
                "write a key and a colon before it; text of several lines starts with `key: |` and is indented",
            ),
            Self::Quote => (
                &UNCLOSED_QUOTE,
                "a quote is missing or in the wrong place",
                "check that each quote is closed, and that nothing follows the closing quote",
            ),
            Self::Depth | Self::Alias | Self::Escape | Self::Other => return None,
        };
        let start = line.start + indentation(&text[line.clone()]).len();
        Some(Diagnostic::at(code, file, start..line.end, message).hint(hint))
    }
}

/// Recognizes one common error of a line.
type Recognizer = fn(&SurroundingLines<'_>) -> Option<SyntaxError>;

/// All recognizers, in the order in which they are tried: those that cannot be wrong come first.
const RECOGNIZERS: &[Recognizer] = &[
    |place| place.json(),
    |place| place.other_comment(),
    |place| place.equals_sign(),
    |place| place.unindented_text(),
    |place| place.check(indent::tab),
    |place| after_colon(place.file, place.text, &place.line().span),
    |place| place.check(spacing::check_colon),
    |place| place.check(other_list_marker).filter(|_| place.is_in_list()),
    |place| place.certain_text_below_key(),
    |place| quoting::needs_quotes(place).filter(|_| !place.is_reported_later()),
    |place| place.check(unclosed_bracket),
    |place| place.colon_in_continuation(),
    |place| place.missing_colon(),
    |place| place.text_below_key(),
    |place| place.continued_text(),
];

/// Returns the parser's error at byte `offset`, and the repairs that let it read on.
pub(super) fn explain(scanned: &ScannedText<'_>, offset: usize, kind: &ErrorKind) -> SyntaxError {
    let ScannedText { file, text, .. } = *scanned;
    let offset = text.floor_char_boundary(offset.min(text.len()));
    let line = error_line(text, offset, kind);
    let is_entry = |place: &SurroundingLines<'_>| {
        place.is_neighbor || place.line().role != Role::Entry || place.line().is_entry(text)
    };
    let topic = match Topic::of(kind) {
        Topic::Other if !scanned.near(&line).iter().all(is_entry) => Topic::Key,
        topic => topic,
    };
    let at_line = || {
        let places = scanned.near(&line);
        RECOGNIZERS.iter().find_map(|recognize| places.iter().find_map(recognize))
    };
    let found = match topic {
        Topic::Depth => Some(SyntaxError::unrepaired(too_deep(file, offset..line.end))),
        Topic::Alias => Some(scanned.repaired(unknown_alias(file, text, &line, offset))),
        Topic::Escape => {
            scanned.near(&line).iter().find_map(|it| it.check(quoting::invalid_escape))
        }
        _ => None,
    };
    found
        .or_else(|| unclosed_quote(scanned, offset))
        .or_else(at_line)
        .or_else(|| opening_bracket(scanned, offset).filter(|_| topic == Topic::Bracket))
        .or_else(|| topic.error(file, text, &line).map(|it| scanned.repaired(it)))
        .unwrap_or_else(|| scanned.removed(indent::mismatch(file, text, &line)))
}

/// Returns the line on which an error of the parser most likely is.
fn error_line(text: &str, offset: usize, kind: &ErrorKind) -> Span {
    let line = line_at(text, offset);
    let has_comment =
        EntryLine::parse(&text[line.clone()]).is_some_and(|entry| !entry.comment.is_empty());
    // A comment cannot interrupt a plain scalar: the line that continues it is the wrong one.
    let is_interrupted = *kind == ErrorKind::CommentInterceptedScalar && has_comment;
    let below = is_interrupted.then(|| line_below(text, line.start)).flatten();
    below.unwrap_or(line)
}

fn too_deep(file: &str, span: Span) -> Diagnostic {
    let message = "groups and lists are nested too deeply";
    let hint = "check the indentation and the brackets above this line";
    Diagnostic::at(&TOO_DEEP, file, span, message).hint(hint)
}

/// Reports an item that starts with an asterisk or a number. The fix keeps the column of its text.
fn other_list_marker(file: &str, text: &str, line: &Span) -> Option<Diagnostic> {
    let start = line.start + indentation(&text[line.clone()]).len();
    let marker = list_marker(&text[start..line.end])?;
    let message = "an item of a list starts with a dash";
    let diagnostic = Diagnostic::at(&SYNTAX, file, start..start + marker.len(), message)
        .hint(format!("write `- ` instead of `{marker} `"));
    Some(diagnostic.replace(format!("{:1$}", "-", marker.len())))
}

fn unclosed_bracket(file: &str, text: &str, line: &Span) -> Option<Diagnostic> {
    let entry = EntryLine::parse(&text[line.clone()])?;
    if !entry.value.starts_with(['[', '{']) || flow_collection_end(entry.value).is_some() {
        return None;
    }
    let (message, hint) = if entry.comment.contains([']', '}']) {
        (
            "a `#` after a space starts a comment, so the bracket is not closed",
            "put quotes around the item with the `#`: \"C #\"",
        )
    } else {
        (
            "the bracket that opens here is not closed, or a comma is missing",
            "close it on the same line, or write the list with one `- ` line for each item",
        )
    };
    let span = line.start + entry.start..line.end;
    let diagnostic = Diagnostic::at(&UNCLOSED_BRACKET, file, span, message).hint(hint);
    Some(match entry.value.starts_with('[') {
        true => with_closing(text, diagnostic, "]"),
        false => diagnostic,
    })
}

/// Reports the nearest bracket above the error that is not closed on its line.
fn opening_bracket(scanned: &ScannedText<'_>, offset: usize) -> Option<SyntaxError> {
    let up_to = scanned.lines.partition_point(|line| line.span.start <= offset);
    let entries = (0..up_to).rev().map(|at| scanned.place(at));
    let mut entries = entries.filter(|place| place.line().role == Role::Entry);
    entries.find_map(|place| place.check(unclosed_bracket))
}
