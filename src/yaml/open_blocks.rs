//! The groups and lists to which the next line of a file can belong: the keys of a group start in one column, and so
//! do the dashes of a list.

use super::cause::Text;
use super::declared_fields::{DeclaredFields, KnownKey};
use super::head::{EntryHead, head};
use super::lines::{Line, is_block_scalar_header, line_at, lines, split_comment};
use crate::diagnostic::Span;

/// A group or a list.
#[derive(Default)]
pub(super) struct OpenBlock<'a> {
    pub(super) column: usize,
    pub(super) is_list: bool,
    /// Whether it is an item of a list.
    pub(super) is_item: bool,
    /// The keys that lead to it.
    pub(super) path: Vec<&'a str>,
    /// Its entries, of which only the last one is open.
    pub(super) entries: Vec<OpenEntry<'a>>,
}

/// An entry of a group, or an item of a list.
pub(super) struct OpenEntry<'a> {
    /// The key; empty for an item.
    pub(super) key: &'a str,
    /// Its key or dash.
    pub(super) span: Span,
    /// The value behind the key or dash.
    pub(super) value: &'a str,
    /// The column of the text below `|` or `>`.
    pub(super) text_column: Option<usize>,
    pub(super) is_comment: bool,
}

impl<'a> OpenBlock<'a> {
    pub(super) fn last(&self) -> &OpenEntry<'a> {
        self.entries.last().expect("a block starts with an entry")
    }

    /// Returns the keys that lead to the value of the last entry.
    pub(super) fn path_below(&self) -> Vec<&'a str> {
        let key = Some(self.last().key).filter(|key| !key.is_empty());
        self.path.iter().copied().chain(key).collect()
    }
}

/// Returns the blocks that are open above the line of a byte, from the outermost to the innermost, and the line in a wrong
/// column to which the line above belongs. `with_comments` reads a comment as if its `# ` were deleted. Lines in a wrong
/// column, and the lines below them, belong to no block.
pub(super) fn open_blocks<'a>(
    text: Text<'a>,
    fields: &'a dyn DeclaredFields,
    at: usize,
    with_comments: bool,
) -> (Vec<OpenBlock<'a>>, Option<Line>) {
    let mut reader = Reader { text, fields, blocks: Vec::new(), text_below: None, misplaced: None };
    for span in lines(&text.text[..line_at(&text, at).start]) {
        if let Some(line) = Line::read(&text, &span) {
            reader.line(line, with_comments);
        }
    }
    (reader.blocks, reader.misplaced)
}

struct Reader<'a> {
    text: Text<'a>,
    fields: &'a dyn DeclaredFields,
    blocks: Vec<OpenBlock<'a>>,
    /// The column of the key or dash of the text below `|` that contains the line above.
    text_below: Option<usize>,
    /// The line in a wrong column to which the line above belongs.
    misplaced: Option<Line>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: Line, with_comments: bool) {
        if self.text_below.is_some_and(|column| line.column > column) {
            let entry = self.blocks.last_mut().and_then(|block| block.entries.last_mut());
            entry.expect("the key of the text").text_column.get_or_insert(line.column);
            return;
        }
        self.text_below = None;
        let Some(comment) = self.text.text[line.span()].strip_prefix('#') else {
            return self.entry(line, false);
        };
        let written = comment.strip_prefix(' ').unwrap_or(comment);
        let content = written.trim_start();
        if with_comments && !content.is_empty() {
            let start = line.end - content.len();
            let column = line.column + written.len() - content.len();
            self.entry(Line { start, column, ..line }, true);
        }
    }

    fn entry(&mut self, line: Line, is_comment: bool) {
        let rest_of = |start: usize| split_comment(&self.text.text[start..line.end]).0;
        let (key, span, value, inner) = match head(self.text, &line, true).0 {
            EntryHead::Text => return,
            EntryHead::Key { span, value } => {
                let key = self.text.text[span.clone()].trim_matches(['"', '\'']);
                (key, span, value.map_or("", rest_of), None)
            }
            EntryHead::Item(rest) => {
                let is_text =
                    |rest: &Line| matches!(head(self.text, rest, true).0, EntryHead::Text);
                let value = rest.filter(is_text).map_or("", |rest| rest_of(rest.start));
                ("", line.start..line.start + 1, value, rest.filter(|rest| !is_text(rest)))
            }
        };
        let first_key = |inner: Line| match head(self.text, &inner, true).0 {
            EntryHead::Key { span, .. } => &self.text.text[span],
            EntryHead::Item(_) | EntryHead::Text => "",
        };
        let entry = (line.column, key.is_empty(), inner.map_or(key, first_key));
        match self.misplaced.is_some_and(|misplaced| line.column > misplaced.column) {
            true if !is_in_place(&self.blocks, self.fields, entry) => return,
            true => {}
            false => self.misplaced = None,
        }
        if !self.open(entry) {
            self.misplaced = Some(line);
            return;
        }
        self.text_below = is_block_scalar_header(value).then_some(line.column);
        let block = self.blocks.last_mut().expect("an open block");
        block.entries.push(OpenEntry { key, span, value, text_column: None, is_comment });
        if let Some(inner) = inner {
            self.entry(inner, is_comment);
        }
    }

    /// Opens the block of an entry that starts in a column, and closes those inside of it. Returns whether a block can
    /// have the entry. The key of an item is its first one, or empty.
    fn open(&mut self, (column, is_list, key): (usize, bool, &str)) -> bool {
        let is_same = |block: &OpenBlock<'_>| block.column == column && block.is_list == is_list;
        if let Some(at) = self.blocks.iter().rposition(is_same) {
            let is_misplaced = self.belongs_inside(at, key);
            self.blocks.truncate(if is_misplaced { self.blocks.len() } else { at + 1 });
            return !is_misplaced;
        }
        let Some(parent) = self.blocks.last().filter(|_| column >= self.blocks[0].column) else {
            self.blocks = vec![OpenBlock { column, is_list, ..OpenBlock::default() }];
            return true;
        };
        let is_below = parent.column < column || parent.column == column && is_list;
        if !is_below || !parent.last().value.is_empty() {
            return false;
        }
        let (is_item, path) = (parent.is_list, parent.path_below());
        self.blocks.push(OpenBlock { column, is_list, is_item, path, entries: Vec::new() });
        true
    }

    /// Returns whether an entry belongs to a block inside of the one at an index, and not to that block itself.
    fn belongs_inside(&self, at: usize, key: &str) -> bool {
        let (outer, inner) = (&self.blocks[at], &self.blocks[at + 1..]);
        let known = |block: &OpenBlock<'_>| self.fields.key(&block.path, key);
        let here = known(outer);
        let has = |block: &OpenBlock<'_>| match known(block) {
            KnownKey::Field => true,
            KnownKey::Chosen => here == KnownKey::Unknown,
            KnownKey::Misspelled | KnownKey::Unknown => false,
        };
        matches!(here, KnownKey::Misspelled | KnownKey::Unknown)
            && (inner.iter().any(|block| block.is_list == outer.is_list && has(block))
                || belongs_below_empty(&self.blocks, self.fields, key))
    }
}

/// Returns whether a block has the entry that starts in a column: a key, or an item with its first key.
pub(super) fn is_in_place(
    blocks: &[OpenBlock<'_>],
    fields: &dyn DeclaredFields,
    (column, is_list, key): (usize, bool, &str),
) -> bool {
    let is_beside = |block: &OpenBlock<'_>| {
        let known = fields.key(&block.path, key);
        block.column == column
            && block.is_list == is_list
            && matches!(known, KnownKey::Field | KnownKey::Chosen)
    };
    let is_below = |block: &OpenBlock<'_>| {
        column > block.column && is_list == fields.is_list(&block.path_below())
    };
    blocks.iter().any(is_beside)
        || blocks.last().is_some_and(is_below) && belongs_below_empty(blocks, fields, key)
}

/// Returns whether a key or an item belongs below the key above it, which has no value.
pub(super) fn belongs_below_empty(
    blocks: &[OpenBlock<'_>],
    fields: &dyn DeclaredFields,
    key: &str,
) -> bool {
    let Some(block) = blocks.last().filter(|it| !it.is_list && it.last().value.is_empty()) else {
        return false;
    };
    match fields.key(&block.path_below(), key) {
        KnownKey::Field => true,
        KnownKey::Chosen => fields.key(&block.path, key) == KnownKey::Unknown,
        KnownKey::Misspelled | KnownKey::Unknown => false,
    }
}
