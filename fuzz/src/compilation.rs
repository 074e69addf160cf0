//! Compiles content in memory, and asserts what is true of every compilation.

use std::sync::{Arc, LazyLock, Mutex};

use hyper::header::HeaderValue;
use serde::de::IgnoredAny;
use vitae::bundle::Artifact;
use vitae::compile::{Compilation, CompiledConsultant, Inputs, Options, Outcome, Rows, Sink};
use vitae::diagnostic::{Diagnostic, Span};
use vitae::entry::Entry;
use vitae::error::Result;
use vitae::model::id::ConsultantId;
use vitae::render::photo::NoPhotoStore;
use vitae::source::{Modified, Sources, text_of};
use vitae::templates::Templates;

/// The path of the profile that targets change.
pub(super) const PROFILE: &str = "consultants/anna-berg.yaml";
/// The most characters of a message.
const MAX_MESSAGE: usize = 100;

pub(super) static EMBEDDED: LazyLock<Templates> = LazyLock::new(Templates::embedded);

/// Returns sources in memory, all with the same date.
pub(super) fn sources<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Sources {
    let date = Modified::Committed("2026-03-14T09:30:00+01:00".to_owned());
    Sources::from_memory(files, &date)
}

/// Compiles sources. Returns the outcome and the files of the consultants.
pub(super) fn compile(
    sources: &Sources,
    templates: &Templates,
    options: &Options,
) -> Result<(Outcome, Vec<Artifact>)> {
    let previous = Rows::default();
    let compilation =
        Compilation::new(sources, templates, options, Arc::new(NoPhotoStore), &previous)?;
    let collector = Collector::default();
    let outcome = compilation.run(&previous, &collector, &|| {})?;
    outcome.diagnostics.iter().for_each(|diagnostic| assert_diagnostic(diagnostic, sources));
    let is_valid = !outcome.diagnostics.iter().any(Diagnostic::is_error);
    assert_eq!(is_valid, outcome.site.is_some(), "{:?}", outcome.diagnostics);
    let files = collector.0.into_inner().expect("no thread panicked");
    files.iter().for_each(assert_artifact);
    if let Some(site) = &outcome.site {
        site.files.iter().for_each(|artifact| assert_artifact(artifact));
        for (name, value) in &site.headers {
            assert!(HeaderValue::from_str(value).is_ok(), "{name}: {value:?}");
        }
    }
    Ok((outcome, files))
}

/// Asserts that a diagnostic is readable and that its positions are in its file.
fn assert_diagnostic(diagnostic: &Diagnostic, sources: &Sources) {
    let length = diagnostic.message.chars().count();
    assert!((1..=MAX_MESSAGE).contains(&length), "{length} characters: {}", diagnostic.message);
    assert!(diagnostic.hint.as_ref().is_none_or(|hint| !hint.is_empty()), "{diagnostic:?}");
    let source = sources.get(&diagnostic.file);
    let bytes = source.map(|source| source.read(usize::MAX - 1).expect("it is in memory"));
    let text = bytes.as_ref().map(|bytes| text_of(bytes)).unwrap_or_default();
    let assert_within = |span: &Span| {
        assert!(text.get(span.clone()).is_some(), "{diagnostic:?} is not in {text:?}");
    };
    diagnostic.span.iter().for_each(assert_within);
    diagnostic.related.iter().map(|related| &related.span).for_each(assert_within);
    diagnostic.replacement.iter().map(|fix| &fix.span).for_each(assert_within);
}

/// Asserts that a published file is below the output directory and that JSON is valid.
fn assert_artifact(artifact: &Artifact) {
    let is_safe = |part: &str| !matches!(part, "" | "." | "..") && !part.contains('\\');
    assert!(artifact.path.split('/').all(is_safe), "{}", artifact.path);
    if artifact.media_type.ends_with("json") {
        let bytes = artifact.body.bytes().expect("a document is in memory");
        let parsed = serde_json::from_slice::<IgnoredAny>(&bytes);
        assert!(parsed.is_ok(), "{}: {parsed:?}", artifact.path);
    }
}

/// Collects the files of consultants, and asserts that inactive ones have none.
#[derive(Default)]
struct Collector(Mutex<Vec<Artifact>>);

impl Sink for Collector {
    fn has(&self, _: &ConsultantId, _: Option<&Entry>) -> bool {
        false
    }

    fn take(&self, compiled: CompiledConsultant, _: &Inputs<'_>) -> Result<Vec<Diagnostic>> {
        let is_active = compiled.decoded.active == Some(true);
        assert!(is_active || (compiled.files.is_empty() && compiled.entry.is_none()));
        self.0.lock().expect("no thread panicked").extend(compiled.files);
        Ok(Vec::new())
    }
}
