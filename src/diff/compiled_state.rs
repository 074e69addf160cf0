//! The public state of a commit, compiled on demand.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::comparer::public;
use super::{PublicConsultant, PublicState};
use crate::compile::{Compilation, Inputs};
use crate::error::Result;
use crate::model::id::ConsultantId;

/// The public state of the content of a commit. Consultants with errors count as not public.
pub struct CompiledState<'a> {
    compilation: &'a Compilation<'a>,
    unknown: Mutex<BTreeSet<ConsultantId>>,
}

impl<'a> CompiledState<'a> {
    /// Creates the state of `compilation`, which compiles the content of a commit.
    pub fn new(compilation: &'a Compilation<'a>) -> Self {
        Self { compilation, unknown: Mutex::default() }
    }

    /// Returns the compared consultants that may be public although the commit has errors in their files: an
    /// earlier build can have published them.
    pub fn unknown(&self) -> Vec<ConsultantId> {
        self.unknown.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

impl PublicState for CompiledState<'_> {
    fn ids(&self) -> BTreeSet<ConsultantId> {
        self.compilation.inventory().keys().cloned().collect()
    }

    fn consultant(&self, id: &ConsultantId) -> Result<Option<PublicConsultant>> {
        let Some(files) = self.compilation.inventory().get(id) else {
            return Ok(None);
        };
        let compiled = self.compilation.compiler().compile(id, &Inputs::new(*files))?;
        if compiled.entry.is_none() && compiled.decoded.active != Some(false) {
            self.unknown.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone());
        }
        Ok(compiled.entry.as_ref().map(|entry| public(&compiled.files, entry)))
    }
}
