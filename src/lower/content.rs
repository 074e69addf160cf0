//! The content of a site, including drafts with errors: the preview shows it, while only the
//! [`Site`] made from it is published.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::inventory::ConsultantFiles;
use super::last_modified::DateCertainty;
use crate::diagnostic::{self, Diagnosed, Diagnostic};
use crate::model::id::ConsultantId;
use crate::model::site::{Consultant, Settings, Site};
use crate::source::Source;

/// The settings, and all consultants with or without errors, active or inactive.
#[derive(Debug, Clone, Default)]
pub struct Content {
    /// The settings of the site; `None` if required ones are missing or invalid.
    pub settings: Option<Settings>,
    /// All consultants whose file name is a valid identifier.
    pub consultants: BTreeMap<ConsultantId, Arc<ConsultantDraft>>,
    /// The diagnostics of all files, ordered by file and position.
    pub diagnostics: Vec<Diagnostic>,
}

/// The result of reading a consultant's files.
#[derive(Debug, Clone)]
pub struct ConsultantDraft {
    /// The consultant's identifier.
    pub id: ConsultantId,
    /// The path of the profile, relative to the content directory.
    pub path: String,
    /// The value of `active`; `None` if it is missing or invalid.
    pub active: Option<bool>,
    /// The valid parts of the profile and the photo; `None` if the profile cannot be read or lacks
    /// a required field.
    pub consultant: Option<Arc<Consultant>>,
    /// The diagnostics of the profile and the photo.
    pub diagnostics: Vec<Diagnostic>,
    pub(super) date_certainty: DateCertainty,
    pub(super) profile_source: Source,
    pub(super) photo_source: Option<Source>,
}

impl ConsultantDraft {
    /// Returns whether the draft was made from these files in their current state.
    pub(super) fn is_up_to_date(&self, files: ConsultantFiles<'_>) -> bool {
        self.profile_source == *files.profile && self.photo_source.as_ref() == files.photo
    }

    fn sources(&self) -> impl Iterator<Item = &Source> {
        std::iter::once(&self.profile_source).chain(&self.photo_source)
    }
}

impl Content {
    /// Drops the drafts that were made from one of the files at `paths`, so that the next run reads
    /// these files again.
    pub fn forget(&mut self, paths: &BTreeSet<String>) {
        self.consultants
            .retain(|_, draft| !draft.sources().any(|source| paths.contains(source.path())));
    }

    /// Adds a diagnostic of a later phase, also to the consultant that the file belongs to.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        let mut drafts = self.consultants.values_mut();
        if let Some(draft) = drafts.find(|draft| {
            let mut sources = draft.sources();
            sources.any(|source| source.path() == diagnostic.file)
        }) {
            Arc::make_mut(draft).diagnostics.push(diagnostic.clone());
        }
        self.diagnostics.push(diagnostic);
        diagnostic::order(&mut self.diagnostics);
    }

    /// Returns whether an error prevents publishing.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Returns the identifiers of the consultants with `active: false`.
    pub fn inactive(&self) -> Vec<ConsultantId> {
        let drafts = self.consultants.values();
        let inactive = drafts.filter(|draft| draft.active == Some(false));
        inactive.map(|draft| draft.id.clone()).collect()
    }

    /// Converts the content to the site to publish, which is `None` if an error prevents publishing.
    pub fn into_site(self) -> Diagnosed<Site> {
        let drafts = self.consultants.into_values();
        // Unwrapped where possible, so that rendering can free each consultant.
        let consultants = drafts.filter_map(|draft| match Arc::try_unwrap(draft) {
            Ok(draft) => draft.consultant,
            Err(draft) => draft.consultant.clone(),
        });
        let site = self.settings.map(|settings| Site::new(settings, consultants));
        Diagnosed::new(site, self.diagnostics)
    }
}
