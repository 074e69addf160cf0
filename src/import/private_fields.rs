//! Removes private values from a document, so that a profile has them only under `internal`.
//!
//! A key with a private meaning decides first, then a label beside the value, then the text itself:
//! email addresses and phone numbers outside the person's own contact fields, national identifiers, and
//! tokens. Keys are searched like texts. The email address and phone number in `basics` stay, because a
//! profile publishes them.

use serde_json::{Map, Value as Json};

use super::empty_values::is_empty;
use super::field_mapping::is_section;
use super::path;
use super::private_text::{Numbers, meaning_of_line, meaning_of_text};
use super::report::{ImportReport, PUBLIC_CONTACT};
use crate::private_keys::{
    ADDRESS, CONTACT, PHOTO, can_be, is_about_others, is_identifier, is_picture, meaning_of_field,
    meaning_of_key, meaning_of_label,
};
use crate::private_text::private_parts;

/// Replaces the private values of a document with null.
pub(super) fn remove_private_values(document: &mut Json, report: &mut ImportReport) {
    let own = PUBLIC_CONTACT.map(|path| &document["basics"][&path["basics.".len()..]]);
    let own = own.into_iter().filter_map(Json::as_str).map(|text| text.trim().to_lowercase());
    let parts = |text: String| {
        let parts = private_parts(&text).into_iter().map(|(_, part)| part.to_owned());
        parts.chain([text.clone()]).collect::<Vec<_>>()
    };
    let own_contact = own.filter(|text| !text.is_empty()).flat_map(parts).collect();
    let mut search = PrivateFieldSearch { own_contact, report };
    search.value(document, "", Numbers::OfPerson);
}

struct PrivateFieldSearch<'a> {
    /// The person's own email address and phone number, which are public anyway, in lower case.
    own_contact: Vec<String>,
    report: &'a mut ImportReport,
}

impl PrivateFieldSearch<'_> {
    /// Searches the value at `path`.
    fn value(&mut self, value: &mut Json, path: &str, numbers: Numbers) {
        if PUBLIC_CONTACT.contains(&path) || path == "basics.name" {
            return;
        }
        if let Some(meaning) = meaning_of_labeled(value, path) {
            self.remove(value, path, meaning);
            return;
        }
        match value {
            Json::Object(fields) => self.fields(fields, path, numbers),
            Json::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.value(item, &path::item(path, index), numbers);
                }
            }
            Json::String(text) => {
                if let Some(meaning) = self.meaning_of_text(text, path, numbers) {
                    self.remove(value, path, meaning);
                }
            }
            Json::Number(number) => {
                let is_own_contact = |part: &str| self.is_own_contact(part);
                if let Some(meaning) = meaning_of_text(&number.to_string(), numbers, is_own_contact)
                {
                    self.remove(value, path, meaning);
                }
            }
            Json::Null | Json::Bool(_) => {}
        }
    }

    fn fields(&mut self, fields: &mut Map<String, Json>, parent: &str, numbers: Numbers) {
        // `{"label": "Phone", "value": "..."}`
        let meaning = |key: &str| fields.get(key)?.as_str().and_then(meaning_of_key);
        let labeled = LABELS.into_iter().find_map(meaning);
        // `{"network": "Email", "username": "..."}`; `OpenStreetMap` is not an address.
        let is_contact = meaning("network") == Some(CONTACT);
        let network = fields.get("network").and_then(Json::as_str).unwrap_or_default();
        // Its user names can look like email addresses.
        let is_mastodon = network.eq_ignore_ascii_case("mastodon");
        for (key, value) in fields {
            let path = path::child(parent, key);
            let is_user_name =
                key == "username" && path::below(parent, "basics.profiles").is_some();
            if is_empty(value)
                || PUBLIC_CONTACT.contains(&path.as_str())
                || is_user_name && is_mastodon
            {
                continue;
            }
            let numbers = match numbers {
                _ if is_user_name || is_identifier(key) => Numbers::Public,
                _ if is_about_others(key) => Numbers::OfOthers,
                numbers => numbers,
            };
            let meaning = labeled
                .filter(|_| key == "value")
                .or((is_contact && ["username", "url"].contains(&key.as_str())).then_some(CONTACT))
                .or_else(|| meaning_of_field(key, value))
                .or_else(|| (numbers == Numbers::OfOthers && is_picture(key)).then_some(PHOTO))
                .or_else(|| meaning_of_text(key, numbers, |part| self.is_own_contact(part)))
                // `{"1980-02-03": "Birthday"}`
                .or_else(|| meaning_of_label(value.as_str().filter(|_| has_digit(key))?));
            match meaning {
                Some(meaning) => self.remove(value, &path, meaning),
                None => self.value(value, &path, numbers),
            }
        }
    }

    fn remove(&mut self, value: &mut Json, path: &str, meaning: &'static str) {
        self.report.private(path, value.take(), meaning);
    }

    fn is_own_contact(&self, part: &str) -> bool {
        self.own_contact.contains(&part.to_lowercase())
    }

    fn meaning_of_text(&self, text: &str, path: &str, numbers: Numbers) -> Option<&'static str> {
        if path.starts_with("basics.location") && has_digit(text) {
            return Some(ADDRESS);
        }
        meaning_of_text(text, numbers, |part| self.is_own_contact(part)).or_else(|| {
            let value = text.split([':', '：']).next_back().unwrap_or_default();
            let is_public = is_in_section(path) || self.is_own_contact(value.trim());
            (!is_public).then(|| meaning_of_line(text))?
        })
    }
}

/// Keys of labels, which say what the value beside them is.
const LABELS: [&str; 12] = [
    "network", "label", "name", "key", "type", "title", "field", "header", "heading", "caption",
    "property", "question",
];

/// Returns the meaning of a value that consists of a private label and of what it stands for:
/// `{"label": "Salary", "amount": 50000}`.
fn meaning_of_labeled(value: &Json, path: &str) -> Option<&'static str> {
    match value {
        Json::Object(fields) if !is_standard(path) => {
            let is_other = |key: &str, value: &Json| !LABELS.contains(&key) && !is_empty(value);
            let others = fields.iter().filter(|(key, value)| is_other(key, value));
            let others: String = others.map(|(_, value)| value.to_string()).collect();
            LABELS.into_iter().filter(|_| !others.is_empty()).find_map(|key| {
                let meaning = meaning_of_label(fields.get(key)?.as_str()?)?;
                can_be(meaning, &others).then_some(meaning)
            })
        }
        _ => None,
    }
}

fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

/// Returns whether JSON Resume defines the fields of the group at `path`, which then are not those of a
/// label.
fn is_standard(path: &str) -> bool {
    let list = path::below(path, "basics.profiles");
    ["", "basics", "basics.location"].contains(&path)
        || list.or(is_in_section(path).then_some(path)).is_some_and(|path| !path.contains('.'))
}

/// Returns whether a path is in a list that JSON Resume defines, such as `work`.
fn is_in_section(path: &str) -> bool {
    let section = path.split(['.', '[']).next().unwrap_or_default();
    !["basics", "meta"].contains(&section) && is_section(section)
}
