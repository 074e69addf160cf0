//! Moves the values of keys that JSON Resume does not define to the editors' notes, apart from those in
//! items of its lists.

use serde_json::Value as Json;

use super::empty_values::is_deeply_empty;
use super::field_mapping::{BASICS, LOCATION, is_section};
use super::path;
use super::report::ImportReport;
use crate::document::reserved_keys::META;

/// Keys of `basics` that are imported, but not as fields.
const PARTS: [&str; 4] = ["image", "picture", "location", "profiles"];
/// The key of the theme for programs that print a résumé. JSON Resume does not define it, but most documents
/// have it.
const THEME: &str = "theme";

pub(super) fn remove_unknown_keys(document: &mut Json, report: &mut ImportReport) {
    remove(document, "", is_section, report);
    if let Some(meta) = document.get_mut("meta") {
        remove(meta, "meta", |key| key == THEME || META.contains(&key), report);
    }
    let Some(basics) = document.get_mut("basics") else { return };
    if let Some(location) = basics.get_mut("location") {
        let known = location.as_object().map(|fields| LOCATION.keys_in(fields)).unwrap_or_default();
        remove(location, "basics.location", |key| known.contains(&key), report);
    }
    let known = basics.as_object().map(|fields| BASICS.keys_in(fields)).unwrap_or_default();
    remove(basics, "basics", |key| PARTS.contains(&key) || known.contains(&key), report);
}

/// Removes the unknown keys of a group. Other values stay.
fn remove(
    group: &mut Json,
    parent: &str,
    is_known: impl Fn(&str) -> bool,
    report: &mut ImportReport,
) {
    let Json::Object(fields) = group else { return };
    for (key, value) in std::mem::take(fields) {
        let path = path::child(parent, &key);
        if is_known(&key) {
            fields.insert(key, value);
        } else if !is_deeply_empty(&value) {
            report.unknown_key(&path, value);
        }
    }
}
