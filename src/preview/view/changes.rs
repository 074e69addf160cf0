//! The changes of a profile, for content editors.

use serde::Serialize;
use serde_json::Value as Json;

use super::value::DisplayValue;
use crate::diff::fields::{Difference, FieldChange, Step, changes};
use crate::diff::words::Segment;
use crate::diff::{Note, PublicConsultant, compare};
use crate::digest::Digest;
use crate::model::id::ConsultantId;
use crate::model::word::humanize;

/// The name of the field with the date of the last change.
const LAST_MODIFIED: &str = "Last modified";

/// A field that differs from the published profile.
#[derive(Debug, Serialize)]
pub(super) struct DisplayChange {
    /// The names of the groups that contain the field, and its own name.
    path: Vec<String>,
    #[serde(flatten)]
    difference: DisplayDifference,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum DisplayDifference {
    Added { after: DisplayValue },
    Removed { before: DisplayValue },
    Replaced { before: DisplayValue, after: DisplayValue },
    Words { segments: Vec<Segment> },
    Entries { segments: Vec<Segment> },
}

/// Returns the changes of all fields of the `published` profile. The date of the last change, which is
/// not written by hand, comes last.
pub(super) fn published_changes(published: &[u8], profile: &Json) -> Vec<DisplayChange> {
    // A file that is not JSON has no fields.
    let before = serde_json::from_slice(published).unwrap_or(Json::Null);
    let changes = changes(&before, profile).into_iter();
    let mut changes: Vec<DisplayChange> = changes.map(DisplayChange::new).collect();
    changes.sort_by_key(|change| change.path == [LAST_MODIFIED]);
    changes
}

/// Returns what becomes public of a new consultant: the fields of the `profile`, and the notes about what
/// deserves a look.
pub(super) fn first_publication(
    id: &ConsultantId,
    profile: &Json,
    has_photo: bool,
) -> (Vec<DisplayChange>, Vec<&'static str>) {
    let profile = serde_json::to_vec(profile).expect("JSON serializes");
    let head = PublicConsultant { profile, json_resume: Digest::of(&[]), photo: None };
    let change = compare(id, None, Some(&head)).expect("a new consultant is a change");
    let photo = has_photo.then_some("a photo becomes public");
    let notes = change.notes.iter().map(Note::message).chain(photo).collect();
    (change.fields.into_iter().map(DisplayChange::new).collect(), notes)
}

impl DisplayChange {
    fn new(change: FieldChange) -> Self {
        let value = |json: &Json| DisplayValue::new(json);
        let difference = match change.difference {
            Difference::Added { after } => DisplayDifference::Added { after: value(&after) },
            Difference::Removed { before } => DisplayDifference::Removed { before: value(&before) },
            Difference::Replaced { before, after } => {
                DisplayDifference::Replaced { before: value(&before), after: value(&after) }
            }
            Difference::Words { segments } => DisplayDifference::Words { segments },
            Difference::Entries { segments } => DisplayDifference::Entries { segments },
        };
        let name = |step: Step| match step {
            Step::Key(key) => label(&key),
            Step::Item(name) => name,
        };
        Self { path: change.path.into_iter().map(name).collect(), difference }
    }
}

fn label(key: &str) -> String {
    match key {
        "lastModified" => LAST_MODIFIED.to_owned(),
        "f_skatt" => "F-tax".to_owned(),
        key => humanize(key.trim_start_matches('_')),
    }
}
