//! A line in a wrong column, and the blocks to which it can belong.

use super::cause::Text;
use super::declared_fields::{DeclaredFields, KnownKey};
use super::head::{EntryHead, head};
use super::lines::{Line, line_at, lines};
use super::open_blocks::{OpenBlock, is_in_place, open_blocks};
use crate::diagnostic::Span;

/// A line, and the blocks to which it can belong.
pub(super) struct MisplacedLine<'a> {
    pub(super) text: Text<'a>,
    pub(super) fields: &'a dyn DeclaredFields,
    pub(super) line: Line,
    pub(super) kind: LineKind,
    /// What is underlined: the key, the dash or the whole line.
    pub(super) span: Span,
    /// Its key, or the first key of the item; empty without one.
    pub(super) key: &'a str,
    pub(super) blocks: Vec<OpenBlock<'a>>,
    /// The line in a wrong column to which the line above belongs.
    misplaced: Option<Line>,
}

/// What a line starts with.
#[derive(PartialEq, Eq)]
pub(super) enum LineKind {
    Key,
    Item,
    Text,
}

impl<'a> MisplacedLine<'a> {
    pub(super) fn read(text: Text<'a>, fields: &'a dyn DeclaredFields, span: Span) -> Self {
        let whole = line_at(&text, span.start);
        let line = Line::read(&text, &whole);
        let line = line.unwrap_or(Line { start: span.start, end: span.end, column: 0 });
        let key_of = |span: Span| text.text[span].trim_matches(['"', '\'']);
        let (kind, span, key) = match head(text, &line, true).0 {
            // The text after a dash.
            _ if span.start > line.start => (LineKind::Text, span, ""),
            EntryHead::Text => (LineKind::Text, line.start..span.end.max(line.end), ""),
            EntryHead::Key { span, .. } => (LineKind::Key, span.clone(), key_of(span)),
            EntryHead::Item(rest) => {
                let key = match rest.map(|rest| head(text, &rest, true).0) {
                    Some(EntryHead::Key { span, .. }) => key_of(span),
                    _ => "",
                };
                (LineKind::Item, line.start..line.start + 1, key)
            }
        };
        let (blocks, misplaced) = match span.start == line.start {
            true => open_blocks(text, fields, line.start, false),
            false => (Vec::new(), None),
        };
        Self { text, fields, line, kind, span, key, blocks, misplaced }
    }

    /// Returns the line in a wrong column above this one, without which this one is in the right column.
    pub(super) fn cause_above(&self) -> Option<Self> {
        let above = self.misplaced.filter(|_| self.kind != LineKind::Text)?;
        let (is_list, column) = (self.kind == LineKind::Item, self.line.column);
        let is_in_place = is_in_place(&self.blocks, self.fields, (column, is_list, self.key));
        is_in_place.then(|| Self::read(self.text, self.fields, above.span()))
    }

    /// Returns the blocks of its kind in other columns, in which its key is `known` as this.
    pub(super) fn blocks_with(&self, known: KnownKey) -> impl Iterator<Item = &OpenBlock<'a>> {
        let is_list = self.kind == LineKind::Item;
        let blocks = self.blocks.iter().filter(move |block| block.is_list == is_list);
        let blocks = blocks.filter(|block| block.column != self.line.column);
        blocks.filter(move |block| self.fields.key(&block.path, self.key) == known)
    }

    pub(super) fn lines_below(&self) -> impl Iterator<Item = Line> {
        let start = self.line.end;
        let below =
            lines(&self.text[start..]).map(move |line| start + line.start..start + line.end);
        below.filter_map(|span| Line::read(&self.text, &span))
    }
}
