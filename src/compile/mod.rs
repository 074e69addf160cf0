//! Compiles content and templates into the files to publish.
//!
//! ```text
//! inventory -> each consultant, in parallel: read -> decode -> render -> sink -> entry
//!           -> files of the site, rules of the host
//! ```
//!
//! A [`Sink`] gets the files of each consultant; afterwards, only the consultant's entry stays in
//! memory. Consultants that did not change since an earlier compilation are recognized by their
//! [`Rows`] and skipped.

mod consultant;
mod inputs;
mod row;
mod rows;
mod sink;
mod site;

use std::sync::Arc;

use rayon::prelude::*;

use crate::bundle::Encoding;
use crate::content;
use crate::content::inventory::{ConsultantFiles, Inventory, inventory, misnamed_profiles};
use crate::content::language_tag::is_language_tag;
use crate::content::last_modified::uncertain_dates;
use crate::content::same_profile::same_profiles;
use crate::diagnostic::{self, Diagnostic};
use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::model::day::Day;
use crate::model::due_dates::DueDates;
use crate::model::id::ConsultantId;
use crate::render::host::{self, Counts, Host};
use crate::render::photo::PhotoStore;
use crate::source::Sources;
use crate::templates::Templates;

pub use consultant::{CompiledConsultant, ConsultantCompiler};
pub use inputs::{InputFile, Inputs};
pub use row::Row;
pub use rows::Rows;
pub use sink::{CheckSink, DiscardSink, Sink, each_file};
pub use site::CompiledSite;

use row::RowResult;
use site::SiteHost;

/// Consultants are compiled in groups of this size. The limits of the host are checked after each
/// group, so that the result does not depend on the number of threads. The files of earlier groups are
/// staged by then: keeping them until all are counted would take memory for each of them.
const GROUP: usize = 512;

/// A digest of the program's source code: another version of the program compiles all consultants
/// again.
const BUILD: &str = env!("VITAE_BUILD");

/// Options of a compilation.
#[derive(Debug, Clone)]
pub struct Options {
    /// The day for which the site is compiled: it decides which profiles are published.
    pub day: Day,
    /// The host to render rules for, instead of the one in `site.yaml`.
    pub host: Option<String>,
    /// The name of the output directory, instead of [`DEFAULT_OUTPUT`].
    pub output_name: Option<String>,
}

impl Options {
    /// Returns the default options for a day.
    pub fn on(day: Day) -> Self {
        Self { day, host: None, output_name: None }
    }
}

/// The default name of the output directory.
pub const DEFAULT_OUTPUT: &str = "dist";

/// A compilation whose settings and inventory have been read.
pub struct Compilation<'a> {
    sources: &'a Sources,
    inventory: Inventory<'a>,
    compiler: Arc<ConsultantCompiler>,
    day: Day,
    /// `None` if `site.yaml` has an error.
    host: Option<SiteHost<'a>>,
    /// Digest of everything that a consultant's output depends on, except the consultant's own files;
    /// `None` if the settings are invalid.
    key: Option<Digest>,
    diagnostics: Vec<Diagnostic>,
}

/// The compiled consultants, before the files of the site are rendered.
pub struct CompiledConsultants {
    /// What the next compilation with the same sink can reuse.
    pub rows: Rows,
    /// The rows for the cache if they are not the new ones: the previous ones that are still valid, if
    /// `site.yaml` has an error or the host's limits are exceeded.
    pub previous: Option<Rows>,
    counts: Counts,
    /// The diagnostics of the content.
    pub diagnostics: Vec<Diagnostic>,
}

/// The result of a compilation.
#[derive(Debug)]
pub struct Outcome {
    /// The compiled site; `None` if an error prevents publishing.
    pub site: Option<CompiledSite>,
    /// The diagnostics of all files, ordered by file and position.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Compilation<'a> {
    /// Returns the content that is compiled.
    pub fn sources(&self) -> &'a Sources {
        self.sources
    }

    /// Reads the settings and lists the files of each consultant. Profiles with a current row in `previous` are
    /// not read.
    ///
    /// # Errors
    /// Returns an error if `site.yaml` cannot be read or the host does not exist.
    pub fn new(
        sources: &'a Sources,
        templates: &'a Templates,
        options: &'a Options,
        photos: Arc<dyn PhotoStore>,
        previous: &Rows,
    ) -> Result<Self> {
        let mut diagnostics = sources.diagnostics().to_vec();
        let (settings, of_texts, site_diagnostics) =
            content::settings(sources, &host::names(templates))?;
        let json = settings.as_ref().map(serde_json::to_string).transpose();
        let json =
            json.map_err(|source| Error::with_source("cannot serialize site.yaml", source))?;
        let key = json.map(|json| Digest::of(format!("{BUILD} {json}").as_bytes()));
        let known = |id: &ConsultantId, profile: &_| previous.photo(id, profile, key?, sources);
        let inventory = inventory(sources, &known, &mut diagnostics)?;
        // The error can be an unknown host, which has no rules to render.
        let is_valid = !site_diagnostics.iter().any(Diagnostic::is_error);
        diagnostics.extend(site_diagnostics);
        let valid = settings.as_ref().filter(|_| is_valid);
        let output_name = options.output_name.as_deref().unwrap_or(DEFAULT_OUTPUT);
        let host = valid.map(|settings| {
            // The preview renders a site despite the error about any other name of the directory.
            let language = sources.language().filter(|it| is_language_tag(it));
            let languages = [language, of_texts];
            let chosen = options.host.as_deref();
            let host = SiteHost::new(settings, languages, templates, chosen, output_name)?;
            diagnostics.extend(host::check_settings(&host.host, settings));
            Ok(host)
        });
        let host = host.transpose()?;
        let compiler = ConsultantCompiler::new(settings, options.day, photos);
        for profile in misnamed_profiles(sources) {
            diagnostics.extend(compiler.check(profile)?);
        }
        Ok(Self {
            sources,
            inventory,
            compiler: Arc::new(compiler),
            day: options.day,
            host,
            key,
            diagnostics,
        })
    }

    /// Restricts the compilation to these consultants and the diagnostics of their files.
    pub fn select(&mut self, ids: &[ConsultantId]) {
        self.inventory.retain(|id, _| ids.contains(id));
        let files: Vec<&str> = self.inventory.values().flat_map(ConsultantFiles::paths).collect();
        self.diagnostics.retain(|diagnostic| files.contains(&diagnostic.file.as_str()));
    }

    /// Restricts the compilation to the consultants with a translation. Without one, the profile and its diagnostics are
    /// those of the site in the language of the profiles.
    pub fn select_translated(&mut self) {
        self.inventory.retain(|_, files| files.translation.is_some());
    }

    /// Returns the compiler of the consultants.
    pub fn compiler(&self) -> &Arc<ConsultantCompiler> {
        &self.compiler
    }

    /// Returns the files of each consultant.
    pub fn inventory(&self) -> &Inventory<'a> {
        &self.inventory
    }

    /// Renders the files that belong to no consultant as if `entries` were all consultants; `None` if
    /// `site.yaml` has an error. Adds the `diagnostics` of the host's limits.
    ///
    /// # Errors
    /// Returns an error if a template fails or two files have the same path.
    pub fn site_with(
        &self,
        entries: Vec<Arc<Entry>>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Option<CompiledSite>> {
        let Some((host, settings)) = self.host.as_ref().zip(self.compiler.settings()) else {
            return Ok(None);
        };
        let mut counts = Counts::default();
        entries.iter().for_each(|entry| counts.add_consultant(entry));
        let entries = entries.into_iter().collect();
        host.compile(settings, entries, Vec::new(), counts, diagnostics).map(Some)
    }

    /// Returns the host; `None` if `site.yaml` has an error.
    pub fn host(&self) -> Option<&Host> {
        self.host.as_ref().map(|host| &host.host)
    }

    /// Returns how the files are encoded for the host.
    pub fn encoding(&self) -> Encoding {
        let site = self.host.as_ref().zip(self.compiler.settings());
        site.map_or_else(Encoding::default, |(SiteHost { host, .. }, settings)| Encoding {
            precompressed: host::precompress(host, settings),
            modification_times: host.modification_times,
        })
    }

    /// Compiles all consultants with [`Self::consultants`], then the site with [`Self::finish`].
    ///
    /// # Errors
    /// Returns the errors of both.
    pub fn run(
        &self,
        previous: &Rows,
        sink: &impl Sink,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Outcome> {
        self.finish(&self.consultants(previous, sink, progress)?)
    }

    /// Compiles all consultants and hands their files to the sink. Stops when they exceed a limit
    /// of the host. Calls `progress` after each consultant.
    ///
    /// The same content gives the same result on any machine, with any number of threads, and with any
    /// `previous` rows.
    ///
    /// # Errors
    /// Returns an error if a source cannot be read, or if a shallow clone lacks the history that the
    /// content needs.
    pub fn consultants(
        &self,
        previous: &Rows,
        sink: &impl Sink,
        progress: &(dyn Fn() + Sync),
    ) -> Result<CompiledConsultants> {
        let consultants: Vec<_> = self.inventory.iter().collect();
        let mut diagnostics = self.diagnostics.clone();
        let mut rows = Vec::with_capacity(consultants.len());
        let mut counts = Counts::default();
        for group in consultants.chunks(GROUP) {
            let compile = |(id, files): &(&ConsultantId, &ConsultantFiles<'_>)| {
                let row = self.consultant(id, **files, previous, sink);
                progress();
                row
            };
            let compiled: Vec<Arc<Row>> = group.par_iter().map(compile).collect::<Result<_>>()?;
            for ((id, _), row) in group.iter().zip(compiled) {
                diagnostics.extend_from_slice(&row.diagnostics);
                row.entry().into_iter().for_each(|entry| counts.add_consultant(entry));
                rows.push(((*id).clone(), row));
            }
            let limits = self.host.iter().flat_map(|host| host::check_counts(&host.host, &counts));
            let exceeded: Vec<Diagnostic> = limits.filter(Diagnostic::is_error).collect();
            if !exceeded.is_empty() {
                diagnostics.extend(exceeded);
                break;
            }
        }
        let dates = consultants.iter().zip(&rows).filter_map(|((_, files), (_, row))| {
            Some((files.profile.path(), row.date.as_ref()?.certainty))
        });
        diagnostics.extend(uncertain_dates(dates)?);
        let active = consultants.iter().zip(&rows).filter_map(|((_, files), (_, row))| {
            row.entry().map(|_| (files.profile.path(), row.profile.digest))
        });
        diagnostics.extend(same_profiles(active));
        let is_complete = self.host.is_some() && rows.len() == consultants.len();
        let rows = Rows::new(rows, previous, self.day, self.sources);
        let previous = (!is_complete).then(|| previous.unchanged(self.day, self.sources));
        Ok(CompiledConsultants { rows, previous, counts, diagnostics })
    }

    /// Renders the files that belong to no consultant, unless an error prevents publishing.
    ///
    /// # Errors
    /// Returns an error if a template fails or two files have the same path.
    pub fn finish(&self, consultants: &CompiledConsultants) -> Result<Outcome> {
        let mut diagnostics = consultants.diagnostics.clone();
        let is_valid = !diagnostics.iter().any(Diagnostic::is_error);
        let site = match &self.host {
            Some(host) if is_valid => {
                let settings = self.compiler.settings().expect("a site with a host has settings");
                let CompiledConsultants { rows, counts, .. } = consultants;
                let inactive = rows.iter().filter(|(_, row)| row.result == RowResult::Inactive);
                let inactive = inactive.map(|(id, _)| id.clone()).collect();
                let entries = rows.entries().cloned().collect();
                let counts = counts.clone();
                Some(host.compile(settings, entries, inactive, counts, &mut diagnostics)?)
            }
            _ => None,
        };
        diagnostic::order(&mut diagnostics);
        Ok(Outcome {
            site: site.filter(|_| !diagnostics.iter().any(Diagnostic::is_error)),
            diagnostics,
        })
    }

    /// Returns the row of a consultant: the previous one if nothing changed.
    fn consultant(
        &self,
        id: &ConsultantId,
        files: ConsultantFiles<'_>,
        previous: &Rows,
        sink: &impl Sink,
    ) -> Result<Arc<Row>> {
        let host = self.host.as_ref();
        let max_bytes = host.and_then(|host| host.host.limits.file_bytes).unwrap_or(usize::MAX);
        let inputs = Inputs::new(files);
        if let Some(key) = self.key
            && let Some(row) = previous.current(id, &inputs, key, self.day)?
            && row.entry().is_none_or(|entry| entry.longest <= max_bytes)
            && sink.has(id, row.entry().map(|entry| &**entry))
        {
            return Ok(row);
        }
        let compiled = self.compiler.compile(id, &inputs)?;
        let CompiledConsultant { decoded, files: artifacts, photo, entry } = &compiled;
        let (active, period, photo, entry) =
            (decoded.active, decoded.period, *photo, entry.clone());
        let texts = decoded.texts.filter(|_| entry.is_some());
        let date = decoded.date.clone().filter(|_| active == Some(true));
        let due = decoded.consultant.as_ref().and_then(|it| DueDates::of(&it.profile));
        let mut diagnostics = decoded.diagnostics.clone();
        let too_large = |host: &SiteHost<'_>| {
            artifacts
                .iter()
                .filter_map(|file| host::check_size(&host.host, file))
                .collect::<Vec<_>>()
        };
        diagnostics.extend(host.map(too_large).into_iter().flatten());
        diagnostics.extend(sink.take(compiled, &inputs)?);
        let is_valid = !diagnostics.iter().any(Diagnostic::is_error);
        let result = match entry {
            Some(entry) if is_valid => RowResult::Active(entry),
            None if is_valid && active == Some(false) => RowResult::Inactive,
            _ => RowResult::Diagnosed(photo),
        };
        let due = due.filter(|_| matches!(result, RowResult::Active(_)));
        let key = self.key.unwrap_or_else(|| Digest::of(&[]));
        Ok(Arc::new(Row::new(key, &inputs, date, (result, texts, period, due), diagnostics)?))
    }
}
