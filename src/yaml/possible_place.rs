//! Where a line in a wrong column can belong, and how to move it there.

use super::declared_fields::KnownKey;
use super::head::{EntryHead, head};
use super::lines::{Line, is_block_scalar_header, starts_with_sign};
use super::misplaced_line::{LineKind, MisplacedLine};
use super::open_blocks::{OpenBlock, OpenEntry, belongs_below_empty, open_blocks};
use super::shift::{in_column, spaces};
use super::white_space::colon_hint;
use crate::diagnostic::Span;

/// Where a line can belong.
pub(super) struct PossiblePlace {
    pub(super) column: usize,
    /// The line beside or below which it belongs, and what that line is.
    pub(super) above: Option<(Span, String)>,
    /// What is wrong, and what to do, if this is the only place.
    pub(super) message: String,
    pub(super) hint: String,
    /// What the line has to be, and what to do then.
    pub(super) condition: String,
    pub(super) action: String,
}

impl MisplacedLine<'_> {
    /// Returns the place in the column of the entries of a block.
    pub(super) fn beside_last(&self, block: &OpenBlock<'_>) -> PossiblePlace {
        let OpenEntry { key: beside, span, .. } = block.last();
        let column = in_column(block.column);
        let shift = self.shift(block.column);
        if block.is_list {
            let list = quoted(block.path.last());
            let is_in_line = |it: &OpenBlock<'_>| it.is_list && it.column == self.line.column;
            let others = match self.blocks.iter().any(is_in_line) {
                true => format!("the other items of {list}"),
                false => "the item above it".to_owned(),
            };
            return PossiblePlace {
                column: block.column,
                above: Some((span.clone(), format!("the items of {list} start here"))),
                message: format!("this item is not in line with {others}"),
                hint: shift,
                condition: format!("it is an item of {list}"),
                action: format!("start it {column}"),
            };
        }
        let key = self.key;
        let is_chosen = self.fields.key(&block.path, key) == KnownKey::Chosen;
        let (name, entry) = (self.name(block), if is_chosen { "key" } else { "field" });
        PossiblePlace {
            column: block.column,
            above: Some((span.clone(), format!("the {entry}s of {name} start here"))),
            message: format!("`{key}` is not in line with the other {entry}s of {name}"),
            hint: format!("start it {column}, like `{beside}`: {shift}"),
            condition: format!("it is a {entry} of {name}"),
            action: format!("start it {column}, like `{beside}`"),
        }
    }

    /// Returns the place of a key that the group has already. Another item can start with the first key of an item.
    pub(super) fn again(&self, block: &OpenBlock<'_>) -> PossiblePlace {
        let mut lists = self.blocks.iter().filter(|list| list.is_list);
        let Some(list) = lists.rfind(|list| {
            block.is_item && list.path == block.path && block.entries[0].key == self.key
        }) else {
            return self.beside_last(block);
        };
        let key = self.key;
        let column = in_column(list.column);
        PossiblePlace {
            message: format!("the item above has a `{key}`, and this line has no dash"),
            hint: format!("if another item starts here, write `- {key}: …` {column}"),
            ..self.beside_last(list)
        }
    }

    /// Returns the place below a key without a value: the line has lost its indentation.
    pub(super) fn below_empty_key(&self) -> Option<PossiblePlace> {
        let block = self.blocks.last().filter(|block| !block.is_list)?;
        let (last, column) = (block.last(), block.column + 2);
        let is_there = self.line.column == column;
        // A key that its group cannot have is itself in a wrong place.
        let is_known = self.fields.key(&block.path, last.key) != KnownKey::Unknown;
        if is_there || !is_known || !belongs_below_empty(&self.blocks, self.fields, self.key) {
            return None;
        }
        let (key, parent, shift) = (self.key, last.key, self.shift(column));
        let is_beside = |line: Line| line.column == self.line.column;
        let has_lost_more = self.lines_below().next().is_some_and(is_beside);
        let lacks_dash = self.kind == LineKind::Key && self.fields.is_list(&block.path_below());
        Some(PossiblePlace {
            column,
            above: Some((last.span.clone(), "this key has no value".to_owned())),
            message: format!("{} belongs below `{parent}`", self.subject()),
            hint: match (lacks_dash, has_lost_more) {
                (true, _) => format!(
                    "write the item below `{parent}`: a line `  - {key}: …`, its other fields below that"
                ),
                (_, true) => {
                    format!("{shift}, and of the lines below it that belong to `{parent}`")
                }
                (_, false) => shift,
            },
            condition: format!("it belongs below `{parent}`"),
            action: format!("start it {}", in_column(column)),
        })
    }

    /// Returns the place below a key that is a comment.
    pub(super) fn below_comment(&self) -> Option<PossiblePlace> {
        let (blocks, _) = open_blocks(self.text, self.fields, self.line.start, true);
        let is_parent = |block: &&OpenBlock<'_>| {
            let last = block.last();
            last.is_comment
                && last.value.is_empty()
                && self.line.column > block.column
                && self.fields.key(&block.path_below(), self.key) == KnownKey::Field
        };
        let block = blocks.iter().rev().find(is_parent)?;
        let (parent, span) = (block.last().key, block.last().span.clone());
        let action = format!("delete the `# ` before `{parent}:`");
        Some(PossiblePlace {
            column: block.column + 2,
            above: Some((span, "this key is still a comment".to_owned())),
            message: format!("{} belongs below `{parent}`, which is a comment", self.subject()),
            hint: action.clone(),
            condition: format!("it belongs below `{parent}`"),
            action,
        })
    }

    /// Returns the place of the first line: in the column of the line below it with less indentation.
    pub(super) fn first_line(&self) -> Option<PossiblePlace> {
        let is_first = self.blocks.is_empty() && self.kind == LineKind::Key;
        let mut below = self.lines_below().filter(|_| is_first);
        let first = below.find(|line| line.column < self.line.column)?;
        let EntryHead::Key { span, .. } = head(self.text, &first, false).0 else { return None };
        let key = self.text[span.clone()].to_owned();
        let block = OpenBlock { column: first.column, ..OpenBlock::default() };
        let entry = OpenEntry { key: &key, span, value: "", text_column: None, is_comment: false };
        Some(self.beside_last(&OpenBlock { entries: vec![entry], ..block }))
    }

    /// Returns the place in the text above, if the line can continue it.
    pub(super) fn text_above(&self) -> Option<PossiblePlace> {
        let block = self.blocks.last()?;
        let OpenEntry { key, span, value, text_column, .. } = block.last();
        let is_block = is_block_scalar_header(value);
        let line = &self.text[self.line.span()];
        let is_plain = !(starts_with_sign(line)
            || line.starts_with(['[', '{', ']', '}'])
            || colon_hint(line).is_some()
            || value.starts_with(['[', '{'])
            || block.is_list && (value.is_empty() || self.kind == LineKind::Item)
            || self.kind != LineKind::Text && self.line.column <= block.column);
        let path = block.path_below();
        let is_text = is_block
            || is_plain
                && self.fields.is_text(&path)
                && (block.is_list || !self.fields.is_list(&path));
        if !is_text {
            return None;
        }
        let (name, form) = match block.is_list {
            true => ("the text of this item".to_owned(), "- |".to_owned()),
            false => (format!("the text of `{key}`"), format!("{key}: |")),
        };
        let column = text_column.unwrap_or(block.column + 2);
        let above = Some((span.clone(), format!("{name} starts here")));
        let condition = format!("it continues {name}");
        if is_block {
            let spaces = spaces(column.saturating_sub(self.line.column));
            let action = format!("indent it by {spaces} to keep it in the text");
            let is_there = column == self.line.column;
            return Some(PossiblePlace {
                column,
                above,
                message: match is_there {
                    true => format!("a comment above this line ends {name}"),
                    false => format!("{name} ends above this line"),
                },
                hint: match is_there {
                    true => format!(
                        "move the comment above `{key}`, or indent it like this line if it is part of the text"
                    ),
                    false => action.clone(),
                },
                condition,
                action,
            });
        }
        let action = format!("write the text below `{form}`");
        let other = match self.kind {
            LineKind::Text => "; else write `key: value` or `- item`, or delete the line",
            LineKind::Key | LineKind::Item => "",
        };
        Some(PossiblePlace {
            column,
            above,
            message: format!("this line is no field and no part of {name}"),
            hint: format!("if {condition}, {action}, each line indented by two more spaces{other}"),
            condition,
            action,
        })
    }

    /// Returns the place of an item or a field below the key of a list or a group that has a value, or of an item below the
    /// key of a list without one.
    pub(super) fn below_value(&self) -> Option<PossiblePlace> {
        let block = self.blocks.last().filter(|it| !it.is_list)?;
        let (OpenEntry { key, span, value, .. }, path) = (block.last(), block.path_below());
        let is_below = self.line.column > block.column;
        let (kind, entry, place) = match self.kind {
            LineKind::Item if self.fields.is_list(&path) => ("list", "item", "as the first item"),
            LineKind::Key if is_below && self.fields.key(&path, self.key) == KnownKey::Field => {
                ("group", "field", "into one of the fields")
            }
            _ => return None,
        };
        if value.is_empty() {
            let shift = self.shift(block.column);
            return (self.kind == LineKind::Item && !is_below).then(|| PossiblePlace {
                column: block.column,
                above: Some((span.clone(), "this list has no items".to_owned())),
                message: format!("this item belongs below `{key}`"),
                hint: shift,
                condition: format!("it is an item of `{key}`"),
                action: format!("start it {}", in_column(block.column)),
            });
        }
        Some(PossiblePlace {
            column: self.line.column,
            above: Some((span.clone(), format!("this {kind} has a value on its line"))),
            message: format!("no {entry} can follow the value of `{key}`"),
            hint: format!(
                "write nothing after `{key}:`; if its value is missing below, write it {place}"
            ),
            condition: format!("it belongs below `{key}`"),
            action: format!("write nothing after `{key}:`"),
        })
    }

    /// Returns the place of a field that belongs to a group that is not open.
    pub(super) fn elsewhere(&self) -> Option<PossiblePlace> {
        let key = self.key;
        let group = self.fields.group_of(key).filter(|_| self.kind == LineKind::Key)?;
        Some(PossiblePlace {
            column: self.line.column,
            above: None,
            message: format!("`{key}` belongs below `{group}`"),
            hint: format!("write it below `{group}`, indented by two more spaces"),
            condition: format!("it is the field of `{group}`"),
            action: "write it there".to_owned(),
        })
    }

    /// Returns what an author calls the line.
    fn subject(&self) -> String {
        match self.kind {
            LineKind::Item => "this item".to_owned(),
            _ => format!("`{}`", self.key),
        }
    }

    /// Returns what an author calls a group.
    fn name(&self, group: &OpenBlock<'_>) -> String {
        match group.path.last() {
            None => self.fields.subject().to_owned(),
            Some(_) if group.is_item => "this item".to_owned(),
            key => quoted(key),
        }
    }
}

fn quoted(key: Option<&&str>) -> String {
    key.map_or_else(|| "the file".to_owned(), |key| format!("`{key}`"))
}
