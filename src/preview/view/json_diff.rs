//! What becomes different between two JSON documents, as an editor understands it: field by field,
//! and word by word in longer texts.

use serde::Serialize;
use serde_json::{Map, Value as Json};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::text_diff::{Piece, entries, words};
use super::value::{DisplayValue, is_empty};
use crate::model::word::humanize;

/// Shorter texts are read faster side by side, in characters.
const SHORT: usize = 48;

/// Longer ones are not compared word by word, in bytes: it takes time that grows with its square.
const LONGEST: usize = 20_000;

/// The fields by which people know an item of a list again.
const IDENTITY: [&str; 8] = [
    "organization",
    "institution",
    "network",
    "role",
    "study_type",
    "name",
    "title",
    "area",
];

/// One field that becomes different.
#[derive(Debug, Serialize, PartialEq)]
pub(super) struct Change {
    /// The field's name, after the names of the groups it is in.
    pub(super) path: Vec<String>,
    #[serde(flatten)]
    pub(super) difference: Difference,
}

/// What the difference is.
#[derive(Debug, Serialize, PartialEq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Difference {
    /// The field is new.
    Added {
        /// Its value.
        after: DisplayValue,
    },
    /// The field is gone.
    Removed {
        /// Its former value.
        before: DisplayValue,
    },
    /// The value is another.
    Replaced {
        /// The former one.
        before: DisplayValue,
        /// The new one.
        after: DisplayValue,
    },
    /// Some words of a text are others.
    Words {
        /// The text in pieces.
        pieces: Vec<Piece>,
    },
    /// Some entries of a list are others.
    Entries {
        /// The entries, former and new.
        pieces: Vec<Piece>,
    },
}

/// Every difference, in the order of the documents.
pub(super) fn changes(before: &Json, after: &Json) -> Vec<Change> {
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
            (Some(before), Some(after)) => Difference::Entries {
                pieces: entries(&before, &after),
            },
            _ => return compare_items(path, before, after, found),
        },
        (Json::String(before), Json::String(after)) if is_long(before, after) => {
            Difference::Words {
                pieces: words(before, after),
            }
        }
        (Json::Null, after) => added(after),
        (before, Json::Null) => removed(before),
        (before, after) => Difference::Replaced {
            before: DisplayValue::new(before),
            after: DisplayValue::new(after),
        },
    };
    found.push(Change {
        path: path.clone(),
        difference,
    });
}

fn added(value: &Json) -> Difference {
    Difference::Added {
        after: DisplayValue::new(value),
    }
}

fn removed(value: &Json) -> Difference {
    Difference::Removed {
        before: DisplayValue::new(value),
    }
}

fn compare_objects(
    path: &mut Vec<String>,
    before: &Map<String, Json>,
    after: &Map<String, Json>,
    found: &mut Vec<Change>,
) {
    let gone = before.keys().filter(|key| !after.contains_key(*key));
    for key in after.keys().chain(gone) {
        path.push(name(key));
        match (before.get(key), after.get(key)) {
            (Some(before), Some(after)) => compare(path, before, after, found),
            (None, Some(after)) if !is_empty(after) => found.push(Change {
                path: path.clone(),
                difference: added(after),
            }),
            (Some(before), None) if !is_empty(before) => found.push(Change {
                path: path.clone(),
                difference: removed(before),
            }),
            _ => {}
        }
        path.pop();
    }
}

/// Items that people know again are compared field by field; as many new ones in the place of
/// former ones are taken for them.
fn compare_items(path: &mut Vec<String>, before: &[Json], after: &[Json], found: &mut Vec<Change>) {
    let identities = |items: &[Json]| items.iter().map(identity).collect::<Vec<_>>();
    let (known, new) = (identities(before), identities(after));
    for operation in capture_diff_slices(Algorithm::Myers, &known, &new) {
        let (olds, news) = (operation.old_range(), operation.new_range());
        let pairs = match operation {
            DiffOp::Equal { .. } | DiffOp::Replace { .. } if olds.len() == news.len() => olds.len(),
            _ => 0,
        };
        for (old, new_at) in olds.clone().zip(news.clone()).take(pairs) {
            path.push(new[new_at].clone());
            compare(path, &before[old], &after[new_at], found);
            path.pop();
        }
        let gone = olds
            .skip(pairs)
            .map(|at| (&known[at], removed(&before[at])));
        let come = news.skip(pairs).map(|at| (&new[at], added(&after[at])));
        for (identity, difference) in gone.chain(come) {
            let mut path = path.clone();
            path.push(identity.clone());
            found.push(Change { path, difference });
        }
    }
}

/// What an item is called where it is told of.
fn identity(item: &Json) -> String {
    let texts = IDENTITY.iter().filter_map(|key| item.get(key)?.as_str());
    let named = texts.collect::<Vec<_>>().join(", ");
    match item {
        _ if !named.is_empty() => named,
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The texts of a list of nothing but texts.
fn texts(list: &[Json]) -> Option<Vec<&str>> {
    list.iter().map(Json::as_str).collect()
}

fn is_long(before: &str, after: &str) -> bool {
    let longer = before.len().max(after.len());
    let is_prose = |text: &str| text.chars().count() > SHORT || text.contains('\n');
    longer <= LONGEST && is_prose(before) && is_prose(after)
}

fn name(key: &str) -> String {
    match key {
        "lastModified" => "Last modified".to_owned(),
        "f_skatt" => "F-tax".to_owned(),
        key => humanize(key.trim_start_matches('_')),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::{Difference, changes};
    use crate::preview::view::text_diff::DiffKind;
    use crate::preview::view::value::DisplayValue;

    fn told(before: Json, after: Json) -> Vec<(String, &'static str)> {
        let told = changes(&before, &after).into_iter().map(|change| {
            let kind = match change.difference {
                Difference::Added { .. } => "added",
                Difference::Removed { .. } => "removed",
                Difference::Replaced { .. } => "replaced",
                Difference::Words { .. } => "words",
                Difference::Entries { .. } => "entries",
            };
            (change.path.join(" > "), kind)
        });
        told.collect()
    }

    #[test]
    fn a_date_is_replaced() {
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
    fn items_are_known_again_when_another_comes_before_them() {
        let item = |name: &str, date: &str| json!({ "organization": name, "end_date": date });
        let before = json!({ "contracts": [item("A", "2020"), item("B", "2019")] });
        let after =
            json!({ "contracts": [item("C", "2021"), item("A", "2021"), item("B", "2019")] });
        let expected = [
            ("Contracts > C".to_owned(), "added"),
            ("Contracts > A > End date".to_owned(), "replaced"),
        ];
        assert_eq!(told(before, after), expected);
    }

    #[test]
    fn a_renamed_item_is_compared_with_the_one_in_its_place() {
        let item = |name: &str| json!([{ "name": name, "date": "2020" }]);
        let expected = [("New > Name".to_owned(), "replaced")];
        assert_eq!(told(item("Old"), item("New")), expected);
    }

    #[test]
    fn lists_of_texts_are_told_entry_by_entry() {
        let found = changes(&json!(["a", "b"]), &json!(["a", "c"]));
        let Difference::Entries { pieces } = &found[0].difference else {
            panic!("{found:?}");
        };
        let fates: Vec<_> = pieces.iter().map(|p| (p.text.as_str(), p.fate)).collect();
        let expected = [
            ("a", DiffKind::RenderCache),
            ("b", DiffKind::Removed),
            ("c", DiffKind::Added),
        ];
        assert_eq!(fates, expected);
    }

    #[test]
    fn long_texts_are_told_word_by_word() {
        let text =
            |word| format!("A paragraph that is long enough to be read in words, {word} one.");
        let found = changes(&json!(text("this")), &json!(text("another")));
        let Difference::Words { pieces } = &found[0].difference else {
            panic!("{found:?}");
        };
        let whole: String = pieces
            .iter()
            .filter(|piece| piece.fate != DiffKind::Removed)
            .map(|piece| piece.text.as_str())
            .collect();
        assert_eq!(whole, text("another"));
        assert!(
            pieces
                .iter()
                .any(|p| p.fate == DiffKind::Removed && p.text == "this")
        );
    }

    #[test]
    fn equal_documents_have_no_differences() {
        let profile = json!({ "a": [1, { "b": null }] });
        assert!(changes(&profile, &profile.clone()).is_empty());
    }
}
