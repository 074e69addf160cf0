//! What the preview serves at one moment.

use std::error::Error as _;
use std::hash::{BuildHasher as _, RandomState};
use std::iter::successors;
use std::sync::{Arc, LazyLock};

use serde_json::Value as Json;

use super::consultant::{Collector, Consultants, PreviewedConsultant, ProfileVersion};
use super::last_build::LastBuild;
use crate::bundle::Artifact;
use crate::compile::{CompiledSite, ConsultantCompiler, Inputs, Sink as _};
use crate::content::inventory::files_of;
use crate::diagnostic::Diagnostic;
use crate::diff::ConsultantStatus;
use crate::error::Error;
use crate::model::day::Day;
use crate::model::id::ConsultantId;
use crate::model::settings::Settings;
use crate::render::json_resume::JsonResume;
use crate::render::json_text;
use crate::render::photo::{PhotoContent, PhotoStore, artifact};
use crate::render::profile::ProfileJson;
use crate::source::Sources;
use crate::templates::Templates;

/// A random number for this run of the program, because every run counts its revisions from 1.
static RUN: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(()));

/// An immutable snapshot. Every response is built from exactly one of them.
#[derive(Clone)]
pub struct PreviewState {
    /// Counts the compilations, starting at 1; 0 until the first one is complete.
    pub revision: u64,
    /// The number of consultants in the content, until the first compilation is complete; `consultants`
    /// has those that are compiled so far.
    pub(super) first_total: Option<usize>,
    /// The consultants of the newest content, inactive ones included.
    pub(super) consultants: Arc<Consultants>,
    /// Compiles the consultants again. Its settings are the settings of the newest `site.yaml` without errors.
    pub(super) compiler: Arc<ConsultantCompiler>,
    /// The stored photos. Responses add the photos of active consultants.
    pub(super) photos: Arc<dyn PhotoStore>,
    /// The day that the state shows.
    pub(super) day: Day,
    /// The files of the newest content.
    pub(super) sources: Arc<Sources>,
    /// The newest templates that could be read.
    pub(super) templates: Arc<Templates>,
    /// All diagnostics of the newest content and of the host's limits, ordered by file and position.
    pub diagnostics: Vec<Diagnostic>,
    /// What failed, if not because of the content: for example an invalid template or an unreadable file.
    /// One cause per line.
    pub failure: Option<String>,
    /// The site at the published URLs: of each file the newest version without errors. `None` if
    /// `site.yaml` or a template never had one.
    pub site: Option<Arc<CompiledSite>>,
    /// The last build.
    pub(super) last_build: Arc<LastBuild>,
}

impl PreviewState {
    /// Returns an identifier of this state that is unique across runs of the program. An open page
    /// is up to date if it was rendered from the same version.
    pub fn version(&self) -> String {
        let compiled = self.first_total.map(|_| format!("-{}", self.consultants.len()));
        format!("{:016x}-{}{}", *RUN, self.revision, compiled.unwrap_or_default())
    }

    /// Returns this state with consultant `id`, who is compiled now if the first compilation did not
    /// come to it yet; `None` if the state has the consultant, or the content does not.
    pub(super) fn with_consultant(&self, id: &ConsultantId) -> Option<Self> {
        if self.first_total.is_none() || self.consultants.contains_key(id) {
            return None;
        }
        let collector = Collector::after(&self.consultants);
        let inputs = Inputs::new(files_of(&self.sources, id)?);
        let compiled = self.compiler.compile(id, &inputs).ok()?;
        let mut state = self.clone();
        state.diagnostics.extend_from_slice(&compiled.decoded.diagnostics);
        collector.take(compiled, &inputs).ok()?;
        Arc::make_mut(&mut state.consultants).append(&mut collector.finish());
        Some(state)
    }

    /// Returns whether a build would publish the newest content: not with errors.
    pub fn is_publishable(&self) -> bool {
        self.failure.is_none() && !self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Returns the settings; `None` if `site.yaml` always had errors.
    pub(super) fn settings(&self) -> Option<&Settings> {
        self.compiler.settings()
    }

    pub(super) fn consultant(&self, id: &ConsultantId) -> Option<&PreviewedConsultant> {
        self.consultants.get(id).map(|consultant| &**consultant)
    }

    /// Returns the artifact at `path` below the output directory. The documents of a consultant are
    /// rendered.
    pub fn artifact(&self, path: &str) -> Option<Arc<Artifact>> {
        let site = self.site.as_ref()?;
        if let Some(artifact) = site.files.get(path) {
            return Some(Arc::clone(artifact));
        }
        let (entry, _) = site.entries.find(path)?;
        let files = self.consultant(&entry.id)?.displayed().compile(&self.compiler).files;
        files.into_iter().find(|file| file.path == path).map(Arc::new)
    }

    /// Returns the profile as the public would see it, and its JSON Resume, if the settings are valid;
    /// `None` if the profile cannot be displayed.
    pub(super) fn documents(&self, version: &ProfileVersion) -> Option<(Json, Option<String>)> {
        let consultant = version.compile(&self.compiler).decoded.consultant?;
        let profile = json_text(&ProfileJson::new(&consultant)).ok()?;
        let resume = self
            .settings()
            .and_then(|settings| json_text(&JsonResume::new(&consultant, settings)).ok());
        Some((serde_json::from_str(&profile).expect("this is JSON"), resume))
    }

    /// Returns the photo of the displayed version; without one, the newest photo.
    pub(super) fn photo(&self, consultant: &PreviewedConsultant) -> Option<Artifact> {
        let versions = [consultant.displayed(), &*consultant.newest];
        let (photo, source) = versions.into_iter().find_map(|version| version.photo.as_deref())?;
        let id = &consultant.newest.id;
        let content = PhotoContent::File(source.clone());
        Some(artifact(id, photo, content, self.settings()?, &self.photos))
    }

    /// Returns what the next build does with a consultant; `None` if it neither is nor will be public.
    pub(super) fn status(&self, consultant: &PreviewedConsultant) -> Option<ConsultantStatus> {
        let base = self.last_build.digest(&consultant.newest.id);
        let head = match consultant.newest.active {
            Some(false) => None,
            // Nothing is known about a file that cannot be read.
            _ => consultant.displayed().digest.or(base),
        };
        ConsultantStatus::of(base, head)
    }
}

/// Returns the messages of an error and of everything that caused it, one per line.
pub fn error_chain(error: &Error) -> String {
    let causes = successors(error.source(), |&cause| cause.source());
    let causes = causes.map(|cause| format!("\nbecause: {cause}"));
    format!("{error}{}", causes.collect::<String>())
}
