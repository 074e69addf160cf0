//! Reads the content directory and `.vitae-version`; no other module does.

mod content_directory;
mod deleted_profiles;
mod file;
mod git_history;
mod incomplete_checkout;
mod object;
pub mod pinned_version;
mod position;
mod profile_versions;
pub mod published_directory;
mod read;
mod repository;
mod revision;
pub mod stamp;
mod translation;

use std::collections::BTreeMap;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::error::{Error, Result};
use crate::paths::ToSlash;
use file::Storage;

pub(crate) use content_directory::CODES;
pub use content_directory::existing;
pub use deleted_profiles::deleted_profiles;
pub use file::{FileBytes, Modified, Source};
pub use git_history::History;
pub use incomplete_checkout::{FETCH_FROM_GIT_LFS, is_git_lfs_pointer, reject_incomplete_checkout};
pub use position::{Position, text_of};
pub use profile_versions::ProfileChange;
pub use read::read_upload;
pub use repository::possible_git_logs;
pub use revision::{FETCH_HISTORY, Revision};
pub use translation::TRANSLATIONS;

/// All files of the content directory, ordered by path.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: BTreeMap<Arc<str>, Source>,
    root: String,
    /// The directory that was listed, if the files are on disk.
    directory: Option<PathBuf>,
    /// The language of the site, if it is another one than that of the profiles.
    language: Option<String>,
    diagnostics: Vec<Diagnostic>,
    /// The git history, also of files that do not exist any more.
    pub history: Arc<History>,
}

impl Sources {
    /// Lists the files in `root` and reads their last-modified dates from git: only the part of the history that is
    /// new since `previous`. The dates are the same without it. Skips hidden files and the generated `schema` directory.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be read, if git cannot read the repository, or if the checkout lacks files
    /// that the commit has.
    pub fn from_disk(root: &Path, previous: &Arc<History>) -> Result<Self> {
        let mut sources = Self::undated(root)?;
        let paths = sources.files.keys().map(|path| &**path);
        sources.history = History::read(root, previous, paths).map_err(|error| {
            Error::with_source("cannot read last-modified dates from git", error)
        })?;
        for source in sources.files.values_mut() {
            let file_time = || source.stamp()?.modified().map(Modified::FileTime);
            let date = sources.history.last_modified(source.path()).or_else(file_time);
            source.set_modified(date.unwrap_or(Modified::Unknown));
        }
        Ok(sources)
    }

    /// Gives all files the same last-modified date.
    #[must_use]
    pub fn with_date(mut self, modified: &Modified) -> Self {
        self.files.values_mut().for_each(|source| source.set_modified(modified.clone()));
        self
    }

    /// Gives the file at `path` these bytes, which are then in memory.
    #[must_use]
    pub fn with_bytes(mut self, path: &str, bytes: Vec<u8>) -> Self {
        self.insert(Source::new(path, Storage::Memory(bytes), Modified::Unknown));
        self
    }

    /// Removes the files whose paths start with `prefix`.
    #[must_use]
    pub fn without(mut self, prefix: &str) -> Self {
        self.files.retain(|path, _| !path.starts_with(prefix));
        self
    }

    /// Creates sources without files, of the content directory `root`.
    fn named(root: &Path) -> Self {
        let root = root.to_slash().trim_end_matches('/').to_owned();
        Self { root, ..Self::default() }
    }

    /// Creates sources from the paths and bytes of `files`, all with the same last-modified date.
    pub fn from_memory<P: Into<String>, B: Into<Vec<u8>>>(
        files: impl IntoIterator<Item = (P, B)>,
        modified: &Modified,
    ) -> Self {
        let mut sources = Self { root: "content".to_owned(), ..Self::default() };
        for (path, bytes) in files {
            let body = Storage::Memory(bytes.into());
            sources.insert(Source::new(&path.into(), body, modified.clone()));
        }
        sources
    }

    fn insert(&mut self, source: Source) {
        self.files.insert(source.shared_path(), source);
    }

    /// Takes the files that are the same in `previous` from there, so that they are in memory once.
    #[must_use]
    pub fn sharing(mut self, previous: &Self) -> Self {
        let share = |(path, source): (Arc<str>, Source)| match previous.files.get(&path) {
            Some(same) if *same == source => (same.shared_path(), same.clone()),
            _ => (path, source),
        };
        self.files = self.files.into_iter().map(share).collect();
        self
    }

    /// Returns the content directory as the user wrote it, for printing before the paths of files;
    /// empty for files from outside the content.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// Returns the git history to store for [`Self::from_disk`]: the dates of the committed
    /// files in the content directory, by the digest of their path, and the digests of the paths of
    /// deleted files.
    pub fn history_to_store(&self) -> History {
        self.history.of_paths(self.files.keys().map(|path| &**path))
    }

    /// Returns whether all files and their last-modified dates are the same as in `previous`.
    pub fn is_unchanged_since(&self, previous: &Self) -> bool {
        self.files == previous.files && self.diagnostics == previous.diagnostics
    }

    /// Lists the files again, and returns whether one was changed, added or removed.
    pub fn have_changed(&self) -> bool {
        let Some(directory) = &self.directory else {
            return false;
        };
        let is_same = |now: Self| {
            let same = |(new, old): (&Source, &Source)| new.is_same_file(old);
            now.files.len() == self.files.len() && now.iter().zip(self.iter()).all(same)
        };
        !Self::listed(directory).is_ok_and(is_same)
    }

    /// Returns the diagnostics of the directory listing.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the file at `path`.
    pub fn get(&self, path: &str) -> Option<&Source> {
        self.files.get(path)
    }

    /// Returns the files whose paths start with `prefix`, ordered by path.
    pub fn starting_with(&self, prefix: &str) -> impl Iterator<Item = &Source> {
        let files = self.files.range::<str, _>((Bound::Included(prefix), Bound::Unbounded));
        files.take_while(move |(path, _)| path.starts_with(prefix)).map(|(_, source)| source)
    }

    /// Returns all files, ordered by path.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.files.values()
    }
}

/// Returns whether a path below the content directory is hidden or in the generated `schema` directory.
fn is_skipped(path: &str) -> bool {
    path.split('/').next() == Some("schema") || path.split('/').any(|part| part.starts_with('.'))
}
