//! Compares texts word by word, and lists entry by entry.

use std::collections::BTreeSet;

use serde::Serialize;
use similar::{Change, ChangeTag, DiffOp};

use super::sequence::operations;

/// A part of a compared text, or an entry of a compared list.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct DiffSegment {
    /// Which version contains it.
    pub kind: SegmentKind,
    /// The text.
    pub text: String,
}

/// Which version contains a segment.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum SegmentKind {
    /// Both.
    Unchanged,
    /// Only the new one.
    Added,
    /// Only the old one.
    Removed,
    /// Both, at different places of a list.
    Moved,
}

/// Compares two lists of texts entry by entry.
pub fn compare_entries(before: &[&str], after: &[&str]) -> Vec<DiffSegment> {
    let operations = operations(before, after);
    let changes = operations.iter().flat_map(|operation| operation.iter_changes(before, after));
    let segment = |change: Change<&str>| {
        let kind = match change.tag() {
            ChangeTag::Equal => SegmentKind::Unchanged,
            ChangeTag::Delete => SegmentKind::Removed,
            ChangeTag::Insert => SegmentKind::Added,
        };
        DiffSegment { kind, text: change.value().to_owned() }
    };
    changes.map(segment).collect()
}

/// Returns the entries of a list without the former places of those that moved.
pub fn with_moves(mut segments: Vec<DiffSegment>) -> Vec<DiffSegment> {
    let of_kind =
        |kind| segments.iter().filter(move |it| it.kind == kind).map(|it| it.text.clone());
    let added: BTreeSet<String> = of_kind(SegmentKind::Added).collect();
    let moved: BTreeSet<String> =
        of_kind(SegmentKind::Removed).filter(|text| added.contains(text)).collect();
    segments.retain(|it| it.kind != SegmentKind::Removed || !moved.contains(&it.text));
    for segment in segments.iter_mut().filter(|it| it.kind == SegmentKind::Added) {
        if moved.contains(&segment.text) {
            segment.kind = SegmentKind::Moved;
        }
    }
    segments
}

/// Compares two texts word by word. Adjacent changed words are one segment: "takes care of" for
/// "works with" is one change.
pub fn compare_words(before: &str, after: &str) -> Vec<DiffSegment> {
    // Each word has the whitespace character that follows it.
    let split = |text| str::split_inclusive(text, char::is_whitespace).collect::<Vec<_>>();
    let (before, after) = (split(before), split(after));
    let (before_words, after_words) = (trimmed(&before), trimmed(&after));
    let mut segments: Vec<DiffSegment> = Vec::new();
    let mut push = |kind, text: &str| match segments.last_mut() {
        _ if text.is_empty() => {}
        Some(last) if last.kind == kind => last.text.push_str(text),
        _ => segments.push(DiffSegment { kind, text: text.to_owned() }),
    };
    for operation in operations(&before_words, &after_words) {
        let old = before[operation.old_range()].concat();
        let new = after[operation.new_range()].concat();
        match operation {
            DiffOp::Equal { .. } => push(SegmentKind::Unchanged, &new),
            DiffOp::Delete { .. } => push(SegmentKind::Removed, &old),
            DiffOp::Insert { .. } => push(SegmentKind::Added, &new),
            DiffOp::Replace { .. } => {
                let (words, space) = new.split_at(new.trim_end().len());
                push(SegmentKind::Removed, old.trim_end());
                push(SegmentKind::Added, words);
                push(SegmentKind::Unchanged, space);
            }
        }
    }
    segments
}

fn trimmed<'a>(words: &[&'a str]) -> Vec<&'a str> {
    words.iter().map(|word| word.trim_end()).collect()
}

#[cfg(test)]
mod tests {
    use super::{DiffSegment, SegmentKind, compare_words};

    fn segment(kind: SegmentKind, text: &str) -> DiffSegment {
        let text = text.to_owned();
        DiffSegment { kind, text }
    }

    #[test]
    fn adjacent_words_are_one_change() {
        let expected = [
            segment(SegmentKind::Unchanged, "She "),
            segment(SegmentKind::Removed, "works with"),
            segment(SegmentKind::Added, "takes care of"),
            segment(SegmentKind::Unchanged, " it"),
        ];
        let found = compare_words("She works with it", "She takes care of it");
        assert_eq!(found, expected);
        let expected = [
            segment(SegmentKind::Unchanged, "a "),
            segment(SegmentKind::Added, "big red "),
            segment(SegmentKind::Unchanged, "dog"),
        ];
        assert_eq!(compare_words("a dog", "a big red dog"), expected);
    }

    #[test]
    fn appended_words_do_not_change_the_last_word() {
        let expected =
            [segment(SegmentKind::Unchanged, "a dog "), segment(SegmentKind::Added, "barks")];
        assert_eq!(compare_words("a dog", "a dog barks"), expected);
    }
}
