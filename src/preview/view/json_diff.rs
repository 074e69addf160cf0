//! Compares two JSON documents for content editors: field by field, and longer texts word by word.

use serde::Serialize;
use serde_json::{Map, Value as Json};
use similar::{Algorithm, capture_diff_slices};

use super::text_diff::{Segment, compare_entries, compare_words};
use super::value::{DisplayValue, is_empty};
use crate::model::word::humanize;

/// Texts up to this length are shown side by side, in characters.
const MAX_SHORT: usize = 48;

/// Texts above this length are not compared word by word, because that takes quadratic time; in
/// bytes.
const MAX_COMPARED: usize = 20_000;

/// The name of the field with the date of the last change.
const LAST_MODIFIED: &str = "Last modified";

/// The fields that identify an item of a list.
const IDENTITY: [&str; 8] =
    ["organization", "institution", "network", "role", "study_type", "name", "title", "area"];

#[derive(Debug, Serialize, PartialEq)]
pub(super) struct Change {
    /// The names of the groups that contain the field, and its own name.
    pub(super) path: Vec<String>,
    #[serde(flatten)]
    pub(super) difference: Difference,
}

/// How a field changes.
#[derive(Debug, Serialize, PartialEq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Difference {
    Added {
        after: DisplayValue,
    },
    Removed {
        before: DisplayValue,
    },
    Replaced {
        before: DisplayValue,
        after: DisplayValue,
    },
    /// Some words of a text change.
    Words {
        segments: Vec<Segment>,
    },
    /// Some entries of a list of texts change.
    Entries {
        segments: Vec<Segment>,
    },
}

/// Returns the changes of all fields of the `published` profile. The date of the last change, which is
/// not written by hand, comes last.
pub(super) fn published_changes(published: &[u8], profile: &Json) -> Vec<Change> {
    // A file that is not JSON has no fields.
    let before = serde_json::from_slice(published).unwrap_or(Json::Null);
    let mut changes = changes(&before, profile);
    changes.sort_by_key(|change| change.path == [LAST_MODIFIED]);
    changes
}

/// Returns every change, in the order of the documents.
fn changes(before: &Json, after: &Json) -> Vec<Change> {
    let mut found = Vec::new();
    compare(&mut Vec::new(), before, after, &mut found);
    found
}

fn compare(path: &mut Vec<String>, before: &Json, after: &Json, found: &mut Vec<Change>) {
    if before == after {
        return;
    }
    let difference = match (before, after) {
        (Json::Object(before), Json::Object(after)) => {
            return compare_objects(path, before, after, found);
        }
        (Json::Array(before), Json::Array(after)) => match (texts(before), texts(after)) {
            (Some(before), Some(after)) => {
                Difference::Entries { segments: compare_entries(&before, &after) }
            }
            _ => return compare_items(path, before, after, found),
        },
        (Json::String(before), Json::String(after)) if is_long(before, after) => {
            Difference::Words { segments: compare_words(before, after) }
        }
        (Json::Null, after) => added(after),
        (before, Json::Null) => removed(before),
        (before, after) => Difference::Replaced {
            before: DisplayValue::new(before),
            after: DisplayValue::new(after),
        },
    };
    found.push(Change { path: path.clone(), difference });
}

fn added(value: &Json) -> Difference {
    Difference::Added { after: DisplayValue::new(value) }
}

fn removed(value: &Json) -> Difference {
    Difference::Removed { before: DisplayValue::new(value) }
}

fn compare_objects(
    path: &mut Vec<String>,
    before: &Map<String, Json>,
    after: &Map<String, Json>,
    found: &mut Vec<Change>,
) {
    let removed_keys = before.keys().filter(|key| !after.contains_key(*key));
    for key in after.keys().chain(removed_keys) {
        path.push(label(key));
        match (before.get(key), after.get(key)) {
            (Some(before), Some(after)) => compare(path, before, after, found),
            (None, Some(after)) if !is_empty(after) => {
                found.push(Change { path: path.clone(), difference: added(after) })
            }
            (Some(before), None) if !is_empty(before) => {
                found.push(Change { path: path.clone(), difference: removed(before) })
            }
            _ => {}
        }
        path.pop();
    }
}

/// Compares items with equal identities field by field. If the same number of items is replaced,
/// they are compared in pairs as well.
fn compare_items(path: &mut Vec<String>, before: &[Json], after: &[Json], found: &mut Vec<Change>) {
    let identities = |items: &[Json]| items.iter().map(identity).collect::<Vec<_>>();
    let (old_ids, new_ids) = (identities(before), identities(after));
    for operation in capture_diff_slices(Algorithm::Myers, &old_ids, &new_ids) {
        let (old, new) = (operation.old_range(), operation.new_range());
        if old.len() == new.len() {
            for (old, new) in old.zip(new) {
                path.push(new_ids[new].clone());
                compare(path, &before[old], &after[new], found);
                path.pop();
            }
            continue;
        }
        let removed = old.map(|index| (&old_ids[index], removed(&before[index])));
        let added = new.map(|index| (&new_ids[index], added(&after[index])));
        for (identity, difference) in removed.chain(added) {
            let mut path = path.clone();
            path.push(identity.clone());
            found.push(Change { path, difference });
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

fn label(key: &str) -> String {
    match key {
        "lastModified" => LAST_MODIFIED.to_owned(),
        "f_skatt" => "F-tax".to_owned(),
        key => humanize(key.trim_start_matches('_')),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::{Difference, changes};
    use crate::preview::view::text_diff::{Segment, SegmentKind};
    use crate::preview::view::value::DisplayValue;

    fn kinds(before: Json, after: Json) -> Vec<(String, &'static str)> {
        let kinds = changes(&before, &after).into_iter().map(|change| {
            let kind = match change.difference {
                Difference::Added { .. } => "added",
                Difference::Removed { .. } => "removed",
                Difference::Replaced { .. } => "replaced",
                Difference::Words { .. } => "words",
                Difference::Entries { .. } => "entries",
            };
            (change.path.join(" > "), kind)
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
        assert_eq!(change.path, ["Engagement", "Available from"]);
        let expected = Difference::Replaced {
            before: DisplayValue::text("2026-01-01"),
            after: DisplayValue::text("2026-03-01"),
        };
        assert_eq!(change.difference, expected);
    }

    #[test]
    fn matches_items_after_an_insertion() {
        let item = |name: &str, date: &str| json!({ "organization": name, "end_date": date });
        let before = json!({ "contracts": [item("A", "2020"), item("B", "2019")] });
        let after =
            json!({ "contracts": [item("C", "2021"), item("A", "2021"), item("B", "2019")] });
        let expected = [
            ("Contracts > C".to_owned(), "added"),
            ("Contracts > A > End date".to_owned(), "replaced"),
        ];
        assert_eq!(kinds(before, after), expected);
    }

    #[test]
    fn compares_a_renamed_item_with_the_item_in_its_place() {
        let item = |name: &str| json!([{ "name": name, "date": "2020" }]);
        let expected = [("New > Name".to_owned(), "replaced")];
        assert_eq!(kinds(item("Old"), item("New")), expected);
    }

    #[test]
    fn compares_lists_of_texts_entry_by_entry() {
        let found = changes(&json!(["a", "b"]), &json!(["a", "c"]));
        let Difference::Entries { segments } = &found[0].difference else {
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
        let Difference::Words { segments } = &found[0].difference else {
            panic!("{found:?}");
        };
        let new: String = segments
            .iter()
            .filter(|segment| segment.kind != SegmentKind::Removed)
            .map(|segment| segment.text.as_str())
            .collect();
        assert_eq!(new, text("another"));
        let is_removed = |s: &Segment| s.kind == SegmentKind::Removed && s.text == "this";
        assert!(segments.iter().any(is_removed));
    }

    #[test]
    fn equal_documents_have_no_changes() {
        let profile = json!({ "a": [1, { "b": null }] });
        assert!(changes(&profile, &profile.clone()).is_empty());
    }
}
