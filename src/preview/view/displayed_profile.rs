//! Selects the version of a profile that the preview displays.

use serde::Serialize;
use serde_json::Value as Json;

use crate::bundle::Body;
use crate::lower::ConsultantDraft;
use crate::preview::state::State;
use crate::render::json_resume::JsonResume;
use crate::render::profile::ProfileJson;
use crate::render::{document, json_resume_path, profile_path};

/// How the displayed version relates to the current file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Version {
    /// The current file, which has no errors.
    Current,
    /// The last release, because the current file has errors.
    LastGood,
    /// The valid values of the current file, which has errors and was never released.
    Partial,
}

/// A profile as the public would see it.
#[derive(Debug)]
pub(super) struct DisplayedProfile<'a> {
    pub(super) version: Version,
    /// The published document.
    pub(super) json: Json,
    state: &'a State,
    draft: &'a ConsultantDraft,
}

impl<'a> DisplayedProfile<'a> {
    /// Selects the newest version without errors, regardless of errors in other files; `None` if
    /// no version can be displayed.
    pub(super) fn new(state: &'a State, draft: &'a ConsultantDraft) -> Option<Self> {
        let has_errors = state.content.has_errors(draft);
        let current = || document(&ProfileJson::new(draft.consultant.as_ref()?)).ok();
        let last_good = || {
            let text = released(state, &profile_path(&draft.id))?;
            serde_json::from_str(&text).ok()
        };
        let (version, json) = if !has_errors {
            (Version::Current, current()?)
        } else if let Some(last_good) = last_good() {
            (Version::LastGood, last_good)
        } else {
            (Version::Partial, current()?)
        };
        Some(Self { version, json, state, draft })
    }

    /// Returns the JSON Resume document of this version, indented.
    pub(super) fn json_resume(&self) -> Option<String> {
        if self.version == Version::LastGood {
            return released(self.state, &json_resume_path(&self.draft.id));
        }
        let consultant = self.draft.consultant.as_ref()?;
        let resume = document(&JsonResume::new(consultant, self.state.settings()?)).ok()?;
        Some(serde_json::to_string_pretty(&resume).expect("a document serializes to JSON"))
    }
}

/// Returns the text of a file of the release.
fn released(state: &State, path: &str) -> Option<String> {
    let release = state.release.as_ref()?;
    let artifact = release.artifact(path.trim_start_matches('/'))?;
    match &artifact.body {
        Body::Bytes(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        Body::Generated(_) => None,
    }
}
