//! Encodes the photos of a release while the preview is idle: some photos reveal only then that
//! they cannot be published.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::photo_cache::{PhotoCache, Purpose};
use super::state::Release;
use crate::bundle::{Artifact, Fingerprint, GenerateError};
use crate::diagnostic::Diagnostic;
use crate::model::id::ConsultantId;

/// The queue of photos that have not been encoded yet.
#[derive(Debug, Default)]
pub(super) struct PhotoDryRun {
    /// Photos are taken from the end.
    pending: Vec<(ConsultantId, Fingerprint, Artifact)>,
    /// Whether each photo that was encoded can be published.
    results: HashMap<Fingerprint, bool>,
}

impl PhotoDryRun {
    /// Replaces the queue by the unknown photos of `release`; those that were not queued before
    /// come first.
    pub(super) fn prepare(&mut self, release: &Release) {
        let queued: HashSet<Fingerprint> = self.pending.iter().map(|(_, own, _)| *own).collect();
        let unknown = release.photos().filter(|(_, own)| !self.results.contains_key(own));
        let (old, new): (Vec<_>, Vec<_>) = unknown.partition(|(_, own)| queued.contains(own));
        let pending = new.into_iter().chain(old).rev();
        self.pending =
            pending.filter_map(|(id, own)| Some((id.clone(), own, release.photo(id)?))).collect();
    }

    pub(super) fn is_finished(&self) -> bool {
        self.pending.is_empty()
    }

    /// Returns the diagnostics of those photos of `release` that are known to be invalid.
    pub(super) fn diagnostics(
        &self,
        release: &Release,
        cache: &PhotoCache,
    ) -> Vec<(ConsultantId, Diagnostic)> {
        let invalid = release.photos().filter(|(_, own)| self.is_invalid(own));
        let diagnostic = |(id, _): (&ConsultantId, Fingerprint)| match cache
            .bytes(&release.photo(id)?, Purpose::DryRun)
            .err()?
        {
            GenerateError::Content(diagnostic) => Some((id.clone(), *diagnostic)),
            GenerateError::Environment(_) => None,
        };
        invalid.filter_map(diagnostic).collect()
    }

    pub(super) fn has_invalid(&self, release: &Release) -> bool {
        release.photos().any(|(_, own)| self.is_invalid(&own))
    }

    fn is_invalid(&self, photo: &Fingerprint) -> bool {
        self.results.get(photo) == Some(&false)
    }

    /// Encodes the next few photos into `cache`, one per processor, and returns their diagnostics.
    pub(super) fn step(&mut self, cache: &PhotoCache) -> Vec<(ConsultantId, Diagnostic)> {
        let rest = self.pending.len().saturating_sub(rayon::current_num_threads());
        let next = self.pending.split_off(rest);
        let outcomes: Vec<Option<GenerateError>> =
            next.par_iter().map(|(.., photo)| cache.bytes(photo, Purpose::DryRun).err()).collect();
        let mut diagnostics = Vec::new();
        for ((id, fingerprint, _), outcome) in next.into_iter().zip(outcomes) {
            let is_valid = outcome.is_none();
            match outcome {
                // The file was changed or removed, which the watcher reports as well.
                Some(GenerateError::Environment(_)) => continue,
                Some(GenerateError::Content(diagnostic)) => diagnostics.push((id, *diagnostic)),
                None => {}
            }
            self.results.insert(fingerprint, is_valid);
        }
        diagnostics
    }
}
