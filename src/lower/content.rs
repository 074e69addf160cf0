//! The whole content as far as it could be understood: what authors look at, while only the
//! [`Site`] made from it is published.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::last_modified::DateCertainty;
use crate::diagnostic::{self, Diagnosed, Diagnostic};
use crate::model::id::ConsultantId;
use crate::model::site::{Consultant, Settings, Site};
use crate::source::Source;

/// The settings and all consultants, active or not, finished or not.
#[derive(Debug, Clone, Default)]
pub struct Content {
    /// What holds for the whole site; `None` if too much of it is missing.
    pub settings: Option<Settings>,
    /// Every consultant whose file has a valid name.
    pub consultants: BTreeMap<ConsultantId, Arc<ConsultantDraft>>,
    /// All mistakes of all files, ordered by file and place.
    pub diagnostics: Vec<Diagnostic>,
}

/// A consultant's file, and what became of it.
#[derive(Debug, Clone)]
pub struct ConsultantDraft {
    /// The consultant's identifier.
    pub id: ConsultantId,
    /// The file, relative to the content folder.
    pub path: String,
    /// Whether the author wants it published; `None` if the file does not say.
    pub active: Option<bool>,
    /// The profile and the photo, as far as they are free of mistakes; `None` if the file cannot
    /// be understood at all.
    pub consultant: Option<Arc<Consultant>>,
    /// The mistakes of this file and its photo.
    pub diagnostics: Vec<Diagnostic>,
    pub(super) dating: DateCertainty,
    /// The file and the photo's file it was made from.
    pub(super) made_from: (Source, Option<Source>),
}

impl ConsultantDraft {
    /// Whether it is what a file and a photo's file become.
    pub(super) fn is_of(&self, (source, photo): (&Source, Option<&Source>)) -> bool {
        self.made_from.0 == *source && self.made_from.1.as_ref() == photo
    }
}

impl Content {
    /// Drops the drafts that were made from one of the files at `paths`, so that these are read
    /// again.
    pub fn forget(&mut self, paths: &BTreeSet<String>) {
        let is_named = |source: &Source| paths.contains(source.path());
        self.consultants.retain(|_, draft| {
            let (source, photo) = &draft.made_from;
            !is_named(source) && !photo.as_ref().is_some_and(is_named)
        });
    }

    /// Adds a mistake that was found later, to the consultant whose file or photo it is in.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        let is_in = |source: &Source| source.path() == diagnostic.file;
        let mut drafts = self.consultants.values_mut();
        let draft = drafts.find(|draft| {
            let (source, photo) = &draft.made_from;
            is_in(source) || photo.as_ref().is_some_and(is_in)
        });
        if let Some(draft) = draft {
            let mut told = ConsultantDraft::clone(draft);
            told.diagnostics.push(diagnostic.clone());
            *draft = Arc::new(told);
        }
        self.diagnostics.push(diagnostic);
        diagnostic::order(&mut self.diagnostics);
    }

    /// Whether a mistake stops the publishing.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// The identifiers of those whose files say that they are not active.
    pub fn inactive(&self) -> Vec<ConsultantId> {
        let drafts = self.consultants.values();
        let inactive = drafts.filter(|draft| draft.active == Some(false));
        inactive.map(|draft| draft.id.clone()).collect()
    }

    /// What is published: `None` while a mistake stops it.
    pub fn into_site(self) -> Diagnosed<Site> {
        let finished = self.consultants.into_values();
        // Taken over, so that each draft can be let go when its files are made.
        let finished = finished.filter_map(|draft| match Arc::try_unwrap(draft) {
            Ok(draft) => draft.consultant,
            Err(draft) => draft.consultant.clone(),
        });
        let site = self.settings.map(|settings| Site::new(settings, finished));
        Diagnosed::new(site, self.diagnostics)
    }
}
