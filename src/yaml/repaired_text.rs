//! A text with the repairs that let the parser read on after a syntax error.

use std::cmp::Reverse;
use std::ops::Range;

use super::node::{Node, YamlValue};
use crate::diagnostic::{Diagnostic, Replacement, Span};

/// A repaired text. Positions in it can be mapped to positions in the original text.
pub(super) struct RepairedText<'a> {
    original: &'a str,
    text: String,
    /// In the order of the text, without overlaps.
    edits: Vec<Edit>,
}

#[derive(Clone)]
struct Edit {
    /// What was replaced in the original text.
    original: Span,
    /// What replaces it in the repaired text.
    repaired: Span,
    removed: Option<Removed>,
}

/// What a repair has removed from the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Removed {
    /// The value of a key or an item.
    Value,
    /// An entry whose key is unknown, in this column.
    Entry(usize),
}

/// A repair of a text.
pub(super) struct Repair {
    pub(super) replacement: Replacement,
    pub(super) removed: Option<Removed>,
}

/// Repairs that overlap, and the span of the text that they change.
struct OverlappingRepairs {
    span: Span,
    repairs: Vec<Repair>,
}

impl Repair {
    pub(super) fn replace(span: Span, text: impl Into<String>) -> Self {
        Self { replacement: Replacement { span, text: text.into() }, removed: None }
    }

    /// Removes `span` of `text`, except its line breaks. An empty text takes the place of a value.
    pub(super) fn remove(text: &str, span: Span, removed: Removed) -> Self {
        let value = if removed == Removed::Value { " ''" } else { "" };
        let line_breaks = text[span.clone()].matches('\n').collect::<String>();
        Self { removed: Some(removed), ..Self::replace(span, value.to_owned() + &line_breaks) }
    }
}

impl<'a> RepairedText<'a> {
    pub(super) fn new(original: &'a str) -> Self {
        Self { original, text: original.to_owned(), edits: Vec::new() }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns what was removed between two positions of the repaired text.
    pub(super) fn removed(&self, between: Span) -> impl Iterator<Item = Removed> {
        let first = self.edits.partition_point(|edit| edit.repaired.end < between.start);
        let edits = self.edits[first..].iter();
        edits
            .take_while(move |edit| edit.repaired.start <= between.end)
            .filter_map(|edit| edit.removed)
    }

    /// Applies repairs to the text, all of them in one pass.
    pub(super) fn apply(&mut self, repairs: Vec<Repair>) {
        let mut text = String::with_capacity(self.text.len());
        let mut edits = Vec::with_capacity(self.edits.len() + repairs.len());
        // The end of the copied text and the number of the copied edits.
        let (mut copied, mut next) = (0, 0);
        let copy = |edits: &mut Vec<Edit>, range: Range<usize>, from: usize, to: usize| {
            edits.extend(self.edits[range].iter().map(|edit| {
                let Span { start, end } = edit.repaired;
                Edit { repaired: start - from + to..end - from + to, ..edit.clone() }
            }));
        };
        for OverlappingRepairs { span, repairs } in self.groups(repairs) {
            let covered = self.covered(&span);
            copy(&mut edits, next..covered.start, copied, text.len());
            text.push_str(&self.text[copied..span.start]);
            let start = text.len();
            let replacements = repairs.iter().map(|repair| &repair.replacement);
            text.push_str(&edited(&self.text, span.clone(), replacements));
            edits.push(Edit {
                original: self.to_original(span.start)..self.to_original(span.end),
                repaired: start..text.len(),
                removed: repairs[0].removed,
            });
            (copied, next) = (span.end, covered.end);
        }
        copy(&mut edits, next..self.edits.len(), copied, text.len());
        text.push_str(&self.text[copied..]);
        (self.text, self.edits) = (text, edits);
    }

    /// Groups repairs that overlap each other or the same edit, in the order of the text. The span of
    /// a group includes the edits that it overlaps, also their parts outside of its repairs.
    fn groups(&self, mut repairs: Vec<Repair>) -> Vec<OverlappingRepairs> {
        repairs.sort_by_key(|Repair { replacement: Replacement { span, .. }, .. }| {
            (span.start, Reverse(span.end))
        });
        let mut groups: Vec<OverlappingRepairs> = Vec::with_capacity(repairs.len());
        for repair in repairs {
            let span = &repair.replacement.span;
            let covered = &self.edits[self.covered(span)];
            let first = covered.first().map_or(span.start, |edit| edit.repaired.start);
            let last = covered.last().map_or(span.end, |edit| edit.repaired.end);
            let span = first.min(span.start)..last.max(span.end);
            match groups.last_mut() {
                Some(group) if span.start < group.span.end => {
                    group.span.end = group.span.end.max(span.end);
                    group.repairs.push(repair);
                }
                _ => groups.push(OverlappingRepairs { span, repairs: vec![repair] }),
            }
        }
        groups
    }

    /// Returns the indices of the edits that overlap a span of the repaired text.
    fn covered(&self, span: &Span) -> Range<usize> {
        let first = self.edits.partition_point(|edit| edit.repaired.end <= span.start);
        let after = self.edits.partition_point(|edit| edit.repaired.start < span.end);
        first..after.max(first)
    }

    /// Returns the position in the original text of a position in the repaired text.
    pub(super) fn to_original(&self, at: usize) -> usize {
        let before = self.edits.partition_point(|edit| edit.repaired.start <= at);
        let Some(edit) = before.checked_sub(1).map(|last| &self.edits[last]) else {
            return at;
        };
        let Edit { original, repaired, .. } = edit;
        if at >= repaired.end {
            return original.end + (at - repaired.end);
        }
        let within = (original.start + (at - repaired.start)).min(original.end);
        self.original.floor_char_boundary(within)
    }

    /// Moves a position to the original text.
    pub(super) fn span_to_original(&self, span: &mut Span) {
        *span = self.to_original(span.start)..self.to_original(span.end);
    }

    /// Moves the positions of a diagnostic to the original text. Removes a fix of repaired text.
    pub(super) fn diagnostic_to_original(&self, diagnostic: &mut Diagnostic) {
        diagnostic.span.iter_mut().for_each(|span| self.span_to_original(span));
        diagnostic.related.iter_mut().for_each(|related| self.span_to_original(&mut related.span));
        if let Some(Replacement { span, .. }) = &mut diagnostic.replacement {
            if !self.covered(span).is_empty() {
                diagnostic.replacement = None;
            } else {
                self.span_to_original(span);
            }
        }
    }

    /// Moves the positions of a tree to the original text.
    pub(super) fn tree_to_original(&self, node: &mut Node) {
        if self.edits.is_empty() {
            return;
        }
        self.span_to_original(&mut node.span);
        match &mut node.value {
            YamlValue::Sequence(items) => {
                items.iter_mut().for_each(|item| self.tree_to_original(item));
            }
            YamlValue::Mapping(entries) => {
                for entry in entries {
                    self.span_to_original(&mut entry.key_span);
                    self.tree_to_original(&mut entry.value);
                }
            }
            YamlValue::Scalar(_) | YamlValue::Invalid => {}
        }
    }
}

/// Returns a part of a text with replacements, which are in the order of the text. Of replacements
/// that overlap, the first one counts.
pub(crate) fn edited<'r>(
    text: &str,
    part: Span,
    replacements: impl Iterator<Item = &'r Replacement>,
) -> String {
    let mut edited = String::with_capacity(part.len());
    let mut copied = part.start;
    for Replacement { span, text: replacement } in replacements {
        if copied <= span.start {
            edited.push_str(&text[copied..span.start]);
            edited.push_str(replacement);
            copied = span.end;
        }
    }
    edited + &text[copied..part.end]
}

#[cfg(test)]
mod tests {
    use super::{Removed, Repair, RepairedText};

    #[test]
    fn positions_in_the_repaired_text_lead_back_to_the_original() {
        let mut repaired = RepairedText::new("\ta:1\nb: \"x\nc: 3\n");
        repaired.apply(vec![Repair::replace(0..1, "  "), Repair::replace(2..3, ": ")]);
        assert_eq!(repaired.text(), "  a: 1\nb: \"x\nc: 3\n");
        let value = repaired.text().find("\"x").expect("the value");
        repaired.apply(vec![Repair::remove(repaired.text(), value..value + 2, Removed::Value)]);
        assert_eq!(repaired.text(), "  a: 1\nb:  ''\nc: 3\n");
        let original = |found: &str| repaired.to_original(repaired.text().find(found).expect("it"));
        assert_eq!((original("a"), original("1"), original("b"), original("c")), (1, 3, 5, 11));
        assert_eq!(repaired.removed(value..value).collect::<Vec<_>>(), [Removed::Value]);
        // A later edit takes over the earlier ones.
        let line = repaired.text().find('\n').expect("a line");
        repaired.apply(vec![Repair::remove(repaired.text(), 1..line, Removed::Entry(1))]);
        assert_eq!(repaired.text(), " \nb:  ''\nc: 3\n");
        assert_eq!(repaired.to_original(repaired.text().find('b').expect("it")), 5);
    }
}
