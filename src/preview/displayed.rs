//! Selects the version of a profile that the preview displays.

use serde::Serialize;
use serde_json::Value as Json;

use super::consultant::{Consultant, Content};
use super::last_build::NextBuild;
use super::state::State;
use crate::bundle::Artifact;
use crate::render::json_resume::JsonResume;
use crate::render::profile::ProfileJson;
use crate::render::profile_text;

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

/// The newest version of a consultant without errors, regardless of errors in other files.
pub(super) struct Displayed<'a> {
    pub(super) version: Version,
    pub(super) consultant: &'a Consultant,
    /// The consultant in the newest content.
    pub(super) current: &'a Consultant,
    content: &'a Content,
    state: &'a State,
}

impl<'a> Displayed<'a> {
    pub(super) fn new(state: &'a State, current: &'a Consultant) -> Self {
        let has_errors = current.has_errors || state.damaged_photos.contains(&current.id);
        let release = state.release.as_ref().filter(|_| has_errors);
        let last_good =
            release.and_then(|release| Some((release.active(&current.id)?, &*release.content)));
        let (version, (consultant, content)) = match last_good {
            Some(last_good) => (Version::LastGood, last_good),
            None if has_errors => (Version::Partial, (current, &*state.content)),
            None => (Version::Current, (current, &*state.content)),
        };
        Self { version, consultant, current, content, state }
    }

    /// Returns the profile as the public would see it, and its JSON Resume, if the settings are valid;
    /// `None` if the profile cannot be displayed.
    pub(super) fn documents(&self) -> Option<(Json, Option<String>)> {
        let consultant = self.content.compile(self.consultant).lowered.consultant?;
        let profile = profile_text(&ProfileJson::new(&consultant)).ok()?;
        let settings = self.content.settings().or(self.state.settings());
        let resume = settings
            .and_then(|settings| profile_text(&JsonResume::new(&consultant, settings)).ok());
        Some((serde_json::from_str(&profile).expect("this is JSON"), resume))
    }

    pub(super) fn next_build(&self) -> NextBuild {
        let Self { consultant, current, state, .. } = self;
        state.last_build.next_build(&current.id, current.active, consultant.content)
    }

    /// Returns the photo of this version; without one, the current photo.
    pub(super) fn photo(&self) -> Option<Artifact> {
        let settings = self.content.settings().or(self.state.settings())?;
        let photo = self.content.photo(self.consultant, settings);
        photo.or_else(|| self.state.content.photo(self.current, settings))
    }
}
