//! Compiles content with all files in memory.

use std::sync::{Arc, Mutex};

use vitae::bundle::Artifact;
use vitae::compile::{Compilation, CompiledConsultant, Inputs, Options, Outcome, Rows, Sink};
use vitae::diagnostic::Diagnostic;
use vitae::entry::Entry;
use vitae::error::Result;
use vitae::model::id::ConsultantId;
use vitae::source::Sources;
use vitae::templates::Templates;

use crate::shared_photos::SharedPhotos;

/// Returns the outcome, and the files of all consultants, ordered by path.
pub(crate) fn compile(
    sources: &Sources,
    templates: &Templates,
    options: &Options,
) -> Result<(Outcome, Vec<Arc<Artifact>>)> {
    let previous = Rows::default();
    let compilation =
        Compilation::new(sources, templates, options, Arc::new(SharedPhotos), &previous)?;
    let collector = Collector::default();
    let outcome = compilation.run(&previous, &collector, &|| {})?;
    let mut files = collector.0.into_inner().expect("no thread panicked");
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok((outcome, files))
}

/// Collects the files of consultants.
#[derive(Default)]
struct Collector(Mutex<Vec<Arc<Artifact>>>);

impl Sink for Collector {
    fn has(&self, _: &ConsultantId, _: Option<&Entry>) -> bool {
        false
    }

    fn take(&self, compiled: CompiledConsultant, _: &Inputs<'_>) -> Result<Vec<Diagnostic>> {
        let files = compiled.files.into_iter().map(Arc::new);
        self.0.lock().expect("no thread panicked").extend(files);
        Ok(Vec::new())
    }
}
