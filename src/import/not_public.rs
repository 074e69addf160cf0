//! Removes what a document marks as not public: items and groups with a mark, and keys of programs.

use serde_json::{Map, Value as Json};

use super::empty_values::is_deeply_empty;
use super::path;
use super::report::ImportReport;

/// Keys with the value that hides the group that has them.
const MARKS: [(&str, bool); 5] = [
    ("hidden", true),
    ("private", true),
    ("draft", true),
    ("visible", false),
    ("published", false),
];
/// The start of keys that programs add for themselves.
const PROGRAM_KEY: [char; 2] = ['_', '$'];
/// What the report says about these values.
pub(super) const NOT_PUBLIC: &str = "marked as not public";

/// Replaces the marked values below `path` with null.
pub(super) fn remove_not_public(value: &mut Json, path: &str, report: &mut ImportReport) {
    match value {
        Json::Object(fields) if !path.is_empty() && is_marked(fields) => {
            report.private(path, value.take(), NOT_PUBLIC);
        }
        Json::Object(fields) => {
            for (key, value) in fields {
                let path = path::child(path, key);
                let is_of_program = key.starts_with(PROGRAM_KEY) && path != "$schema";
                match is_of_program && !is_deeply_empty(value) {
                    true => report.private(&path, value.take(), NOT_PUBLIC),
                    false => remove_not_public(value, &path, report),
                }
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                remove_not_public(item, &path::item(path, index), report);
            }
        }
        _ => {}
    }
}

fn is_marked(fields: &Map<String, Json>) -> bool {
    MARKS.iter().any(|(key, hides)| fields.get(*key) == Some(&Json::Bool(*hides)))
}
