//! The public state of a commit, compiled on demand.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::comparer::public;
use super::{PublicConsultant, PublicState, undated};
use crate::compile::{Compilation, CompiledConsultant, Inputs};
use crate::content::inventory::ConsultantFiles;
use crate::error::Result;
use crate::model::id::ConsultantId;
use crate::source::{Revision, Sources};
use crate::yaml;

/// The public state of the content of a commit. Consultants with errors count as not public.
pub struct CompiledState<'a> {
    compilation: &'a Compilation<'a>,
    revision: &'a Revision,
    unknown: Mutex<BTreeSet<ConsultantId>>,
}

impl<'a> CompiledState<'a> {
    /// Creates the state of `compilation`, which compiles the content of `revision`.
    pub fn new(compilation: &'a Compilation<'a>, revision: &'a Revision) -> Self {
        Self { compilation, revision, unknown: Mutex::default() }
    }

    /// Returns the compared consultants that may be public although the commit has errors in their files: an
    /// earlier build can have published them.
    pub fn unknown(&self) -> Vec<ConsultantId> {
        self.unknown.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    fn compile(&self, id: &ConsultantId, files: ConsultantFiles<'_>) -> Result<CompiledConsultant> {
        self.compilation.compiler().compile(id, &Inputs::new(files))
    }
}

/// Returns what is public of a compiled consultant; `None` if nothing is.
fn published(compiled: &CompiledConsultant) -> Option<PublicConsultant> {
    compiled.entry.as_ref().map(|entry| public(&compiled.files, entry))
}

impl PublicState for CompiledState<'_> {
    fn ids(&self) -> BTreeSet<ConsultantId> {
        self.compilation.inventory().keys().cloned().collect()
    }

    fn consultant(&self, id: &ConsultantId) -> Result<Option<PublicConsultant>> {
        let Some(files) = self.compilation.inventory().get(id) else {
            return Ok(None);
        };
        let compiled = self.compile(id, *files)?;
        if compiled.entry.is_none() && compiled.decoded.active != Some(false) {
            self.unknown.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone());
        }
        Ok(published(&compiled))
    }

    fn former_names(&self, id: &ConsultantId) -> Result<BTreeSet<String>> {
        let path = format!("consultants/{id}.yaml");
        let mut names = BTreeSet::new();
        for version in self.revision.versions(&path, yaml::MAX_BYTES)? {
            let sources = Sources::from_memory([(&*path, version)], &undated());
            let profile = sources.get(&path).expect("the only file");
            let compiled = self.compile(id, ConsultantFiles { profile, photo: None })?;
            let json = published(&compiled).and_then(|public| {
                serde_json::from_slice::<serde_json::Value>(&public.profile).ok()
            });
            names.extend(json.and_then(|json| Some(json.get("name")?.as_str()?.to_owned())));
        }
        Ok(names)
    }
}
