//! Lines that are neither keys nor items, and the entries to which they belong.

use super::cause::{Cause, MISSING_SPACE, Text};
use super::head::{EntryHead, head};
use super::lines::{
    Line, closing_quote, entry_of, is_block_scalar_header, is_json, is_word, key, line_at, lines,
    lines_above, split_comment, value_of,
};
use super::white_space::white_space_errors;
use crate::diagnostic::{Diagnostic, Span};

/// Splits lines into entries: a line in this column or further to the left starts one, unless it belongs to the
/// entry above.
pub(super) fn split<'l>(text: Text<'_>, lines: &'l [Line], column: usize) -> Vec<&'l [Line]> {
    let mut starts: Vec<usize> = Vec::new();
    let mut open: Option<OpenEntry<'_>> = None;
    let is_list = is_item(text, &lines[0]);
    for (at, line) in lines.iter().enumerate() {
        let belongs = |open: &OpenEntry<'_>| {
            line.column > open.column(column) || open.has_line(&lines[at..], is_list)
        };
        match open.as_mut().filter(|open| belongs(open)) {
            Some(open) => open.add(line),
            None => {
                starts.push(at);
                open = Some(OpenEntry::new(text, line));
            }
        }
    }
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts.iter().zip(ends).map(|(start, end)| &lines[*start..end]).collect()
}

/// An entry whose last line is not known yet.
struct OpenEntry<'t> {
    text: Text<'t>,
    first: Line,
    /// The column of the key whose text below `|` its last line belongs to.
    text_below: Option<usize>,
}

impl<'t> OpenEntry<'t> {
    fn new(text: Text<'t>, first: &Line) -> Self {
        let mut open = Self { text, first: *first, text_below: None };
        open.add(first);
        open
    }

    fn entry(&self) -> &str {
        &self.text.text[self.first.span()]
    }

    /// Returns the column from which lines are indented: that of all entries, or that of an item or a key without a
    /// value which starts further to the left.
    fn column(&self, column: usize) -> usize {
        match self.entry().ends_with(':') || self.entry().starts_with("- ") {
            true => self.first.column.min(column),
            false => column,
        }
    }

    /// Adds the next line.
    fn add(&mut self, line: &Line) {
        let entry = &self.text.text[line.span()];
        let is_below = line.start > self.first.start;
        if self.text_below.is_some_and(|column| line.column > column) {
            return;
        }
        if !is_below || line.column > self.first.column {
            self.text_below = is_block_scalar_header(value_of(entry)).then_some(line.column);
        }
    }

    /// Returns whether the first of these lines, which is not indented, belongs to the entry: an item below its key,
    /// a text below `|`, or the end of a list in brackets.
    fn has_line(&self, below: &[Line], is_list: bool) -> bool {
        let line = &self.text[below[0].span()];
        let value = value_of(self.entry());
        let is_item = is_item(self.text, &below[0]);
        let is_parent = !is_list && value.is_empty();
        if is_item && is_parent && self.first.column == below[0].column {
            return key(self.entry()).is_some() || is_word(self.entry());
        }
        if line.starts_with([']', '}']) {
            return self.entry().starts_with(['[', '{']) || value.starts_with(['[', '{']);
        }
        self.text_below.is_some()
            && (is_text(self.text, below)
                || below[0].has_tab(&self.text) && !self.first.has_tab(&self.text))
    }
}

fn is_item(text: Text<'_>, line: &Line) -> bool {
    matches!(head(text, line, true).0, EntryHead::Item(_))
}

/// Returns whether the first line is a text. A word above deeper lines is a key without its colon.
fn is_text(text: Text<'_>, lines: &[Line]) -> bool {
    let has_children = lines.get(1).is_some_and(|below| below.column > lines[0].column);
    match head(text, &lines[0], false) {
        (EntryHead::Text, _) => !(is_word(&text[lines[0].span()]) && has_children),
        // `Note:this` is no key for YAML.
        (EntryHead::Key { .. }, Some(error)) => error.code == &MISSING_SPACE,
        _ => false,
    }
}

/// Recognizes a key without its colon: a word in lower case, alone or before a value where no text continues.
pub(super) fn missing_colon(
    text: Text<'_>,
    lines: &[Line],
) -> Option<(EntryHead, Option<Diagnostic>)> {
    let line = lines[0];
    let entry = split_comment(&text[line.span()]).0;
    let (word, value) = entry.split_once(' ').unwrap_or((entry, ""));
    let is_lowercase = word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    let above = lines_above(&text, line_at(&text, line.start).start).next();
    let above = above.and_then(|above| Line::read(&text, &above));
    let above = above.map_or(("", 0), |above| (&text[above.span()], above.column));
    let is_item = above.0.starts_with("- ");
    let follows_text = above.1 > line.column && !is_item && key(entry_of(above.0)).is_none();
    let continues_text = follows_text || value_of(above.0).contains(' ');
    if !is_lowercase || word.is_empty() || !value.is_empty() && continues_text {
        return None;
    }
    let span = line.start..line.start + word.len();
    let error = text.error_about(&Cause::MISSING_COLON, span.clone(), word);
    Some((EntryHead::Key { span, value: None }, Some(error)))
}

/// Reports lines that start no entry.
pub(super) fn error(text: Text<'_>, line: &Line) -> Diagnostic {
    let entry = &text[line.span()];
    if entry.starts_with(['"', '\'']) && closing_quote(entry).is_none() {
        return text.error(&Cause::UNCLOSED, line.span());
    }
    match is_json(&text[line.start..]) {
        true => text.error(&Cause::JSON, line.start..line.start + 1),
        false => text.error(&Cause::NOT_AN_ENTRY, line.span()),
    }
}

/// Reports the lines of an entry that are indented less than its text below `|`, or not at all.
pub(super) fn unindented_text(text: Text<'_>, lines: &[Line]) -> Option<Diagnostic> {
    let column = lines[0].column;
    // A quote before the indentation counts here.
    let unindented = |line: &Line| line.start - line_at(&text, line.start).start <= column;
    let at = lines.iter().skip(1).position(unindented)? + 1;
    let content = if at == 1 { column + 2 } else { lines[1].column };
    let line = lines[at];
    let entry = &text[line.span()];
    if entry.starts_with(['"', '\'']) {
        return Some(text.error(&Cause::UNCLOSED, line.span()));
    }
    Some(text.error_about(&Cause::UNINDENTED_TEXT, line.span(), &content.to_string()))
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
