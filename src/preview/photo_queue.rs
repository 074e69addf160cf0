//! Encodes the published photos while the preview is idle: some photos reveal only then that they
//! cannot be published.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::photo_cache::PhotoCache;
use crate::bundle::{Artifact, Fingerprint, GenerateError};
use crate::diagnostic::Diagnostic;
use crate::model::id::ConsultantId;

/// A photo of a consultant.
pub(super) type PhotoKey = (ConsultantId, Fingerprint);

/// The photos that have not been encoded yet, and the results of the others.
#[derive(Debug, Default)]
pub(super) struct PhotoQueue {
    /// Photos are taken from the end.
    pending: Vec<(PhotoKey, Artifact)>,
    /// Why each encoded photo cannot be published; `None` if it can.
    results: BTreeMap<PhotoKey, Option<Diagnostic>>,
}

impl PhotoQueue {
    /// Replaces the queue.
    pub(super) fn fill(&mut self, photos: Vec<(PhotoKey, Artifact)>) {
        self.pending = photos;
        self.pending.reverse();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Returns whether a photo was encoded.
    pub(super) fn is_known(&self, photo: &PhotoKey) -> bool {
        self.results.contains_key(photo)
    }

    /// Returns the photos that cannot be published, and why.
    pub(super) fn invalid(&self) -> impl Iterator<Item = (&PhotoKey, &Diagnostic)> {
        self.results.iter().filter_map(|(photo, result)| Some((photo, result.as_ref()?)))
    }

    /// Encodes the next few photos into `cache`, one per processor. Returns whether some of them cannot
    /// be published.
    pub(super) fn step(&mut self, cache: &PhotoCache) -> bool {
        let rest = self.pending.len().saturating_sub(rayon::current_num_threads());
        let next = self.pending.split_off(rest);
        let errors: Vec<Option<GenerateError>> =
            next.par_iter().map(|(_, photo)| cache.bytes(photo).err()).collect();
        let mut has_invalid = false;
        for ((key, _), error) in next.into_iter().zip(errors) {
            let diagnostic = match error {
                // The file was changed or removed, which the watcher reports as well.
                Some(GenerateError::Environment(_)) => continue,
                Some(GenerateError::Content(diagnostic)) => Some(*diagnostic),
                None => None,
            };
            has_invalid |= diagnostic.is_some();
            self.results.insert(key, diagnostic);
        }
        has_invalid
    }
}
