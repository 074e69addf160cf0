//! Making photos ahead of the build, in moments in which nothing else is to do: some photos show
//! only then that they cannot be published.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::photo_cache::{Made, Purpose};
use crate::bundle::{Artifact, Body, Bundle, Fingerprint, GenerateError};
use crate::diagnostic::Diagnostic;

/// The photos that are still to be made.
#[derive(Debug, Default)]
pub(super) struct PhotoDryRun {
    waiting: Vec<Arc<Artifact>>,
    /// Those that were made, and whether they can be published.
    done: HashMap<Fingerprint, bool>,
}

impl PhotoDryRun {
    /// Replaces what is waiting by what is new in `bundle`; what was not waiting before comes
    /// first.
    pub(super) fn prepare(&mut self, bundle: &Bundle) {
        let before = self.waiting.iter().filter_map(|a| fingerprint(a));
        let before: HashSet<Fingerprint> = before.collect();
        let (mut done, mut newest, mut waiting) = (HashMap::new(), Vec::new(), Vec::new());
        for artifact in bundle.iter() {
            let Some(fingerprint) = fingerprint(artifact) else {
                continue;
            };
            if let Some(&is_fine) = self.done.get(&fingerprint) {
                done.insert(fingerprint, is_fine);
            } else if before.contains(&fingerprint) {
                waiting.push(Arc::clone(artifact));
            } else {
                newest.push(Arc::clone(artifact));
            }
        }
        // Taken from the end.
        newest.extend(waiting);
        newest.reverse();
        *self = Self {
            waiting: newest,
            done,
        };
    }

    pub(super) fn is_over(&self) -> bool {
        self.waiting.is_empty()
    }

    /// What is wrong with those photos of `bundle` that are known not to be publishable.
    pub(super) fn refused(&self, bundle: &Bundle, made: &Made) -> Vec<Diagnostic> {
        let refused = bundle.iter().filter(|artifact| self.is_refused(artifact));
        let made = refused.filter_map(|artifact| made.bytes(artifact, Purpose::PhotoDryRun).err());
        let content = |error| match error {
            GenerateError::Content(diagnostic) => Some(*diagnostic),
            GenerateError::Environment(_) => None,
        };
        made.filter_map(content).collect()
    }

    /// Whether none of the photos of `bundle` is known not to be publishable.
    pub(super) fn refuses_none_of(&self, bundle: &Bundle) -> bool {
        !bundle.iter().any(|artifact| self.is_refused(artifact))
    }

    fn is_refused(&self, artifact: &Artifact) -> bool {
        fingerprint(artifact).is_some_and(|own| self.done.get(&own) == Some(&false))
    }

    /// Makes the next few, one for each processor, and remembers them in `made`; gives what is
    /// wrong with them.
    pub(super) fn step(&mut self, made: &Made) -> Vec<Diagnostic> {
        let rest = self
            .waiting
            .len()
            .saturating_sub(rayon::current_num_threads());
        let next = self.waiting.split_off(rest);
        let make = |artifact: &Arc<Artifact>| made.bytes(artifact, Purpose::PhotoDryRun).err();
        let outcomes: Vec<Option<GenerateError>> = next.par_iter().map(make).collect();
        let mut found = Vec::new();
        for (artifact, outcome) in next.iter().zip(outcomes) {
            let is_fine = outcome.is_none();
            match outcome {
                // A file that is gone or another one in the meantime: that is a change, and is
                // told as one.
                Some(GenerateError::Environment(_)) => continue,
                Some(GenerateError::Content(diagnostic)) => found.push(*diagnostic),
                None => {}
            }
            self.done
                .extend(fingerprint(artifact).map(|own| (own, is_fine)));
        }
        found
    }
}

/// That of a file that has to be made.
fn fingerprint(artifact: &Artifact) -> Option<Fingerprint> {
    match &artifact.body {
        Body::Bytes(_) => None,
        Body::Generated(generator) => Some(generator.fingerprint()),
    }
}
