//! What the preview serves at one moment.

use std::error::Error as _;
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, LazyLock};

use super::content::Content;
use super::photo_cache::PhotoCache;
use crate::bundle::{Artifact, Body};
use crate::compile::{Collected, CompiledSite};
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::model::site::Settings;
use crate::source::Sources;
use crate::source::published_directory::PublishedDirectory;
use crate::templates::Templates;

/// A random number for this run of the program, because every run counts its revisions from 1.
static RUN: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(()));

/// An immutable snapshot. Every response is built from exactly one of them.
#[derive(Debug, Clone)]
pub struct State {
    /// Counts the compilations, starting at 1.
    pub revision: u64,
    /// The newest content, including inactive consultants and profiles with errors.
    pub content: Arc<Content>,
    /// The files of the newest content.
    pub sources: Arc<Sources>,
    /// The templates of the newest compilation.
    pub templates: Arc<Templates>,
    /// All diagnostics of the newest content and of the host's limits, ordered by file and position.
    pub diagnostics: Vec<Diagnostic>,
    /// Why the newest compilation failed, if not because of the content: for example an invalid
    /// template or an unreadable file. One cause per line. Other fields may then be older.
    pub failure: Option<String>,
    /// The newest content without errors, as it would be published; `None` if it always had errors.
    pub release: Option<Arc<Release>>,
    /// The directory of the last build.
    pub published: PublishedDirectory,
    /// Photos that were encoded before.
    pub photo_cache: Arc<PhotoCache>,
}

/// A state of the content that can be published.
#[derive(Debug)]
pub struct Release {
    /// The revision it was compiled in.
    pub revision: u64,
    /// The settings, the routes, and the files that are not about one consultant.
    pub site: CompiledSite,
    /// The consultants of that revision.
    pub consultants: Collected,
}

impl Release {
    /// Returns the artifact that is served with status 200 at `path` without a query.
    pub fn at(&self, path: &str) -> Option<&Arc<Artifact>> {
        let route = self.site.routes.find(path, |_| None);
        let route = route.filter(|route| route.status == 200)?;
        self.artifact(route.artifact.trim_start_matches('/'))
    }

    /// Returns the artifact at `path` below the output directory.
    pub fn artifact(&self, path: &str) -> Option<&Arc<Artifact>> {
        self.site.files.get(path).or_else(|| {
            let (entry, _) = self.site.entries.find(path)?;
            let consultant = self.consultants.get(&entry.id)?;
            consultant.files.iter().find(|file| file.path == path)
        })
    }

    /// Returns the photos of all active consultants.
    pub fn photos(&self) -> impl Iterator<Item = &Arc<Artifact>> {
        let files = self.consultants.values().flat_map(|consultant| &consultant.files);
        files.filter(|file| matches!(file.body, Body::Generated(_)))
    }
}

impl State {
    /// Returns an identifier of this state that is unique across runs of the program. An open page
    /// is up to date if it was rendered from the same version.
    pub fn version(&self) -> String {
        format!("{:016x}-{}", *RUN, self.revision)
    }

    /// Whether the release is older than the newest content.
    pub fn is_stale(&self) -> bool {
        let newest = self.release.as_ref().map(|release| release.revision);
        newest != Some(self.revision)
    }

    /// Returns the settings of the release; without a release, those of the newest content.
    pub fn served_settings(&self) -> Option<&Settings> {
        let served = self.release.as_ref().map(|release| &release.site.settings);
        served.or(self.content.settings.as_ref())
    }

    /// Returns the settings of the newest content; if they are invalid, those of the release.
    pub fn settings(&self) -> Option<&Settings> {
        let newest = self.content.settings.as_ref();
        newest.or(self.release.as_ref().map(|release| &release.site.settings))
    }
}

/// Returns the messages of an error and of everything that caused it, one per line.
pub fn error_chain(error: &Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let _ = write!(message, "\nbecause: {error}");
        cause = error.source();
    }
    message
}
