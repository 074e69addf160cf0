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
    /// The positions and codes of the syntax errors.
    errors: Vec<(usize, &'static str)>,
}

impl Outline {
    /// Reads a text with at most `max_errors` syntax errors.
    pub(super) fn read(text: &str, max_errors: usize) -> Option<Self> {
        let (parsed, found) = yaml::parse_up_to("", text.as_bytes(), max_errors);
        let start = |found: &Diagnostic| found.span.as_ref().map_or(0, |span| span.start);
        let errors = found.iter().map(|found| (start(found), found.code.id)).collect();
        let mut leaves = Vec::new();
        add(&parsed?.tree, &mut Vec::new(), &mut leaves);
        Some(Self { leaves, errors })
    }
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
                path.push(entry.key_span.start);
                add(&entry.value, path, leaves);
                path.pop();
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

/// Compares the outlines before and after edits. Returns the positions, before the edits, of the
/// changed leaves and of the keys and items that contain them; `None` if anything changed that the
/// edits do not touch, or if they cause a syntax error.
pub(super) fn changed_places(
    old: &Outline,
    new: &Outline,
    edits: &Edits<'_>,
) -> Option<BTreeSet<usize>> {
    let is_known =
        |(at, code): &(usize, &'static str)| old.errors.contains(&(edits.to_before(*at), *code));
    let (touched, kept): (Vec<&Leaf>, Vec<&Leaf>) =
        old.leaves.iter().partition(|leaf| edits.touch(&leaf.span));
    let regions: Vec<&Span> = touched.iter().map(|leaf| &leaf.span).chain(edits.spans()).collect();
    let new_leaves = new.leaves.iter().map(|leaf| Leaf {
        path: leaf.path.iter().map(|at| edits.to_before(*at)).collect(),
        span: edits.to_before(leaf.span.start)..edits.to_before(leaf.span.end),
        content: leaf.content.clone(),
    });
    // A new value must not reach beyond the edits and the old value: a comment can follow.
    let is_new = |leaf: &Leaf| {
        regions.iter().any(|region| region.start <= leaf.span.start && leaf.span.end <= region.end)
    };
    let is_same = new_leaves.filter(|leaf| !is_new(leaf)).eq(kept.into_iter().cloned());
    let starts = regions.iter().map(|region| region.start);
    let ancestors = touched.iter().flat_map(|leaf| leaf.path.iter().copied());
    (is_same && new.errors.iter().all(is_known)).then(|| starts.chain(ancestors).collect())
}
