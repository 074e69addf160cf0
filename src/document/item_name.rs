//! How a translation names the items of a list.

use std::iter::once;
use std::slice::from_ref;

use serde_json::Value as Json;

use super::item_index::{ItemIndex, fields_of};
use super::shape::{Field, GroupShape, Shape, Translatable};
use crate::yaml::{MappingEntry, Node, write};

/// The key that says which item of a list is translated.
pub(super) const OF: &str = "of";

/// The most items that a hint names.
const MAX_NAMED: usize = 4;

/// Returns how a translation names each of the first items: `of: Nordvik`; `None` if it cannot name any.
pub(super) fn names_of<'a>(
    items: impl Iterator<Item = &'a Node>,
    index: &ItemIndex<'_>,
    group: &'static GroupShape,
) -> Option<String> {
    let names = items.filter_map(|item| identification(item, index, group));
    let names = names.map(|of| match of {
        Json::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| format!("{key}: {value}"));
            format!("`{OF}: {{{}}}`", fields.collect::<Vec<_>>().join(", "))
        }
        text => format!("`{}`", write::entry(OF, &text).concat()),
    });
    let names: Vec<_> = names.take(MAX_NAMED).collect();
    (!names.is_empty()).then(|| names.join(" or "))
}

/// Returns the text of the first field of an item, or the fields that distinguish it from the others of its list: two if
/// that is possible, and rather those that are not translated. Returns `None` if another item is the same.
pub(super) fn identification(
    item: &Node,
    index: &ItemIndex<'_>,
    group: &'static GroupShape,
) -> Option<Json> {
    let is_usable = |it: &&MappingEntry| it.value.scalar().is_some() && it.value.has_value();
    let mut fields: Vec<_> = item.entries().iter().filter(is_usable).cloned().collect();
    let first_text = group.first_text().map_or("", Field::name);
    let shape = Shape::Group(group);
    fields
        .sort_by_key(|it| (it.key != first_text, shape.value_of(&it.key).1 != Translatable::Never));
    let (first, others) = fields.split_first()?;
    let each = others.iter().map(from_ref);
    let groups = once(&others[..0]).chain(each).chain(once(others));
    let mut groups = groups.map(|others| [from_ref(first), others].concat());
    let of = groups.find(|of| index.with(&fields_of(of)).len() == 1)?;
    match &of[..] {
        [only] if only.key == first_text => Some(only.value.to_json()),
        _ => {
            let fields = of.iter().map(|entry| (entry.key.clone(), entry.value.to_json()));
            Some(Json::Object(fields.collect()))
        }
    }
}
