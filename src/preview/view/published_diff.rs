//! Compares a consultant with the last build.

use serde::Serialize;
use serde_json::Value as Json;

use super::json_diff::{Change, changes};
use crate::lower::ConsultantDraft;
use crate::model::id::ConsultantId;
use crate::preview::state::State;
use crate::render::profile_path;

/// The maximum size of a published profile that is compared, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// A field that may change although the profile's content does not.
const LAST_MODIFIED: &str = "lastModified";

/// What the next build does with a consultant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NextBuild {
    /// The consultant is inactive and stays unpublished.
    Unpublished,
    /// The consultant is published in the first build of the whole site.
    First,
    /// The consultant is published for the first time.
    New,
    /// The profile's content changes.
    Changed,
    /// At most the date of the last change differs.
    Unchanged,
    /// The consultant is withdrawn.
    Withdrawn,
}

/// The published profile of a consultant, if any.
#[derive(Debug)]
pub(super) struct PublishedProfile(Option<Vec<u8>>);

impl PublishedProfile {
    /// Reads the profile of `id`. An unreadable file counts as unpublished.
    pub(super) fn read(state: &State, id: &ConsultantId) -> Self {
        let path = profile_path(id);
        let read = state.published.read(path.trim_start_matches('/'), MAX_BYTES);
        Self(read.ok().flatten())
    }

    /// Whether the consultant is published.
    pub(super) fn exists(&self) -> bool {
        self.0.is_some()
    }

    /// Returns what the next build does. `profile` is the displayed profile.
    pub(super) fn next_build(
        &self,
        state: &State,
        draft: &ConsultantDraft,
        profile: Option<&Json>,
    ) -> NextBuild {
        match (draft.active, self.json()) {
            (Some(false), None) => NextBuild::Unpublished,
            (Some(false), Some(_)) => NextBuild::Withdrawn,
            (_, None) if !state.published.exists() => NextBuild::First,
            (_, None) => NextBuild::New,
            (_, Some(before)) => match profile {
                Some(after) if split_date(before).0 != split_date(after.clone()).0 => {
                    NextBuild::Changed
                }
                _ => NextBuild::Unchanged,
            },
        }
    }

    /// Returns the changes of all fields. The date of the last change, which is not written by
    /// hand, comes last.
    pub(super) fn changes(&self, profile: &Json) -> Vec<Change> {
        let date_last = |profile: Json| match split_date(profile) {
            (Json::Object(mut profile), Some(date)) => {
                profile.insert(LAST_MODIFIED.to_owned(), date);
                Json::Object(profile)
            }
            (profile, _) => profile,
        };
        match self.json() {
            Some(before) => changes(&date_last(before), &date_last(profile.clone())),
            None => Vec::new(),
        }
    }

    /// Returns the published document; `null` if it is not JSON.
    fn json(&self) -> Option<Json> {
        let bytes = self.0.as_ref()?;
        Some(serde_json::from_slice(bytes).unwrap_or(Json::Null))
    }
}

/// Removes the date of the last change from a profile.
fn split_date(mut profile: Json) -> (Json, Option<Json>) {
    let date = profile.as_object_mut().and_then(|profile| profile.shift_remove(LAST_MODIFIED));
    (profile, date)
}
