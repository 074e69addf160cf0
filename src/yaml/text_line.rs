//! Lines that are neither keys nor items, and the entries to which they belong.

use super::cause::{MISSING_SPACE, Text};
use super::head::{EntryHead, head};
use super::lines::{
    Line, closing_quote, is_block_scalar_header, key_end, line_at, lines, value_of,
};
use super::white_space::white_space_errors;
use crate::diagnostic::{Diagnostic, Span};
use crate::slug::is_word;

/// Splits lines into entries: a line in this column or further to the left starts one, unless it belongs to the
/// entry above.
pub(super) fn split<'l>(text: Text<'_>, lines: &'l [Line], column: usize) -> Vec<&'l [Line]> {
    let is_item = |line: &Line| matches!(head(text, line, true).0, EntryHead::Item(_));
    let is_text = |line: &Line| matches!(head(text, line, true).0, EntryHead::Text);
    let is_list = is_item(&lines[0]);
    // An item below its key, the end of a list in brackets, or a line of a text, which a tab can indent.
    let belongs = |first: &Line, line: &Line| {
        let entry = &text[first.span()];
        if line.column == first.column && is_item(line) && !is_list {
            return value_of(entry).is_empty() && (key_end(entry).is_some() || is_word(entry));
        }
        match text[line.start..].starts_with([']', '}']) {
            true => entry.starts_with(['[', '{']) || value_of(entry).starts_with(['[', '{']),
            false if is_block_scalar_header(value_of(entry)) => line.has_tab(&text),
            false => is_text(first) && is_text(line),
        }
    };
    let mut entries = Vec::new();
    let mut start = 0;
    for (at, line) in lines.iter().enumerate().skip(1) {
        let first = &lines[start];
        if line.column <= first.column.min(column) && !belongs(first, line) {
            entries.push(&lines[start..at]);
            start = at;
        }
    }
    entries.push(&lines[start..]);
    entries
}

/// Returns whether lines are a word above items or lines that are indented: a key without its colon.
pub(super) fn is_parent(text: Text<'_>, lines: &[Line]) -> bool {
    let is_below =
        |line: &Line| line.column > lines[0].column || text[line.start..].starts_with('-');
    lines.get(1).is_some_and(is_below) && is_word(&text[lines[0].span()])
}

/// Reports lines that start no entry of a block.
pub(super) fn error(text: Text<'_>, lines: &[Line]) -> Diagnostic {
    let line = lines[0];
    let entry = &text[line.span()];
    if entry.starts_with(['"', '\'']) && closing_quote(entry).is_none() {
        return text.unclosed_quote(line.span());
    }
    let last = lines.iter().rfind(|last| last.column == line.column).unwrap_or(&line);
    text.misplaced(line.start..last.end)
}

/// Reports the lines of a plain scalar that are all meant as items or keys, but lack the space after the dash or
/// colon.
pub(super) fn joined_lines(text: Text<'_>, span: &Span) -> Vec<Diagnostic> {
    if !text[span.clone()].contains('\n') {
        return Vec::new();
    }
    let start = line_at(&text, span.start).start;
    let mut errors = Vec::new();
    for line in lines(&text[start..span.end]) {
        let line = start + line.start..start + line.end;
        let Some(line) = Line::read(&text, &line) else { continue };
        let is_lowercase = text[line.start..].starts_with(|c: char| c.is_ascii_lowercase());
        match head(text, &line, true) {
            (EntryHead::Item(_), error) => errors.extend(error),
            (EntryHead::Key { .. }, Some(error))
                if is_lowercase && error.code == &MISSING_SPACE =>
            {
                errors.push(error);
            }
            _ => return Vec::new(),
        }
        errors.extend(white_space_errors(text, &line));
    }
    // Items that start with a dash and a space are another error.
    errors
}
