//! The keys and values of a file, to find those that a fix changes.

use std::collections::BTreeSet;

use super::edits::Edits;
use crate::diagnostic::{Diagnostic, Span};
use crate::yaml::{self, Node, YamlValue};

/// A key or a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Leaf {
    /// The positions of the keys and items that contain it, from the outermost to the innermost.
    path: Vec<usize>,
    span: Span,
    /// The key, or the value with its type.
    content: String,
}

/// What a YAML text contains, as far as it can be read.
pub(super) struct Outline {
    /// The keys and values in their order.
    leaves: Vec<Leaf>,
    /// The syntax errors.
    pub(super) errors: Vec<Diagnostic>,
}

impl Outline {
    /// Reads the text of a file with at most `max_errors` syntax errors.
    pub(super) fn read(file: &str, text: &str, max_errors: usize) -> Option<Self> {
        let (parsed, errors) = yaml::parse_up_to(file, text.as_bytes(), max_errors);
        let mut leaves = Vec::new();
        add(&parsed?.tree, &mut Vec::new(), &mut leaves);
        Some(Self { leaves, errors })
    }
}

/// Returns the position and code of an error.
fn position(error: &Diagnostic) -> (usize, &'static str) {
    (error.span.as_ref().map_or(0, |span| span.start), error.code.id)
}

fn add(node: &Node, path: &mut Vec<usize>, leaves: &mut Vec<Leaf>) {
    let mut push = |span: &Span, path: &[usize], content: String| {
        leaves.push(Leaf { path: path.to_vec(), span: span.clone(), content });
    };
    match &node.value {
        YamlValue::Mapping(entries) => {
            for entry in entries {
                let content = format!("key {}", entry.key);
                leaves.push(Leaf { path: path.clone(), span: entry.key_span.clone(), content });
                // A key without a value has none that could change.
                if entry.value.span != entry.key_span || entry.value.scalar().is_none() {
                    path.push(entry.key_span.start);
                    add(&entry.value, path, leaves);
                    path.pop();
                }
            }
        }
        YamlValue::Sequence(items) => {
            for item in items {
                path.push(item.span.start);
                add(item, path, leaves);
                path.pop();
            }
        }
        YamlValue::Scalar(scalar) => {
            push(&node.span, path, format!("{:?} {}", scalar.kind, scalar.text))
        }
        YamlValue::Invalid => push(&node.span, path, "invalid".to_owned()),
    }
}

/// Compares the outlines before and after edits. Returns whether nothing changed that the edits do not
/// touch, and they cause no syntax error.
pub(super) fn changes_nothing_else(old: &Outline, new: &Outline, edits: &Edits<'_>) -> bool {
    let known: BTreeSet<_> = old.errors.iter().map(position).collect();
    let is_known = |error: &Diagnostic| {
        let (at, code) = position(error);
        known.contains(&(edits.to_before(at), code))
    };
    let (touched, kept): (Vec<&Leaf>, Vec<&Leaf>) =
        old.leaves.iter().partition(|leaf| edits.touch(&leaf.span));
    let mut regions: Vec<Span> =
        touched.iter().map(|leaf| &leaf.span).chain(edits.spans()).cloned().collect();
    regions.sort_by_key(|region| region.start);
    // The greatest end of the regions up to each of them.
    let ends: Vec<usize> = regions
        .iter()
        .scan(0, |end, region| {
            *end = region.end.max(*end);
            Some(*end)
        })
        .collect();
    let new_leaves = new.leaves.iter().map(|leaf| Leaf {
        path: leaf.path.iter().map(|at| edits.to_before(*at)).collect(),
        span: edits.to_before(leaf.span.start)..edits.to_before(leaf.span.end),
        content: leaf.content.clone(),
    });
    // A new value must not reach beyond the edits and the old value: a comment can follow.
    let is_new = |leaf: &Leaf| {
        let up_to = regions.partition_point(|region| region.start <= leaf.span.start);
        up_to > 0 && leaf.span.end <= ends[up_to - 1]
    };
    let kept = kept.into_iter().cloned().map(|mut leaf| {
        leaf.path.iter_mut().for_each(|at| *at = edits.behind_deletion(*at));
        leaf
    });
    let is_same = new_leaves.filter(|leaf| !is_new(leaf)).eq(kept);
    is_same && new.errors.iter().all(is_known)
}
