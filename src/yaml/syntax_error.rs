//! Explains errors of the YAML parser in an editor's words.
//!
//! The parser reports where it stopped. The cause is mostly on that line or on a line next to it,
//! so each recognizer looks there for one common error.

use serde_yaml::granit_parser::ErrorKind;

use super::parse::ALIAS;
use super::source_lines::{
    EntryLine, flow_collection_end, indentation, line_at, line_below, lines, lines_above,
};
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
type Recognizer = fn(&Context<'_>) -> Option<Diagnostic>;

/// All recognizers, in the order in which they are tried: those that cannot be wrong come first.
const RECOGNIZERS: &[Recognizer] = &[
    merge_conflict,
    control_character,
    too_deep,
    unknown_alias,
    unclosed_quote,
    |context| context.check_lines(indent::tab),
    |context| context.check_lines(spacing::check_unusual_space),
    |context| context.check_lines(spacing::check_colon),
    |context| context.check_lines(spacing::check_dash),
    invalid_escape,
    asterisk_item,
    |context| context.check_lines(needs_quotes),
    |context| context.check_lines(unclosed_bracket),
    bracket_or_key,
];

/// Returns the diagnostic for the parser's error at byte `offset`.
pub(super) fn explain(file: &str, text: &str, offset: usize, kind: &ErrorKind) -> Diagnostic {
    let context = Context::new(file, text, offset, kind);
    RECOGNIZERS
        .iter()
        .find_map(|recognize| recognize(&context))
        .unwrap_or_else(|| indent::mismatch(file, text, &context.line))
}

impl<'a> Context<'a> {
    fn new(file: &'a str, text: &'a str, offset: usize, kind: &'a ErrorKind) -> Self {
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
            suspects: suspects.into_iter().flatten().collect(),
            line,
        }
    }

    /// Returns the result of the first suspect line in which `check` finds something.
    fn check_lines(
        &self,
        check: fn(&str, &str, &Span) -> Option<Diagnostic>,
    ) -> Option<Diagnostic> {
        let mut suspects = self.suspects.iter();
        suspects.find_map(|line| check(self.file, self.text, line))
    }

    /// The line with the error, without its indentation.
    fn unindented_line(&self) -> Span {
        self.line.start + indentation(&self.text[self.line.clone()]).len()..self.line.end
    }
}

fn merge_conflict(context: &Context<'_>) -> Option<Diagnostic> {
    let marker = lines(context.text).find(|line| {
        let line = &context.text[line.clone()];
        line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ")
    })?;
    let message = "the file contains a git merge conflict: two versions of the same lines";
    let hint = "keep the lines you want, delete the others and the lines with <<<<<<<, ======= and >>>>>>>";
    Some(Diagnostic::at(&MERGE_CONFLICT, context.file, marker, message).hint(hint))
}

fn control_character(context: &Context<'_>) -> Option<Diagnostic> {
    // YAML 1.2.2, §5.1.
    let is_allowed = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{85}');
    let mut characters = context.text.char_indices();
    let (start, character) = characters.find(|(_, c)| !is_allowed(*c))?;
    let span = start..start + character.len_utf8();
    let message = format!("the file contains a control character ({character:?})");
    let hint = "delete it; if there are many, save the file with the encoding \"UTF-8\"";
    Some(Diagnostic::at(&INVALID_CHARACTER, context.file, span, message).hint(hint))
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
        Some(entry) => {
            let quoted = format!(": {}", quoting::quoted(entry.value));
            (entry.value_span(context.line.start), quoted)
        }
        None => (context.offset..context.line.end, String::new()),
    };
    let message = "`*` at the start of a value refers to another place in the file";
    let hint = format!("put quotes around the whole value{quoted}");
    Some(Diagnostic::at(&ALIAS, context.file, span, message).hint(hint))
}

fn unclosed_quote(context: &Context<'_>) -> Option<Diagnostic> {
    if context.topic != Topic::Quote {
        return None;
    }
    let quote = open_quote(context.text, context.offset).unwrap_or(context.line.start);
    let line = line_at(context.text, quote);
    let closes_early = quoting::needs_quotes(context.file, context.text, &line, false);
    Some(closes_early.unwrap_or_else(|| {
        let message = "this quote is not closed at the end of the value";
        let hint = "add the closing quote; a quote inside the value is written \\\" in \"…\" and '' in '…'";
        Diagnostic::at(&UNCLOSED_QUOTE, context.file, quote..line.end, message).hint(hint)
    }))
}

/// Returns the offset of the last quote before `offset` that opens a value.
fn open_quote(text: &str, offset: usize) -> Option<usize> {
    let openings = ['"', '\''].iter().flat_map(|quote| {
        [": ", "- ", "[", ", ", ",", "\n"].map(|lead| {
            let found = text[..offset].rfind(&format!("{lead}{quote}"))?;
            Some(found + lead.len())
        })
    });
    openings.max().flatten()
}

fn invalid_escape(context: &Context<'_>) -> Option<Diagnostic> {
    let is_escape = context.topic == Topic::Escape;
    is_escape.then(|| context.check_lines(quoting::invalid_escape))?
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

fn needs_quotes(file: &str, text: &str, line: &Span) -> Option<Diagnostic> {
    let depth = |line: &Span| indentation(&text[line.clone()]).len();
    let below = line_below(text, line.start);
    let has_block = below.is_some_and(|below| depth(&below) > depth(line));
    quoting::needs_quotes(file, text, line, has_block)
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
    Some(Diagnostic::at(&UNCLOSED_BRACKET, file, span, message).hint(hint))
}

fn bracket_or_key(context: &Context<'_>) -> Option<Diagnostic> {
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
        Topic::Quote | Topic::Escape | Topic::Other => return None,
    };
    Some(Diagnostic::at(code, context.file, context.unindented_line(), message).hint(hint))
}
