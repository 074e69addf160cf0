//! What happens to the files of consultants.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::bundle::{Artifact, Body, GenerateError};
use crate::diagnostic::Diagnostic;
use crate::entry::Entry;
use crate::error::Result;
use crate::lower::ConsultantDraft;
use crate::model::id::ConsultantId;

/// Takes the files of consultants. Called from several threads, in any order.
pub trait Sink: Sync {
    /// Returns whether the files of a consultant that did not change are still in place; `entry` is
    /// `None` if the consultant has none. If not, the consultant is compiled again and taken.
    fn has(&self, id: &ConsultantId, entry: Option<&Entry>) -> bool;

    /// Takes a compiled consultant with the files to publish: none if the consultant is inactive or
    /// has errors. Returns the diagnostics of content that was generated.
    ///
    /// # Errors
    /// Returns an error if the environment fails.
    fn take(&self, draft: ConsultantDraft, files: Vec<Artifact>) -> Result<Vec<Diagnostic>>;
}

/// Discards all files.
#[derive(Debug)]
pub struct Discard;

impl Sink for Discard {
    fn has(&self, _: &ConsultantId, _: Option<&Entry>) -> bool {
        true
    }

    fn take(&self, _: ConsultantDraft, _: Vec<Artifact>) -> Result<Vec<Diagnostic>> {
        Ok(Vec::new())
    }
}

/// Generates photos, because only that finds all errors in them, and discards all files.
#[derive(Debug)]
pub struct Check;

impl Sink for Check {
    fn has(&self, _: &ConsultantId, _: Option<&Entry>) -> bool {
        true
    }

    fn take(&self, _: ConsultantDraft, files: Vec<Artifact>) -> Result<Vec<Diagnostic>> {
        each_file(&files, |file| match &file.body {
            Body::Bytes(_) => Ok(()),
            Body::Generated(generator) => generator.generate().map(drop),
        })
    }
}

/// Keeps all profiles and files in memory.
#[derive(Debug, Default)]
pub struct Collector {
    previous: Collected,
    collected: Mutex<Collected>,
}

/// The profiles and files of all consultants.
pub type Collected = BTreeMap<ConsultantId, Arc<CollectedConsultant>>;

/// The profile and the files of a consultant.
#[derive(Debug)]
pub struct CollectedConsultant {
    /// The profile.
    pub draft: ConsultantDraft,
    /// The files to publish.
    pub files: Vec<Arc<Artifact>>,
}

impl Collector {
    /// Creates a sink that keeps those of the `previous` consultants that did not change.
    pub fn after(previous: Collected) -> Self {
        Self { previous, collected: Mutex::default() }
    }

    /// Returns what was collected.
    pub fn finish(self) -> Collected {
        self.collected.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn insert(&self, id: &ConsultantId, consultant: Arc<CollectedConsultant>) {
        let mut collected = self.collected.lock().unwrap_or_else(PoisonError::into_inner);
        collected.insert(id.clone(), consultant);
    }
}

impl Sink for Collector {
    fn has(&self, id: &ConsultantId, _: Option<&Entry>) -> bool {
        let previous = self.previous.get(id);
        previous.inspect(|consultant| self.insert(id, Arc::clone(consultant))).is_some()
    }

    fn take(&self, draft: ConsultantDraft, files: Vec<Artifact>) -> Result<Vec<Diagnostic>> {
        let id = draft.id.clone();
        let files = files.into_iter().map(Arc::new).collect();
        self.insert(&id, Arc::new(CollectedConsultant { draft, files }));
        Ok(Vec::new())
    }
}

/// Calls `work` with each file and separates the diagnostics from the errors of the environment.
///
/// # Errors
/// Returns the first error of the environment.
pub fn each_file(
    files: &[Artifact],
    work: impl Fn(&Artifact) -> std::result::Result<(), GenerateError>,
) -> Result<Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    for file in files {
        match work(file) {
            Ok(()) => {}
            Err(GenerateError::Content(diagnostic)) => diagnostics.push(*diagnostic),
            Err(GenerateError::Environment(error)) => return Err(error),
        }
    }
    Ok(diagnostics)
}
