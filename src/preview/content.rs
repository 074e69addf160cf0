//! The content of the newest revision, including inactive consultants and drafts with errors.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::compile::{Collected, CollectedConsultant};
use crate::diagnostic::Diagnostic;
use crate::lower::ConsultantDraft;
use crate::model::id::ConsultantId;
use crate::model::site::Settings;

/// The settings, and all consultants with or without errors, active or inactive.
#[derive(Debug, Clone, Default)]
pub struct Content {
    /// The settings of the site; `None` if required ones are missing or invalid.
    pub settings: Option<Settings>,
    /// All consultants whose file name is a valid identifier.
    pub consultants: Collected,
    /// Diagnostics of photos that were found after the consultant was compiled.
    of_photos: BTreeMap<ConsultantId, Vec<Diagnostic>>,
}

impl Content {
    pub(super) fn new(settings: Option<Settings>, consultants: Collected) -> Self {
        Self { settings, consultants, of_photos: BTreeMap::new() }
    }

    /// Returns the draft of consultant `id`.
    pub fn draft(&self, id: &ConsultantId) -> Option<&ConsultantDraft> {
        self.consultants.get(id).map(|consultant| &consultant.draft)
    }

    /// Returns all drafts, ordered by identifier.
    pub fn drafts(&self) -> impl Iterator<Item = &ConsultantDraft> {
        self.consultants.values().map(|consultant| &consultant.draft)
    }

    /// Returns whether a consultant has an error.
    pub fn has_errors(&self, draft: &ConsultantDraft) -> bool {
        let of_photo = self.of_photos.get(&draft.id).into_iter().flatten();
        draft.diagnostics.iter().chain(of_photo).any(Diagnostic::is_error)
    }

    /// Adds a diagnostic of a photo.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let has_photo = |consultant: &&Arc<CollectedConsultant>| {
            let photo = consultant.draft.consultant.as_ref().and_then(|c| c.photo.as_ref());
            photo.is_some_and(|photo| photo.source == diagnostic.file)
        };
        if let Some(consultant) = self.consultants.values().find(has_photo) {
            self.of_photos.entry(consultant.draft.id.clone()).or_default().push(diagnostic);
        }
    }
}
