//! Encodes the photos of a release while the preview is idle: some photos reveal only then that
//! they cannot be published.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::photo_cache::{PhotoCache, Purpose};
use super::state::Release;
use crate::bundle::{Artifact, Body, Fingerprint, GenerateError};
use crate::diagnostic::Diagnostic;

/// The queue of photos that have not been encoded yet.
#[derive(Debug, Default)]
pub(super) struct PhotoDryRun {
    /// Photos are taken from the end.
    pending: Vec<Arc<Artifact>>,
    /// Whether each photo that was encoded can be published.
    results: HashMap<Fingerprint, bool>,
}

impl PhotoDryRun {
    /// Replaces the queue by the unknown photos of `release`; those that were not queued before
    /// come first.
    pub(super) fn prepare(&mut self, release: &Release) {
        let before = self.pending.iter().filter_map(|a| fingerprint(a));
        let before: HashSet<Fingerprint> = before.collect();
        let (mut results, mut new, mut old) = (HashMap::new(), Vec::new(), Vec::new());
        for artifact in release.photos() {
            let Some(fingerprint) = fingerprint(artifact) else {
                continue;
            };
            if let Some(&is_valid) = self.results.get(&fingerprint) {
                results.insert(fingerprint, is_valid);
            } else if before.contains(&fingerprint) {
                old.push(Arc::clone(artifact));
            } else {
                new.push(Arc::clone(artifact));
            }
        }
        let pending = new.into_iter().chain(old).rev().collect();
        *self = Self { pending, results };
    }

    pub(super) fn is_finished(&self) -> bool {
        self.pending.is_empty()
    }

    /// Returns the diagnostics of those photos of `release` that are known to be invalid.
    pub(super) fn diagnostics(&self, release: &Release, cache: &PhotoCache) -> Vec<Diagnostic> {
        let invalid = release.photos().filter(|artifact| self.is_invalid(artifact));
        let errors = invalid.filter_map(|artifact| cache.bytes(artifact, Purpose::DryRun).err());
        let content = |error| match error {
            GenerateError::Content(diagnostic) => Some(*diagnostic),
            GenerateError::Environment(_) => None,
        };
        errors.filter_map(content).collect()
    }

    /// Whether a photo of `release` is known to be invalid.
    pub(super) fn has_invalid(&self, release: &Release) -> bool {
        release.photos().any(|artifact| self.is_invalid(artifact))
    }

    fn is_invalid(&self, artifact: &Artifact) -> bool {
        fingerprint(artifact).is_some_and(|own| self.results.get(&own) == Some(&false))
    }

    /// Encodes the next few photos into `cache`, one per processor, and returns their diagnostics.
    pub(super) fn step(&mut self, cache: &PhotoCache) -> Vec<Diagnostic> {
        let rest = self.pending.len().saturating_sub(rayon::current_num_threads());
        let next = self.pending.split_off(rest);
        let encode = |artifact: &Arc<Artifact>| cache.bytes(artifact, Purpose::DryRun).err();
        let outcomes: Vec<Option<GenerateError>> = next.par_iter().map(encode).collect();
        let mut diagnostics = Vec::new();
        for (artifact, outcome) in next.iter().zip(outcomes) {
            let is_valid = outcome.is_none();
            match outcome {
                // The file was changed or removed, which the watcher reports as well.
                Some(GenerateError::Environment(_)) => continue,
                Some(GenerateError::Content(diagnostic)) => diagnostics.push(*diagnostic),
                None => {}
            }
            self.results.extend(fingerprint(artifact).map(|own| (own, is_valid)));
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
