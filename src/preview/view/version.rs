//! Which version of a consultant is shown.

use serde::Serialize;
use serde_json::Value as Json;

use crate::bundle::Body;
use crate::diagnostic::Diagnostic;
use crate::lower::content::ConsultantDraft;
use crate::preview::state::State;
use crate::render::json_resume::JsonResume;
use crate::render::profile::ProfileJson;
use crate::render::{json_resume_path, profile_path};

/// How the version that is shown relates to the file as it is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// It is what the file says.
    Newest,
    /// The file has mistakes: it is what the file said before them.
    LastGood,
    /// The file has mistakes and was never without: it is what they leave of it.
    Partial,
}

/// A consultant as the public would see them.
#[derive(Debug)]
pub(super) struct Shown<'a> {
    pub(super) version: Version,
    /// The published profile.
    pub(super) profile: Json,
    state: &'a State,
    draft: &'a ConsultantDraft,
}

impl<'a> Shown<'a> {
    /// The newest version of a consultant without mistakes, even while another file has some;
    /// `None` if there is nothing to show of them.
    pub(super) fn of(state: &'a State, draft: &'a ConsultantDraft) -> Option<Self> {
        let has_errors = draft.diagnostics.iter().any(Diagnostic::is_error);
        let newest = || serde_json::to_value(ProfileJson::new(draft.consultant.as_ref()?)).ok();
        let last_good = || {
            let text = released(state, &profile_path(&draft.id))?;
            serde_json::from_str(&text).ok()
        };
        let (version, profile) = if has_errors {
            let last_good = last_good().map(|profile| (Version::LastGood, profile));
            last_good.or_else(|| Some((Version::Partial, newest()?)))?
        } else {
            (Version::Newest, newest()?)
        };
        Some(Self {
            version,
            profile,
            state,
            draft,
        })
    }

    /// The profile as it is, or would be, published.
    pub(super) fn profile_text(&self) -> String {
        indented(&self.profile)
    }

    /// The JSON Resume as it is, or would be, published.
    pub(super) fn resume_text(&self) -> Option<String> {
        if self.version == Version::LastGood {
            return released(self.state, &json_resume_path(&self.draft.id));
        }
        let consultant = self.draft.consultant.as_ref()?;
        let published = ProfileJson::new(consultant);
        let resume = JsonResume::new(consultant, &published, self.state.settings()?);
        Some(indented(&resume))
    }
}

fn indented(document: &impl Serialize) -> String {
    // A document of texts and numbers is always JSON.
    serde_json::to_string_pretty(document).unwrap_or_default()
}

/// The text of a file of the release.
fn released(state: &State, path: &str) -> Option<String> {
    let release = state.release.as_ref()?;
    let artifact = release.bundle.get(path.trim_start_matches('/'))?;
    match &artifact.body {
        Body::Bytes(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        Body::Generated(_) => None,
    }
}
