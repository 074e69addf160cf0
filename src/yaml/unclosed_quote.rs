//! Quotes that open a scalar and are not closed at its end.
//!
//! The parser pairs such a quote with the next one in the file, and stops there or far below. The lines
//! show the right place: a scalar in quotes ends before the next key or item.

use super::quoting;
use super::repaired_text::Repair;
use super::scalar::{Scalar, ScalarKind};
use super::scanned_line::{Role, ScannedLine, key};
use super::source_lines::{
    EntryLine, closing_quote, flow_collection_end, indentation, line_at, line_below, outside_quotes,
};
use super::spacing;
use super::surrounding_lines::{ScannedText, SyntaxError};
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error UNCLOSED_QUOTE = "unclosed-quote";
}

/// A quote in the wrong place, at this byte.
enum Stray {
    /// Opens a value or item that has no closing quote.
    InValue(usize),
    /// Opens a key or a line, which has no closing quote.
    AtKey(usize),
    /// Closes a text of several lines before its end.
    InText(usize),
}

/// Reports the first quote up to byte `offset` that is not closed at the end of its scalar.
pub(super) fn unclosed_quote(scanned: &ScannedText<'_>, offset: usize) -> Option<SyntaxError> {
    let ScannedText { file, text, lines, .. } = scanned;
    let report = |at: usize, message: &str, hint: &str| {
        Diagnostic::at(&UNCLOSED_QUOTE, file, at..line_at(text, at).end, message).hint(hint)
    };
    match first_stray(text, lines, offset)? {
        Stray::InValue(at) => {
            let places = scanned.near(&line_at(text, at));
            let closes_early = places.first().and_then(quoting::needs_quotes);
            if closes_early.is_some() {
                return closes_early;
            }
            let value = text[at + 1..line_at(text, at).end].to_owned();
            let is_text = Scalar::resolve(value, true).kind == ScalarKind::String;
            let message = "this quote is not closed at the end of the value";
            let hint = "add the closing quote; a quote inside the value is written \\\" in \"…\" and '' in '…'";
            Some(scanned.repaired(match is_text {
                true => with_closing(text, report(at, message, hint), &text[at..=at]),
                false => report(at, message, DELETE),
            }))
        }
        Stray::AtKey(at) => Some(without(at, report(at, NOT_CLOSED, DELETE))),
        Stray::InText(at) => {
            let message = "this quote closes the text before its end";
            let hint = "delete it; a quote inside the text is written \\\" in \"…\" and '' in '…'";
            Some(without(at, report(at, message, hint)))
        }
    }
}

/// Reports a quote between a colon and a value that is not closed on its line.
pub(super) fn after_colon(file: &str, text: &str, line: &Span) -> Option<SyntaxError> {
    let quote = spacing::colon_without_space(&text[line.clone()])? + line.start + 1;
    let is_unclosed = matches!(Quoted::read(&text[quote..line.end]), Quoted::Unclosed);
    let is_quote = text[quote..].starts_with(['"', '\'']);
    (is_quote && is_unclosed).then(|| {
        let span = quote..line.end;
        without(quote, Diagnostic::at(&UNCLOSED_QUOTE, file, span, NOT_CLOSED).hint(DELETE))
    })
}

const NOT_CLOSED: &str = "this quote is not closed on its line";
const DELETE: &str = "delete the quote, or add the closing quote";

/// The parser reads on without the quote.
fn without(quote: usize, diagnostic: Diagnostic) -> SyntaxError {
    SyntaxError { diagnostic, repairs: vec![Repair::replace(quote..quote + 1, "")] }
}

/// Characters of which one can be meant as the end of a value or of its text.
const OTHER_ENDS: [char; 14] =
    ['"', '\'', '\\', '#', '[', '{', ':', '”', '“', '„', '»', '«', '’', '‘'];

/// Adds the fix of a quote or bracket that is not closed: `closing` at the end of the line, if the
/// value cannot end anywhere else.
pub(super) fn with_closing(text: &str, diagnostic: Diagnostic, closing: &str) -> Diagnostic {
    let span = diagnostic.span.clone().expect("the span of the value");
    let value = &text[span.clone()];
    let line = line_at(text, span.start);
    let opens_value = EntryLine::parse(&text[line.clone()])
        .is_some_and(|entry| line.start + entry.start == span.start);
    let is_simple = value.len() > 1 && !value[1..].contains(OTHER_ENDS);
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

fn first_stray(text: &str, lines: &[ScannedLine], offset: usize) -> Option<Stray> {
    // The end of the last scalar.
    let mut end = 0;
    for (at, line) in lines.iter().enumerate().take_while(|(_, line)| line.span.start <= offset) {
        let is_outdented = matches!(line.role, Role::BlockText(column) if line.depth < column);
        if line.role != Role::Entry && !is_outdented || line.start < end {
            continue;
        }
        let rest = lines[at + 1..].iter().take_while(|below| below.role != Role::Entry);
        let rest_end = rest.last().unwrap_or(line).span.end;
        let entry = line.entry(text);
        let item = entry.strip_prefix('-').filter(|item| item.starts_with(['"', '\'']));
        if item.is_some_and(|item| !matches!(Quoted::read(item), Quoted::Scalar(_))) {
            return Some(Stray::AtKey(line.start + 1));
        }
        let mut value = EntryLine::parse(&text[line.span.clone()])
            .map_or(line.span.end, |entry| line.span.start + entry.start);
        if entry.starts_with(['"', '\'']) {
            let is_key = key(&entry[1..]).is_some();
            let scalar_end = if line.has_dash() { rest_end } else { end_at_key(text, lines, at) };
            match Quoted::read(&text[line.start..scalar_end]) {
                Quoted::Scalar(length) => {
                    end = line.start + length;
                    continue;
                }
                Quoted::Key(length) => value = line.start + length,
                Quoted::ClosesEarly(at) => return Some(Stray::InText(line.start + at)),
                Quoted::Unclosed if line.has_dash() && !is_key => {
                    return Some(Stray::InValue(line.start));
                }
                Quoted::Unclosed => return Some(Stray::AtKey(line.start)),
            }
        }
        match text[value..].chars().next() {
            Some('"' | '\'') => match Quoted::read(&text[value..rest_end]) {
                Quoted::Scalar(length) => end = value + length,
                Quoted::ClosesEarly(at) => return Some(Stray::InText(value + at)),
                Quoted::Key(_) => return Some(Stray::InValue(value)),
                Quoted::Unclosed if value + 1 == line.span.end => return Some(Stray::AtKey(value)),
                Quoted::Unclosed => return Some(Stray::InValue(value)),
            },
            Some('[' | '{') if flow_collection_end(&text[value..rest_end]).is_none() => {
                let mut start = value;
                for line in text[value..rest_end].split_inclusive('\n') {
                    if let (_, Some(quote)) = outside_quotes(line.trim_end(), true) {
                        return Some(Stray::InValue(start + quote));
                    }
                    start += line.len();
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns where a scalar ends at the latest that starts a line without a dash: it is a key, or the
/// text of the key above.
fn end_at_key(text: &str, lines: &[ScannedLine], at: usize) -> usize {
    let line = &lines[at];
    let owner = at.checked_sub(1).map(|above| &lines[above]).filter(|above| {
        let has_value = EntryLine::parse(&text[above.span.clone()]).is_some();
        above.is_entry(text) && !has_value && above.column < line.depth
    });
    let below = lines[at + 1..].iter();
    let rest = owner.and_then(|owner| below.take_while(|it| it.depth > owner.column).last());
    rest.unwrap_or(line).span.end
}

/// What a scalar that starts with a quote is. Lengths are in bytes, and include the quotes.
enum Quoted {
    /// Nothing follows but a comment.
    Scalar(usize),
    /// A colon follows.
    Key(usize),
    /// Text follows on another line, which ends with a quote.
    ClosesEarly(usize),
    /// The closing quote is missing, or it is on a line with more text.
    Unclosed,
}

impl Quoted {
    /// Reads the scalar at the start of a text that ends where the scalar must end.
    fn read(text: &str) -> Self {
        let Some(end) = closing_quote(text) else {
            return Self::Unclosed;
        };
        let after = text[end + 1..].lines().next().unwrap_or_default();
        let rest = after.trim_start();
        let is_one_line = !text[..end].contains('\n');
        let is_entry = |line: &str| line.starts_with("- ") || key(line).is_some();
        let is_text = !text[..end].lines().skip(1).any(|line| is_entry(line.trim_start()));
        if rest.is_empty() || rest.starts_with('#') && rest.len() < after.len() {
            Self::Scalar(end + 1)
        } else if is_one_line && let Some(value) = rest.strip_prefix(':') {
            Self::Key(end + 1 + after.len() - value.trim_start().len())
        } else if !is_one_line && is_text && text.ends_with(&text[..1]) {
            Self::ClosesEarly(end)
        } else {
            Self::Unclosed
        }
    }
}
