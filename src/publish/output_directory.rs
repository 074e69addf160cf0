//! The state of the output directory before a build.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::manifest::Manifest;
use super::open_file::retry;
use super::staging::removed;
use crate::entry::consultant_directories;
use crate::error::{Error, Result};
use crate::paths::ToSlash;
use crate::source::stamp::Stamp;

/// An output directory, which need not exist yet. Paths are relative to it and use `/`.
pub(super) struct OutputDirectory {
    pub(super) root: PathBuf,
    pub(super) manifest: Manifest,
    /// The files that belong to vitae, the manifest included, sorted.
    pub(super) managed: Vec<String>,
    /// All other files.
    pub(super) unmanaged: BTreeSet<String>,
    /// A file in a directory of consultants whose name is not UTF-8.
    unnamed: Option<PathBuf>,
}

/// Returns the directories that contain `path`.
fn parents(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(end, _)| &path[..end])
}

/// Lists the files of an output directory, sorted; none if it does not exist. Returns their paths, relative to the output
/// directory and with `/`, and whether they are UTF-8.
///
/// # Errors
/// Returns an error if it is not a directory, or cannot be read.
pub(super) fn list(root: &Path) -> Result<Vec<(String, bool)>> {
    let mut files = Vec::new();
    if !root.is_dir() {
        let message = format!("{} is a file, not a directory", root.to_slash());
        return if root.exists() { Err(Error::new(message)) } else { Ok(files) };
    }
    for entry in WalkDir::new(root).min_depth(1) {
        let entry = entry.map_err(|error| Error::io("list", root, error.into()))?;
        if !entry.file_type().is_dir() {
            let path = entry.path().strip_prefix(root).expect("entries are below the root");
            files.push((path.to_slash(), path.to_str().is_some()));
        }
    }
    files.sort_unstable();
    Ok(files)
}

impl OutputDirectory {
    /// Divides the listed files by the manifest.
    ///
    /// # Errors
    /// Returns an error if the directory has files but no manifest: vitae did not write it.
    pub(super) fn new(
        root: &Path,
        files: Vec<(String, bool)>,
        manifest: Option<Manifest>,
    ) -> Result<Self> {
        if !files.is_empty() && manifest.is_none() {
            return Err(Error::new(format!(
                "{} has files that vitae did not write; choose another output directory with \
                 --out, or empty it",
                root.to_slash()
            )));
        }
        let mut directory = Self {
            root: root.to_owned(),
            manifest: manifest.unwrap_or_default(),
            managed: Vec::with_capacity(files.len()),
            unmanaged: BTreeSet::new(),
            unnamed: None,
        };
        for (name, is_utf8) in files {
            match directory.manifest.owns(&name) {
                true if !is_utf8 => directory.unnamed = Some(root.join(name)),
                true => directory.managed.push(name),
                false => drop(directory.unmanaged.insert(name)),
            }
        }
        Ok(directory)
    }

    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Returns whether `path` is a file that belongs to vitae and whose parents are directories, not
    /// symbolic links.
    pub(super) fn manages(&self, path: &str) -> bool {
        self.managed.binary_search_by(|file| file.as_str().cmp(path)).is_ok()
    }

    /// Returns the metadata of the regular file at `path`.
    pub(super) fn metadata(&self, path: &str) -> Option<Metadata> {
        fs::symlink_metadata(self.path(path)).ok().filter(Metadata::is_file)
    }

    /// Returns the stamp of the regular file at `path`.
    pub(super) fn stamp(&self, path: &str) -> Option<Stamp> {
        self.metadata(path).map(|metadata| Stamp::of(&metadata))
    }

    /// Returns an error if a new file would replace a file or directory that does not belong to vitae, or if
    /// a link leads to a directory of consultants, where it hides files that may be public, or if a file there
    /// has a name that is not UTF-8.
    ///
    /// Withdrawn profiles are removed before, so that a conflict cannot keep them public.
    pub(super) fn refuse_conflicts(&self, new: &[String]) -> Result<()> {
        let conflict = |place: PathBuf, reason: &str| {
            let message = format!("{} {reason}; nothing new was published", place.to_slash());
            Err(Error::new(message).help("remove it"))
        };
        if let Some(path) = &self.unnamed {
            return conflict(path.clone(), "has a name that is not UTF-8");
        }
        let mut directories = consultant_directories().flat_map(|path| parents(path).chain([path]));
        if let Some(place) = directories.find(|place| self.path(place).is_symlink()) {
            return conflict(self.path(place), "is a symbolic link");
        }
        for path in new {
            let is_foreign = |place: &&str| self.unmanaged.contains(*place);
            let own_path = (!self.manifest.is_damaged).then_some(path.as_str());
            if let Some(place) = parents(path).chain(own_path).find(is_foreign) {
                return conflict(
                    self.path(place),
                    "was not written by vitae, so it is not replaced",
                );
            }
            if fs::symlink_metadata(self.path(path)).is_ok_and(|place| place.is_dir()) {
                return conflict(
                    self.path(path),
                    "is a directory, but a file must be written there",
                );
            }
        }
        Ok(())
    }

    /// Removes files, and the directories that become empty. Tries every file, even if another one
    /// cannot be removed.
    ///
    /// # Errors
    /// Returns an error that lists the files that could not be removed.
    pub(super) fn withdraw<'a>(&self, files: impl Iterator<Item = &'a String>) -> Result<()> {
        let mut failures = Vec::new();
        for file in files {
            let path = self.path(file);
            if let Err(error) = removed(retry(|| fs::remove_file(&path))) {
                failures.push(format!("{}: {error}", path.to_slash()));
                continue;
            }
            let parents = path.ancestors().skip(1);
            for parent in parents.take_while(|parent| *parent != self.root) {
                // Fails if the directory is not empty.
                if fs::remove_dir(parent).is_err() {
                    break;
                }
            }
        }
        let subject = match failures.len() {
            0 => return Ok(()),
            1 => "a withdrawn file cannot be removed and is".to_owned(),
            count => format!("{count} withdrawn files cannot be removed and are"),
        };
        let error = Error::new(format!("{subject} still public; nothing new was published:"));
        Err(failures.iter().fold(error, Error::line))
    }
}
