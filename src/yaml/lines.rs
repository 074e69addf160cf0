//! The lines of a file as text, for diagnostics about YAML that the parser rejects.

use std::sync::LazyLock;

use regex::Regex;

use crate::diagnostic::Span;

/// The bullets of lists in texts.
pub(crate) const BULLETS: &str = "•‣◦▪▫●○■□∙⁃➢➤►";

/// A line that is not blank, or its rest after a dash.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// Where its text starts and ends, without the white space around it.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The column in which it starts. A tab counts as two.
    pub(super) column: usize,
}

impl Line {
    /// Returns the line at `span`; `None` if it is blank.
    pub(super) fn read(text: &str, span: &Span) -> Option<Self> {
        let white = indentation(&text[span.clone()]);
        let column = white.chars().map(|c| if c == '\t' { 2 } else { 1 }).sum();
        let start = span.start + white.len();
        (start < span.end).then_some(Self { start, end: span.end, column })
    }

    /// Returns whether a tab is in the indentation.
    pub(super) fn has_tab(&self, text: &str) -> bool {
        let line = line_at(text, self.start);
        indentation(&text[line.start..self.end]).contains('\t')
    }

    pub(super) fn span(&self) -> Span {
        self.start..self.end
    }
}

/// Returns where the key at the start of an entry ends: at a colon before white space or the end of the line.
pub(super) fn key_end(entry: &str) -> Option<usize> {
    let code = entry.split(" #").next().unwrap_or(entry).trim_end();
    let ends_key = |at: &usize| code[at + 1..].chars().next().is_none_or(char::is_whitespace);
    let end = code.match_indices(':').map(|(at, _)| at).find(ends_key)?;
    // The indicators that no key starts with (YAML 1.2.2, §5.3).
    let is_indicator = |c: char| "{[\"'#|>@`%".contains(c);
    (!code.starts_with(is_indicator)).then_some(end)
}

/// Returns whether an entry starts with what other programs write before an item or a comment, or around a text.
pub(super) fn starts_with_sign(entry: &str) -> bool {
    // Each key of each profile comes here.
    !entry.starts_with(|c: char| c.is_ascii_alphabetic())
        && (["//", "/*", "<!--", "-->"].iter().any(|mark| entry.starts_with(mark))
            || bullet(entry).is_some()
            || entry.starts_with(|c| "“”„«»".contains(c)))
}

/// Returns what an item starts with in place of its dash, such as `•`, `*` or `1.`.
pub(crate) fn bullet(item: &str) -> Option<&str> {
    let after_number = item.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = match after_number.len() < item.len() {
        true => after_number.strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' '))?,
        false => item.strip_prefix(|c: char| "*–—‐‑‒―−".contains(c) || BULLETS.contains(c))?,
    };
    Some(&item[..item.len() - after.len()])
}

/// Returns whether a text starts or contains a comment of another language.
pub(crate) fn has_other_comment(text: &str) -> bool {
    let starts_comment = |at: usize| at == 0 || text[..at].ends_with(' ');
    let mut marks = ["<!--", "/*", "//"].iter().flat_map(|mark| text.match_indices(mark));
    marks.any(|(at, _)| starts_comment(at))
}

/// Returns the text of a line after its dashes.
pub(super) fn entry_of(line: &str) -> &str {
    let mut entry = line.trim_start();
    while let Some(inner) = entry.strip_prefix("- ") {
        entry = inner.trim_start();
    }
    entry
}

/// Returns the value at the end of a line `key: value` or `- value`, without its comment; empty if it has none.
pub(super) fn value_of(line: &str) -> &str {
    let entry = entry_of(line);
    let value = match key_end(entry) {
        Some(end) => entry[end + 1..].trim_start(),
        None if entry.len() < line.trim_start().len() => entry,
        None => "",
    };
    split_comment(value).0
}

/// Splits a text into a value and the comment after it, from its `#`.
pub(super) fn split_comment(text: &str) -> (&str, &str) {
    let after_space = |at: usize| at == 0 || text[..at].ends_with(char::is_whitespace);
    let outside = outside_quotes(text, text.starts_with(['[', '{']));
    let comment = outside.into_iter().find(|(at, c)| *c == '#' && after_space(*at));
    let (value, comment) = text.split_at(comment.map_or(text.len(), |(at, _)| at));
    (value.trim_end(), comment)
}

/// Returns the comment at the end of the line of byte `at`; empty without one.
pub(crate) fn comment_at(text: &str, at: usize) -> &str {
    split_comment(&text[line_at(text, at)]).1
}

/// Returns the comments on the lines below that of byte `at`, up to a line that is no comment.
pub(crate) fn comments_below(text: &str, at: usize) -> Vec<&str> {
    let below = text[line_at(text, at).end..].lines().skip(1).map(str::trim);
    let comments = below.take_while(|line| line.is_empty() || line.starts_with('#'));
    comments.map(|line| line.trim_start_matches(['#', ' '])).collect()
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
    outside_quotes(value, true).into_iter().find_map(|(at, c)| {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at + c.len_utf8())
    })
}

/// Returns the characters of a value outside quotes, with their offsets, up to a quote that is not closed. A quote
/// opens only at the start of a scalar.
fn outside_quotes(value: &str, in_flow: bool) -> Vec<(usize, char)> {
    let mut outside = Vec::new();
    let mut at_scalar_start = true;
    let mut at = 0;
    while let Some(c) = value[at..].chars().next() {
        if at_scalar_start && matches!(c, '"' | '\'') {
            let Some(end) = closing_quote(&value[at..]) else { break };
            at += end + 1;
            at_scalar_start = false;
        } else {
            outside.push((at, c));
            at_scalar_start =
                in_flow && ("[{,:".contains(c) || at_scalar_start && c.is_whitespace());
            at += c.len_utf8();
        }
    }
    outside
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

pub(super) fn line_at(text: &str, at: usize) -> Span {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let length = text[start..].lines().next().unwrap_or_default().trim_end().len();
    start..(start + length).max(at.min(text.len())).max(start)
}

pub(super) fn indentation(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}
