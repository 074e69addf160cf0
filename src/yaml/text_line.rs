//! Lines that are neither keys nor items, and the entries to which they belong.

use super::head::{COMMENTS, EntryHead, SYNTAX, comment_in_other_form, head};
use super::lines::{
    Line, closing_quote, entry_of, is_block_scalar_header, is_word, key, line_at, lines,
    lines_above, split_comment, value_of,
};
use super::quoting::NEEDS_QUOTES;
use super::spacing::{MISSING_SPACE, white_space_errors};
use super::unclosed_quote::{unclosed_on_line, unclosed_quote};
use crate::diagnostic::{Diagnostic, Replacement, Span};

/// Splits lines into entries: a line in this column or further to the left starts one, unless it belongs to the
/// entry above.
pub(super) fn split<'l>(text: &str, lines: &'l [Line], column: usize) -> Vec<&'l [Line]> {
    let mut starts: Vec<usize> = Vec::new();
    let mut open: Option<OpenEntry<'_>> = None;
    let is_list = matches!(head("", text, &lines[0], true).0, EntryHead::Item(_));
    for (at, line) in lines.iter().enumerate() {
        let belongs = |open: &OpenEntry<'_>| {
            line.column > open.column(column) || open.has_line(text, &lines[at..], is_list)
        };
        match open.as_mut().filter(|open| belongs(open)) {
            Some(open) => open.add(text, line),
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
    first: Line,
    entry: &'t str,
    /// The end of its comment in the form of another language.
    comment_end: Option<&'static str>,
    /// The column of the key whose text below `|` its last line belongs to.
    text_below: Option<usize>,
    /// Whether some of this text is not indented.
    has_unindented: bool,
    /// Whether lines below are indented.
    has_children: bool,
    /// Whether items start in its column.
    has_items: bool,
}

impl<'t> OpenEntry<'t> {
    fn new(text: &'t str, first: &Line) -> Self {
        let entry = &text[first.span()];
        let comment = COMMENTS.into_iter().find(|(opening, _)| entry.starts_with(opening));
        let comment_end = comment.map(|(_, closing)| closing);
        let (first, has_unindented) = (*first, false);
        let mut open = Self {
            first,
            entry,
            comment_end,
            text_below: None,
            has_unindented,
            has_children: false,
            has_items: false,
        };
        open.add(text, &first);
        open
    }

    /// Returns the column from which lines are indented: that of all entries, or that of an item or a key without a
    /// value which starts further to the left.
    fn column(&self, column: usize) -> usize {
        match self.entry.ends_with(':') || self.entry.starts_with("- ") {
            true => self.first.column.min(column),
            false => column,
        }
    }

    /// Adds the next line.
    fn add(&mut self, text: &str, line: &Line) {
        let entry = &text[line.span()];
        self.has_children |= line.column > self.first.column;
        self.has_items |= line.column == self.first.column && line.start > self.first.start;
        self.comment_end = self.comment_end.filter(|closing| !entry.contains(closing));
        if self.text_below.is_none_or(|column| line.column <= column) {
            let is_rest = line.column <= self.first.column && line.start > self.first.start;
            self.has_unindented |= is_rest;
            if !is_rest {
                let is_header = is_block_scalar_header(value_of(entry));
                self.text_below = is_header.then_some(line.column);
            }
        }
    }

    /// Returns whether the first of these lines, which is not indented, belongs to the entry: an item below its key,
    /// a text below `|`, the end of a list in brackets, or of a comment in the form of another language.
    fn has_line(&self, text: &str, below: &[Line], is_list: bool) -> bool {
        let line = &text[below[0].span()];
        let value = value_of(self.entry);
        let is_item = matches!(head("", text, &below[0], true).0, EntryHead::Item(_));
        let is_parent = !is_list && value.is_empty() && (self.has_items || !self.has_children);
        if is_item && is_parent && self.first.column == below[0].column {
            return key(self.entry).is_some() || is_word(self.entry);
        }
        if line.starts_with([']', '}']) {
            return self.entry.starts_with(['[', '{']) || value.starts_with(['[', '{']);
        }
        self.comment_end.is_some()
            || self.text_below.is_some()
                && (is_text(text, below)
                    || self.has_unindented && is_item && key(line).is_none()
                    || below[0].has_tab(text) && !self.first.has_tab(text))
    }
}

/// Returns whether the first line is a text. A word above deeper lines is a key without its colon.
fn is_text(text: &str, lines: &[Line]) -> bool {
    let line = &text[lines[0].span()];
    let has_children = lines.get(1).is_some_and(|below| below.column > lines[0].column);
    match head("", text, &lines[0], false) {
        (EntryHead::Text, _) => !(is_word(line) && has_children),
        // `Note:this` is no key for YAML.
        (EntryHead::Key { .. }, Some(error)) => error.code == &MISSING_SPACE,
        _ => false,
    }
}

/// Recognizes a key without its colon: a word in lower case, alone or before a value where no text continues.
pub(super) fn missing_colon(
    file: &str,
    text: &str,
    lines: &[Line],
) -> Option<(EntryHead, Option<Diagnostic>)> {
    let line = lines[0];
    let entry = split_comment(&text[line.span()]).0;
    let (word, value) = entry.split_once(' ').unwrap_or((entry, ""));
    let is_lowercase = word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    if !is_lowercase || word.is_empty() || !value.is_empty() && continues_text(text, &line) {
        return None;
    }
    let span = line.start..line.start + word.len();
    let message = format!("the colon after `{word}` is missing");
    let mut error = Diagnostic::at(&SYNTAX, file, span.clone(), message)
        .hint(format!("write `{}`", format!("{word}: {value}").trim_end()));
    // Below a text, the word can belong to the text, and below an item, be another item.
    let follows_other = follows_text(text, &line) || follows_item(text, &line);
    if value.is_empty() && lines.len() > 1 && !follows_other {
        error = error.replace(format!("{word}:"));
    }
    Some((EntryHead::Key { key: word.to_owned(), span, value: None }, Some(error)))
}

/// Returns the line above, which can be a comment.
fn line_above(text: &str, line: &Line) -> Option<Line> {
    let above = lines_above(text, line_at(text, line.start).start).next();
    above.and_then(|above| Line::read(text, &above))
}

/// Returns whether the line above is text that is indented more.
fn follows_text(text: &str, line: &Line) -> bool {
    line_above(text, line).is_some_and(|above| {
        let entry = &text[above.span()];
        above.column > line.column && key(entry_of(entry)).is_none() && !entry.starts_with("- ")
    })
}

/// Returns whether the line above is an item in the same column.
fn follows_item(text: &str, line: &Line) -> bool {
    let is_item = |it: Line| it.column == line.column && text[it.start..].starts_with("- ");
    line_above(text, line).is_some_and(is_item)
}

/// Returns whether the line above ends with a text that this line could continue.
fn continues_text(text: &str, line: &Line) -> bool {
    let has_spaces = |above: Line| value_of(&text[above.span()]).contains(' ');
    line_above(text, line).is_some_and(has_spaces) || follows_text(text, line)
}

/// Reports lines that start no entry.
pub(super) fn error(file: &str, text: &str, lines: &[Line]) -> Diagnostic {
    let line = lines[0];
    let entry = &text[line.span()];
    if entry.starts_with(['"', '\'']) && closing_quote(entry).is_none() {
        return unclosed_quote(file, text, line.start, lines);
    }
    if is_json(&text[line.start..]) {
        return json(file, line.start);
    }
    let message = "this line is neither `key: value` nor `- item`";
    let hint = "write a key and a colon before it; if it continues a text, indent it by two more spaces than the key of that text";
    Diagnostic::at(&SYNTAX, file, line.span(), message).hint(hint)
}

/// Returns whether a text starts like a JSON object or a list of JSON objects.
pub(super) fn is_json(text: &str) -> bool {
    let mut characters = text.chars().filter(|c| !c.is_whitespace());
    matches!(
        (characters.next(), characters.next()),
        (Some('{'), Some('"')) | (Some('['), Some('{'))
    )
}

/// Reports a JSON document in place of a profile.
pub(super) fn json(file: &str, at: usize) -> Diagnostic {
    let message = "this is a JSON document, but a profile consists of lines `key: value`";
    let hint =
        "remove it; save a résumé in JSON as a file of its own, and run `vitae import <file>`";
    Diagnostic::at(&SYNTAX, file, at..at + 1, message).hint(hint)
}

/// Reports a text of several lines below a key that is read as keys because one of them contains a colon and a
/// space. Its first line starts neither like an item nor with a word in lower case, which can be a key.
pub(super) fn text_below_key(
    file: &str,
    text: &str,
    name: &str,
    lines: &[Line],
) -> Option<Diagnostic> {
    let first = &text[lines[0].span()];
    let is_entry = match head(file, text, &lines[0], true).0 {
        EntryHead::Key { .. } => {
            first.starts_with(|c: char| c.is_alphanumeric() || "\"'".contains(c))
        }
        EntryHead::Item(_) | EntryHead::Comment => true,
        EntryHead::Text => {
            first.starts_with(|c: char| c.is_ascii_lowercase() || "\"'[{|>".contains(c))
        }
    };
    let line = lines.iter().find(|line| key(&text[line.span()]).is_some())?;
    (!is_entry && is_word(name)).then(|| {
        let message = "text of several lines below a key needs `|` because of a `: ` in it";
        Diagnostic::at(&NEEDS_QUOTES, file, line.span(), message)
            .hint(format!("write `{name}: |`: the lines below it are the text, as they are"))
    })
}

/// Reports the lines of an entry that are indented less than its text below `|`, or not at all.
pub(super) fn unindented_text(file: &str, text: &str, lines: &[Line]) -> Option<Diagnostic> {
    let column = lines[0].column;
    // A quote before the indentation counts here.
    let indented = |line: &Line| line.start - line_at(text, line.start).start > column;
    let at = lines.iter().skip(1).position(|line| !indented(line))? + 1;
    let content = match at {
        1 => column + 2,
        _ => lines[1].column,
    };
    let (message, like) = match at {
        1 => ("this line is not indented, so it is not part of the text that starts above", ""),
        _ => (
            "this line is indented less than the text above, so it is not part of the text",
            ", like the line above",
        ),
    };
    let hint = format!("start each line of the text with {content} spaces{like}");
    let mut error = Diagnostic::at(&SYNTAX, file, lines[at].span(), message).hint(hint);
    if text[lines[at].start..].starts_with(['"', '\'']) {
        return Some(unclosed_on_line(file, lines[at].span()));
    }
    let [line] = &lines[at..] else { return Some(error) };
    let entry = &text[line.span()];
    // A word or two can be a key without a colon, or a note that is not meant to be published. Further lines can be
    // comments.
    let is_text = matches!(head(file, text, line, false).0, EntryHead::Text);
    if is_text && entry.ends_with(['.', '!', '?', ',', ';']) && !entry.contains('#') {
        let span = line_at(text, line.start).start..line.end;
        error.replacement = Some(Replacement { span, text: " ".repeat(content) + entry });
    }
    Some(error)
}

/// Reports the key at `span` if it is the start of a comment of another language.
pub(super) fn comment_as_key(file: &str, text: &str, span: &Span) -> Option<Diagnostic> {
    let key = &text[span.clone()];
    let (opening, _) = COMMENTS.into_iter().find(|(opening, _)| key.starts_with(opening))?;
    Some(comment_in_other_form(file, span.start, opening))
}

/// Reports the lines of a plain scalar that are all meant as items or keys, but lack the space after the dash or
/// colon.
pub(super) fn joined_lines(file: &str, text: &str, span: &Span) -> Vec<Diagnostic> {
    if !text[span.clone()].contains('\n') {
        return Vec::new();
    }
    let start = line_at(text, span.start).start;
    let mut errors = Vec::new();
    for line in lines(&text[start..span.end]) {
        let line = start + line.start..start + line.end;
        let Some(line) = Line::read(text, &line) else { continue };
        let is_lowercase = text[line.start..].starts_with(|c: char| c.is_ascii_lowercase());
        match head(file, text, &line, true) {
            (EntryHead::Item(_), error) => errors.extend(error),
            (EntryHead::Key { .. }, Some(error))
                if is_lowercase && error.code == &MISSING_SPACE =>
            {
                errors.push(error);
            }
            _ => return Vec::new(),
        }
        errors.extend(white_space_errors(file, text, &line));
    }
    // Items that start with a dash and a space are another error.
    let lacks_space = errors.iter().any(|error| error.code == &MISSING_SPACE);
    if lacks_space { errors } else { Vec::new() }
}
