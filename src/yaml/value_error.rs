//! Why a value cannot be read: its cause, from the parser's error and the text.

use super::cause::{Cause, Text};
use super::lines::{
    Line, closing_quote, entry_of, flow_collection_end, is_block_scalar_header, is_word, key,
    line_at, lines_above, outside_quotes, split_comment,
};
use super::part::Failure;
use super::text_line::unindented_text;
use super::white_space::{in_indentation, misaligned};
use super::write;
use crate::diagnostic::{Diagnostic, Span};

/// A value that cannot be read.
pub(super) struct BrokenValue<'a> {
    pub(super) text: Text<'a>,
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
        let first = self.first();
        let is_block = is_block_scalar_header(first);
        let below = &self.lines[1..];
        if let Some(at) = below.iter().position(|line| line.has_tab(&self.text)) {
            let tabs = below.iter().filter_map(|line| in_indentation(self.text, line)).collect();
            return (tabs, if is_block { 0 } else { at + 1 });
        }
        let error = match (first.chars().next(), self.failure) {
            // The lines below cannot continue the value.
            _ if !below.is_empty() && closing_quote(first) == Some(first.len() - 1) => {
                return (vec![misaligned(self.text, below[0].start)], 1);
            }
            (Some('*'), _) => self.plain_scalar(),
            (_, Failure { known: Some(error), .. }) => Some((**error).clone()),
            _ if is_block => return (self.block_text(), 0),
            (Some('"' | '\''), _) => self.quotes(),
            (Some('[' | '{'), _) => self.flow_collection(),
            _ => self.plain_scalar(),
        };
        match error {
            Some(error) => (vec![error], 0),
            None => self.continuation().unwrap_or_else(|| (vec![self.unknown()], 0)),
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

    /// Reports a text below `|`.
    fn block_text(&self) -> Vec<Diagnostic> {
        let error = unindented_text(self.text, self.lines);
        // A merge conflict in the text is reported already.
        let written = self.text[self.span()].lines().filter(|line| !line.trim().is_empty());
        if error.is_none() && written.count() > self.lines.len() {
            return Vec::new();
        }
        vec![error.unwrap_or_else(|| misaligned(self.text, self.failure.at))]
    }

    /// Reports a value that starts with a quote.
    fn quotes(&self) -> Option<Diagnostic> {
        let value = &self.text[self.span()];
        let first = self.first();
        let Some(end) = closing_quote(value) else {
            return Some(self.unclosed(&Cause::UNCLOSED, self.start));
        };
        let after = first.get(end + 1..).unwrap_or_default();
        // A value that ends with a quote has quotes inside it, which is another error.
        let has_text = after.trim_start().starts_with(',') || !first.ends_with(&value[..1]);
        if after.starts_with(char::is_alphanumeric) && has_text {
            return Some(self.text.error(&Cause::QUOTE_AT_START, self.first_span()));
        }
        if !after.is_empty() && has_text {
            return Some(self.text_after(after));
        }
        let has_entry = self.lines[1..].iter().any(|line| {
            let line = &self.text[line.span()];
            line.starts_with("- ") || key(line).is_some()
        });
        if end > first.len() && value.ends_with(&value[..1]) && !has_entry {
            let at = self.start + end;
            return Some(self.text.error(&Cause::CLOSED_EARLY, at..line_at(&self.text, at).end));
        }
        Some(self.unclosed(&Cause::UNCLOSED, self.start))
    }

    /// Reports a value that starts with a bracket.
    fn flow_collection(&self) -> Option<Diagnostic> {
        let mut start = self.start;
        for line in self.text[self.span()].split_inclusive('\n') {
            if let (_, Some(quote)) = outside_quotes(line.trim_end(), true) {
                return Some(self.unclosed(&Cause::UNCLOSED, start + quote));
            }
            start += line.len();
        }
        let first = self.first();
        let Some(end) = flow_collection_end(first) else {
            return Some(self.unclosed(&Cause::BRACKET, self.start));
        };
        let after = &first[end..];
        let is_text = !after.is_empty() && !after.trim_start().starts_with([']', '}', ':']);
        is_text.then(|| self.text_after(after))
    }

    /// Reports a plain scalar because of its first character, or a colon and a space in it.
    fn plain_scalar(&self) -> Option<Diagnostic> {
        let value = self.first();
        let is_field = || {
            let key = value.split(':').next().unwrap_or(value);
            key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
        };
        let cause = match value.chars().next()? {
            '`' | '@' | '%' | '&' | '!' => Cause::FIRST_CHARACTER,
            '*' => Cause::REFERENCE,
            '-' | '?' if value.len() == 1 && !self.key.is_empty() => {
                return Some(self.text.error(&Cause::NO_VALUE, self.first_span()));
            }
            '?' if value.starts_with("? ") => Cause::FIRST_CHARACTER,
            '|' | '>' => Cause::TEXT_AFTER_BAR,
            '-' if value.starts_with("- ") => Cause::BELOW_KEY,
            _ if !value.contains(": ") && !value.ends_with(':') => return None,
            _ if is_field() => Cause::BELOW_KEY,
            _ => Cause::COLON_IN_VALUE,
        };
        Some(self.needs_quotes(&cause))
    }

    /// Reports a value that ends before `after`.
    fn text_after(&self, after: &str) -> Diagnostic {
        let rest = after.trim_start();
        let cause = match rest.chars().next() {
            Some('#') => Cause::COMMENT_AFTER_VALUE,
            Some('"' | '\'' | ',') => Cause::MORE_AFTER_VALUE,
            _ => return self.needs_quotes(&Cause::TEXT_AFTER_VALUE),
        };
        self.text.error(&cause, self.first_span())
    }

    /// Reports a value that needs quotes, or `|` because lines below continue it.
    fn needs_quotes(&self, cause: &Cause) -> Diagnostic {
        if self.lines.len() > 1 && self.field_below().is_none() {
            return self.needs_bar(self.first_span());
        }
        self.text.error_about(cause, self.first_span(), &quoted(self.first()))
    }

    /// Returns the first line below that looks like a field.
    fn field_below(&self) -> Option<&Line> {
        let is_field = |line: &&Line| key(&self.text.text[line.span()]).is_some_and(is_word);
        self.lines[1..].iter().find(is_field)
    }

    /// Reports a text of several lines because of a part of it.
    fn needs_bar(&self, part: Span) -> Diagnostic {
        let start = if self.key.is_empty() { "-".to_owned() } else { format!("{}:", self.key) };
        self.text.error_about(&Cause::TEXT_OF_LINES, part, &start)
    }

    /// Reports a line with a colon and a space that continues a plain scalar. A line that looks like a field is
    /// one, in the wrong column: the value ends above it.
    fn continuation(&self) -> Option<(Vec<Diagnostic>, usize)> {
        let key_of = |line: &Line| key(&self.text.text[line.span()]);
        let at = self.lines.iter().skip(1).position(|line| key_of(line).is_some())? + 1;
        let line = self.lines[at];
        let field = key_of(&line).expect("a line with a key");
        // A text cannot continue below a comment.
        let start = line_at(&self.text, line.start).start;
        let above = lines_above(&self.text, start).next();
        let ends_above = above.is_some_and(|above| self.text[above].trim_start().starts_with('#'));
        if is_word(entry_of(field)) && (ends_above || line.column == self.lines[0].column + 1) {
            return Some((vec![misaligned(self.text, line.start)], at));
        }
        Some((vec![self.needs_bar(line.span())], 0))
    }

    /// Reports the line at which the parser stopped if nothing else is known.
    fn unknown(&self) -> Diagnostic {
        let span = self.span();
        let line = line_at(&self.text, self.failure.at.clamp(span.start, span.end));
        let start = line.end - self.text[line.clone()].trim_start().len();
        let cause = match self.first().starts_with(['[', '{']) {
            true => Cause::BRACKET,
            false => Cause::NOT_AN_ENTRY,
        };
        self.text.error(&cause, start..line.end)
    }

    /// Reports a quote or bracket at byte `at` that is not closed.
    fn unclosed(&self, cause: &Cause, at: usize) -> Diagnostic {
        self.text.error(cause, at..line_at(&self.text, at).end)
    }
}

/// The text in single quotes if double quotes would need escapes, else in double quotes.
fn quoted(text: &str) -> String {
    if text.contains(['"', '\\']) && !text.contains('\'') {
        return format!("'{text}'");
    }
    write::quoted(text)
}
