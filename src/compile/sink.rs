//! Sinks, which take the files of each compiled consultant: to check, discard or publish them.

use super::consultant::CompiledConsultant;
use super::inputs::Inputs;
use crate::bundle::{Artifact, Body, GenerateError};
use crate::diagnostic::Diagnostic;
use crate::entry::Entry;
use crate::error::Result;
use crate::model::id::ConsultantId;

/// Takes the files of consultants. Called from several threads, in any order.
pub trait Sink: Sync {
    /// Returns whether the files of a consultant that did not change are still in place; `entry` is
    /// `None` if the consultant has none. If not, the consultant is compiled again and taken.
    fn has(&self, id: &ConsultantId, entry: Option<&Entry>) -> bool;

    /// Takes a consultant that was compiled from `inputs`. Returns the diagnostics of content that was
    /// generated.
    ///
    /// # Errors
    /// Returns an error if the environment fails.
    fn take(&self, compiled: CompiledConsultant, inputs: &Inputs<'_>) -> Result<Vec<Diagnostic>>;
}

/// Discards all files.
#[derive(Debug)]
pub struct DiscardSink;

impl Sink for DiscardSink {
    fn has(&self, _: &ConsultantId, _: Option<&Entry>) -> bool {
        true
    }

    fn take(&self, _: CompiledConsultant, _: &Inputs<'_>) -> Result<Vec<Diagnostic>> {
        Ok(Vec::new())
    }
}

/// Generates photos, because only that finds all errors in them, and discards all files.
#[derive(Debug)]
pub struct CheckSink;

impl Sink for CheckSink {
    fn has(&self, _: &ConsultantId, _: Option<&Entry>) -> bool {
        true
    }

    fn take(&self, compiled: CompiledConsultant, _: &Inputs<'_>) -> Result<Vec<Diagnostic>> {
        each_file(&compiled.files, |file| match &file.body {
            Body::Document(_) => Ok(()),
            Body::Generated(generator) => generator.generate().map(drop),
        })
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
