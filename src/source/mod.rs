//! Reads the content directory and `.vitae-version`; no other module does.

mod deleted_profiles;
mod git_history;
mod incomplete_checkout;
pub mod pinned_version;
mod position;
mod profile_versions;
pub mod published_directory;
mod repository;
mod revision;
pub mod stamp;
mod translation;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Read;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use rayon::prelude::*;
use walkdir::{DirEntry, WalkDir};

use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::error::{Error, Result};
use crate::paths::ToSlash;
use stamp::Stamp;

pub use deleted_profiles::deleted_profiles;
pub use git_history::History;
pub use incomplete_checkout::{FETCH_FROM_GIT_LFS, is_git_lfs_pointer, reject_incomplete_checkout};
pub use position::{Position, text_of};
pub use profile_versions::ProfileChange;
pub use repository::possible_git_logs;
pub use revision::{FETCH_HISTORY, Revision};
pub use translation::TRANSLATIONS;

diagnostic_codes! {
    error SYMBOLIC_LINK = "symbolic-link";
    error NOT_A_FILE = "not-a-file";
    error FILE_NAME_ENCODING = "file-name-encoding";
}

/// The last-modified date of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Modified {
    /// The greatest committer date of the commits that changed the file, as text (RFC 3339).
    Committed(String),
    /// Unknown, because the repository is a shallow clone without that commit.
    CutOff,
    /// The file system's modification time of a file that is in no commit.
    FileTime(SystemTime),
    /// Unknown, because no date was read or none is valid.
    Unknown,
}

/// The path and the bytes of a file.
pub type FileBytes<'a> = (&'a str, &'a [u8]);

/// A file of the content. Sources are equal if their path, date and bytes are equal; for files on
/// disk, the stamp is compared instead of the bytes. Clones share their memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source(Arc<File>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct File {
    path: Arc<str>,
    body: Storage,
    modified: Modified,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Storage {
    Memory(Vec<u8>),
    /// A file in this content directory. Read on demand, so that memory use does not grow with the number of photos.
    Disk(Arc<Path>, Option<Stamp>),
    /// Read on demand from a commit.
    Object(revision::Object),
}

impl Source {
    fn new(path: &str, body: Storage, modified: Modified) -> Self {
        Self(Arc::new(File { path: path.into(), body, modified }))
    }

    /// Returns the last-modified date.
    pub fn modified(&self) -> &Modified {
        &self.0.modified
    }

    fn set_modified(&mut self, modified: Modified) {
        Arc::make_mut(&mut self.0).modified = modified;
    }

    /// Returns the path relative to the content directory, with `/`: `photos/anna-berg.jpg`.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// Returns whether the file on disk was changed or removed since it was listed.
    pub fn has_changed(&self) -> bool {
        let Storage::Disk(root, stamp) = &self.0.body else { return false };
        let metadata = root.join(self.path()).symlink_metadata().ok();
        metadata.as_ref().map(Stamp::of) != *stamp
    }

    /// Returns the file name without its directories.
    pub fn name(&self) -> &str {
        self.path().rsplit('/').next().unwrap_or(self.path())
    }

    /// Returns the file name up to its last dot.
    pub fn stem(&self) -> &str {
        self.name().rsplit_once('.').map_or(self.name(), |(stem, _)| stem)
    }

    /// Returns the file extension without its dot; empty if the name has no dot.
    pub fn extension(&self) -> &str {
        self.name().rsplit_once('.').map_or("", |(_, extension)| extension)
    }
    /// Returns the name of a profile without any extensions, such as those that text editors add
    /// (`anna-berg.yaml.txt`); `None` for other files.
    pub(crate) fn profile_name(&self) -> Option<&str> {
        let lower = self.name().to_ascii_lowercase();
        let end = lower.find(".yaml").or_else(|| lower.find(".yml"))?;
        self.is_profile_text().then(|| &self.name()[..end])
    }

    /// Returns whether the file can have a profile as text: YAML, or YAML that a text editor saved
    /// with its own extension.
    pub fn is_profile_text(&self) -> bool {
        ["yaml", "yml", "txt"].contains(&self.extension().to_ascii_lowercase().as_str())
    }

    /// Returns the absolute path on disk, for other programs to open; `None` for other files.
    pub fn location(&self) -> Option<PathBuf> {
        let Storage::Disk(root, _) = &self.0.body else { return None };
        std::path::absolute(root.join(self.path())).ok()
    }

    /// Returns the stamp of a file on disk; `None` for other files.
    pub fn stamp(&self) -> Option<&Stamp> {
        let Storage::Disk(_, stamp) = &self.0.body else { return None };
        stamp.as_ref()
    }

    /// Reads at most `limit + 1` bytes, so that callers can detect files larger than `limit` without
    /// reading all of them.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn read(&self, limit: usize) -> Result<Cow<'_, [u8]>> {
        Ok(match &self.0.body {
            Storage::Memory(bytes) => Cow::Borrowed(&bytes[..bytes.len().min(limit + 1)]),
            Storage::Disk(root, _) => read_file(&root.join(self.path()), limit)?.into(),
            Storage::Object(object) => object.read(limit)?.into(),
        })
    }
}

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

    /// Lists the files like [`Self::from_disk`], without their last-modified dates.
    ///
    /// # Errors
    /// Returns the errors of [`Self::from_disk`].
    pub fn undated(root: &Path) -> Result<Self> {
        reject_incomplete_checkout(existing(root)?)?;
        Self::listed(root)
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

    /// Lists the files in `root` without their last-modified dates.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be read.
    pub fn listed(root: &Path) -> Result<Self> {
        let mut sources = Self { directory: Some(root.to_owned()), ..Self::named(root) };
        let hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
        let directory: Arc<Path> = root.into();
        let entries = WalkDir::new(root).min_depth(1).into_iter();
        let schema = root.join("schema");
        let is_listed = |entry: &DirEntry| {
            let is_schema = entry.path() == schema && entry.file_type().is_dir();
            !hidden(entry.file_name()) && !is_schema
        };
        let entries: walkdir::Result<Vec<DirEntry>> = entries.filter_entry(is_listed).collect();
        let entries = entries.map_err(|error| Error::io("list", root, error.into()))?;
        let files = entries.into_par_iter().filter(|entry| !entry.file_type().is_dir());
        let files = files.map(|entry| {
            let path = entry.path().strip_prefix(root).expect("entries are inside the root");
            file(&entry, path, &directory)
        });
        for file in files.collect::<Vec<_>>() {
            match file {
                Ok(source) => sources.insert(source),
                Err(diagnostic) => sources.diagnostics.push(*diagnostic),
            }
        }
        Ok(sources)
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
        self.files.insert(Arc::clone(&source.0.path), source);
    }

    /// Takes the files that are the same in `previous` from there, so that they are in memory once.
    #[must_use]
    pub fn sharing(mut self, previous: &Self) -> Self {
        let share = |(path, source): (Arc<str>, Source)| match previous.files.get(&path) {
            Some(same) if *same == source => (Arc::clone(&same.0.path), same.clone()),
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
            let same = |(new, old): (&Source, &Source)| {
                new.0.path == old.0.path && new.0.body == old.0.body
            };
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

/// Returns a regular file without its last-modified date, or the diagnostic of any other entry.
fn file(
    entry: &DirEntry,
    relative: &Path,
    directory: &Arc<Path>,
) -> std::result::Result<Source, Box<Diagnostic>> {
    let path = relative.to_slash();
    let unsupported =
        |code, message, hint| Err(Box::new(Diagnostic::file(code, &path, message).hint(hint)));
    if relative.to_str().is_none() {
        let hint = "rename the file, using letters, digits and hyphens";
        return unsupported(&FILE_NAME_ENCODING, "the file name is not UTF-8 text", hint);
    }
    if entry.path_is_symlink() {
        let hint = "replace the link with the file: a link can publish files from other places";
        return unsupported(&SYMBOLIC_LINK, "this is a symbolic link, not a file", hint);
    }
    if !entry.file_type().is_file() {
        let message = "this is a pipe, socket or device, not a file";
        return unsupported(&NOT_A_FILE, message, "remove it");
    }
    let stamp = entry.metadata().ok().as_ref().map(Stamp::of);
    let body = Storage::Disk(Arc::clone(directory), stamp);
    Ok(Source::new(&path, body, Modified::Unknown))
}

/// Returns the content directory `root`.
///
/// # Errors
/// Returns an error if it does not exist.
pub fn existing(root: &Path) -> Result<&Path> {
    match root.is_dir() {
        true => Ok(root),
        false => {
            // A submodule that is not checked out is an empty directory.
            let above = root.ancestors().skip(1).find(|above| above.is_dir());
            above.map_or(Ok(()), reject_incomplete_checkout)?;
            Err(Error::new(format!(
                "the content directory {} does not exist; run the command in the project's directory, or \
             create a project with `vitae init <DIRECTORY>`",
                root.to_slash()
            )))
        }
    }
}

/// Reads at most `limit + 1` bytes of a file; of the standard input if `path` is `-`.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn read_upload(path: &Path, limit: usize) -> Result<Vec<u8>> {
    if path == Path::new("-") {
        let bytes = read_limited(std::io::stdin().lock(), limit, 0);
        return bytes.map_err(|source| Error::io("read", path, source));
    }
    read_file(path, limit)
}

fn read_file(path: &Path, limit: usize) -> Result<Vec<u8>> {
    let bytes = std::fs::File::open(path).and_then(|file| {
        let length = file.metadata()?.len();
        read_limited(file, limit, length)
    });
    bytes.map_err(|source| Error::io("read", path, source))
}

/// Needs few calls of the system if `length` is the number of bytes.
fn read_limited(reader: impl Read, limit: usize, length: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(limit.min(length as usize));
    reader.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
