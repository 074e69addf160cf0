//! Why a value cannot be read: its cause, from the parser's error and the text.

use serde_yaml::granit_parser::ErrorKind;

use super::alias::unknown_alias;
use super::head::SYNTAX;
use super::lines::{
    Line, closing_quote, flow_collection_end, is_block_scalar_header, is_word, key, line_at,
    outside_quotes, split_comment,
};
use super::part::Failure;
use super::quoting::{NEEDS_QUOTES, block_scalar_hint, invalid_escape, needs_quotes};
use super::unclosed_quote::{UNCLOSED_QUOTE, unclosed_quote, with_closing};
use super::{indentation, text_line};
use crate::diagnostic::{Diagnostic, Replacement, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error UNCLOSED_BRACKET = "unclosed-bracket";
    error TOO_DEEP = "too-deep";
    error INVALID_CHARACTER = "invalid-character";
}

/// A value that cannot be read.
pub(super) struct BrokenValue<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    /// The key of the value; empty for an item.
    pub(super) key: &'a str,
    /// Where it starts in the first of its lines.
    pub(super) start: usize,
    pub(super) lines: &'a [Line],
    /// Why its text, without its key, cannot be parsed.
    pub(super) failure: &'a Failure,
}

impl BrokenValue<'_> {
    /// Returns the errors, and the number of lines of the value that can be read without the others.
    pub(super) fn errors(&self) -> (Vec<Diagnostic>, usize) {
        let value = self.first();
        if is_block_scalar_header(value) {
            return (self.block_text(), 0);
        }
        if let Some(error) = self.of_parser() {
            return (vec![error], 0);
        }
        let span = self.start..self.start + value.len();
        let quotes = || needs_quotes(self.file, self.text, self.key, span, self.lines.len() > 1);
        let error = match value.chars().next() {
            Some('"' | '\'') => self.text_in_quotes().or_else(quotes).or_else(|| {
                Some(unclosed_quote(self.file, self.text, self.start, &self.lines[..1]))
            }),
            Some('[' | '{') => self.flow_collection().or_else(quotes),
            _ => quotes(),
        };
        if let Some(error) = error {
            return (vec![error], 0);
        }
        self.continuation().unwrap_or_else(|| (vec![self.unknown()], 0))
    }

    /// Returns where the parser stopped.
    fn stopped_at(&self) -> usize {
        match self.failure {
            Failure::Stopped { at, .. } => *at,
            Failure::Reported(_) | Failure::Structure => self.start,
        }
    }

    /// Returns the first line of the value without its comment.
    fn first(&self) -> &str {
        split_comment(&self.text[self.start..self.lines[0].end]).0
    }

    fn end(&self) -> usize {
        self.lines[self.lines.len() - 1].end
    }

    /// Returns the error if the parser knows its cause.
    fn of_parser(&self) -> Option<Diagnostic> {
        let (file, text) = (self.file, self.text);
        let (at, kind) = match self.failure {
            Failure::Reported(error) => return Some((**error).clone()),
            Failure::Stopped { at, kind } => (*at, kind),
            Failure::Structure => return None,
        };
        let line = line_at(text, at);
        match kind {
            ErrorKind::RecursionLimitExceeded => Some(too_deep(file, at..line.end.max(at))),
            ErrorKind::UnknownAnchor => {
                Some(unknown_alias(file, text, self.start, self.lines[0].end, at))
            }
            ErrorKind::UnknownQuotedScalarEscape
            | ErrorKind::InvalidQuotedScalarHexEscape
            | ErrorKind::InvalidLowSurrogateHexEscape
            | ErrorKind::InvalidLowSurrogate
            | ErrorKind::MissingLowSurrogate
            | ErrorKind::UnpairedLowSurrogate
            | ErrorKind::InvalidUnicodeEscape => {
                invalid_escape(file, text, self.start..self.start + self.first().len())
            }
            ErrorKind::UnexpectedCharacter { .. } => {
                control_character(file, text, self.start..self.end())
            }
            ErrorKind::TabInBlockIndentation
            | ErrorKind::TabInIndentation
            | ErrorKind::TabInPlainScalar
            | ErrorKind::TabAtBlockScalarStart => {
                self.lines[1..].iter().find_map(|line| indentation::tab(file, text, line))
            }
            _ => None,
        }
    }

    /// Reports a text below `|`.
    fn block_text(&self) -> Vec<Diagnostic> {
        let (file, text) = (self.file, self.text);
        let below = self.lines[1..].iter();
        let tabs: Vec<_> = below.filter_map(|line| indentation::tab(file, text, line)).collect();
        if !tabs.is_empty() {
            return tabs;
        }
        let error = text_line::unindented_text(file, text, self.lines)
            .or_else(|| control_character(file, text, self.start..self.end()));
        // A merge conflict in the text is reported already.
        let written = text[self.start..self.end()].lines().filter(|line| !line.trim().is_empty());
        if error.is_none() && written.count() > self.lines.len() {
            return Vec::new();
        }
        let error = error.unwrap_or_else(|| indentation::mismatch(file, text, self.stopped_at()));
        vec![error]
    }

    /// Reports a quote that is not closed at the end of the value, or that closes it early.
    fn text_in_quotes(&self) -> Option<Diagnostic> {
        let value = &self.text[self.start..self.end()];
        let Some(end) = closing_quote(value) else {
            return Some(unclosed_quote(self.file, self.text, self.start, self.lines));
        };
        let is_one_line = !value[..end].contains('\n');
        if is_one_line {
            return None;
        }
        let has_entry = self.lines[1..].iter().any(|line| {
            let line = &self.text[line.span()];
            line.starts_with("- ") || key(line).is_some()
        });
        if value.ends_with(&value[..1]) && !has_entry {
            let at = self.start + end;
            let message = "this quote closes the text before its end";
            let hint = "delete it; a quote inside the text is written \\\" in \"…\" and '' in '…'";
            let span = at..line_at(self.text, at).end;
            return Some(Diagnostic::at(&UNCLOSED_QUOTE, self.file, span, message).hint(hint));
        }
        Some(unclosed_quote(self.file, self.text, self.start, &self.lines[..1]))
    }

    /// Reports a bracket or a quote in brackets that is not closed.
    fn flow_collection(&self) -> Option<Diagnostic> {
        let value = &self.text[self.start..self.end()];
        let mut start = self.start;
        for line in value.split_inclusive('\n') {
            if let (_, Some(quote)) = outside_quotes(line.trim_end(), true) {
                return Some(unclosed_quote(self.file, self.text, start + quote, &self.lines[..1]));
            }
            start += line.len();
        }
        let (first, comment) = split_comment(&self.text[self.start..self.lines[0].end]);
        if flow_collection_end(first).is_some() {
            return None;
        }
        let (message, hint) = if comment.contains([']', '}']) {
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
        let span = self.start..self.lines[0].end;
        let error = Diagnostic::at(&UNCLOSED_BRACKET, self.file, span, message).hint(hint);
        Some(match first.starts_with('[') && self.lines.len() == 1 {
            true => with_closing(self.text, error, "]"),
            false => error,
        })
    }

    /// Reports a line with a colon and a space that continues a plain scalar. A line that looks like a field is
    /// one, in the wrong column: the value ends above it.
    fn continuation(&self) -> Option<(Vec<Diagnostic>, usize)> {
        let first = &self.lines[0];
        let keyed = |line: &&Line| key(&self.text[line.span()]).is_some();
        let at = self.lines.iter().skip(1).position(|line| keyed(&line))? + 1;
        let line = self.lines[at];
        let whole_line = line_at(self.text, line.start);
        if let Some(tab) = indentation::tab(self.file, self.text, &line) {
            return Some((vec![tab], at));
        }
        let field = key(&self.text[line.span()]).expect("a line with a key");
        let start = whole_line.start;
        let is_field = line.column == first.column + 1
            || indentation::has_commented_parent(self.text, start, line.column);
        if is_word(field) && is_field {
            return Some((vec![indentation::mismatch(self.file, self.text, line.start)], at));
        }
        let mut hint = block_scalar_hint(self.key);
        if is_word(field) {
            let column = match self.key {
                "" => "the item above".to_owned(),
                key => format!("`{key}`"),
            };
            hint = format!("{hint}; if `{field}` is a field, start it in the column of {column}");
        }
        let message = "this line continues the text above, which needs `|` or quotes because of the `: ` here";
        let mut error = Diagnostic::at(&NEEDS_QUOTES, self.file, line.span(), message).hint(hint);
        // A text that starts on the line of its key is one paragraph. One or two words before the colon can be a
        // key, and a note that is not meant to be published.
        let span = self.start..self.end();
        let whole = &self.text[span.clone()];
        let is_paragraph = !whole.contains(['"', '\\', '#']) && self.start > first.start;
        if is_paragraph && field.split_whitespace().count() > 2 {
            error.replacement = Some(Replacement { span, text: format!("\"{whole}\"") });
        }
        Some((vec![error], 0))
    }

    /// Reports the line at which the parser stopped if nothing else is known.
    fn unknown(&self) -> Diagnostic {
        let line = line_at(self.text, self.stopped_at().clamp(self.start, self.end()));
        let span = line.end - self.text[line.clone()].trim_start().len()..line.end;
        let (code, message, hint) = match self.first().chars().next() {
            Some('[' | '{') => (
                &UNCLOSED_BRACKET,
                "a bracket is missing or in the wrong place",
                "check that each [ and { is closed, and that there are commas between the items",
            ),
            Some('"' | '\'') => (
                &UNCLOSED_QUOTE,
                "a quote is missing or in the wrong place",
                "check that each quote is closed, and that nothing follows the closing quote",
            ),
            _ => (
                &SYNTAX,
                "this line is neither `key: value` nor `- item`",
                "write a key and a colon before it; text of several lines starts with `key: |` and is indented",
            ),
        };
        Diagnostic::at(code, self.file, span, message).hint(hint)
    }
}

/// The most control characters of a line in a text.
const MAX_CONTROLS: usize = 3;

/// Reports the first control character of a file that is not text.
pub(super) fn binary(file: &str, text: &str) -> Option<Diagnostic> {
    let is_binary = |line: &&str| line.chars().filter(|c| !is_allowed(*c)).count() > MAX_CONTROLS;
    text.lines().find(is_binary).and_then(|_| control_character(file, text, 0..text.len()))
}

/// Returns whether YAML allows a character (YAML 1.2.2, §5.1).
fn is_allowed(c: char) -> bool {
    !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{85}')
}

/// Reports the first control character in a part of the text.
fn control_character(file: &str, text: &str, part: Span) -> Option<Diagnostic> {
    let (at, character) = text[part.clone()].char_indices().find(|(_, c)| !is_allowed(*c))?;
    let first = part.start + at..part.start + at + character.len_utf8();
    let message = format!("the file contains a control character ({character:?})");
    let hint = "delete it; if there are many, save the file with the encoding \"UTF-8\"";
    Some(Diagnostic::at(&INVALID_CHARACTER, file, first, message).hint(hint))
}

/// Reports collections that are nested too deeply.
pub(super) fn too_deep(file: &str, span: Span) -> Diagnostic {
    let message = "groups and lists are nested too deeply";
    let hint = "check the indentation and the brackets above this line";
    Diagnostic::at(&TOO_DEEP, file, span, message).hint(hint)
}
