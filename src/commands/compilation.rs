//! Reading the project and reporting the outcome, shared by `build`, `check`, `diff`, `due` and `verify`.

use std::cell::Cell;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use vitae::cache::Cache;
use vitae::compile::{Compilation, CompiledConsultants, DiscardSink, Options, Outcome, Rows, Sink};
use vitae::content::SITE_PATH;
use vitae::content::inventory::{ConsultantFiles, Inventory};
use vitae::diagnostic::Diagnostic;
use vitae::error::{Error, Result};
use vitae::model::day::Day;
use vitae::render::photo::{PhotoStore, ReadOnlyPhotoStore};
use vitae::source::{Source, Sources};
use vitae::templates::Templates;

use super::shared_arguments::{CacheArguments, CompileArguments, SiteArguments};
use crate::progress::Progress;
use crate::terminal::{self, UntranslatedTexts};

/// What a compilation reads.
pub(super) struct Project {
    pub(super) sources: Sources,
    pub(super) templates: Templates,
    pub(super) cache: Cache,
    pub(super) options: Options,
    /// The rows of the last compilation.
    pub(super) previous: Rows,
    /// Whether the cache has the rows of these sources.
    has_stored_rows: Cell<bool>,
}

impl Project {
    /// Reads the project for the output directory `out`, if the command has one, and its name without
    /// links, and runs a command with it. `sources` lists the content: [`dated`], or without dates.
    pub(super) fn with<T>(
        site: &SiteArguments,
        cache: &CacheArguments,
        out: Option<&Path>,
        output_name: Option<String>,
        sources: fn(&Path, &Cache) -> Result<Sources>,
        command: impl FnOnce(&Self) -> Result<T>,
    ) -> Result<T> {
        let directory = &site.content.directory;
        let cache = cache.open(directory, out)?;
        let (previous, sources) = rayon::join(|| cache.rows(), || sources(directory, &cache));
        let sources = sources?.in_language(site.language.as_deref())?;
        let day = site.as_of.unwrap_or_else(Day::today);
        let mut project = Self {
            previous,
            sources,
            templates: Templates::embedded(),
            options: Options { day, host: site.host.clone(), output_name },
            cache,
            has_stored_rows: Cell::new(false),
        };
        let result = site.templates.read().and_then(|templates| {
            project.templates = templates;
            command(&project)
        });
        // After an error, not all consultants were compiled.
        if !project.has_stored_rows.get() {
            project.keep_unchanged_rows();
        }
        result
    }

    /// Reads the settings of the site.
    pub(super) fn compilation(&self) -> Result<Compilation<'_>> {
        let Self { sources, templates, options, cache, previous, .. } = self;
        Compilation::new(sources, templates, options, cache.photos(), previous)
    }

    /// Reads the settings of another state of the site, of which the cache keeps nothing.
    pub(super) fn compilation_of<'a>(
        &'a self,
        sources: &'a Sources,
        templates: &'a Templates,
        options: &'a Options,
    ) -> Result<Compilation<'a>> {
        Compilation::new(sources, templates, options, self.stored_photos(), &self.previous)
    }

    /// Returns the photos in the cache, which stays as it is.
    pub(super) fn stored_photos(&self) -> Arc<dyn PhotoStore> {
        Arc::new(ReadOnlyPhotoStore(self.cache.photos()))
    }

    /// Returns whether a file of the content changed since it was listed. An editor may save it in
    /// pieces, and the first pieces of a profile are a profile, too.
    pub(super) fn has_changed(&self) -> bool {
        self.sources.have_changed()
    }

    /// Returns the same about the settings and the files of these consultants.
    pub(super) fn has_changed_for(&self, inventory: &Inventory<'_>) -> bool {
        let mut files = inventory.values().flat_map(ConsultantFiles::all);
        files.any(Source::has_changed)
            || self.sources.get(SITE_PATH).is_some_and(Source::has_changed)
    }

    /// Compiles the site and hands the files of consultants to the sink.
    pub(super) fn run(&self, compilation: &Compilation<'_>, sink: &impl Sink) -> Result<Outcome> {
        compilation.finish(&self.consultants(compilation, sink)?)
    }

    /// Compiles the consultants and hands their files to the sink.
    pub(super) fn consultants(
        &self,
        compilation: &Compilation<'_>,
        sink: &impl Sink,
    ) -> Result<CompiledConsultants> {
        let progress = Progress::new(compilation.inventory().len(), "profiles");
        let compiled = compilation.consultants(&self.previous, sink, &|| progress.step())?;
        let rows = compiled.previous.as_ref().unwrap_or(&compiled.rows);
        self.cache.store_rows(rows, &self.previous);
        self.has_stored_rows.set(true);
        Ok(compiled)
    }

    /// Compiles the consultants without generating their photos. The cache gets no new rows: whether these photos
    /// have errors is not known.
    pub(super) fn without_photos(
        &self,
        compilation: &Compilation<'_>,
    ) -> Result<CompiledConsultants> {
        let progress = Progress::new(compilation.inventory().len(), "profiles");
        let compiled = compilation.consultants(&self.previous, &DiscardSink, &|| progress.step());
        self.keep_unchanged_rows();
        compiled
    }

    /// Removes what the cache has of consultants whose files changed: they can be inactive now.
    fn keep_unchanged_rows(&self) {
        let unchanged = self.previous.unchanged(self.options.day, &self.sources);
        self.cache.store_rows(&unchanged, &self.previous);
        self.has_stored_rows.set(true);
    }
}

/// Lists the content with its last-modified dates, and keeps the git history in the cache.
pub(super) fn dated(content: &Path, cache: &Cache) -> Result<Sources> {
    let history = cache.history();
    let sources = Sources::from_disk(content, &Arc::new(history.clone().unwrap_or_default()))?;
    cache.store_history(&sources.history_to_store(), history.as_ref());
    Ok(sources)
}

/// How often content is read that changes meanwhile.
const ATTEMPTS: usize = 10;

/// Calls `command` again while it returns `None` because the content changed.
pub(super) fn until_content_is_unchanged<T>(command: impl Fn() -> Result<Option<T>>) -> Result<T> {
    for _ in 0..ATTEMPTS {
        if let Some(result) = command()? {
            return Ok(result);
        }
    }
    Err(Error::new("the content keeps changing while it is read; run the command again later"))
}

/// Returns an error without details if the content has errors: these can quote profiles that are not public, and
/// workflows run the command every day.
pub(super) fn reject_errors(diagnostics: &[Diagnostic]) -> Result<()> {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    if errors == 0 {
        return Ok(());
    }
    let message = format!("the local content has {}", terminal::plural(errors, "error"));
    Err(Error::new(message).help("run `vitae check`, and fix the content first"))
}

/// Returns whether the diagnostics prevent publishing.
pub(super) fn is_stopped(arguments: &CompileArguments, diagnostics: &[Diagnostic]) -> bool {
    match arguments.deny {
        Some(_) => !diagnostics.is_empty(),
        None => diagnostics.iter().any(Diagnostic::is_error),
    }
}

/// Prints the diagnostics, the summary, and the untranslated texts of a site in another language. Returns exit code 1 if the diagnostics prevent
/// publishing.
pub(super) fn print_outcome(
    arguments: &CompileArguments,
    sources: &Sources,
    diagnostics: &[Diagnostic],
    summary: &str,
    untranslated: Option<UntranslatedTexts>,
) -> Result<ExitCode> {
    terminal::show(arguments.format, diagnostics, sources, summary, untranslated)?;
    let failed = is_stopped(arguments, diagnostics);
    Ok(ExitCode::from(u8::from(failed)))
}
