//! Explains errors of the YAML parser in an editor's words.
//!
//! The parser reports where it stopped. The cause is mostly on that line or on a line next to it,
//! so each recognizer looks there for one common error.

use serde_yaml::granit_parser::ErrorKind;

use super::line_errors::{SyntaxError, removal, repaired};
use super::not_an_entry::Place;
use super::parse::ALIAS;
use super::scanned_line::{Role, ScannedLine, key};
use super::source_lines::{
    EntryLine, flow_collection_end, indentation, line_at, line_below, lines_above,
};
use super::unclosed_quote::{after_colon, unclosed_quote};
use super::{indentation as indent, quoting, spacing};
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error UNCLOSED_QUOTE = "unclosed-quote";
    error UNCLOSED_BRACKET = "unclosed-bracket";
    error MERGE_CONFLICT = "merge-conflict";
    error TOO_DEEP = "too-deep";
    error INVALID_CHARACTER = "invalid-character";
    error SYNTAX = "syntax";
}

/// An error of the parser and the lines around it.
struct Context<'a> {
    file: &'a str,
    text: &'a str,
    /// The byte at which the parser stopped.
    offset: usize,
    kind: &'a ErrorKind,
    topic: Topic,
    /// The line on which the error most likely is.
    line: Span,
    /// The lines of the text.
    lines: &'a [ScannedLine],
    /// That line, then the nearest lines above and below it that are not blank.
    suspects: Vec<Span>,
}

/// What an error of the parser is about.
#[derive(PartialEq)]
enum Topic {
    Quote,
    Escape,
    Bracket,
    Key,
    Other,
}

impl Topic {
    fn of(kind: &ErrorKind) -> Self {
        match kind {
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
}

/// Recognizes one common error.
type Recognizer = fn(&Context<'_>) -> Option<SyntaxError>;

/// All recognizers, in the order in which they are tried: those that cannot be wrong come first.
const RECOGNIZERS: &[Recognizer] = &[
    |context| too_deep(context).map(unrepaired),
    |context| unknown_alias(context).map(|it| repaired(context.text, context.lines, it)),
    |context| unclosed_quote(context.file, context.text, context.lines, context.offset),
    |context| context.check_places(Place::json),
    |context| context.check_places(Place::other_comment),
    |context| context.check_places(Place::equals_sign),
    |context| context.check_places(Place::unindented_text),
    |context| context.check_lines(indent::tab),
    |context| context.check_lines(spacing::check_unusual_space),
    |context| context.suspects.iter().find_map(|it| after_colon(context.file, context.text, it)),
    |context| context.check_lines(spacing::check_colon),
    |context| context.check_lines(spacing::check_dash),
    |context| invalid_escape(context).map(|it| repaired(context.text, context.lines, it)),
    |context| asterisk_item(context).map(|it| repaired(context.text, context.lines, it)),
    |context| needs_quotes(context).map(|it| repaired(context.text, context.lines, it)),
    |context| context.check_lines(unclosed_bracket),
    |context| context.check_places(Place::colon_in_continuation),
    |context| context.check_places(Place::missing_colon),
    |context| context.check_places(Place::continued_text),
    |context| opening_bracket(context).map(|it| repaired(context.text, context.lines, it)),
    |context| topic(context).map(|it| repaired(context.text, context.lines, it)),
];

/// An error without a repair: the parser cannot read on.
fn unrepaired(diagnostic: Diagnostic) -> SyntaxError {
    SyntaxError { diagnostic, repairs: Vec::new() }
}

/// Returns the parser's error at byte `offset`, and the repairs that let it read on.
pub(super) fn explain(
    file: &str,
    text: &str,
    lines: &[ScannedLine],
    offset: usize,
    kind: &ErrorKind,
) -> SyntaxError {
    let context = Context::new(file, text, lines, offset, kind);
    let found = RECOGNIZERS.iter().find_map(|recognize| recognize(&context));
    found.unwrap_or_else(|| {
        let diagnostic = indent::mismatch(file, text, &context.line);
        let start = diagnostic.span.as_ref().map_or(offset, |span| span.start);
        SyntaxError {
            diagnostic,
            repairs: removal(text, lines, start, false).into_iter().collect(),
        }
    })
}

impl<'a> Context<'a> {
    fn new(
        file: &'a str,
        text: &'a str,
        lines: &'a [ScannedLine],
        offset: usize,
        kind: &'a ErrorKind,
    ) -> Self {
        let offset = text.floor_char_boundary(offset.min(text.len()));
        let mut line = line_at(text, offset);
        // A comment cannot interrupt a plain scalar: the line that continues it is the wrong one.
        if *kind == ErrorKind::CommentInterceptedScalar
            && EntryLine::parse(&text[line.clone()]).is_some_and(|entry| !entry.comment.is_empty())
            && let Some(below) = line_below(text, line.start)
        {
            line = below;
        }
        let above = lines_above(text, line.start).next();
        let below = line_below(text, line.start);
        let suspects = [Some(line.clone()), above, below];
        Self {
            file,
            text,
            offset,
            kind,
            topic: Topic::of(kind),
            lines,
            suspects: suspects.into_iter().flatten().collect(),
            line,
        }
    }

    /// Returns the result of the first suspect line in which `check` finds something.
    fn check_lines(
        &self,
        check: fn(&str, &str, &Span) -> Option<Diagnostic>,
    ) -> Option<SyntaxError> {
        let mut suspects = self.suspects.iter();
        suspects
            .find_map(|line| check(self.file, self.text, line))
            .map(|it| repaired(self.text, self.lines, it))
    }

    /// Returns the result of the first suspect line in which `check` finds something.
    fn check_places<'s>(
        &'s self,
        check: fn(&Place<'s>) -> Option<SyntaxError>,
    ) -> Option<SyntaxError> {
        self.suspects.iter().find_map(|suspect| {
            let at =
                self.lines.binary_search_by_key(&suspect.start, |line| line.span.start).ok()?;
            check(&Place { file: self.file, text: self.text, lines: self.lines, at })
        })
    }

    /// The line with the error, without its indentation.
    fn unindented_line(&self) -> Span {
        self.line.start + indentation(&self.text[self.line.clone()]).len()..self.line.end
    }
}

fn too_deep(context: &Context<'_>) -> Option<Diagnostic> {
    if *context.kind != ErrorKind::RecursionLimitExceeded {
        return None;
    }
    let span = context.offset..context.line.end;
    let message = "groups and lists are nested too deeply";
    let hint = "check the indentation and the brackets above this line";
    Some(Diagnostic::at(&TOO_DEEP, context.file, span, message).hint(hint))
}

fn unknown_alias(context: &Context<'_>) -> Option<Diagnostic> {
    if *context.kind != ErrorKind::UnknownAnchor {
        return None;
    }
    let (span, quoted) = match EntryLine::parse(&context.text[context.line.clone()]) {
        Some(entry) if entry.value.starts_with('*') => {
            (entry.value_span(context.line.start), Some(quoting::quoted(entry.value)))
        }
        _ => (context.offset..context.line.end, None),
    };
    let message = "`*` at the start of a value refers to another place in the file";
    let hint = match &quoted {
        Some(quoted) => format!("put quotes around the whole value: {quoted}"),
        None => "put quotes around the whole value".to_owned(),
    };
    let diagnostic = Diagnostic::at(&ALIAS, context.file, span, message).hint(hint);
    Some(match quoted {
        Some(quoted) => diagnostic.replace(quoted),
        None => diagnostic,
    })
}

/// Adds the fix of a quote or bracket that is not closed: `closing` at the end of the line, if the
/// value cannot end anywhere else.
pub(super) fn with_closing(text: &str, diagnostic: Diagnostic, closing: &str) -> Diagnostic {
    let span = diagnostic.span.clone().expect("the span of the value");
    let value = &text[span.clone()];
    let line = line_at(text, span.start);
    let opens_value = EntryLine::parse(&text[line.clone()])
        .is_some_and(|entry| line.start + entry.start == span.start);
    let is_simple = value.len() > 1 && !value[1..].contains(['"', '\'', '\\', '#', '[', '{', ':']);
    // The lines below can continue the value.
    let depth = |line: &Span| indentation(&text[line.clone()]).len();
    let column = line.len() - text[line.clone()].trim_start_matches([' ', '-']).len();
    let is_last = line_below(text, line.start).is_none_or(|below| {
        let is_key = key(text[below.clone()].trim_start()).is_some();
        depth(&below) <= depth(&line) || is_key && depth(&below) <= column
    });
    if opens_value && is_simple && is_last && span.end == line.end {
        return diagnostic.replace(format!("{value}{closing}"));
    }
    diagnostic
}

fn invalid_escape(context: &Context<'_>) -> Option<Diagnostic> {
    let is_escape = context.topic == Topic::Escape;
    let mut suspects = context.suspects.iter().filter(|_| is_escape);
    suspects.find_map(|line| quoting::invalid_escape(context.file, context.text, line))
}

fn asterisk_item(context: &Context<'_>) -> Option<Diagnostic> {
    let line = context.unindented_line();
    if !context.text[line.clone()].starts_with("* ") {
        return None;
    }
    let message = "an item of a list starts with a dash";
    let diagnostic = Diagnostic::at(&SYNTAX, context.file, line.start..line.start + 1, message);
    Some(diagnostic.hint("write `- ` instead of `* `").replace("-"))
}

fn needs_quotes(context: &Context<'_>) -> Option<Diagnostic> {
    let text = context.text;
    let depth = |line: &Span| indentation(&text[line.clone()]).len();
    // The parser stops at an anchor, alias or tag itself when it gets there.
    let is_reported_later = |line: &Span| {
        let entry = EntryLine::parse(&text[line.clone()]);
        *line != context.line && entry.is_some_and(|entry| entry.value.starts_with(['&', '*', '!']))
    };
    let suspects = context.suspects.iter().filter(|line| !is_reported_later(line));
    suspects.into_iter().find_map(|line| {
        let below = line_below(text, line.start);
        let has_block = below.is_some_and(|below| depth(&below) > depth(line));
        quoting::needs_quotes(context.file, text, line, has_block)
    })
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
fn opening_bracket(context: &Context<'_>) -> Option<Diagnostic> {
    if context.topic != Topic::Bracket {
        return None;
    }
    let up_to = context.lines.partition_point(|line| line.span.start <= context.offset);
    let entries = context.lines[..up_to].iter().rev().filter(|line| line.role == Role::Entry);
    entries.into_iter().find_map(|line| unclosed_bracket(context.file, context.text, &line.span))
}

fn topic(context: &Context<'_>) -> Option<Diagnostic> {
    let (code, message, hint) = match context.topic {
        Topic::Bracket => (
            &UNCLOSED_BRACKET,
            "a bracket is missing or in the wrong place",
            "check that each [ and { is closed, and that there are commas between the items",
        ),
        Topic::Key => (
            &SYNTAX,
            "this line is neither `key: value` nor `- item`",
            "write a key and a colon before it; text of several lines starts with `key: |` and is indented",
        ),
        Topic::Quote => (
            &UNCLOSED_QUOTE,
            "a quote is missing or in the wrong place",
            "check that each quote is closed, and that nothing follows the closing quote",
        ),
        Topic::Escape | Topic::Other => return None,
    };
    Some(Diagnostic::at(code, context.file, context.unindented_line(), message).hint(hint))
}
