//! What the preview serves at one moment.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error as _;
use std::hash::{BuildHasher as _, RandomState};
use std::iter::successors;
use std::sync::{Arc, LazyLock};

use super::consultant::{Consultant, Content};
use super::last_build::LastBuild;
use super::photo_cache::PhotoCache;
use crate::bundle::{Artifact, Fingerprint};
use crate::compile::CompiledSite;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::model::id::ConsultantId;
use crate::model::site::Settings;
use crate::source::Sources;
use crate::templates::Templates;

/// A random number for this run of the program, because every run counts its revisions from 1.
static RUN: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(()));

/// An immutable snapshot. Every response is built from exactly one of them.
#[derive(Clone)]
pub struct State {
    /// Counts the compilations, starting at 1.
    pub revision: u64,
    /// The newest content, including inactive consultants and profiles with errors.
    pub(super) content: Arc<Content>,
    /// The new identifiers of consultants whose file was renamed while the preview ran.
    pub(super) renamed: Arc<BTreeMap<ConsultantId, ConsultantId>>,
    /// The consultants of the newest content whose photo cannot be encoded.
    pub(super) damaged_photos: BTreeSet<ConsultantId>,
    /// The files of the newest content.
    pub(super) sources: Arc<Sources>,
    /// The templates of the newest compilation.
    pub(super) templates: Arc<Templates>,
    /// All diagnostics of the newest content and of the host's limits, ordered by file and position.
    pub diagnostics: Vec<Diagnostic>,
    /// Why the newest compilation failed, if not because of the content: for example an invalid
    /// template or an unreadable file. One cause per line. Other fields may then be older.
    pub failure: Option<String>,
    /// The newest content without errors, as it would be published; `None` if it always had errors.
    pub release: Option<Arc<Release>>,
    /// The last build.
    pub(super) last_build: Arc<LastBuild>,
    /// Photos that were encoded before.
    pub(super) photo_cache: Arc<PhotoCache>,
}

/// A state of the content that can be published.
pub struct Release {
    /// The revision it was compiled in.
    pub revision: u64,
    /// The settings, the routes, and the files that belong to no consultant.
    pub site: CompiledSite,
    /// The consultants of that revision.
    pub(super) content: Arc<Content>,
}

impl Release {
    /// Returns the artifact at `path` below the output directory. The documents of a consultant are
    /// rendered.
    pub fn artifact(&self, path: &str) -> Option<Arc<Artifact>> {
        if let Some(artifact) = self.site.files.get(path) {
            return Some(Arc::clone(artifact));
        }
        let (entry, _) = self.site.entries.find(path)?;
        let files = self.content.compile(self.content.get(&entry.id)?).files;
        files.into_iter().find(|file| file.path == path).map(Arc::new)
    }

    /// Returns consultant `id` if it is active.
    pub(super) fn active(&self, id: &ConsultantId) -> Option<&Consultant> {
        self.site.entries.get(id.as_str()).and_then(|entry| self.content.get(&entry.id))
    }

    /// Returns the fingerprints of the photos of all active consultants.
    pub(super) fn photos(&self) -> impl Iterator<Item = (&ConsultantId, Fingerprint)> {
        self.site.entries.iter().filter_map(|entry| Some((&entry.id, entry.photo?.fingerprint)))
    }

    pub(super) fn photo(&self, id: &ConsultantId) -> Option<Artifact> {
        self.content.photo(self.content.get(id)?, &self.site.settings)
    }
}

impl State {
    /// Returns an identifier of this state that is unique across runs of the program. An open page
    /// is up to date if it was rendered from the same version.
    pub fn version(&self) -> String {
        format!("{:016x}-{}", *RUN, self.revision)
    }

    /// Returns the identifier that a missing consultant has now, if its file was renamed.
    pub(super) fn new_id(&self, id: &ConsultantId) -> Option<&ConsultantId> {
        let mut ids = successors(self.renamed.get(id), |id| self.renamed.get(id));
        ids.find(|id| self.content.get(id).is_some())
    }

    /// Returns whether the release is older than the newest content.
    pub fn is_stale(&self) -> bool {
        let newest = self.release.as_ref().map(|release| release.revision);
        newest != Some(self.revision)
    }

    /// Returns the settings of the release; without a release, those of the newest content.
    pub(super) fn served_settings(&self) -> Option<&Settings> {
        let served = self.release.as_ref().map(|release| &release.site.settings);
        served.or(self.content.settings())
    }

    /// Returns the settings of the newest content; if they are invalid, those of the release.
    pub(super) fn settings(&self) -> Option<&Settings> {
        let newest = self.content.settings();
        newest.or(self.release.as_ref().map(|release| &release.site.settings))
    }
}

/// Returns the messages of an error and of everything that caused it, one per line.
pub fn error_chain(error: &Error) -> String {
    let causes = successors(error.source(), |&cause| cause.source());
    let causes = causes.map(|cause| format!("\nbecause: {cause}"));
    format!("{error}{}", causes.collect::<String>())
}
