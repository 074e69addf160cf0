//! A consultant against what was last published.

use serde::Serialize;
use serde_json::Value as Json;

use super::json_diff::{Change, changes};
use crate::lower::content::ConsultantDraft;
use crate::model::id::ConsultantId;
use crate::preview::state::State;
use crate::render::profile_path;

/// A larger file is no profile.
const MAX_BYTES: usize = 16 << 20;

/// The field that also changes when nothing does that people read.
const LAST_MODIFIED: &str = "lastModified";

/// What the next publication does with a consultant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outlook {
    /// They stay unpublished.
    Unpublished,
    /// They are published, with everybody else: nothing was before.
    First,
    /// They are published for the first time.
    New,
    /// Something that people read changes.
    Changed,
    /// Nothing changes, but perhaps the date of the last change.
    Same,
    /// They are withdrawn.
    Withdrawn,
}

/// What was published of one consultant.
#[derive(Debug)]
pub(super) struct Published(Option<Vec<u8>>);

impl Published {
    /// What was published of `id`; nothing if it cannot be read.
    pub(super) fn of(state: &State, id: &ConsultantId) -> Self {
        let path = profile_path(id);
        let read = state
            .published
            .read(path.trim_start_matches('/'), MAX_BYTES);
        Self(read.ok().flatten())
    }

    /// Whether there was something.
    pub(super) fn exists(&self) -> bool {
        self.0.is_some()
    }

    /// What the next publication does. `profile` is what is shown, if there is anything to show.
    pub(super) fn outlook(
        &self,
        state: &State,
        draft: &ConsultantDraft,
        profile: Option<&Json>,
    ) -> Outlook {
        match (draft.active, &self.0) {
            (Some(false), None) => Outlook::Unpublished,
            (Some(false), Some(_)) => Outlook::Withdrawn,
            (_, None) if !state.published.exists() => Outlook::First,
            (_, None) => Outlook::New,
            (_, Some(bytes)) => {
                let before = serde_json::from_slice(bytes).unwrap_or(Json::Null);
                let after = profile.cloned().unwrap_or(Json::Null);
                match without_date(before) == without_date(after) || profile.is_none() {
                    true => Outlook::Same,
                    false => Outlook::Changed,
                }
            }
        }
    }

    /// What becomes different, field by field; the date of the last change, which nobody wrote,
    /// comes last.
    pub(super) fn changes(&self, profile: &Json) -> Vec<Change> {
        let Some(bytes) = &self.0 else {
            return Vec::new();
        };
        let dated_last = |mut profile: Json| {
            if let Some(profile) = profile.as_object_mut()
                && let Some(date) = profile.shift_remove(LAST_MODIFIED)
            {
                profile.insert(LAST_MODIFIED.to_owned(), date);
            }
            profile
        };
        let before = serde_json::from_slice(bytes).unwrap_or(Json::Null);
        changes(&dated_last(before), &dated_last(profile.clone()))
    }
}

fn without_date(mut profile: Json) -> Json {
    if let Some(profile) = profile.as_object_mut() {
        profile.shift_remove(LAST_MODIFIED);
    }
    profile
}
