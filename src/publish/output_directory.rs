//! The state of the output directory before a build.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use walkdir::WalkDir;

use super::manifest::{self, Manifest};
use crate::entry::consultant_directories;
use crate::error::{Error, Result};
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

/// Returns the manifest of a directory, if it has one.
fn read_manifest(root: &Path) -> Result<Option<Manifest>> {
    let path = root.join(manifest::PATH);
    if !path.is_file() {
        return Ok(None);
    }
    let text = fs::read(&path).map_err(|source| Error::io("read", &path, source))?;
    Ok(Manifest::parse(&String::from_utf8_lossy(&text)))
}

/// Returns the directories that contain `path`.
fn parents(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(end, _)| &path[..end])
}

impl OutputDirectory {
    /// Lists the directory.
    ///
    /// # Errors
    /// Returns an error if the directory has files but no manifest: vitae did not write it.
    pub(super) fn open(root: &Path) -> Result<Self> {
        let manifest = read_manifest(root)?;
        let has_manifest = manifest.is_some();
        let mut directory = Self {
            root: root.to_owned(),
            manifest: manifest.unwrap_or_default(),
            managed: Vec::new(),
            unmanaged: BTreeSet::new(),
            unnamed: None,
        };
        if root.is_dir() {
            directory.list()?;
        } else if root.exists() {
            let message = format!("{} is a file, not a directory", root.display());
            return Err(Error::new(message));
        }
        let has_files = !directory.managed.is_empty() || !directory.unmanaged.is_empty();
        if has_files && !has_manifest {
            return Err(Error::new(format!(
                "{} has files that vitae did not write; choose another output directory with \
                 --out, or empty it",
                root.display()
            )));
        }
        Ok(directory)
    }

    fn list(&mut self) -> Result<()> {
        for entry in WalkDir::new(&self.root).min_depth(1) {
            let entry = entry.map_err(|error| Error::io("list", &self.root, error.into()))?;
            let path = entry.path().strip_prefix(&self.root).expect("entries are below the root");
            if entry.file_type().is_dir() {
                continue;
            }
            let name = path.to_string_lossy().replace(MAIN_SEPARATOR, "/");
            let owns = self.manifest.owns(&name);
            match owns {
                true if path.to_str().is_none() => self.unnamed = Some(entry.into_path()),
                true => self.managed.push(name),
                false => drop(self.unmanaged.insert(name)),
            }
        }
        self.managed.sort_unstable();
        Ok(())
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
            let message = format!("{} {reason}; nothing new was published", place.display());
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
            if let Err(error) = fs::remove_file(&path)
                && error.kind() != ErrorKind::NotFound
            {
                failures.push(format!("{}: {error}", path.display()));
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
