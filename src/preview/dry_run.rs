//! Encodes the photos of a release while the preview is idle: some photos reveal only then that
//! they cannot be published.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::photo_cache::{PhotoCache, Purpose};
use super::state::Release;
use crate::bundle::{Artifact, Body, Fingerprint, GenerateError};
use crate::diagnostic::Diagnostic;
use crate::model::id::ConsultantId;

/// The queue of photos that have not been encoded yet.
#[derive(Debug, Default)]
pub(super) struct PhotoDryRun {
    /// Photos are taken from the end.
    pending: Vec<(ConsultantId, Artifact)>,
    /// Whether each photo that was encoded can be published.
    results: HashMap<Fingerprint, bool>,
}

impl PhotoDryRun {
    /// Replaces the queue by the unknown photos of `release`; those that were not queued before
    /// come first.
    pub(super) fn prepare(&mut self, release: &Release) {
        let before = self.pending.iter().filter_map(|(_, photo)| fingerprint(photo));
        let before: HashSet<Fingerprint> = before.collect();
        let (mut results, mut new, mut old) = (HashMap::new(), Vec::new(), Vec::new());
        for (id, photo) in release.photos() {
            let Some(fingerprint) = fingerprint(&photo) else {
                continue;
            };
            if let Some(&is_valid) = self.results.get(&fingerprint) {
                results.insert(fingerprint, is_valid);
            } else if before.contains(&fingerprint) {
                old.push((id.clone(), photo));
            } else {
                new.push((id.clone(), photo));
            }
        }
        let pending = new.into_iter().chain(old).rev().collect();
        *self = Self { pending, results };
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
        let invalid = release.photos().filter(|(_, photo)| self.is_invalid(photo));
        let diagnostic = |(id, photo): (&ConsultantId, Artifact)| match cache
            .bytes(&photo, Purpose::DryRun)
            .err()?
        {
            GenerateError::Content(diagnostic) => Some((id.clone(), *diagnostic)),
            GenerateError::Environment(_) => None,
        };
        invalid.filter_map(diagnostic).collect()
    }

    /// Returns whether a photo of `release` is known to be invalid.
    pub(super) fn has_invalid(&self, release: &Release) -> bool {
        release.photos().any(|(_, photo)| self.is_invalid(&photo))
    }

    fn is_invalid(&self, photo: &Artifact) -> bool {
        fingerprint(photo).is_some_and(|own| self.results.get(&own) == Some(&false))
    }

    /// Encodes the next few photos into `cache`, one per processor, and returns their diagnostics.
    pub(super) fn step(&mut self, cache: &PhotoCache) -> Vec<(ConsultantId, Diagnostic)> {
        let rest = self.pending.len().saturating_sub(rayon::current_num_threads());
        let next = self.pending.split_off(rest);
        let encode =
            |(_, photo): &(ConsultantId, Artifact)| cache.bytes(photo, Purpose::DryRun).err();
        let outcomes: Vec<Option<GenerateError>> = next.par_iter().map(encode).collect();
        let mut diagnostics = Vec::new();
        for ((id, photo), outcome) in next.into_iter().zip(outcomes) {
            let is_valid = outcome.is_none();
            match outcome {
                // The file was changed or removed, which the watcher reports as well.
                Some(GenerateError::Environment(_)) => continue,
                Some(GenerateError::Content(diagnostic)) => diagnostics.push((id, *diagnostic)),
                None => {}
            }
            self.results.extend(fingerprint(&photo).map(|own| (own, is_valid)));
        }
        diagnostics
    }
}

/// Returns the fingerprint of an artifact that has to be encoded.
fn fingerprint(artifact: &Artifact) -> Option<Fingerprint> {
    match &artifact.body {
        Body::Bytes(_) => None,
        Body::Generated(generator) => Some(generator.fingerprint()),
    }
}
