//! What changes in public of one consultant.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::fields::{FieldChange, PathStep, ValueChange, changes, divided};
use super::words::SegmentKind;
use super::{ConsultantStatus, LAST_MODIFIED, PublicConsultant, UNDATED};
use crate::digest::Digest;
use crate::model::date_formats::is_date;
use crate::model::id::ConsultantId;
use crate::private_text::{PrivateText, private_parts};
use crate::private_value::{is_private_path, private_text};
use crate::render::profile::card_of_author;

/// What changes in public of a consultant.
#[derive(Debug, Clone, PartialEq)]
pub struct ConsultantChange {
    /// The identifier.
    pub id: ConsultantId,
    /// What happens.
    pub status: ConsultantStatus,
    /// The identifier that the same profile had before, whose URLs respond with 404 afterwards.
    pub former_id: Option<ConsultantId>,
    /// The fields of the profile that change: all of a new consultant, and none of a withdrawn one,
    /// because its profile will not be public any more.
    pub fields: Vec<FieldChange>,
    /// What happens to the photo: `added`, `removed`, or `replaced` by another one, or by the same one in another size or
    /// quality.
    pub photo: Option<&'static str>,
    /// What deserves a look.
    pub notes: Vec<Note>,
}

/// A change that deserves a look before it is public.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    /// The identifier in machine-readable formats.
    pub code: &'static str,
    /// What to look at.
    pub message: Cow<'static, str>,
}

impl Note {
    const fn new(code: &'static str, message: &'static str) -> Self {
        Self { code, message: Cow::Borrowed(message) }
    }

    /// Returns the note about a changed profile with translations into these languages, if there are any.
    pub(super) fn on_translations(languages: &[&str]) -> Option<Self> {
        let message = format!("has translations into {}: do they still fit?", languages.join(", "));
        let note = Self { code: "has-translations", message: message.into() };
        (!languages.is_empty()).then_some(note)
    }
}

const NEW_EMAIL: Note = Note::new("new-email", "an email address becomes public");
const NEW_PHONE: Note = Note::new("new-phone", "a phone number becomes public");
const NEW_LOCATION: Note = Note::new("new-location", "a location becomes public");
const NEW_PRIVATE_VALUE: Note =
    Note::new("new-private-value", "a value that is usually private becomes public");
const REUSED_ID: Note = Note::new(
    "reused-id",
    "another person was public under this identifier: clients that kept the URL get this one",
);
/// The `last_modified` that the author of the profile wrote stays.
pub const SAME_DATE: Note =
    Note::new("same-date", "the profile changes, but `last_modified` does not");

/// The fields that vitae derives from others and from the identifier.
const DERIVED: [&str; 3] = ["schema_version", "id", "_links"];
/// The group that vitae derives, apart from what the author wrote.
const CARD: &str = "card";

/// Compares a consultant's public states. Returns `None` if they are equal.
pub fn compare(
    id: &ConsultantId,
    base: Option<&PublicConsultant>,
    head: Option<&PublicConsultant>,
) -> Option<ConsultantChange> {
    if base == head {
        return None;
    }
    let status = ConsultantStatus::of(base, head)?;
    let mut change = ConsultantChange {
        id: id.clone(),
        status,
        former_id: None,
        fields: Vec::new(),
        photo: None,
        notes: Vec::new(),
    };
    if status == ConsultantStatus::Withdrawn {
        return Some(change);
    }
    let before = base.map_or_else(|| Json::Object(serde_json::Map::new()), profile);
    let after = head.map_or(Json::Null, profile);
    change.fields = own_changes(&before, &after);
    change.photo = match (base.and_then(|base| base.photo), head.and_then(|head| head.photo)) {
        (None, Some(_)) => Some("added"),
        (Some(_), None) => Some("removed"),
        (Some(before), Some(after)) if before != after => Some("replaced"),
        _ => None,
    };
    change.notes = contact_notes(&change.fields);
    let date = |profile: &Json| profile.get(LAST_MODIFIED).cloned();
    if status == ConsultantStatus::Changed
        && date(&after).is_some()
        && date(&before) == date(&after)
    {
        change.notes.push(SAME_DATE);
    }
    if status == ConsultantStatus::Changed && is_another_person(&name(&before), &name(&after)) {
        change.notes.push(REUSED_ID);
    }
    Some(change)
}

/// Returns the changes without the changes of values that are derived from others, unless nothing else changes. Those
/// of the card are first.
fn own_changes(before: &Json, after: &Json) -> Vec<FieldChange> {
    let mut fields = divided(changes(before, after));
    let cards = [before, after].map(card_of_author);
    let is_derived = |field: &FieldChange| match &field.path[..] {
        [PathStep::Key(group), PathStep::Key(key), ..] if group == CARD => {
            !cards.iter().any(|card| card.contains_key(key))
        }
        [PathStep::Key(key), ..] => DERIVED.contains(&&**key),
        _ => false,
    };
    if !fields.iter().all(is_derived) {
        fields.retain(|field| !is_derived(field));
        let card = PathStep::Key(CARD.to_owned());
        fields.sort_by_key(|field| field.path.first() != Some(&card));
    }
    fields
}

/// Returns the digest of a consultant's profile and photo without what the identifier determines.
pub(super) fn identity(consultant: &PublicConsultant) -> Digest {
    let mut profile = profile(consultant);
    let card = card_of_author(&profile);
    if let Some(fields) = profile.as_object_mut() {
        fields.retain(|key, _| !DERIVED.contains(&&**key) && key != LAST_MODIFIED);
        fields.insert(CARD.to_owned(), card.into());
    }
    Digest::of(format!("{profile} {:?}", consultant.photo).as_bytes())
}

fn profile(consultant: &PublicConsultant) -> Json {
    // A file that is not JSON has no fields.
    let mut profile: Json = serde_json::from_slice(&consultant.profile).unwrap_or(Json::Null);
    if let Some(fields) = profile.as_object_mut() {
        fields.retain(|key, value| key != LAST_MODIFIED || value != UNDATED);
    }
    profile
}

fn name(profile: &Json) -> String {
    profile.get("name").and_then(Json::as_str).unwrap_or_default().to_owned()
}

/// Returns whether two names have no word in common. A person who marries or corrects a typo keeps one.
fn is_another_person(one: &str, other: &str) -> bool {
    let words = |name: &str| -> BTreeSet<String> {
        name.split_whitespace().map(str::to_lowercase).collect()
    };
    let (one, other) = (words(one), words(other));
    !one.is_empty() && !other.is_empty() && one.is_disjoint(&other)
}

/// Returns the notes about addresses and private values in what the fields add.
fn contact_notes(fields: &[FieldChange]) -> Vec<Note> {
    let mut notes = Vec::new();
    for field in fields {
        let is_below = |name: &str| {
            field.path.iter().any(|step| matches!(step, PathStep::Key(key) if key == name))
        };
        let added = added_texts(&field.difference);
        let parts: Vec<_> = added.iter().flat_map(|text| private_parts(text)).collect();
        let has = |kind| parts.iter().any(|(found, part)| *found == kind && !is_date(part));
        if has(PrivateText::Email) {
            notes.push(NEW_EMAIL);
        }
        if has(PrivateText::Phone) || (is_below("phone") && !added.is_empty()) {
            notes.push(NEW_PHONE);
        }
        if is_below("location") && !added.is_empty() {
            notes.push(NEW_LOCATION);
        }
        let keys = field.path.iter().filter_map(|step| match step {
            PathStep::Key(key) => Some(key.as_str()),
            PathStep::Item(_) => None,
        });
        let keys: Vec<&str> = keys.collect();
        let is_below_private = is_private_path(&keys) && !added.is_empty();
        if is_below_private || adds_private_text(&keys, &field.difference, &added) {
            notes.push(NEW_PRIVATE_VALUE);
        }
    }
    notes.sort();
    notes.dedup();
    notes
}

/// Returns whether a private text becomes public, in `added` or together with the words around it.
fn adds_private_text(keys: &[&str], difference: &ValueChange, added: &[String]) -> bool {
    let ValueChange::Words { segments } = difference else {
        return added.iter().any(|text| private_text(keys, text).is_some());
    };
    let without = |kind| {
        let others = segments.iter().filter(|segment| segment.kind != kind);
        others.map(|segment| segment.text.as_str()).collect::<String>()
    };
    let [before, after] = [SegmentKind::Added, SegmentKind::Removed].map(without);
    let after = private_text(keys, &after);
    after.is_some() && after != private_text(keys, &before)
}

/// Returns the texts that become public.
fn added_texts(difference: &ValueChange) -> Vec<String> {
    fn add(json: &Json, texts: &mut Vec<String>) {
        match json {
            Json::String(text) => texts.push(text.clone()),
            Json::Array(items) => items.iter().for_each(|item| add(item, texts)),
            Json::Object(fields) => fields.values().for_each(|field| add(field, texts)),
            Json::Null => {}
            Json::Bool(_) | Json::Number(_) => texts.push(json.to_string()),
        }
    }
    let mut texts = Vec::new();
    match difference {
        ValueChange::Added { after } | ValueChange::Replaced { after, .. } => {
            add(after, &mut texts)
        }
        ValueChange::Removed { .. } | ValueChange::Moved { .. } => {}
        ValueChange::Words { segments } | ValueChange::Entries { segments } => {
            let added = segments.iter().filter(|segment| segment.kind == SegmentKind::Added);
            texts.extend(added.map(|segment| segment.text.clone()));
        }
    }
    texts
}
