//! Reads a text that the parser rejects.
//!
//! The lines that start in the same column are the starts of entries, and the lines below each of them are its
//! body. Each entry is parsed alone; one that fails is split again, down to a single line, whose error is
//! reported. So every entry without an error of its own is read, at its own position.

use std::collections::HashSet;
use std::mem;

use super::cause::{Cause, Text};
use super::head::{EntryHead, head};
use super::lines::{Line, line_at};
use super::node::{MappingEntry, Node, YamlValue};
use super::part::{Failure, MAX_BLOCK_DEPTH, Part, parse_part};
use super::tree_builder::drop_duplicates;
use super::value_error::BrokenValue;
use super::white_space::{misaligned, white_space_errors};
use super::{conflict, text_line};
use crate::diagnostic::{Diagnostic, Span};

/// A text that is read in pieces.
pub(super) struct Pieces<'a> {
    text: Text<'a>,
    /// The most errors that are reported.
    limit: usize,
    /// The number of collections around the current piece.
    depth: usize,
    lost_keys: Vec<Span>,
    /// Whether lines of the last value are lost, of which some can be entries.
    has_lost_lines: bool,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// Reads as much of a text as possible. Returns its tree and the mappings that have lost a key.
pub(super) fn read_pieces(
    text: Text<'_>,
    limit: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Option<Node>, Vec<Span>) {
    let lines = conflict::lines_outside(text, diagnostics);
    let lost_keys = Vec::new();
    let has_lost_lines = false;
    let mut pieces = Pieces { text, limit, depth: 0, lost_keys, has_lost_lines, diagnostics };
    let Some(first) = lines.first() else {
        return (None, Vec::new());
    };
    let span = first.span();
    let column = lines.iter().map(|line| line.column).min().expect("a first line");
    let tree = pieces.block(&lines, column, span);
    let lost_keys = pieces.lost_keys;
    // A line is a part of several pieces.
    let mut known = HashSet::new();
    diagnostics.retain(|found| {
        let start = found.span.as_ref().map(|span| span.start);
        known.insert((found.code.id, start))
    });
    (Some(tree), lost_keys)
}

impl Pieces<'_> {
    /// Reads the value of a key or an item, which starts with the first of these lines. The key of an item is empty.
    fn node(&mut self, key: &str, lines: &[Line], span: Option<Span>) -> Node {
        let first = lines[0];
        if self.depth > MAX_BLOCK_DEPTH {
            self.diagnostics.push(self.text.error(&Cause::DEEP, first.span()));
            return Node { span: first.span(), value: YamlValue::Invalid };
        }
        // No key starts with the bullet of a text.
        let is_start = |c: char| c.is_alphanumeric() || matches!(c, '"' | '\'' | '_');
        let can_be_key = self.text[first.start..].starts_with(is_start);
        let is_text = match head(self.text, &first, true).0 {
            EntryHead::Text => true,
            EntryHead::Key { .. } => !can_be_key,
            EntryHead::Item(_) | EntryHead::Comment => false,
        };
        let is_parent = lines.len() > 1 && text_line::missing_colon(self.text, lines).is_some();
        if !is_text || is_parent {
            return self.block(lines, first.column, span.unwrap_or(first.span()));
        }
        self.value(key, first.start, lines)
    }

    /// Reads the entries or items that start in a column.
    fn block(&mut self, lines: &[Line], column: usize, span: Span) -> Node {
        let mut block = None;
        let mut lacks_key = false;
        self.depth += 1;
        for lines in text_line::split(self.text, lines, column) {
            if self.diagnostics.len() > self.limit {
                lacks_key = true;
                break;
            }
            let count = self.diagnostics.len();
            let is_read = if lines[0].column == column {
                self.entry(lines, &mut block)
            } else {
                let errors = white_space_errors(self.text, &lines[0]);
                self.diagnostics.extend(errors);
                false
            };
            lacks_key |= !is_read || mem::take(&mut self.has_lost_lines);
            let is_reported = self.diagnostics.len() > count || lines[0].has_tab(&self.text);
            if !is_read && !is_reported {
                let error = misaligned(self.text, lines[0].start);
                self.diagnostics.push(error);
            }
        }
        self.depth -= 1;
        let mut value = block.unwrap_or(YamlValue::Mapping(Vec::new()));
        if let YamlValue::Mapping(entries) = &mut value {
            drop_duplicates(self.text, entries, self.limit, self.diagnostics);
            if lacks_key {
                self.lost_keys.push(span.clone());
            }
        }
        Node { span, value }
    }

    /// Reads one entry of a mapping or item of a sequence: the first one decides what the block is. Returns whether
    /// its key is known.
    fn entry(&mut self, lines: &[Line], block: &mut Option<YamlValue>) -> bool {
        let first = lines[0];
        let count = self.diagnostics.len();
        self.diagnostics.extend(white_space_errors(self.text, &first));
        let starts_flow = self.text[first.start..].starts_with(['[', '{']);
        if let Ok(part) = parse_part(self.text, self.part(lines), self.limit)
            && !starts_flow
            && part.tree.is_some_and(|tree| add(block, tree.value))
        {
            self.diagnostics.extend(part.diagnostics);
            return true;
        }
        let is_sequence = matches!(block, Some(YamlValue::Sequence(_)));
        let is_mapping = matches!(block, Some(YamlValue::Mapping(_)));
        let is_root = self.depth == 1;
        let mut found = head(self.text, &first, is_sequence || !is_mapping && !is_root);
        if let (EntryHead::Text, None) = found
            && !is_sequence
        {
            found = text_line::missing_colon(self.text, lines).unwrap_or(found);
        }
        let (head, error) = found;
        match head {
            EntryHead::Comment => {
                self.diagnostics.extend(error);
                true
            }
            EntryHead::Item(rest) if !is_mapping => {
                self.diagnostics.extend(error);
                let rest: Vec<Line> = rest.into_iter().chain(lines[1..].iter().copied()).collect();
                let item = match rest.is_empty() {
                    true => Node { span: first.span(), value: YamlValue::Invalid },
                    false => self.node("", &rest, None),
                };
                add(block, YamlValue::Sequence(vec![item]))
            }
            EntryHead::Key { span, value } if !is_sequence => {
                self.diagnostics.extend(error);
                let key = self.text[span.clone()].trim_matches(['"', '\'']).to_owned();
                let value = self.value_of(&key, &span, value, lines);
                let entry = MappingEntry { key, key_span: span, value };
                add(block, YamlValue::Mapping(vec![entry]))
            }
            EntryHead::Text if self.diagnostics.len() == count => {
                self.diagnostics.push(text_line::error(self.text, &first));
                false
            }
            _ => false,
        }
    }

    /// Reads the value of a key, which starts at byte `start`, or on the lines below the key.
    fn value_of(
        &mut self,
        key: &str,
        key_span: &Span,
        start: Option<usize>,
        lines: &[Line],
    ) -> Node {
        if let Some(start) = start {
            return self.value(key, start, lines);
        }
        let below = &lines[1..];
        if below.is_empty() {
            return Node { span: key_span.clone(), value: YamlValue::Invalid };
        }
        let part = self.part(below);
        let is_indented = part.start < below[0].start;
        let mut node = match parse_part(self.text, part, self.limit) {
            Ok(Part { tree: Some(tree), diagnostics }) if is_indented => {
                self.diagnostics.extend(diagnostics);
                tree
            }
            _ => self.node(key, below, Some(key_span.clone())),
        };
        if matches!(node.value, YamlValue::Mapping(_) | YamlValue::Sequence(_)) {
            node.span = key_span.clone();
        }
        node
    }

    /// Reads a scalar or flow collection, which starts at byte `start` of the first line.
    fn value(&mut self, key: &str, start: usize, lines: &[Line]) -> Node {
        let end = lines[lines.len() - 1].end;
        let failure = match parse_part(self.text, start..end, self.limit) {
            Ok(part) => {
                let starts_flow = self.text[start..].starts_with(['[', '{']);
                // Alone, a text below `|` can be indented less than its key.
                let is_indented = || {
                    let is_block = self.text[start..].starts_with(['|', '>']);
                    !is_block || text_line::unindented_text(self.text, lines).is_none()
                };
                let is_value =
                    |tree: &Node| (tree.scalar().is_some() || starts_flow) && is_indented();
                match part.tree.filter(is_value) {
                    Some(tree) => {
                        self.diagnostics.extend(part.diagnostics);
                        return tree;
                    }
                    None => Failure { at: start, known: None },
                }
            }
            Err(failure) => failure,
        };
        let broken = BrokenValue { text: self.text, key, start, lines, failure: &failure };
        let (errors, kept) = broken.errors();
        self.diagnostics.extend(errors);
        if kept > 0 && kept < lines.len() {
            self.has_lost_lines = true;
            return self.value(key, start, &lines[..kept]);
        }
        Node { span: start..end, value: YamlValue::Invalid }
    }

    /// Returns the part of the text with an entry, from the start of its line if possible: the columns of the
    /// lines below count from there.
    fn part(&self, lines: &[Line]) -> Span {
        let (first, last) = (lines[0], lines[lines.len() - 1]);
        let line = line_at(&self.text, first.start).start;
        let is_indented = self.text[line..first.start].bytes().all(|byte| byte == b' ');
        (if is_indented { line } else { first.start })..last.end
    }
}

/// Adds the entries or items of a tree to a block. Returns whether they belong to it.
fn add(block: &mut Option<YamlValue>, tree: YamlValue) -> bool {
    match (block.as_mut(), tree) {
        (None, tree @ (YamlValue::Mapping(_) | YamlValue::Sequence(_))) => *block = Some(tree),
        (Some(YamlValue::Mapping(all)), YamlValue::Mapping(entries)) => all.extend(entries),
        (Some(YamlValue::Sequence(all)), YamlValue::Sequence(items)) => all.extend(items),
        _ => return false,
    }
    true
}
