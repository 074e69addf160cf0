//! Compares the values of a text before and after its fixes.

use crate::diagnostic::{Replacement, Span};
use crate::yaml::{Node, YamlValue};

/// The fixes of a text, in its order.
pub(super) struct Edits<'a>(pub(super) &'a [&'a Replacement]);

impl<'a> Edits<'a> {
    /// Returns whether two trees differ only in the values and keys that the fixes change, none of which reaches
    /// beyond its place in the text: a comment can follow.
    pub(super) fn change_nothing_else(&self, old: &Node, new: &Node) -> bool {
        match (&old.value, &new.value) {
            (YamlValue::Mapping(all), YamlValue::Mapping(now)) if all.len() == now.len() => {
                all.iter().zip(now).all(|(old, new)| {
                    let key = old.key == new.key || self.is_fixed(&old.key_span, &new.key_span);
                    key && self.change_nothing_else(&old.value, &new.value)
                })
            }
            (YamlValue::Sequence(all), YamlValue::Sequence(now)) if all.len() == now.len() => {
                all.iter().zip(now).all(|(old, new)| self.change_nothing_else(old, new))
            }
            (YamlValue::Scalar(one), YamlValue::Scalar(other)) => {
                one == other || self.is_fixed(&old.span, &new.span)
            }
            (YamlValue::Invalid, YamlValue::Invalid) => true,
            // One value becomes the item of a list, or several that lack spaces.
            (_, YamlValue::Sequence(_)) => self.touches(old) && letters(old) == letters(new),
            _ => false,
        }
    }

    /// Returns the fixes of a value or key.
    fn within(&self, span: &Span) -> &'a [&'a Replacement] {
        let start = self.0.partition_point(|fix| fix.span.start < span.start);
        let end = self.0.partition_point(|fix| fix.span.end <= span.end);
        &self.0[start..end.max(start)]
    }

    /// Returns whether the fixes of a value or key explain its new length.
    fn is_fixed(&self, old: &Span, new: &Span) -> bool {
        let fixes = self.within(old);
        let removed: usize = fixes.iter().map(|fix| fix.span.len()).sum();
        let added: usize = fixes.iter().map(|fix| fix.text.len()).sum();
        !fixes.is_empty() && new.len() + removed == old.len() + added
    }

    fn touches(&self, node: &Node) -> bool {
        match &node.value {
            YamlValue::Mapping(entries) => entries.iter().any(|entry| {
                !self.within(&entry.key_span).is_empty() || self.touches(&entry.value)
            }),
            _ => !self.within(&node.span).is_empty(),
        }
    }
}

/// Returns the letters of the keys and values of a tree, without the white space, dashes and colons that a missing
/// space makes a part of them.
fn letters(node: &Node) -> String {
    let of = |text: &str| text.replace(|c: char| c.is_whitespace() || "-:".contains(c), "");
    match &node.value {
        YamlValue::Mapping(entries) => {
            entries.iter().map(|entry| of(&entry.key) + &letters(&entry.value)).collect()
        }
        YamlValue::Sequence(items) => items.iter().map(letters).collect(),
        YamlValue::Scalar(scalar) => of(&scalar.text),
        YamlValue::Invalid => String::new(),
    }
}
