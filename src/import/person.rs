//! Joins the parts of a name in `basics`.

use serde_json::{Map, Value as Json};

use super::empty_values::is_empty;
use super::path;
use super::report::ImportReport;

const FULL: &str = "name fullName fullname full_name displayName";
const GIVEN: &str = "firstName firstname first_name givenName given_name first given vorname";
const FAMILY: &str =
    "lastName lastname last_name familyName family_name surname last family nachname";

/// Returns the first of the `keys` for which the group has a value.
fn first_key(group: &Map<String, Json>, keys: &'static str) -> Option<&'static str> {
    let has_value = |key: &&str| group.get(*key).is_some_and(|value| !is_empty(value));
    keys.split(' ').find(has_value)
}

/// Joins a given name and a family name, if `basics` has no full name in text form.
pub(super) fn join_name(document: &mut Json, report: &mut ImportReport) {
    let Some(Json::Object(basics)) = document.get_mut("basics") else { return };
    let Some(full) = first_key(basics, FULL) else {
        join(basics, "basics", report);
        return;
    };
    if let Some(Json::Object(parts)) = basics.get(full) {
        let mut parts = parts.clone();
        let path = path::child("basics", full);
        let original = Json::Object(parts.clone());
        join(&mut parts, &path, &mut ImportReport::default());
        if let Some(name) = parts.shift_remove("name") {
            report.converted(&path, &original, "joined to a name");
            for (key, value) in parts.iter().filter(|(_, value)| !is_empty(value)) {
                report.rejected(&path::child(&path, key), value, "is not used in the name");
            }
            basics.shift_remove(full);
            basics.insert("name".to_owned(), name);
        }
    }
}

/// Replaces the parts of a name in the group at `parent` by the whole name.
fn join(group: &mut Map<String, Json>, parent: &str, report: &mut ImportReport) {
    let text = |keys| first_key(group, keys).filter(|key| group[*key].is_string());
    let parts = [text(GIVEN), text(FAMILY)];
    let mut names = Vec::new();
    for key in parts.into_iter().flatten() {
        let value = group.shift_remove(key).expect("the key was found");
        report.converted(&path::child(parent, key), &value, "used as part of the name");
        names.push(value.as_str().expect("a text was found").trim().to_owned());
    }
    if names.is_empty() {
        return;
    }
    group.insert("name".to_owned(), names.join(" ").into());
}
