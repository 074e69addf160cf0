//! The usual accidents of writing YAML, told in an author's words. The parser says where it had
//! to give up; what went wrong is mostly on that line or on the one before.

use serde_yaml::granit_parser::ErrorKind;

use super::tree::ALIAS;
use crate::diagnostic::{Diagnostic, Span};
use crate::rule::rules;

rules! {
    error TAB = "tab";
    error MISSING_SPACE = "missing-space";
    error UNCLOSED_QUOTE = "unclosed-quote";
    error UNCLOSED_BRACKET = "unclosed-bracket";
    error NEEDS_QUOTES = "needs-quotes";
    error INDENTATION = "indentation";
    error MERGE_CONFLICT = "merge-conflict";
    error TOO_DEEP = "too-deep";
    error INVALID_CHARACTER = "invalid-character";
    error SYNTAX = "syntax";
    error NO_BREAK_SPACE = "no-break-space";
}

/// The diagnostic for the parser's error at byte `at`.
pub(super) fn explain(file: &str, text: &str, at: usize, kind: &ErrorKind) -> Diagnostic {
    let at = text.floor_char_boundary(at.min(text.len()));
    let tell = |rule, span, message: &str, hint: &str| {
        Diagnostic::at(rule, file, span, message).hint(hint)
    };
    if let Some(span) = lines(text).find(|span| {
        ["<<<<<<< ", ">>>>>>> "]
            .iter()
            .any(|m| text[span.clone()].starts_with(m))
    }) {
        let message = "the file holds two versions of a change, one of which must be chosen";
        let hint = "keep the lines you want, delete the others and the lines with <<<<<<<, ======= and >>>>>>>";
        return tell(&MERGE_CONFLICT, span, message, hint);
    }
    if let Some((start, odd)) = text.char_indices().find(|(_, c)| !is_text(*c)) {
        let message = format!("the file has a character that is no text ({odd:?})");
        let hint = "delete it; if there are many, save the file with the encoding \"UTF-8\"";
        return tell(
            &INVALID_CHARACTER,
            start..start + odd.len_utf8(),
            &message,
            hint,
        );
    }
    match kind {
        ErrorKind::RecursionLimitExceeded => {
            return tell(
                &TOO_DEEP,
                at..line(text, at).end,
                "the file is nested more deeply than any profile",
                "check the indentation and the brackets above this place",
            );
        }
        ErrorKind::UnknownAnchor => {
            let value = at..line(text, at).end;
            let message = "`*` at the start of a value refers to another place in the file";
            let hint = format!(
                "put quotes around the whole value: {}",
                quoted(&text[value.clone()])
            );
            return tell(&ALIAS, value, message, &hint);
        }
        ErrorKind::UnclosedQuotedScalar
        | ErrorKind::DocumentIndicatorInQuotedScalar
        | ErrorKind::InvalidQuotedScalarIndent
        | ErrorKind::InvalidTrailingDoubleQuotedScalar
        | ErrorKind::InvalidTrailingSingleQuotedScalar => {
            let start = open_quote(text, at).unwrap_or(line(text, at).start);
            return tell(
                &UNCLOSED_QUOTE,
                start..line(text, start).end,
                "the quote that opens here does not close where the value ends",
                "add the closing quote; a quote inside the value is written \\\" in \"…\" and '' in '…'",
            );
        }
        _ => {}
    }
    // The line the parser stopped at, then the nearest ones around it with something on them.
    let here = line(text, at);
    let written = || lines(text).filter(|span| !text[span.clone()].trim().is_empty());
    let above = written().take_while(|span| span.start < here.start).last();
    let below = written().find(|span| span.start > here.start);
    let suspects = || {
        [Some(here.clone()), above.clone(), below.clone()]
            .into_iter()
            .flatten()
    };
    for span in suspects() {
        if let Some(tab) = leading_tab(&text[span.clone()]) {
            let start = span.start + tab;
            return tell(
                &TAB,
                start..start + 1,
                "there is a tab before the text of this line",
                "replace it by spaces: YAML indents with spaces only, two for each level",
            )
            .replace("  ");
        }
    }
    for span in suspects() {
        if let Some(spaces) = odd_spaces(&text[span.clone()]) {
            return no_break_space(file, span.start + spaces.start..span.start + spaces.end);
        }
    }
    for span in suspects() {
        if let Some(colon) = tight_colon(&text[span.clone()]) {
            let start = span.start + colon;
            return tell(
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
            return tell(&MISSING_SPACE, start..start + 1, message, hint).replace("- ");
        }
    }
    for span in suspects() {
        if let Some((value, problem)) = needs_quotes(&text[span.clone()]) {
            let value = span.start + value..span.end;
            if text[value.clone()].starts_with(['|', '>']) {
                let hint = "write the text on the lines below, each indented by two more spaces";
                return tell(&NEEDS_QUOTES, value, problem, hint);
            }
            let quoted = quoted(&text[value.clone()]);
            let hint = format!("put quotes around the whole value: {quoted}");
            return tell(&NEEDS_QUOTES, value, problem, &hint).replace(quoted);
        }
    }
    for span in suspects() {
        if let Some(bracket) = unclosed_bracket(&text[span.clone()]) {
            return tell(
                &UNCLOSED_BRACKET,
                span.start + bracket..span.end,
                "the bracket that opens here is not closed, or a comma is missing",
                "close it on the same line, or write the list with one `- ` line for each item",
            );
        }
    }
    let indentation = text[here.clone()].len() - text[here.clone()].trim_start().len();
    let here = here.start + indentation..here.end;
    match kind {
        ErrorKind::UnclosedFlowCollection { .. }
        | ErrorKind::UnexpectedEofFlowMapping
        | ErrorKind::UnexpectedEofFlowSequence
        | ErrorKind::UnexpectedEofImplicitFlowMapping
        | ErrorKind::ExpectedFlowMappingSeparator
        | ErrorKind::ExpectedFlowSequenceSeparator
        | ErrorKind::MismatchedFlowCollectionEnd { .. }
        | ErrorKind::MisplacedFlowCollectionEnd
        | ErrorKind::InvalidFlowScalarIndent => tell(
            &UNCLOSED_BRACKET,
            here,
            "a bracket does not fit here",
            "check that each [ and { is closed, and that commas stand between the items",
        ),
        ErrorKind::SimpleKeyExpected | ErrorKind::InvalidSimpleKey => tell(
            &SYNTAX,
            here,
            "this line is neither `key: value` nor `- item`",
            "write a key and a colon before it; text of several lines starts with `key: |` and is indented",
        ),
        _ => tell(
            &INDENTATION,
            here,
            "this line does not fit to the ones above it",
            "check its indentation: keys that belong together start in the same column",
        ),
    }
}

/// YAML 1.2.2, §5.1.
fn is_text(character: char) -> bool {
    !character.is_control() || matches!(character, '\t' | '\n' | '\r' | '\u{85}')
}

fn lines(text: &str) -> impl Iterator<Item = Span> + '_ {
    text.split_inclusive('\n').scan(0, |start, line| {
        let span = *start..*start + line.trim_end().len();
        *start += line.len();
        Some(span)
    })
}

fn line(text: &str, at: usize) -> Span {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let length = text[start..].lines().next().unwrap_or_default().trim_end();
    start..(start + length.len()).max(at.min(text.len())).max(start)
}

/// Tells spaces that YAML takes for letters.
pub(crate) fn no_break_space(file: &str, span: Span) -> Diagnostic {
    let message = "this only looks like a space: YAML needs a plain one here";
    Diagnostic::at(&NO_BREAK_SPACE, file, span, message)
        .hint("delete it and press the space bar instead")
}

/// Whether the character looks like a space, or like nothing, and is a letter to YAML.
fn is_odd_space(character: char) -> bool {
    !character.is_ascii() && character.is_whitespace()
        || matches!(character, '\u{200B}' | '\u{2060}' | '\u{FEFF}')
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
            let length = line[start..].len() - line[start..].trim_start_matches(is_odd_space).len();
            (length > 0).then(|| start..start + length)
        })
}

fn leading_tab(line: &str) -> Option<usize> {
    let indentation = line.len() - line.trim_start().len();
    line[..indentation].find('\t')
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

/// The offset of an unquoted value that means something else in YAML, and what is wrong with it.
fn needs_quotes(line: &str) -> Option<(usize, &'static str)> {
    let trimmed = line.trim_start();
    let (key, value) = trimmed.split_once(": ").or(trimmed.split_once("- "))?;
    let value = value.trim_start();
    let start = line.len() - value.len();
    let problem = match value.chars().next()? {
        _ if key.starts_with('#') => return None,
        '"' | '\'' | '[' | '{' => return None,
        '@' => "a value cannot begin with `@`",
        '`' => "a value cannot begin with a backtick",
        '%' => "a value cannot begin with `%`",
        '&' => "a value cannot begin with `&`",
        '*' => "a value cannot begin with `*`",
        '!' => "a value cannot begin with `!`",
        '-' if value.starts_with("- ") => "a value cannot begin with `- ` on the line of its key",
        '?' if value.starts_with("? ") => "a value cannot begin with `? `",
        '|' | '>' if value.len() > 2 => "text of several lines begins on the line below `|` or `>`",
        _ if value.contains(": ") || value.ends_with(':') => {
            "a colon with a space behind it cannot stand in a value without quotes"
        }
        _ => return None,
    };
    Some((start, problem))
}

fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The offset of a bracket that opens a value and does not close on its line.
fn unclosed_bracket(line: &str) -> Option<usize> {
    let (_, value) = line.split_once(": ").or(line.split_once("- "))?;
    let value = value.trim_start();
    let close = match value.chars().next()? {
        '[' => ']',
        '{' => '}',
        _ => return None,
    };
    (!value.ends_with(close)).then_some(line.len() - value.len())
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
