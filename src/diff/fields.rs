//! Compares two JSON documents field by field, and longer texts word by word.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Map, Value as Json};
use similar::DiffTag;

use super::sequence::operations;
use super::words::{DiffSegment, compare_entries, compare_words, with_moves};

/// Texts up to this length are shown side by side, in characters.
const MAX_SHORT: usize = 48;

/// Texts above this length are not compared word by word, because that takes quadratic time; in
/// bytes.
const MAX_COMPARED: usize = 20_000;

/// The fields that identify an item of a list.
const IDENTITY: [&str; 8] =
    ["organization", "institution", "network", "role", "study_type", "name", "title", "area"];

/// A field that differs between two documents.
#[derive(Debug, Clone, Serialize, PartialEq)]
pub struct FieldChange {
    /// The keys and items that contain the field, and its own key.
    pub path: Vec<PathStep>,
    /// How it differs.
    #[serde(flatten)]
    pub difference: ValueChange,
}

/// A step of a path in a JSON document.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum PathStep {
    /// The key of an object.
    Key(String),
    /// The name of an item of a list among the others.
    Item(String),
}

/// How the value of a field changes.
#[derive(Debug, Clone, Serialize, PartialEq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ValueChange {
    /// The field is new.
    Added {
        /// The new value.
        after: Json,
    },
    /// The field is gone.
    Removed {
        /// The old value.
        before: Json,
    },
    /// The value changes.
    Replaced {
        /// The old value.
        before: Json,
        /// The new value.
        after: Json,
    },
    /// The item has another position in its list. Positions start at 1.
    Moved {
        /// The old position.
        from: usize,
        /// The new position.
        to: usize,
    },
    /// Some words of a text change.
    Words {
        /// The text of both versions.
        segments: Vec<DiffSegment>,
    },
    /// Some entries of a list of texts change.
    Entries {
        /// The entries of both versions.
        segments: Vec<DiffSegment>,
    },
}

/// Returns every change, in the order of the documents.
pub fn changes(before: &Json, after: &Json) -> Vec<FieldChange> {
    let mut found = Vec::new();
    compare(&mut Vec::new(), before, after, &mut found);
    found
}

/// Divides changes that add or remove groups and lists of items into changes of their fields.
pub fn divided(changes: Vec<FieldChange>) -> Vec<FieldChange> {
    let mut divided = Vec::new();
    for FieldChange { mut path, difference } in changes {
        match difference {
            ValueChange::Added { after } => divide(&mut path, &after, &added, &mut divided),
            ValueChange::Removed { before } => divide(&mut path, &before, &removed, &mut divided),
            difference => divided.push(FieldChange { path, difference }),
        }
    }
    divided
}

fn divide(
    path: &mut Vec<PathStep>,
    value: &Json,
    difference: &dyn Fn(&Json) -> ValueChange,
    found: &mut Vec<FieldChange>,
) {
    let parts: Vec<(PathStep, &Json)> = match value {
        Json::Object(fields) if !fields.is_empty() => {
            fields.iter().map(|(key, value)| (PathStep::Key(key.clone()), value)).collect()
        }
        Json::Array(items) if items.iter().any(Json::is_object) => {
            items.iter().map(|item| (PathStep::Item(identity(item)), item)).collect()
        }
        value if value.is_null() || is_empty(value) => return,
        value => {
            return found.push(FieldChange { path: path.clone(), difference: difference(value) });
        }
    };
    for (step, part) in parts {
        path.push(step);
        divide(path, part, difference, found);
        path.pop();
    }
}

fn compare(path: &mut Vec<PathStep>, before: &Json, after: &Json, found: &mut Vec<FieldChange>) {
    if before == after {
        return;
    }
    let difference = match (before, after) {
        (Json::Object(before), Json::Object(after)) => {
            return compare_objects(path, before, after, found);
        }
        (Json::Array(before), Json::Array(after)) => match (texts(before), texts(after)) {
            (Some(before), Some(after)) => {
                ValueChange::Entries { segments: with_moves(compare_entries(&before, &after)) }
            }
            _ => return compare_items(path, before, after, found),
        },
        (Json::String(before), Json::String(after)) if is_long(before, after) => {
            ValueChange::Words { segments: compare_words(before, after) }
        }
        (Json::Null, after) => added(after),
        (before, Json::Null) => removed(before),
        (before, after) => ValueChange::Replaced { before: before.clone(), after: after.clone() },
    };
    found.push(FieldChange { path: path.clone(), difference });
}

fn added(value: &Json) -> ValueChange {
    ValueChange::Added { after: value.clone() }
}

fn removed(value: &Json) -> ValueChange {
    ValueChange::Removed { before: value.clone() }
}

fn compare_objects(
    path: &mut Vec<PathStep>,
    before: &Map<String, Json>,
    after: &Map<String, Json>,
    found: &mut Vec<FieldChange>,
) {
    let removed_keys = before.keys().filter(|key| !after.contains_key(*key));
    for key in after.keys().chain(removed_keys) {
        path.push(PathStep::Key(key.clone()));
        match (before.get(key), after.get(key)) {
            (Some(before), Some(after)) => compare(path, before, after, found),
            (None, Some(after)) if !is_empty(after) => {
                found.push(FieldChange { path: path.clone(), difference: added(after) })
            }
            (Some(before), None) if !is_empty(before) => {
                found.push(FieldChange { path: path.clone(), difference: removed(before) })
            }
            _ => {}
        }
        path.pop();
    }
}

/// Compares items with equal identities field by field, also those that moved. If the same number of other
/// items is replaced, they are compared in pairs as well.
fn compare_items(
    path: &mut Vec<PathStep>,
    before: &[Json],
    after: &[Json],
    found: &mut Vec<FieldChange>,
) {
    let identities = |items: &[Json]| items.iter().map(identity).collect::<Vec<_>>();
    let (old_ids, new_ids) = (identities(before), identities(after));
    let [old, new] =
        [&old_ids, &new_ids].map(|ids| ids.iter().map(String::as_str).collect::<Vec<_>>());
    let operations = operations(&old, &new);
    let different = operations.iter().filter(|operation| operation.tag() != DiffTag::Equal);
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for index in different.clone().rev().flat_map(|operation| operation.old_range().rev()) {
        places.entry(old[index]).or_default().push(index);
    }
    let new_places = different.flat_map(|operation| operation.new_range());
    let moved = new_places.filter_map(|index| Some((index, places.get_mut(new[index])?.pop()?)));
    let moved: BTreeMap<usize, usize> = moved.collect();
    let former_places: BTreeSet<usize> = moved.values().copied().collect();
    for operation in operations {
        for (new, old) in operation.new_range().filter_map(|new| Some((new, *moved.get(&new)?))) {
            path.push(PathStep::Item(new_ids[new].clone()));
            // Others move around an item that keeps its position.
            if old != new {
                let difference = ValueChange::Moved { from: old + 1, to: new + 1 };
                found.push(FieldChange { path: path.clone(), difference });
            }
            compare(path, &before[old], &after[new], found);
            path.pop();
        }
        let old: Vec<_> = operation.old_range().filter(|it| !former_places.contains(it)).collect();
        let new: Vec<_> = operation.new_range().filter(|it| !moved.contains_key(it)).collect();
        if old.len() == new.len() {
            for (old, new) in old.into_iter().zip(new) {
                path.push(PathStep::Item(new_ids[new].clone()));
                compare(path, &before[old], &after[new], found);
                path.pop();
            }
            continue;
        }
        let removed = old.into_iter().map(|index| (&old_ids[index], removed(&before[index])));
        let added = new.into_iter().map(|index| (&new_ids[index], added(&after[index])));
        for (identity, difference) in removed.chain(added) {
            let mut path = path.clone();
            path.push(PathStep::Item(identity.clone()));
            found.push(FieldChange { path, difference });
        }
    }
}

/// Returns the name of an item among the other items of its list.
fn identity(item: &Json) -> String {
    let names = IDENTITY.iter().filter_map(|key| item.get(key)?.as_str());
    let names = names.collect::<Vec<_>>().join(", ");
    match item {
        _ if !names.is_empty() => names,
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Returns the entries of a list of texts; `None` for other lists.
fn texts(list: &[Json]) -> Option<Vec<&str>> {
    list.iter().map(Json::as_str).collect()
}

fn is_long(before: &str, after: &str) -> bool {
    let longer = before.len().max(after.len());
    let is_prose = |text: &str| text.chars().count() > MAX_SHORT || text.contains('\n');
    longer <= MAX_COMPARED && is_prose(before) && is_prose(after)
}

/// Returns whether the value is an empty list or an empty object.
pub fn is_empty(json: &Json) -> bool {
    match json {
        Json::Object(object) => object.is_empty(),
        Json::Array(list) => list.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::{PathStep, ValueChange, changes};
    use crate::diff::words::{DiffSegment, SegmentKind};

    fn kinds(before: Json, after: Json) -> Vec<(String, &'static str)> {
        let kinds = changes(&before, &after).into_iter().map(|change| {
            let kind = match change.difference {
                ValueChange::Added { .. } => "added",
                ValueChange::Removed { .. } => "removed",
                ValueChange::Replaced { .. } => "replaced",
                ValueChange::Moved { .. } => "moved",
                ValueChange::Words { .. } => "words",
                ValueChange::Entries { .. } => "entries",
            };
            {
                let step = |step: &PathStep| match step {
                    PathStep::Key(name) | PathStep::Item(name) => name.clone(),
                };
                (change.path.iter().map(step).collect::<Vec<_>>().join(" > "), kind)
            }
        });
        kinds.collect()
    }

    #[test]
    fn short_values_are_replaced() {
        let profile = |date| json!({ "engagement": { "available_from": date } });
        let found = changes(&profile("2026-01-01"), &profile("2026-03-01"));
        let [change] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!(
            change.path,
            ["engagement", "available_from"].map(|key| PathStep::Key(key.to_owned()))
        );
        let expected =
            ValueChange::Replaced { before: json!("2026-01-01"), after: json!("2026-03-01") };
        assert_eq!(change.difference, expected);
    }

    #[test]
    fn matches_items_after_an_insertion() {
        let item = |name: &str, date: &str| json!({ "organization": name, "end_date": date });
        let before = json!({ "contracts": [item("A", "2020"), item("B", "2019")] });
        let after =
            json!({ "contracts": [item("C", "2021"), item("A", "2021"), item("B", "2019")] });
        let expected = [
            ("contracts > C".to_owned(), "added"),
            ("contracts > A > end_date".to_owned(), "replaced"),
        ];
        assert_eq!(kinds(before, after), expected);
    }

    #[test]
    fn compares_a_renamed_item_with_the_item_in_its_place() {
        let item = |name: &str| json!([{ "name": name, "date": "2020" }]);
        let expected = [("New > name".to_owned(), "replaced")];
        assert_eq!(kinds(item("Old"), item("New")), expected);
    }

    #[test]
    fn an_item_that_moves_is_not_removed_and_added() {
        let item = |name: &str, date: &str| json!({ "organization": name, "end_date": date });
        let list = |names: [&str; 3]| json!(names.map(|name| item(name, "2020")));
        let found = changes(&list(["A", "B", "C"]), &list(["B", "C", "A"]));
        let moved: Vec<_> = found.iter().map(|change| &change.difference).collect();
        assert_eq!(moved, [&ValueChange::Moved { from: 1, to: 3 }]);
        // The position of B stays the same.
        let found = kinds(list(["A", "B", "C"]), list(["C", "B", "A"]));
        assert_eq!(found.iter().map(|(_, kind)| *kind).collect::<Vec<_>>(), ["moved"]);
        // Two items change places, and one of them changes; a third one gets another name.
        let before = json!([item("A", "2020"), item("B", "2019"), item("C", "2018")]);
        let after = json!([item("B", "2019"), item("A", "2021"), item("D", "2018")]);
        let found = kinds(before, after);
        let moved = found.iter().filter(|(_, kind)| *kind == "moved").count();
        assert_eq!(moved, 1, "{found:?}");
        assert!(found.contains(&("A > end_date".to_owned(), "replaced")), "{found:?}");
        assert!(found.iter().all(|(_, kind)| !["added", "removed"].contains(kind)), "{found:?}");
    }

    #[test]
    fn an_entry_that_moves_is_not_removed_and_added() {
        let found = changes(&json!(["a", "b", "c"]), &json!(["b", "c", "a", "d"]));
        let ValueChange::Entries { segments } = &found[0].difference else {
            panic!("{found:?}");
        };
        let kinds: Vec<_> = segments.iter().map(|s| (s.text.as_str(), s.kind)).collect();
        let [unchanged, moved] = [SegmentKind::Unchanged, SegmentKind::Moved];
        let expected =
            [("b", unchanged), ("c", unchanged), ("a", moved), ("d", SegmentKind::Added)];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn compares_lists_of_texts_entry_by_entry() {
        let found = changes(&json!(["a", "b"]), &json!(["a", "c"]));
        let ValueChange::Entries { segments } = &found[0].difference else {
            panic!("{found:?}");
        };
        let kinds: Vec<_> = segments.iter().map(|s| (s.text.as_str(), s.kind)).collect();
        let expected =
            [("a", SegmentKind::Unchanged), ("b", SegmentKind::Removed), ("c", SegmentKind::Added)];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn compares_long_texts_word_by_word() {
        let text =
            |word| format!("A paragraph that is long enough to be read in words, {word} one.");
        let found = changes(&json!(text("this")), &json!(text("another")));
        let ValueChange::Words { segments } = &found[0].difference else {
            panic!("{found:?}");
        };
        let new: String = segments
            .iter()
            .filter(|segment| segment.kind != SegmentKind::Removed)
            .map(|segment| segment.text.as_str())
            .collect();
        assert_eq!(new, text("another"));
        let is_removed = |s: &DiffSegment| s.kind == SegmentKind::Removed && s.text == "this";
        assert!(segments.iter().any(is_removed));
    }

    #[test]
    fn equal_documents_have_no_changes() {
        let profile = json!({ "a": [1, { "b": null }] });
        assert!(changes(&profile, &profile.clone()).is_empty());
    }
}
