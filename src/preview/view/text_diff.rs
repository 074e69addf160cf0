//! Texts and lists in pieces: what stays, what comes, what goes.

use serde::Serialize;
use similar::{Algorithm, ChangeTag, DiffOp, TextDiff, capture_diff_slices};

/// A piece of a text, or an entry of a list.
#[derive(Debug, Serialize, PartialEq)]
pub(super) struct Piece {
    pub(super) fate: DiffKind,
    pub(super) text: String,
}

/// What becomes of a piece.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum DiffKind {
    /// It stays.
    RenderCache,
    /// It is new.
    Added,
    /// It is gone.
    Removed,
}

/// The entries of a list.
pub(super) fn entries(before: &[&str], after: &[&str]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut push = |fate, texts: &[&str]| {
        pieces.extend(texts.iter().map(|text| Piece {
            fate,
            text: (*text).to_owned(),
        }));
    };
    for operation in capture_diff_slices(Algorithm::Myers, before, after) {
        let (olds, news) = (operation.old_range(), operation.new_range());
        if matches!(operation, DiffOp::Equal { .. }) {
            push(DiffKind::RenderCache, &after[news]);
        } else {
            push(DiffKind::Removed, &before[olds]);
            push(DiffKind::Added, &after[news]);
        }
    }
    pieces
}

/// Neighbouring words of one fate are one piece, also across a space that stays: "works with" for
/// "takes care of" is one change and not two.
pub(super) fn words(before: &str, after: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut removed, mut added, mut space) = (String::new(), String::new(), String::new());
    for change in TextDiff::from_words(before, after).iter_all_changes() {
        let text = change.value();
        let is_changing = !removed.is_empty() || !added.is_empty();
        match change.tag() {
            ChangeTag::Equal if is_changing && text.trim().is_empty() => space.push_str(text),
            ChangeTag::Equal => {
                let kept = std::mem::take(&mut space) + text;
                let (removed, added) = (std::mem::take(&mut removed), std::mem::take(&mut added));
                push(&mut pieces, removed, added, kept);
            }
            tag => {
                removed.push_str(&space);
                added.push_str(&space);
                space.clear();
                let side = match tag {
                    ChangeTag::Delete => &mut removed,
                    _ => &mut added,
                };
                side.push_str(text);
            }
        }
    }
    push(&mut pieces, removed, added, space);
    pieces
}

/// A change and what follows it. A side that is nothing but a space the other one has too says
/// nothing.
fn push(pieces: &mut Vec<Piece>, removed: String, added: String, kept: String) {
    let is_blank = |text: &str| text.trim().is_empty();
    let says = |own: &str, other: &str| !own.is_empty() && (!is_blank(own) || is_blank(other));
    let shown = [
        (DiffKind::Removed, says(&removed, &added), &removed),
        (DiffKind::Added, says(&added, &removed), &added),
        (DiffKind::RenderCache, !kept.is_empty(), &kept),
    ];
    for (fate, _, text) in shown.into_iter().filter(|(_, is_shown, _)| *is_shown) {
        match pieces.last_mut() {
            Some(last) if last.fate == fate => last.text.push_str(text),
            _ => pieces.push(Piece {
                fate,
                text: text.clone(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DiffKind, words};

    #[test]
    fn words_beside_each_other_are_one_change() {
        let fates = |before, after| {
            let pieces = words(before, after).into_iter();
            pieces.map(|p| (p.fate, p.text)).collect::<Vec<_>>()
        };
        let piece = |fate, text: &str| (fate, text.to_owned());
        let expected = [
            piece(DiffKind::RenderCache, "She "),
            piece(DiffKind::Removed, "works with"),
            piece(DiffKind::Added, "takes care of"),
            piece(DiffKind::RenderCache, " it"),
        ];
        assert_eq!(fates("She works with it", "She takes care of it"), expected);
        let expected = [
            piece(DiffKind::RenderCache, "a "),
            piece(DiffKind::Added, "big red "),
            piece(DiffKind::RenderCache, "dog"),
        ];
        assert_eq!(fates("a dog", "a big red dog"), expected);
    }
}
