//! What the preview serves at one moment.

use std::error::Error as _;
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, LazyLock};

use super::photo_cache::Made;
use crate::bundle::{Artifact, Bundle};
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::lower::content::Content;
use crate::model::site::Settings;
use crate::route::{Route, find};
use crate::source::Sources;
use crate::source::published_directory::PublishedDirectory;
use crate::templates::Templates;

/// Tells this run of the program from any other one: each counts its revisions from 1.
static RUN: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(()));

/// An immutable snapshot: every answer is made from one of them and nothing else.
#[derive(Debug, Clone)]
pub struct State {
    /// Counts the compilations, from 1.
    pub revision: u64,
    /// The newest content, active or not, finished or not.
    pub content: Arc<Content>,
    /// The files of the newest content, to show what is written in them.
    pub sources: Arc<Sources>,
    /// The templates of the newest compilation.
    pub templates: Arc<Templates>,
    /// All mistakes of the newest content, ordered by file and place; those of the host's limits
    /// among them.
    pub diagnostics: Vec<Diagnostic>,
    /// What the environment did to the newest compilation, such as a template that is wrong, with
    /// what caused it. What is shown beside it is then as old as it has to be.
    pub failure: Option<String>,
    /// What would be published: of the newest content that could be; `None` if none ever could.
    pub release: Option<Arc<Release>>,
    /// What was last published.
    pub published: PublishedDirectory,
    /// Photos that were made already.
    pub made: Arc<Made>,
}

/// A state of the content that can be published.
#[derive(Debug)]
pub struct Release {
    /// The revision it was compiled in.
    pub revision: u64,
    /// What holds for the whole site.
    pub settings: Settings,
    /// The files.
    pub bundle: Bundle,
    /// What clients see.
    pub routes: Vec<Route>,
}

impl Release {
    /// What is answered with 200 at `path` without a query.
    pub fn at(&self, path: &str) -> Option<&Arc<Artifact>> {
        let route = find(&self.routes, path, |_| None);
        let route = route.filter(|route| route.status == 200)?;
        self.bundle.get(route.artifact.trim_start_matches('/'))
    }
}

impl State {
    /// What no other state has, be it of another run: a page that was made from it is as new as it.
    pub fn version(&self) -> String {
        format!("{:016x}-{}", *RUN, self.revision)
    }

    /// Whether what is served is of an older content than the newest.
    pub fn is_stale(&self) -> bool {
        let newest = self.release.as_ref().map(|release| release.revision);
        newest != Some(self.revision)
    }

    /// What holds for what is served.
    pub fn served_settings(&self) -> Option<&Settings> {
        let served = self.release.as_ref().map(|release| &release.settings);
        served.or(self.content.settings.as_ref())
    }

    /// What holds for the whole site: by the newest content, else by the release.
    pub fn settings(&self) -> Option<&Settings> {
        let newest = self.content.settings.as_ref();
        newest.or(self.release.as_ref().map(|release| &release.settings))
    }
}

/// The error and everything that caused it, one a line.
pub fn in_words(error: &Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let _ = write!(words, "\nbecause: {error}");
        cause = error.source();
    }
    words
}
