//! Why a value cannot be read: its cause, from the parser's error and the text.

use std::iter;

use super::cause::{Cause, Text, escaped_quote};
use super::lines::{
    Line, closing_quote, flow_collection_end, has_other_comment, is_block_scalar_header, key_end,
    line_at, split_comment,
};
use super::part::Failure;
use super::write;
use crate::diagnostic::{Diagnostic, Span};

/// A value that cannot be read.
pub(super) struct BrokenValue<'a> {
    pub(super) text: Text<'a>,
    /// Where it starts in the first of its lines.
    pub(super) start: usize,
    pub(super) lines: &'a [Line],
    /// Why its text, without its key, cannot be parsed.
    pub(super) failure: &'a Failure,
}

impl BrokenValue<'_> {
    /// Returns the error, unless it is a merge conflict in a text, which has been reported.
    pub(super) fn error(&self) -> Option<Diagnostic> {
        let written = self.text[self.span()].lines().filter(|line| !line.trim().is_empty());
        let is_text = self.first().starts_with(['|', '>']);
        (!is_text || written.count() == self.lines.len()).then(|| self.cause())
    }

    fn cause(&self) -> Diagnostic {
        let (text, first, value) = (self.text, self.first(), &self.text[self.span()]);
        let end = match (first.chars().next(), &self.failure.known) {
            (_, Some(error)) if !first.starts_with('*') => return (**error).clone(),
            (Some('*' | '&'), _) if !first.starts_with("* ") => {
                return text.error(&Cause::REFERENCE, self.first_span());
            }
            (Some('"' | '\''), _) => closing_quote(value).map(|end| end + 1),
            (Some('[' | '{'), _) => flow_collection_end(first),
            _ => return self.plain_scalar(),
        };
        let is_quote = first.starts_with(['"', '\'']);
        match (end, self.lines.get(1)) {
            (Some(end), Some(below)) if end == first.len() => text.misplaced(below.span()),
            (Some(end), _) if end != first.len() => {
                let rest = value[end..].trim_start();
                let (cause, shown) = if rest.starts_with('#') {
                    (Cause::COMMENT_AFTER_VALUE, String::new())
                } else if [",", "\"", "'"].contains(&split_comment(rest).0) {
                    (Cause::EXTRA_CHARACTER, String::new())
                } else if is_quote {
                    self.text_after_quote(&value[end..])
                } else {
                    text_after_bracket(first, end)
                };
                let at = self.start + end - 1;
                text.error_about(&cause, at..line_at(&text, at).end, &shown)
            }
            _ => {
                let span = self.start..self.lines[0].end;
                match first.len() < span.len() {
                    _ if is_quote => text.unclosed_quote(span),
                    true => text.error(&Cause::COMMENT_IN_BRACKET, span),
                    false => text.error(&Cause::BRACKET, span),
                }
            }
        }
    }

    /// Returns what is wrong with a text in which the quotes close before a rest, and how to write it.
    fn text_after_quote(&self, rest: &str) -> (Cause, String) {
        let (first, inner) = (self.first(), &self.first()[1..]);
        let quote = &first[..1];
        if first.starts_with(&quote.repeat(3)) {
            let line = line_at(&self.text, self.start);
            return (Cause::TRIPLE_QUOTES, self.text[line.start..self.start].trim().to_owned());
        }
        if self.lines.len() > 1 {
            return (Cause::TEXT_AFTER_QUOTE, escaped_quote(first).to_owned());
        }
        let is_closed = first.matches(quote).count() % 2 == 0;
        match inner.strip_suffix(quote).filter(|_| !rest.starts_with(' ')) {
            _ if rest.trim_start().starts_with([',', ';']) && is_closed => {
                let items = first.replace(&format!("{quote};"), &format!("{quote},"));
                (Cause::QUOTED_ITEMS, format!("[{items}]"))
            }
            Some(text) => {
                (Cause::QUOTE_IN_QUOTES, in_other_quotes(&text.replace(&quote.repeat(2), quote)))
            }
            None => (Cause::QUOTED_PART, in_other_quotes(first)),
        }
    }

    /// Returns the first line of the value without its comment.
    fn first(&self) -> &str {
        split_comment(&self.text.text[self.start..self.lines[0].end]).0
    }

    fn first_span(&self) -> Span {
        self.start..self.start + self.first().len()
    }

    fn span(&self) -> Span {
        self.start..self.lines[self.lines.len() - 1].end
    }

    /// Reports a plain scalar because of its first character, or a colon and a space in one of its lines.
    fn plain_scalar(&self) -> Diagnostic {
        let (text, first) = (self.text, self.first());
        let is_key = |line: &str| line.starts_with('-') || key_end(line).is_some();
        let is_broken = |line: &str| is_key(line) || line.starts_with(|c| "`@%!?,]}".contains(c));
        let mut lines = iter::once(self.first_span()).chain(self.lines[1..].iter().map(Line::span));
        let broken = lines.find(|line| is_broken(&text[line.clone()]));
        let (cause, span) = match broken {
            _ if is_block_scalar_header(first) => {
                return text.misplaced(line_at(&text, self.failure.at));
            }
            _ if first.starts_with("* ") => (Cause::BULLET, self.first_span()),
            _ if ["-", "?"].contains(&first) => (Cause::NO_VALUE, self.first_span()),
            _ if first.starts_with(['|', '>']) => (Cause::TEXT_AFTER_BAR, self.first_span()),
            Some(line) if line.start > self.start && !first.starts_with('-') => {
                return text.misplaced(line);
            }
            Some(line) if self.lines.len() > 1 && !first.starts_with('-') => {
                (Cause::SEVERAL_LINES, line)
            }
            Some(line) if has_other_comment(first) => (Cause::OTHER_COMMENT, line),
            Some(line) if first.starts_with('-') => (Cause::BULLET, line),
            Some(line) if is_key(first) => (Cause::BELOW_KEY, line),
            Some(line) => (Cause::FIRST_CHARACTER, line),
            None => {
                let last = self.lines[self.lines.len() - 1];
                return text.error(&Cause::UNREADABLE, self.start..last.end);
            }
        };
        text.error_about(&cause, span, &write::quoted(first))
    }
}

/// Returns what is wrong with a value in which the brackets close at byte `end`, and how to write it.
fn text_after_bracket(value: &str, end: usize) -> (Cause, String) {
    let (bracket, rest) = value.split_at(end);
    match rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        _ if value.starts_with("{{") => (Cause::TEMPLATE, String::new()),
        _ if ["[x]", "[X]", "[ ]", "[]"].contains(&bracket) => {
            (Cause::CHECK_BOX, rest.trim_start().to_owned())
        }
        Some(address) if bracket.starts_with('[') => (Cause::LINK, address.to_owned()),
        _ => (Cause::TEXT_AFTER_BRACKET, write::quoted(value)),
    }
}

/// Returns a text in single quotes if it contains none, else in double quotes.
fn in_other_quotes(text: &str) -> String {
    if text.contains('\'') { write::quoted(text) } else { format!("'{text}'") }
}
