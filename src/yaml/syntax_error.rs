//! The usual accidents of writing YAML, told in an author's words. The parser says where it had
//! to give up; what went wrong is mostly on that line or on the one before.

use serde_yaml::granit_parser::ErrorKind;

use super::indentation::{misfit, tab};
use super::quoting::{escape, in_quotes, needs_quotes};
use super::source_lines::{Written, behind_bracket, indentation, line, lines};
use super::tree::ALIAS;
use crate::characters::is_unusual_space;
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error MISSING_SPACE = "missing-space";
    error UNCLOSED_QUOTE = "unclosed-quote";
    error UNCLOSED_BRACKET = "unclosed-bracket";
    error MERGE_CONFLICT = "merge-conflict";
    error TOO_DEEP = "too-deep";
    error INVALID_CHARACTER = "invalid-character";
    error SYNTAX = "syntax";
    error NO_BREAK_SPACE = "no-break-space";
}

/// The diagnostic for the parser's error at byte `at`.
pub(super) fn explain(file: &str, text: &str, at: usize, kind: &ErrorKind) -> Diagnostic {
    let at = text.floor_char_boundary(at.min(text.len()));
    let report = |code, span, message: &str, hint: &str| {
        Diagnostic::at(code, file, span, message).hint(hint)
    };
    if let Some(span) = lines(text).find(|span| {
        ["<<<<<<< ", ">>>>>>> "]
            .iter()
            .any(|m| text[span.clone()].starts_with(m))
    }) {
        let message = "the file holds two versions of a change, one of which must be chosen";
        let hint = "keep the lines you want, delete the others and the lines with <<<<<<<, ======= and >>>>>>>";
        return report(&MERGE_CONFLICT, span, message, hint);
    }
    if let Some((start, odd)) = text.char_indices().find(|(_, c)| !is_text(*c)) {
        let message = format!("the file has a character that is no text ({odd:?})");
        let hint = "delete it; if there are many, save the file with the encoding \"UTF-8\"";
        return report(
            &INVALID_CHARACTER,
            start..start + odd.len_utf8(),
            &message,
            hint,
        );
    }
    match kind {
        ErrorKind::RecursionLimitExceeded => {
            return report(
                &TOO_DEEP,
                at..line(text, at).end,
                "the file is nested more deeply than any profile",
                "check the indentation and the brackets above this place",
            );
        }
        ErrorKind::UnknownAnchor => {
            let line = line(text, at);
            let message = "`*` at the start of a value refers to another place in the file";
            let Some((value, quoted)) = in_quotes(&text[line.clone()]) else {
                let hint = "put quotes around the whole value";
                return report(&ALIAS, at..line.end, message, hint);
            };
            let value = line.start + value.start..line.start + value.end;
            let hint = format!("put quotes around the whole value: {quoted}");
            return report(&ALIAS, value, message, &hint);
        }
        ErrorKind::UnclosedQuotedScalar
        | ErrorKind::DocumentIndicatorInQuotedScalar
        | ErrorKind::InvalidQuotedScalarIndent
        | ErrorKind::InvalidTrailingDoubleQuotedScalar
        | ErrorKind::InvalidTrailingSingleQuotedScalar => {
            let start = open_quote(text, at).unwrap_or(line(text, at).start);
            if let Some(ends_early) = needs_quotes(file, text, &line(text, start), false) {
                return ends_early;
            }
            return report(
                &UNCLOSED_QUOTE,
                start..line(text, start).end,
                "the quote that opens here does not close where the value ends",
                "add the closing quote; a quote inside the value is written \\\" in \"…\" and '' in '…'",
            );
        }
        _ => {}
    }
    // The line the parser stopped at, then the nearest ones around it with something on them.
    let mut here = line(text, at);
    let written = || lines(text).filter(|span| !text[span.clone()].trim().is_empty());
    // A text goes on below its comment: it is the line below that does not fit.
    if *kind == ErrorKind::CommentInterceptedScalar
        && Written::read(&text[here.clone()]).is_some_and(|written| !written.comment.is_empty())
        && let Some(below) = written().find(|span| span.start > here.start)
    {
        here = below;
    }
    let above = written().take_while(|span| span.start < here.start).last();
    let below = written().find(|span| span.start > here.start);
    let suspects = || {
        [Some(here.clone()), above.clone(), below.clone()]
            .into_iter()
            .flatten()
    };
    if let Some(tab) = suspects().find_map(|span| tab(file, text, &span)) {
        return tab;
    }
    for span in suspects() {
        if let Some(spaces) = odd_spaces(&text[span.clone()]) {
            return no_break_space(file, span.start + spaces.start..span.start + spaces.end);
        }
    }
    for span in suspects() {
        if let Some(colon) = tight_colon(&text[span.clone()]) {
            let start = span.start + colon;
            return report(
                &MISSING_SPACE,
                start..start + 1,
                "there is no space after the colon",
                "write a space between the colon and the value: `key: value`",
            )
            .replace(": ");
        }
    }
    for span in suspects() {
        if let Some(dash) = tight_dash(&text[span.clone()]) {
            let start = span.start + dash;
            let message = "there is no space after the dash";
            let hint = "write a space between the dash and the value: `- value`";
            return report(&MISSING_SPACE, start..start + 1, message, hint).replace("- ");
        }
    }
    if is_escape(kind)
        && let Some(escape) = suspects().find_map(|span| escape(file, text, &span))
    {
        return escape;
    }
    if text[here.clone()].trim_start().starts_with("* ") {
        let start = here.start + indentation(&text[here.clone()]).len();
        let message = "an item of a list begins with a dash";
        let hint = "write `- ` in place of `* `";
        return report(&SYNTAX, start..start + 1, message, hint).replace("-");
    }
    let depth = |span: &Span| indentation(&text[span.clone()]).len();
    let goes_on = |span: &Span| {
        let below = written().find(|below| below.start > span.start);
        below.is_some_and(|below| depth(&below) > depth(span))
    };
    if let Some(unquoted) =
        suspects().find_map(|span| needs_quotes(file, text, &span, goes_on(&span)))
    {
        return unquoted;
    }
    if let Some(unclosed) = suspects().find_map(|span| unclosed_bracket(file, text, &span)) {
        return unclosed;
    }
    let place = here.start + depth(&here)..here.end;
    match kind {
        ErrorKind::UnclosedFlowCollection { .. }
        | ErrorKind::UnexpectedEofFlowMapping
        | ErrorKind::UnexpectedEofFlowSequence
        | ErrorKind::UnexpectedEofImplicitFlowMapping
        | ErrorKind::ExpectedFlowMappingSeparator
        | ErrorKind::ExpectedFlowSequenceSeparator
        | ErrorKind::MismatchedFlowCollectionEnd { .. }
        | ErrorKind::MisplacedFlowCollectionEnd
        | ErrorKind::InvalidFlowScalarIndent => report(
            &UNCLOSED_BRACKET,
            place,
            "a bracket does not fit here",
            "check that each [ and { is closed, and that commas stand between the items",
        ),
        ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey => report(
            &SYNTAX,
            place,
            "this line is neither `key: value` nor `- item`",
            "write a key and a colon before it; text of several lines starts with `key: |` and is indented",
        ),
        _ => misfit(file, text, &here),
    }
}

/// Whether the parser stopped at a backslash.
fn is_escape(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::UnknownQuotedScalarEscape
            | ErrorKind::InvalidQuotedScalarHexEscape
            | ErrorKind::InvalidLowSurrogateHexEscape
            | ErrorKind::InvalidLowSurrogate
            | ErrorKind::MissingLowSurrogate
            | ErrorKind::UnpairedLowSurrogate
            | ErrorKind::InvalidUnicodeEscape
    )
}

/// YAML 1.2.2, §5.1.
fn is_text(character: char) -> bool {
    !character.is_control() || matches!(character, '\t' | '\n' | '\r' | '\u{85}')
}

/// Tells spaces that YAML takes for letters.
pub(crate) fn no_break_space(file: &str, span: Span) -> Diagnostic {
    let message = "this only looks like a space: YAML needs a plain one here";
    Diagnostic::at(&NO_BREAK_SPACE, file, span, message)
        .hint("delete it and press the space bar instead")
}

/// The odd spaces in the indentation of a line, or right behind the colon of its key or its dash.
pub(crate) fn odd_spaces(line: &str) -> Option<Span> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let indented = line.len() - line.trim_start_matches([' ', '-']).len();
    let behind_key = line[indented..]
        .trim_start_matches(is_word)
        .strip_prefix(':');
    let behind_key = behind_key.map(|rest| line.len() - rest.len());
    [Some(indented), behind_key]
        .into_iter()
        .flatten()
        .find_map(|start| {
            let length =
                line[start..].len() - line[start..].trim_start_matches(is_unusual_space).len();
            (length > 0).then(|| start..start + length)
        })
}

/// The offset of a colon that ends a key but has no space behind it.
pub(super) fn tight_colon(line: &str) -> Option<usize> {
    let trimmed = line.trim_start().trim_start_matches("- ").trim_start();
    let start = line.len() - trimmed.len();
    let key = trimmed
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'))
        .filter(|&end| end > 0)?;
    let value = trimmed[key..].strip_prefix(':')?;
    let next = value.chars().next()?;
    (!next.is_whitespace() && !value.starts_with("//")).then_some(start + key)
}

/// The offset of a dash before a key that has no space behind it.
fn tight_dash(line: &str) -> Option<usize> {
    let indented = line.len() - line.trim_start().len();
    let key = line[indented..].strip_prefix('-')?;
    let is_key = key.starts_with(char::is_alphabetic) && key.contains(": ");
    is_key.then_some(indented)
}

/// Tells a bracket that opens the value of a line and does not close on it.
fn unclosed_bracket(file: &str, text: &str, line: &Span) -> Option<Diagnostic> {
    let written = Written::read(&text[line.clone()])?;
    if !written.value.starts_with(['[', '{']) || behind_bracket(written.value).is_some() {
        return None;
    }
    let place = line.start + written.start..line.end;
    let closes = written.comment.contains([']', '}']);
    let (message, hint) = if closes {
        (
            "a `#` with a space before it begins a comment, and so the bracket is not closed",
            "put quotes around what has the `#` in it: \"C #\"",
        )
    } else {
        (
            "the bracket that opens here is not closed, or a comma is missing",
            "close it on the same line, or write the list with one `- ` line for each item",
        )
    };
    Some(Diagnostic::at(&UNCLOSED_BRACKET, file, place, message).hint(hint))
}

/// The quote before `at` that is still open: the last one that opens a value.
fn open_quote(text: &str, at: usize) -> Option<usize> {
    let before = &text[..at];
    let opens = |quote: &str| {
        [": ", "- ", "[", ", ", ",", "\n"]
            .iter()
            .filter_map(|lead| {
                let found = before.rfind(&format!("{lead}{quote}"))?;
                Some(found + lead.len())
            })
            .max()
    };
    opens("\"").max(opens("'"))
}
