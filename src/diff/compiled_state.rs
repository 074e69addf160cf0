//! The public state of a commit, compiled on demand.

use std::collections::BTreeSet;

use super::comparison::public;
use super::{PublicConsultant, State, undated};
use crate::compile::{Compilation, Inputs};
use crate::error::Result;
use crate::lower::inventory::ConsultantFiles;
use crate::model::id::ConsultantId;
use crate::source::{Revision, Sources};
use crate::yaml;

/// The public state of the content of a commit. Consultants with errors are not public.
pub struct CompiledState<'a> {
    compilation: &'a Compilation<'a>,
    revision: &'a Revision,
}

impl<'a> CompiledState<'a> {
    /// Creates the state of `compilation`, which compiles the content of `revision`.
    pub fn new(compilation: &'a Compilation<'a>, revision: &'a Revision) -> Self {
        Self { compilation, revision }
    }

    fn compile(
        &self,
        id: &ConsultantId,
        files: ConsultantFiles<'_>,
    ) -> Result<Option<PublicConsultant>> {
        let compiler = self.compilation.compiler();
        let compiled = compiler.compile(id, files, &Inputs::read(files)?)?;
        Ok(compiled.entry.as_ref().map(|entry| public(&compiled.files, entry)))
    }
}

impl State for CompiledState<'_> {
    fn ids(&self) -> BTreeSet<ConsultantId> {
        self.compilation.inventory().keys().cloned().collect()
    }

    fn consultant(&self, id: &ConsultantId) -> Result<Option<PublicConsultant>> {
        match self.compilation.inventory().get(id) {
            Some(files) => self.compile(id, *files),
            None => Ok(None),
        }
    }

    fn former_names(&self, id: &ConsultantId) -> Result<BTreeSet<String>> {
        let path = format!("consultants/{id}.yaml");
        let mut names = BTreeSet::new();
        for version in self.revision.versions(&path, yaml::MAX_BYTES)? {
            let sources = Sources::from_memory([(&*path, version)], &undated());
            let profile = sources.get(&path).expect("the only file");
            let public = self.compile(id, ConsultantFiles { profile, photo: None })?;
            let json = public.and_then(|public| {
                serde_json::from_slice::<serde_json::Value>(&public.profile).ok()
            });
            names.extend(json.and_then(|json| Some(json.get("name")?.as_str()?.to_owned())));
        }
        Ok(names)
    }
}
