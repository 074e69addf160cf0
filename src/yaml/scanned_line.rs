//! The lines of a file by their role, as far as it is known without parsing them.

use super::source_lines::{EntryLine, indentation, is_block_scalar_header, lines};
use crate::diagnostic::Span;

/// A line that is neither blank nor a comment.
#[derive(Debug, Clone)]
pub(super) struct ScannedLine {
    /// The line without the white space at its end.
    pub(super) span: Span,
    /// The width of the indentation.
    pub(super) depth: usize,
    /// The column after the dashes at the start of the line.
    pub(super) column: usize,
    /// Where the text after the dashes starts.
    pub(super) start: usize,
    pub(super) role: Role,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// Starts an entry or item, or is at a place where one should start.
    Entry,
    /// Belongs to a block scalar whose lines have this width of indentation.
    BlockText(usize),
    /// Continues the value of the entry with this index.
    Continuation(usize),
}

impl ScannedLine {
    /// The text after the dashes.
    pub(super) fn entry<'a>(&self, text: &'a str) -> &'a str {
        &text[self.start..self.span.end]
    }

    pub(super) fn has_dash(&self) -> bool {
        self.column > self.depth
    }

    /// Returns whether the line is `key: value`, `key:` or an item.
    pub(super) fn is_entry(&self, text: &str) -> bool {
        self.role == Role::Entry && (self.has_dash() || key(self.entry(text)).is_some())
    }
}

/// The key at the start of an entry: everything before a colon with a space or line end after it.
pub(super) fn key(entry: &str) -> Option<&str> {
    let code = entry.split(" #").next().unwrap_or(entry).trim_end();
    let end = code.find(": ").or_else(|| code.ends_with(':').then(|| code.len() - 1))?;
    // The indicators that no key starts with (YAML 1.2.2, §5.3).
    let is_indicator = |c: char| "{[\"'#|>@`%".contains(c);
    (end > 0 && !code.starts_with(is_indicator)).then_some(&code[..end])
}

/// The width of one level of indentation in `text`: that of the first indented line, or two.
pub(super) fn indentation_step(text: &str) -> usize {
    let widths = lines(text).filter_map(|line| {
        let line = &text[line];
        let width = line.len() - line.trim_start_matches(' ').len();
        let is_code = line[width..].starts_with(|c: char| c == '-' || c.is_alphanumeric());
        (is_code && width > 0).then_some(width)
    });
    widths.take(1).find(|width| *width <= 8).unwrap_or(2)
}

/// Returns the lines of a text that are neither blank nor comments.
pub(super) fn scan(text: &str) -> Vec<ScannedLine> {
    let step = indentation_step(text);
    let width = |white: &str| white.chars().map(|c| if c == '\t' { step } else { 1 }).sum();
    let mut scanned: Vec<ScannedLine> = Vec::new();
    let mut open: Option<OpenValue> = None;
    for span in lines(text) {
        let line = &text[span.clone()];
        let white = indentation(line);
        let depth: usize = width(white);
        let start = span.start + white.len();
        if start >= span.end {
            continue;
        }
        if let Some(open) = open.as_mut().filter(|open| depth > open.depth) {
            let role = open.role(depth);
            scanned.push(ScannedLine { span, depth, column: depth, start, role });
            continue;
        }
        if text[start..].starts_with('#') {
            continue;
        }
        let (column, parent) = column(&text[start..span.end], depth);
        let start = start + column - depth;
        open = EntryLine::parse(line).map(|entry| OpenValue {
            owner: scanned.len(),
            depth: if key(&text[start..span.end]).is_some() { column } else { parent },
            is_block: entry.value.starts_with(['|', '>']) && is_block_scalar_header(entry.value),
            content: None,
        });
        scanned.push(ScannedLine { span, depth, column, start, role: Role::Entry });
    }
    scanned
}

/// A value that lines with a greater width of indentation than `depth` continue.
struct OpenValue {
    /// The index of the line where it starts.
    owner: usize,
    depth: usize,
    is_block: bool,
    /// The width of the indentation of a block scalar, once it is known.
    content: Option<usize>,
}

impl OpenValue {
    /// Returns the role of a line that continues the value.
    fn role(&mut self, depth: usize) -> Role {
        if self.is_block {
            Role::BlockText(*self.content.get_or_insert(depth))
        } else {
            Role::Continuation(self.owner)
        }
    }
}

/// Returns the column after the dashes of an unindented line, and that of its last dash.
fn column(mut line: &str, depth: usize) -> (usize, usize) {
    let (mut column, mut dash) = (depth, depth);
    while let Some(inner) = line.strip_prefix("- ") {
        dash = column;
        column += line.len() - inner.trim_start().len();
        line = inner.trim_start();
    }
    (column, dash)
}
