//! Compares the consultants of a compilation with a base.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use super::consultant::{ConsultantChange, Note, compare, identity};
use super::{ConsultantStatus, PublicConsultant, PublicState};
use crate::bundle::{Artifact, Body};
use crate::compile::{CheckSink, CompiledConsultant, Inputs, Sink};
use crate::content::inventory::ConsultantFiles;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::Result;
use crate::model::id::ConsultantId;

/// The sink of a compilation that compares each consultant with a base.
pub struct Comparer<'a> {
    base: &'a dyn PublicState,
    found: Mutex<Found>,
}

/// The changes, each with the identity of the profile and photo, which a renamed consultant keeps.
type Found = BTreeMap<ConsultantId, (ConsultantChange, Option<Digest>)>;

impl<'a> Comparer<'a> {
    /// Starts a comparison with a base.
    pub fn new(base: &'a dyn PublicState) -> Self {
        Self { base, found: Mutex::default() }
    }

    /// Compares one consultant, who has these files.
    fn compare(
        &self,
        id: &ConsultantId,
        head: Option<&PublicConsultant>,
        files: Option<ConsultantFiles<'_>>,
    ) -> Result<()> {
        let base = self.base.consultant(id)?;
        let Some(mut change) = compare(id, base.as_ref(), head) else {
            return Ok(());
        };
        let is_changed = change.status == ConsultantStatus::Changed && !change.fields.is_empty();
        // On a site in another language, the translation itself can have changed.
        if let Some(ConsultantFiles { sources, profile, .. }) = files.filter(|_| is_changed)
            && sources.language().is_none()
        {
            change.notes.extend(Note::on_translations(&sources.languages_of(profile.path())));
        }
        let identity = match change.status {
            ConsultantStatus::New => head.map(identity),
            ConsultantStatus::Withdrawn => base.as_ref().map(identity),
            ConsultantStatus::Changed | ConsultantStatus::Unchanged => None,
        };
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.insert(id.clone(), (change, identity));
        Ok(())
    }

    /// Returns the changes in the order of the identifiers. `ids` are the consultants of the base that the
    /// compilation may not have, and `compiled` those that it has.
    ///
    /// # Errors
    /// Returns an error if the environment fails.
    pub fn finish(
        self,
        ids: &BTreeSet<ConsultantId>,
        compiled: impl Fn(&ConsultantId) -> bool,
    ) -> Result<Vec<ConsultantChange>> {
        for id in ids.iter().filter(|id| !compiled(id)) {
            self.compare(id, None, None)?;
        }
        let mut found = self.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (old, new) in renamed(&found) {
            found.remove(&old);
            let (change, _) = found.get_mut(&new).expect("a found consultant");
            change.former_id = Some(old);
            change.fields.clear();
            change.notes.clear();
            change.photo = None;
        }
        Ok(found.into_values().map(|(change, _)| change).collect())
    }
}

/// Returns the old and new identifiers of renamed consultants: those of which exactly one withdrawn and
/// one added consultant have the same profile.
fn renamed(found: &Found) -> Vec<(ConsultantId, ConsultantId)> {
    let by_status = |status: ConsultantStatus| {
        let mut ids: BTreeMap<Digest, Vec<&ConsultantId>> = BTreeMap::new();
        for (id, (_, identity)) in found.iter().filter(|(_, (change, _))| change.status == status) {
            ids.entry(identity.expect("the profile exists")).or_default().push(id);
        }
        ids
    };
    let (withdrawn, added) =
        (by_status(ConsultantStatus::Withdrawn), by_status(ConsultantStatus::New));
    let pair = |(identity, old): (&Digest, &Vec<&ConsultantId>)| {
        let ([old], [new]) = (&old[..], &added.get(identity)?[..]) else {
            return None;
        };
        Some(((*old).clone(), (*new).clone()))
    };
    withdrawn.iter().filter_map(pair).collect()
}

/// Returns what is public of a compiled consultant.
pub(super) fn public(files: &[Artifact], entry: &Entry) -> PublicConsultant {
    let profile = files.iter().find_map(|file| match &file.body {
        Body::Document(document) if document.digest() == entry.profile => Some(document.to_vec()),
        _ => None,
    });
    PublicConsultant {
        profile: profile.expect("an active consultant has a profile"),
        json_resume: entry.json_resume,
        photo: entry.photo.map(|photo| photo.fingerprint.digest()),
    }
}

impl Sink for Comparer<'_> {
    fn has(&self, id: &ConsultantId, entry: Option<&Entry>) -> bool {
        match entry {
            Some(entry) => self.base.has_files_of(entry),
            None => self.base.consultant(id).is_ok_and(|base| base.is_none()),
        }
    }

    fn take(&self, compiled: CompiledConsultant, inputs: &Inputs<'_>) -> Result<Vec<Diagnostic>> {
        let head = compiled.entry.as_ref().map(|entry| public(&compiled.files, entry));
        self.compare(&compiled.decoded.id, head.as_ref(), Some(inputs.files))?;
        CheckSink.take(compiled, inputs)
    }
}
