//! Reads a text that the parser rejects.
//!
//! The lines that start in the same column are the starts of entries, and the lines below each of them are its
//! body. Each entry is parsed alone; one that fails is split again, down to a single line, whose error is
//! reported. So every entry without an error of its own is read, at its own position.

use std::collections::HashSet;

use super::cause::{Cause, Text};
use super::head::{EntryHead, head};
use super::lines::{Line, line_at, starts_with_sign};
use super::node::{MappingEntry, Node, YamlValue};
use super::part::{Failure, MAX_BLOCK_DEPTH, control_character, parse_part};
use super::tree_builder::drop_duplicates;
use super::value_error::BrokenValue;
use super::white_space::{white_space_below, white_space_errors};
use super::{conflict, text_line};
use crate::diagnostic::{Diagnostic, Span};

/// A text that is read in pieces.
pub(super) struct Pieces<'a> {
    text: Text<'a>,
    /// The most errors that are reported.
    limit: usize,
    /// The number of collections around the current piece.
    depth: usize,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// Reads as much of a text as possible.
pub(super) fn read_pieces(
    text: Text<'_>,
    limit: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Node> {
    let lines = conflict::lines_outside(text, diagnostics);
    let span = lines.first()?.span();
    let column = lines.iter().map(|line| line.column).min().expect("a first line");
    let tree = Pieces { text, limit, depth: 0, diagnostics }.block(&lines, column, span);
    // A line is a part of several pieces. For some, its fix is not certain.
    let place = |it: &Diagnostic| (it.code.id, it.span.as_ref().map(|span| span.start));
    let lacks_fix = |it: &&Diagnostic| it.replacement.is_none();
    let uncertain: HashSet<_> = diagnostics.iter().filter(lacks_fix).map(place).collect();
    let mut known = HashSet::new();
    diagnostics.retain(|it| known.insert(place(it)));
    for found in diagnostics.iter_mut().filter(|it| uncertain.contains(&place(it))) {
        found.replacement = None;
    }
    Some(tree)
}

impl Pieces<'_> {
    /// Reads the value of a key or an item, which starts with the first of these lines.
    fn node(&mut self, lines: &[Line], span: Option<Span>) -> Node {
        let first = lines[0];
        if self.depth > MAX_BLOCK_DEPTH {
            self.diagnostics.push(self.text.error(&Cause::DEEP, first.span()));
            return Node::new(first.span(), YamlValue::Invalid);
        }
        let is_text = |line: &Line| {
            matches!(head(self.text, line, true).0, EntryHead::Text)
                && !starts_with_sign(&self.text[line.span()])
        };
        let starts_text = is_text(&first) && !text_line::is_parent(self.text, lines);
        if starts_text && lines.iter().all(|it| it.column > first.column || is_text(it)) {
            return self.value(first.start, lines);
        }
        let node = self.block(lines, first.column, span.unwrap_or(first.span()));
        // Without its first line, it can be a text, too.
        if starts_text { Node { value: YamlValue::Invalid, ..node } } else { node }
    }

    /// Reads the entries or items that start in a column.
    fn block(&mut self, lines: &[Line], column: usize, span: Span) -> Node {
        let mut block = None;
        self.depth += 1;
        for lines in text_line::split(self.text, lines, column) {
            if self.diagnostics.len() > self.limit {
                break;
            }
            let count = self.diagnostics.len();
            self.diagnostics.extend(white_space_errors(self.text, &lines[0]));
            let is_read = lines[0].column == column && self.entry(lines, &mut block);
            let is_reported = self.diagnostics.len() > count || lines[0].has_tab(&self.text);
            if !is_read && !is_reported {
                let error = control_character(self.text, lines[0].span());
                let error = error.unwrap_or_else(|| text_line::error(self.text, lines));
                self.diagnostics.push(error);
            }
        }
        self.depth -= 1;
        let mut value = block.unwrap_or(YamlValue::Mapping(Vec::new()));
        if let YamlValue::Mapping(entries) = &mut value {
            drop_duplicates(self.text, entries, self.limit, self.diagnostics);
        }
        Node::new(span, value)
    }

    /// Reads one entry of a mapping or item of a sequence: the first one decides what the block is. Returns whether
    /// it belongs to the block.
    fn entry(&mut self, lines: &[Line], block: &mut Option<YamlValue>) -> bool {
        let first = lines[0];
        let starts_flow = self.text[first.start..].starts_with(['[', '{']);
        if let Ok((Some(tree), found)) = parse_part(self.text, self.part(lines), self.limit)
            && !starts_flow
            && add(block, tree.value)
        {
            self.diagnostics.extend(found);
            return true;
        }
        let is_sequence = matches!(block, Some(YamlValue::Sequence(_)));
        let is_mapping = matches!(block, Some(YamlValue::Mapping(_)));
        let is_root = self.depth == 1;
        let found = head(self.text, &first, is_sequence || !is_mapping && !is_root);
        let (head, error) = match found.0 {
            EntryHead::Text if text_line::is_parent(self.text, lines) => {
                let key = &self.text[first.span()];
                let error = self.text.error_about(&Cause::NO_COLON, first.span(), key);
                (EntryHead::Key { span: first.span(), value: None }, Some(error))
            }
            _ => found,
        };
        match head {
            EntryHead::Item(rest) if !is_mapping => {
                self.diagnostics.extend(error);
                let rest: Vec<Line> = rest.into_iter().chain(lines[1..].iter().copied()).collect();
                let item = match rest.is_empty() {
                    true => Node::new(first.span(), YamlValue::Invalid),
                    false => self.node(&rest, None),
                };
                add(block, YamlValue::Sequence(vec![item]))
            }
            EntryHead::Key { span, value } if !is_sequence => {
                self.diagnostics.extend(error);
                let key = self.text[span.clone()].trim_matches(['"', '\'']).to_owned();
                let value = self.value_of(&span, value, lines);
                let entry = MappingEntry { key, key_span: span, value };
                add(block, YamlValue::Mapping(vec![entry]))
            }
            _ => false,
        }
    }

    /// Reads the value of a key, which starts at byte `start`, or on the lines below the key.
    fn value_of(&mut self, key: &Span, start: Option<usize>, lines: &[Line]) -> Node {
        if let Some(start) = start {
            return self.value(start, lines);
        }
        let below = &lines[1..];
        if below.is_empty() {
            return Node::new(key.clone(), YamlValue::Invalid);
        }
        let part = self.part(below);
        let is_indented = part.start < below[0].start;
        let mut node = match parse_part(self.text, part, self.limit) {
            Ok((Some(tree), found)) if is_indented => {
                self.diagnostics.extend(found);
                tree
            }
            _ => self.node(below, Some(key.clone())),
        };
        if matches!(node.value, YamlValue::Mapping(_) | YamlValue::Sequence(_)) {
            node.span = key.clone();
        }
        node
    }

    /// Reads a scalar or flow collection, which starts at byte `start` of the first line.
    fn value(&mut self, start: usize, lines: &[Line]) -> Node {
        let end = lines[lines.len() - 1].end;
        let starts_flow = self.text[start..].starts_with(['[', '{']);
        let white = white_space_below(self.text, start, lines);
        let failure = match parse_part(self.text, start..end, self.limit) {
            // Alone, a text can be indented less than its key.
            Ok((Some(tree), found))
                if (tree.scalar().is_some() || starts_flow) && white.is_empty() =>
            {
                self.diagnostics.extend(found);
                return tree;
            }
            Ok(_) => Failure { at: start, known: None },
            Err(failure) => failure,
        };
        let broken = BrokenValue { text: self.text, start, lines, failure: &failure };
        let error = if white.is_empty() { broken.error() } else { None };
        self.diagnostics.extend(white.into_iter().chain(error));
        Node::new(start..end, YamlValue::Invalid)
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
