//! Which originals of a translation changed between two versions of a document.

use std::mem::discriminant;

use serde_json::Value as Json;

use super::Document;
use super::item_index::{ItemIndex, text};
use super::item_name::OF;
use super::shape::{Field, Shape, Translatable};
use super::translation::wanted;
use crate::yaml::{self, Node, YamlValue};

/// A text of a document that has a translation, and that changed.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedText {
    /// Where it is, such as `employment[Region North].role`: an item has the texts of `of` in brackets.
    pub path: String,
    /// The earlier value; `None` if the document did not have it.
    pub before: Option<Json>,
    /// The value of today.
    pub now: Json,
}

/// Returns the texts of the document `now` that have a `translation` and are not those of the version `before`, apart from
/// white space. A text that the document does not have any more is left out: its translation is not used.
pub fn changed_texts<T: Document>(
    translation: &[u8],
    before: &[u8],
    now: &[u8],
) -> Vec<ChangedText> {
    // What is wrong in them has been reported, or is not a matter of today.
    let read = |bytes, is_translation| {
        let mut tree = yaml::parse_up_to("", bytes, 0).0?;
        T::publish_notations(&mut tree, is_translation);
        Some(tree)
    };
    let (texts, before, now) = (read(translation, true), read(before, false), read(now, false));
    let mut found = Vec::new();
    if let Some((texts, now)) = texts.zip(now) {
        compare(&texts, before.as_ref(), Some(&now), T::SHAPE, String::new(), &mut found);
    }
    found
}

fn compare(
    texts: &Node,
    before: Option<&Node>,
    now: Option<&Node>,
    shape: &Shape,
    path: String,
    found: &mut Vec<ChangedText>,
) {
    let is_same_kind = |now: &&Node| discriminant(&now.value) == discriminant(&texts.value);
    let Some(now) = now.filter(is_same_kind).filter(|now| now.has_value()) else { return };
    if !texts.has_value() {
        return;
    }
    match &texts.value {
        YamlValue::Mapping(entries) => {
            for entry in entries {
                let before = before.and_then(|node| node.entry(&entry.key)).map(|it| &it.value);
                let now = now.entry(&entry.key).map(|it| &it.value);
                let path = match &*path {
                    "" => entry.key.clone(),
                    _ => format!("{path}.{}", entry.key),
                };
                let (shape, translation) = shape.value_of(&entry.key);
                if translation != Translatable::Never {
                    compare(&entry.value, before, now, shape, path, found);
                }
            }
        }
        YamlValue::Sequence(items) if let Some(group) = shape.items() => {
            let first = group.first_text().map_or("", Field::name);
            let [earlier, originals] = [before.map_or(&[][..], Node::items), now.items()];
            let [earlier_index, index] = [earlier, originals].map(ItemIndex::of);
            for item in items {
                let Some(of) = item.entry(OF) else { continue };
                let wanted = wanted(&of.value, first);
                let [at] = index.with(&wanted)[..] else { continue };
                let before = match earlier_index.with(&wanted)[..] {
                    [at] => Some(&earlier[at]),
                    _ => None,
                };
                let names: Vec<_> = wanted.iter().filter_map(|(_, text)| text.as_deref()).collect();
                let path = format!("{path}[{}]", names.join(", "));
                let shape = Shape::Group(group);
                compare(item, before, Some(&originals[at]), &shape, path, found);
            }
        }
        _ if before.is_some_and(|before| is_same(before, now)) => {}
        _ => {
            let before = before.filter(|before| before.has_value()).map(Node::to_json);
            found.push(ChangedText { path, before, now: now.to_json() });
        }
    }
}

/// Returns whether two values have the same words. How their lines are broken is no change.
fn is_same(one: &Node, other: &Node) -> bool {
    match (&one.value, &other.value) {
        (YamlValue::Sequence(one), YamlValue::Sequence(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (YamlValue::Mapping(one), YamlValue::Mapping(entries)) => {
            let has = |key: &str, value: &Node| {
                entries.iter().any(|it| it.key == key && is_same(value, &it.value))
            };
            one.len() == entries.len() && one.iter().all(|it| has(&it.key, &it.value))
        }
        (YamlValue::Scalar(_), YamlValue::Scalar(_)) => {
            let [one, other] = [one, other].map(|it| text(it).unwrap_or_default());
            one.split_whitespace().eq(other.split_whitespace())
        }
        _ => false,
    }
}
