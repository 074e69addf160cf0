//! The text of a file as its author sees it, for where the parser gave up: lines, and in a line
//! its key, its value and its comment.

use crate::diagnostic::Span;

/// A line `key: value` or `- value`.
pub(super) struct Written<'a> {
    /// What stands before the colon; empty for an item of a list.
    pub key: &'a str,
    /// The value, without the comment behind it.
    pub value: &'a str,
    /// The offset of the value in its line.
    pub start: usize,
    /// The comment behind the value, from its `#`; empty without one.
    pub comment: &'a str,
}

impl<'a> Written<'a> {
    /// Reads a line; `None` when there is no value on it.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        let mut text = line.trim_start();
        let is_item = text.starts_with("- ");
        while let Some(inner) = text.strip_prefix("- ") {
            text = inner.trim_start();
        }
        let colon = text.find(": ").filter(|&colon| {
            !text.starts_with(['"', '\'', '[', '{', '#']) && !text[..colon].contains(" #")
        });
        let (key, value) = match colon {
            Some(colon) => (&text[..colon], text[colon + 2..].trim_start()),
            None if is_item => ("", text),
            None => return None,
        };
        let comment = comment(value).unwrap_or(value.len());
        let written = Self {
            key,
            start: line.len() - value.len(),
            comment: &value[comment..],
            value: value[..comment].trim_end(),
        };
        (!written.value.is_empty()).then_some(written)
    }

    /// The place of the value in its line.
    pub(super) fn span(&self) -> Span {
        self.start..self.start + self.value.len()
    }
}

/// The offset of the comment that ends a value.
fn comment(value: &str) -> Option<usize> {
    let begins = |at: usize| at == 0 || value[..at].ends_with(char::is_whitespace);
    let mut outside = outside_quotes(value).into_iter();
    outside.find_map(|(at, c)| (c == '#' && begins(at)).then_some(at))
}

/// The offset of the quote that closes the one `text` begins with.
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

/// The offset behind the bracket that closes the one `value` begins with.
pub(super) fn behind_bracket(value: &str) -> Option<usize> {
    let mut depth = 0_usize;
    outside_quotes(value).into_iter().find_map(|(at, c)| {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at + c.len_utf8())
    })
}

/// The characters of a value that stand in no quotes, with their offsets. A quote opens only
/// where a text begins.
fn outside_quotes(value: &str) -> Vec<(usize, char)> {
    let in_brackets = value.starts_with(['[', '{']);
    let mut outside = Vec::new();
    let mut begins = true;
    let mut at = 0;
    while let Some(c) = value[at..].chars().next() {
        if begins && matches!(c, '"' | '\'') {
            let Some(end) = closing_quote(&value[at..]) else {
                break;
            };
            at += end + 1;
            begins = false;
        } else {
            outside.push((at, c));
            begins = in_brackets && ("[{,:".contains(c) || begins && c.is_whitespace());
            at += c.len_utf8();
        }
    }
    outside
}

/// The lines of a text, without the blanks at their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Span> + '_ {
    text.split_inclusive('\n').scan(0, |start, line| {
        let span = *start..*start + line.trim_end().len();
        *start += line.len();
        Some(span)
    })
}

/// The lines with something on them before the one that starts at `start`, the nearest first.
pub(super) fn above(text: &str, start: usize) -> impl Iterator<Item = Span> + '_ {
    let mut above: Vec<Span> = lines(&text[..start]).collect();
    above.retain(|line| !line.is_empty());
    above.into_iter().rev()
}

/// The line that byte `at` stands on.
pub(super) fn line(text: &str, at: usize) -> Span {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let length = text[start..].lines().next().unwrap_or_default().trim_end();
    start..(start + length.len()).max(at.min(text.len())).max(start)
}

/// The blanks a line begins with.
pub(super) fn indentation(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}
