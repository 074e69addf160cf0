//! The state of the output directory before a build.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use walkdir::WalkDir;

use super::manifest::{self, Manifest};
use crate::error::{Error, Result};
use crate::source::stamp::Stamp;

/// An output directory, which need not exist yet. Paths are relative to it and use `/`.
pub(super) struct OutputDirectory {
    pub(super) root: PathBuf,
    pub(super) manifest: Manifest,
    /// The files that vitae wrote, sorted.
    managed: Vec<Box<str>>,
    /// The files that vitae did not write.
    unmanaged: BTreeSet<Box<str>>,
    subdirectories: BTreeSet<Box<str>>,
}

/// Returns whether an error of reading a file means that there is no such file.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory)
}

/// Returns the manifest of a directory, if it has one.
fn read_manifest(root: &Path) -> Result<Option<Manifest>> {
    let path = root.join(manifest::PATH);
    match fs::read(&path) {
        Ok(text) => Ok(Manifest::parse(&String::from_utf8_lossy(&text))),
        Err(error) if is_absent(&error) => Ok(None),
        Err(source) => Err(Error::io("read", &path, source)),
    }
}

/// Returns a path relative to the output directory with `/`.
fn published_path(path: &Path) -> String {
    path.to_string_lossy().replace(MAIN_SEPARATOR, "/")
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
            subdirectories: BTreeSet::new(),
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
            let path = published_path(path).into_boxed_str();
            if entry.file_type().is_dir() {
                self.subdirectories.insert(path);
            } else if self.manifest.owns(&path) {
                self.managed.push(path);
            } else {
                self.unmanaged.insert(path);
            }
        }
        self.managed.sort_unstable();
        Ok(())
    }

    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Returns whether the directory exists, but has no files and subdirectories.
    pub(super) fn is_empty(&self) -> bool {
        self.managed.is_empty() && self.unmanaged.is_empty() && self.subdirectories.is_empty()
    }

    /// Returns whether `path` is a file that vitae wrote and whose parents are directories, not
    /// symbolic links.
    pub(super) fn manages(&self, path: &str) -> bool {
        self.managed.binary_search_by(|file| (**file).cmp(path)).is_ok()
    }

    /// Returns the metadata of the regular file at `path`.
    pub(super) fn metadata(&self, path: &str) -> Option<Metadata> {
        fs::symlink_metadata(self.path(path)).ok().filter(Metadata::is_file)
    }

    /// Returns the stamp of the regular file at `path`.
    pub(super) fn stamp(&self, path: &str) -> Option<Stamp> {
        self.metadata(path).map(|metadata| Stamp::of(&metadata))
    }

    /// Returns the files that vitae wrote, the manifest included, in the order of their paths.
    pub(super) fn managed(&self) -> impl Iterator<Item = &str> {
        self.managed.iter().map(|path| &**path)
    }

    /// Returns the files that vitae did not write, in the order of their paths.
    pub(super) fn unmanaged(&self) -> impl Iterator<Item = &str> {
        self.unmanaged.iter().map(|path| &**path)
    }

    /// Returns an error if a file at `path` would replace a file or directory that vitae did not
    /// write.
    pub(super) fn refuse_conflict(&self, path: &str) -> Result<()> {
        if self.subdirectories.contains(path) {
            return Err(Error::new(format!(
                "{} is a directory, but a file must be written there; remove it",
                self.path(path).display()
            )));
        }
        let parents = path.match_indices('/').map(|(end, _)| &path[..end]);
        let mut places = parents.chain([path]);
        let is_foreign = |place: &str| {
            // With a damaged manifest, a file at the path of a published one is an earlier version of it.
            self.unmanaged.contains(place) && !(self.manifest.is_damaged && place == path)
        };
        match places.find(|place| is_foreign(place)) {
            None => Ok(()),
            Some(place) => Err(Error::new(format!(
                "{} was not written by vitae, so it is not replaced; remove it",
                self.path(place).display()
            ))),
        }
    }

    /// Removes files, and the directories that become empty. Tries every file, even if another one
    /// cannot be removed.
    ///
    /// # Errors
    /// Returns an error that lists the files that could not be removed.
    pub(super) fn withdraw(&self, files: &[String]) -> Result<()> {
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
