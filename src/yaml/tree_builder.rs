//! Builds the tree from the parser's events.

use std::collections::HashMap;

use serde_yaml::granit_parser::{Event, ScalarStyle};

use super::cause::{Cause, Text};
use super::lines::{Line, entry_of, has_other_comment, key_end, line_at, starts_with_sign};
use super::node::{MappingEntry, Node, YamlValue};
use super::scalar::{Scalar, ScalarKind};
use super::{text_line, white_space};
use crate::characters::nfc;
use crate::diagnostic::{self, Diagnostic, Span};

/// The tree that the events so far describe.
pub(super) struct TreeBuilder<'a> {
    text: Text<'a>,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// The most diagnostics that are reported.
    limit: usize,
    /// The open collections, from the outermost to the innermost.
    stack: Vec<OpenCollection>,
    /// The tree; `None` if the document is empty.
    pub(super) root: Option<Node>,
}

/// A mapping or sequence whose end event has not come yet.
struct OpenCollection {
    node: Node,
    /// In a mapping: the key whose value comes next.
    key: Option<Key>,
    /// Whether this collection is the key of a mapping, which is an error.
    is_key: bool,
    /// Where it starts in the text.
    node_start: usize,
}

#[derive(Default)]
struct Key {
    /// Empty for an invalid key.
    text: String,
    span: Span,
}

impl OpenCollection {
    fn expects_key(&self) -> bool {
        matches!(self.node.value, YamlValue::Mapping(_)) && self.key.is_none()
    }
}

impl<'a> TreeBuilder<'a> {
    pub(super) fn new(text: Text<'a>, limit: usize, diagnostics: &'a mut Vec<Diagnostic>) -> Self {
        Self { text, diagnostics, limit, stack: Vec::new(), root: None }
    }

    /// Adds an event of a document without anchors, aliases and tags.
    pub(super) fn add(&mut self, event: Event<'_>, span: Span) {
        match event {
            Event::Scalar(text, style, _, _) => {
                let plain = style == ScalarStyle::Plain;
                let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                match block && text.trim().is_empty() {
                    true => self.empty_text(span),
                    false => {
                        let scalar = Scalar::resolve(text.into_owned(), plain);
                        let folded = style == ScalarStyle::Folded;
                        self.scalar(Scalar { block, folded, ..scalar }, span);
                    }
                }
            }
            Event::SequenceStart(..) => self.open(YamlValue::Sequence(Vec::new()), span),
            Event::MappingStart(..) => self.open(YamlValue::Mapping(Vec::new()), span),
            Event::SequenceEnd | Event::MappingEnd => self.close(span.end),
            _ => {}
        }
    }

    fn scalar(&mut self, scalar: Scalar, span: Span) {
        if !scalar.block {
            self.check_tab(span.start);
        }
        if let Some(mapping) = self.stack.last_mut().filter(|open| open.expects_key()) {
            let text = scalar.text;
            let is_invalid = text.is_empty();
            mapping.key = Some(Key { text, span: span.clone() });
            if is_invalid {
                self.invalid_key(span);
            }
            return;
        }
        let is_text = scalar.plain && scalar.kind == ScalarKind::String;
        let is_merged = is_text && self.check_plain_scalar(&span);
        let value = if is_merged { YamlValue::Invalid } else { YamlValue::Scalar(scalar) };
        self.value(Node::new(span, value));
    }

    /// Reports a tab in the indentation before a scalar at byte `start`: the parser accepts it after a space.
    fn check_tab(&mut self, start: usize) {
        let in_flow = |open: &OpenCollection| self.text[open.node_start..].starts_with(['[', '{']);
        let before = self.text[..start].trim_end_matches([' ', '-']);
        if !before.ends_with('\t') || self.stack.last().is_some_and(in_flow) {
            return;
        }
        let line = Line::read(&self.text, &line_at(&self.text, start));
        let is_first = |line: &Line| line.start >= before.len() && line.has_tab(&self.text);
        let line = line.filter(is_first);
        if let Some(error) =
            line.and_then(|line| white_space::in_indentation(self.text, &line, false))
        {
            self.report(error);
        }
    }

    /// Reports a text below `|` or `>` without lines: below them, what is meant as text is read as fields.
    fn empty_text(&mut self, span: Span) {
        let above = || self.text[..span.start].rfind(['|', '>']).unwrap_or(span.start);
        let is_header = self.text[span.start..].starts_with(['|', '>']);
        let header = if is_header { span.start } else { above() };
        let line = line_at(&self.text, header);
        let column = line.len() - entry_of(&self.text[line.clone()]).len() + 2;
        let column = column.to_string();
        let below = self.text[line.end..].lines().nth(1).unwrap_or_default().trim_start();
        let cause = match below.starts_with('#') && !below.starts_with("##") {
            true => Cause::COMMENTED_TEXT,
            false => Cause::EMPTY_TEXT,
        };
        self.report(self.text.error_about(&cause, header..line.end, &column));
        self.value(Node::new(header..header, YamlValue::Invalid));
    }

    /// Reports a plain scalar that is longer than it looks, because it includes the next item, or
    /// shorter, because a `#` starts a comment. Returns whether it includes the next item.
    fn check_plain_scalar(&mut self, span: &Span) -> bool {
        let may_merge = self.is_in_list() && self.text[span.clone()].contains('\n');
        let joined = text_line::joined_lines(self.text, span);
        let merged_item = may_merge.then(|| white_space::merged_item(self.text, span)).flatten();
        let is_merged = merged_item.is_some() || !joined.is_empty();
        let mut found = Vec::new();
        found.extend(merged_item);
        found.extend(number_sign(self.text, span));
        found.extend(white_space::before_number_sign(self.text, span));
        found.into_iter().chain(joined).for_each(|diagnostic| self.report(diagnostic));
        is_merged
    }

    fn open(&mut self, value: YamlValue, span: Span) {
        let is_key = self.stack.last().is_some_and(OpenCollection::expects_key);
        if is_key {
            self.invalid_key(span.clone());
        }
        let node_start = span.start;
        let key = self.stack.last().and_then(|open| open.key.as_ref());
        let span = key.map_or(span, |key| key.span.clone());
        let node = Node::new(span, value);
        self.stack.push(OpenCollection { node, key: None, is_key, node_start });
    }

    /// Closes the innermost collection.
    fn close(&mut self, end: usize) {
        let mut closed = self.stack.pop().expect("a collection ends after its start");
        // What a diagnostic about an item of a list underlines: its first line.
        if closed.node.span.start == closed.node_start {
            let lines = &self.text[closed.node_start..end.max(closed.node_start)];
            let first = lines.lines().next().unwrap_or_default().trim_end();
            closed.node.span.end = closed.node_start + first.len();
        }
        if let YamlValue::Mapping(entries) = &mut closed.node.value {
            drop_duplicates(self.text, entries, self.limit, self.diagnostics);
            // All its keys have been reported.
            if entries.is_empty() && !self.text[closed.node_start..].starts_with('{') {
                closed.node.value = YamlValue::Invalid;
            }
        }
        if !closed.is_key {
            self.value(closed.node);
        } else if let Some(parent) = self.stack.last_mut() {
            let (text, span) = (String::new(), closed.node.span);
            parent.key = Some(Key { text, span });
        }
    }

    /// Adds a complete value to the innermost open collection.
    fn value(&mut self, mut node: Node) {
        let Some(open) = self.stack.last_mut() else {
            self.root = Some(node);
            return;
        };
        let entries = match &mut open.node.value {
            YamlValue::Mapping(entries) => entries,
            YamlValue::Sequence(items) => return items.push(node),
            YamlValue::Scalar(_) | YamlValue::Invalid => unreachable!("only collections are open"),
        };
        let key = open.key.take().unwrap_or_default();
        if node.span.is_empty() {
            node.span = key.span.clone();
        }
        let written = &self.text[key.span.clone()];
        let text = Text { text: &key.text, ..self.text };
        let unusual = white_space::unusual_space(text, key.span.start)
            .filter(|_| written.starts_with(&key.text));
        if let Some(error) = unusual {
            self.report(error);
        } else if starts_with_sign(written) {
            self.invalid_key(key.span);
        } else if !key.text.is_empty() {
            entries.push(MappingEntry { key: key.text, key_span: key.span, value: node });
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        diagnostic::report(self.diagnostics, diagnostic, self.limit);
    }

    /// Returns whether the innermost open collection is a list.
    fn is_in_list(&self) -> bool {
        let parent = self.stack.last().map(|open| &open.node.value);
        matches!(parent, Some(YamlValue::Sequence(_)))
    }

    fn invalid_key(&mut self, span: Span) {
        let is_template =
            self.text[..span.start].ends_with('{') && self.text[span.start..].starts_with('{');
        let is_comment = has_other_comment(&self.text[span.clone()]);
        let cause = match (is_template, is_comment) {
            (true, _) => Cause::TEMPLATE,
            (_, true) => Cause::OTHER_COMMENT,
            _ => Cause::NO_KEY,
        };
        let diagnostic = self.text.error(&cause, span);
        self.report(diagnostic);
    }
}

/// Reports and removes the entries whose key occurs earlier in the mapping, also in another Unicode form.
pub(super) fn drop_duplicates(
    text: Text<'_>,
    entries: &mut Vec<MappingEntry>,
    limit: usize,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut keys: Vec<_> = entries.iter().map(|entry| nfc(&entry.key)).collect();
    keys.sort_unstable();
    if keys.is_sorted_by(|one, next| one < next) {
        return;
    }
    let mut known: HashMap<String, Span> = HashMap::with_capacity(entries.len());
    entries.retain(|MappingEntry { key, key_span, .. }| {
        let normalized = nfc(key);
        let Some(first) = known.get(&*normalized) else {
            known.insert(normalized.into_owned(), key_span.clone());
            return true;
        };
        let error = text
            .error_about(&Cause::SECOND_KEY, key_span.clone(), key)
            .label("the second time")
            .related(first.clone(), "the first time");
        diagnostic::report(diagnostics, error, limit);
        false
    });
}

/// Reports a comment after the plain scalar at `span` that looks like a part of it: a comment has a space after its `#`,
/// and does not follow the letter of `C#`. On the line below, it is indented as the next line of the scalar would be.
fn number_sign(text: Text<'_>, span: &Span) -> Option<Diagnostic> {
    let after = &text[span.end..];
    let comment = after.trim_start();
    let remark = comment.strip_prefix('#')?.lines().next().unwrap_or_default();
    let white = &after[..after.len() - comment.len()];
    let start = span.end + white.len();
    let is_continued = || {
        let [first, below] = [span.start, start].map(|at| line_at(&text, at));
        let entry = entry_of(&text[first.clone()]);
        // The lines of an item can start below its first letter.
        let column = first.len() - entry.len() + usize::from(key_end(entry).is_some());
        start - below.start >= column && key_end(remark).is_none()
    };
    let is_part = remark.starts_with(char::is_alphanumeric) || &text[span.clone()] == "C";
    let is_near = match white.matches('\n').count() {
        0 => true,
        lines => lines == 1 && is_continued(),
    };
    let span = start..line_at(&text, start).end;
    (is_part && is_near).then(|| text.error(&Cause::COMMENT_IN_VALUE, span))
}
