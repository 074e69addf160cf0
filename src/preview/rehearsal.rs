//! Making photos ahead of the build, in moments in which nothing else is to do: some photos show
//! only then that they cannot be published.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use rayon::prelude::*;

use super::made::Made;
use crate::bundle::{Artifact, Body, Bundle, RecipeError};
use crate::diagnostic::Diagnostic;

/// The photos that are still to be made.
#[derive(Debug, Default)]
pub(super) struct Rehearsal {
    waiting: Vec<Arc<Artifact>>,
    /// Those that were made, by path.
    done: BTreeMap<String, Weak<Artifact>>,
}

impl Rehearsal {
    /// Replaces what is waiting by what is new in `bundle`.
    pub(super) fn prepare(&mut self, bundle: &Bundle) {
        let is_recipe = |artifact: &&Arc<Artifact>| matches!(artifact.body, Body::Recipe(_));
        let recipes: Vec<_> = bundle.iter().filter(is_recipe).collect();
        let is_done = |artifact: &Arc<Artifact>| {
            let done = self.done.get(&artifact.path);
            done.is_some_and(|done| std::ptr::eq(done.as_ptr(), Arc::as_ptr(artifact)))
        };
        let (done, waiting): (Vec<_>, Vec<_>) = recipes.into_iter().partition(|a| is_done(a));
        let path = |artifact: &Arc<Artifact>| (artifact.path.clone(), Arc::downgrade(artifact));
        let done = done.into_iter().map(path).collect();
        // Taken from the end, so that it goes on in the order of paths.
        let waiting = waiting.into_iter().rev().map(Arc::clone).collect();
        *self = Self { waiting, done };
    }

    pub(super) fn is_over(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Makes the next few, one for each processor, and remembers them in `made`; gives what is
    /// wrong with them.
    pub(super) fn step(&mut self, made: &Made) -> Vec<Diagnostic> {
        let rest = self
            .waiting
            .len()
            .saturating_sub(rayon::current_num_threads());
        let next = self.waiting.split_off(rest);
        for artifact in &next {
            self.done
                .insert(artifact.path.clone(), Arc::downgrade(artifact));
        }
        let outcomes = next.par_iter().map(|artifact| made.bytes(artifact).err());
        let outcomes: Vec<Option<RecipeError>> = outcomes.collect();
        let content = |error| match error {
            RecipeError::Content(diagnostic) => Some(*diagnostic),
            // A file that is gone in the meantime: that is a change, and is told as one.
            RecipeError::Environment(_) => None,
        };
        outcomes.into_iter().flatten().filter_map(content).collect()
    }
}
