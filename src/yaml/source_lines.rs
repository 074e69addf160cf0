//! The lines of a file as text, for diagnostics about YAML that the parser rejects.

use std::sync::LazyLock;

use regex::Regex;

use crate::diagnostic::Span;

/// The parts of a line `key: value` or `- value`.
pub(super) struct EntryLine<'a> {
    /// The text before the colon; empty for an item of a block sequence.
    pub key: &'a str,
    /// The value without the comment after it; not empty.
    pub value: &'a str,
    /// The offset of the value in the line.
    pub start: usize,
    /// The comment after the value, from its `#`; empty without one.
    pub comment: &'a str,
}

impl<'a> EntryLine<'a> {
    /// Splits a line; `None` if it has no value.
    pub(super) fn parse(line: &'a str) -> Option<Self> {
        let mut entry = line.trim_start();
        let is_item = entry.starts_with("- ");
        while let Some(inner) = entry.strip_prefix("- ") {
            entry = inner.trim_start();
        }
        let colon = entry.find(": ").filter(|&colon| {
            !entry.starts_with(['"', '\'', '[', '{', '#']) && !entry[..colon].contains(" #")
        });
        let (key, rest) = match colon {
            Some(colon) => (&entry[..colon], entry[colon + 2..].trim_start()),
            None if is_item => ("", entry),
            None => return None,
        };
        let (value, comment) = rest.split_at(comment_start(rest).unwrap_or(rest.len()));
        let parts = Self { key, value: value.trim_end(), start: line.len() - rest.len(), comment };
        (!parts.value.is_empty()).then_some(parts)
    }

    /// Returns the position of the value in the file if the line starts at byte `line_start`.
    pub(super) fn value_span(&self, line_start: usize) -> Span {
        let start = line_start + self.start;
        start..start + self.value.len()
    }
}

fn comment_start(value: &str) -> Option<usize> {
    let after_space = |at: usize| at == 0 || value[..at].ends_with(char::is_whitespace);
    outside_quotes(value, value.starts_with(['[', '{']))
        .0
        .into_iter()
        .find_map(|(at, c)| (c == '#' && after_space(at)).then_some(at))
}

/// Returns the offset of the quote that closes the one at the start of `text`.
pub(super) fn closing_quote(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut rest = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = rest.next() {
        match c {
            '\\' if quote == '"' => {
                rest.next();
            }
            '\'' if quote == c && rest.next_if(|(_, next)| *next == c).is_some() => {}
            _ if c == quote => return Some(at),
            _ => {}
        }
    }
    None
}

/// Returns the end of the flow collection (`[…]` or `{…}`) that `value` starts with.
pub(super) fn flow_collection_end(value: &str) -> Option<usize> {
    let mut depth = 0_usize;
    outside_quotes(value, true).0.into_iter().find_map(|(at, c)| {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at + c.len_utf8())
    })
}

/// Returns the characters of a value outside quotes, with their offsets, and the offset of a quote
/// that is not closed. A quote opens only at the start of a scalar.
pub(super) fn outside_quotes(value: &str, in_flow: bool) -> (Vec<(usize, char)>, Option<usize>) {
    let mut outside = Vec::new();
    let mut at_scalar_start = true;
    let mut at = 0;
    while let Some(c) = value[at..].chars().next() {
        if at_scalar_start && matches!(c, '"' | '\'') {
            let Some(end) = closing_quote(&value[at..]) else {
                return (outside, Some(at));
            };
            at += end + 1;
            at_scalar_start = false;
        } else {
            outside.push((at, c));
            at_scalar_start =
                in_flow && ("[{,:".contains(c) || at_scalar_start && c.is_whitespace());
            at += c.len_utf8();
        }
    }
    (outside, None)
}

/// Returns whether a value is the header of a block scalar: `|` or `>` with indicators for indentation
/// and chomping (YAML 1.2.2, §8.1.1).
pub(super) fn is_block_scalar_header(value: &str) -> bool {
    static HEADER: LazyLock<Regex> =
        LazyLock::new(|| Regex::new("^[|>]([-+][1-9]?|[1-9][-+]?)?$").expect("a valid pattern"));
    HEADER.is_match(value)
}

/// The lines of a text without the white space at their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Span> + '_ {
    text.split_inclusive('\n').scan(0, |start, line| {
        let span = *start..*start + line.trim_end().len();
        *start += line.len();
        Some(span)
    })
}

/// The lines that are not blank before the one that starts at `start`, the nearest first.
pub(super) fn lines_above(text: &str, start: usize) -> impl Iterator<Item = Span> + '_ {
    let mut end = start;
    let previous = std::iter::from_fn(move || {
        let above = end.checked_sub(1)?;
        end = text[..above].rfind('\n').map_or(0, |newline| newline + 1);
        Some(end..end + text[end..above].trim_end().len())
    });
    previous.filter(|line| !line.is_empty())
}

/// The nearest line that is not blank after the one that starts at `start`.
pub(super) fn line_below(text: &str, start: usize) -> Option<Span> {
    let below = lines(&text[start..]).skip(1).find(|line| !line.is_empty())?;
    Some(start + below.start..start + below.end)
}

pub(super) fn line_at(text: &str, at: usize) -> Span {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let length = text[start..].lines().next().unwrap_or_default().trim_end().len();
    start..(start + length).max(at.min(text.len())).max(start)
}

pub(super) fn indentation(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}
