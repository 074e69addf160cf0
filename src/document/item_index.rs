//! Finds the items of a list that have certain fields.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::characters::nfc;
use crate::yaml::{MappingEntry, Node};

/// A field with its text, which no item has without one.
pub(super) type ItemField<'a> = (&'a str, Option<Cow<'a, str>>);

/// The items of a list by each of their fields, so that a list with thousands of items is searched once.
pub(super) struct ItemIndex<'a> {
    /// The positions of the items with a field, in order.
    items: HashMap<ItemField<'a>, Vec<usize>>,
}

impl<'a> ItemIndex<'a> {
    pub(super) fn of(list: &'a [Node]) -> Self {
        let mut items = HashMap::<_, Vec<_>>::new();
        for (position, item) in list.iter().enumerate() {
            for field in fields_of(item.entries()).into_iter().filter(|(_, text)| text.is_some()) {
                items.entry(field).or_default().push(position);
            }
        }
        Self { items }
    }

    /// Returns the positions of the first three items that have all `wanted` fields; none if no field is wanted.
    pub(super) fn with(&self, wanted: &[ItemField<'_>]) -> Vec<usize> {
        let lists = wanted.iter().map(|field| self.items.get(field));
        let lists = lists.collect::<Option<Vec<_>>>().unwrap_or_default();
        let shortest = lists.iter().min_by_key(|list| list.len()).copied();
        let in_all = |item: &usize| lists.iter().all(|list| list.binary_search(item).is_ok());
        shortest.into_iter().flatten().copied().filter(in_all).take(3).collect()
    }
}

/// Returns entries with their texts.
pub(super) fn fields_of(entries: &[MappingEntry]) -> Vec<ItemField<'_>> {
    entries.iter().map(|entry| (&*entry.key, text(&entry.value))).collect()
}

/// Returns the text of a scalar in the form in which texts are compared.
pub(super) fn text(node: &Node) -> Option<Cow<'_, str>> {
    Some(nfc(node.scalar()?.text.trim())).filter(|text| !text.is_empty())
}
