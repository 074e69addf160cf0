//! Finds the person in documents whose `basics` has another name, or is spread over the top level.

use serde_json::{Map, Value as Json};

use super::empty_values::is_empty;
use super::path;
use super::report::ImportReport;
use crate::document::reserved_keys::BASICS;

/// Groups that other documents have in place of `basics`.
const GROUPS: &str = "basic info information profile personal personalInfo personal_info \
    personalInformation person bio about aboutMe contact header user";
const FULL: &str = "name fullName fullname full_name displayName";
const GIVEN: &str = "firstName firstname first_name givenName given_name first given vorname";
const FAMILY: &str =
    "lastName lastname last_name familyName family_name surname last family nachname";

/// Returns the first of the `keys` for which the group has a value.
fn first_key(group: &Map<String, Json>, keys: &'static str) -> Option<&'static str> {
    let has_value = |key: &&str| group.get(*key).is_some_and(|value| !is_empty(value));
    keys.split(' ').find(has_value)
}

/// Moves the person to `basics` if the document has none, and joins the parts of the name.
pub(super) fn move_to_basics(document: &mut Json, report: &mut ImportReport) {
    let Json::Object(fields) = document else {
        return;
    };
    find_basics(fields, report);
    if let Some(Json::Object(basics)) = fields.get_mut("basics") {
        join_name(basics, report);
    }
}

fn find_basics(fields: &mut Map<String, Json>, report: &mut ImportReport) {
    if fields.get("basics").is_some_and(|basics| !is_empty(basics)) {
        return;
    }
    let has_name = |group: &Map<String, Json>| {
        first_key(group, FULL).or_else(|| first_key(group, GIVEN)).is_some()
    };
    let is_person = |key: &&str| fields.get(*key).and_then(Json::as_object).is_some_and(has_name);
    let basics = if let Some(key) = GROUPS.split(' ').find(|key| is_person(key)) {
        report.prepared(key, "basics");
        fields.shift_remove(key).expect("the group was found")
    } else if has_name(fields) {
        let names = [FULL, GIVEN, FAMILY, "title website"];
        let is_basic = |key: &&String| {
            let mut names = names.iter().flat_map(|names| names.split(' '));
            BASICS.contains(&key.as_str()) || names.any(|name| name == *key)
        };
        let keys: Vec<String> = fields.keys().filter(is_basic).cloned().collect();
        let entry = |key: String| {
            report.prepared(&key, &path::child("basics", &key));
            let value = fields.shift_remove(&key).expect("the key was found");
            (key, value)
        };
        Json::Object(keys.into_iter().map(entry).collect())
    } else {
        return;
    };
    fields.insert("basics".to_owned(), basics);
}

/// Joins a given name and a family name, if `basics` has no full name in text form.
fn join_name(basics: &mut Map<String, Json>, report: &mut ImportReport) {
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
