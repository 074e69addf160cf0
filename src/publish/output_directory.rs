//! The published folder as it is.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::content_coding;
use super::manifest::{self, Manifest};
use crate::bundle::Bundle;
use crate::error::{Error, Result};

/// A published folder, or the place where one is to be.
pub(super) struct OutputDirectory {
    root: PathBuf,
    pub(super) manifest: Manifest,
    files: BTreeSet<String>,
    folders: BTreeSet<String>,
}

impl OutputDirectory {
    /// Looks at the folder. One that has files but no manifest is somebody else's.
    pub(super) fn open(root: &Path) -> Result<Self> {
        let (mut files, mut folders) = (BTreeSet::new(), BTreeSet::new());
        if root.exists() && !root.is_dir() {
            return Err(Error::new(format!(
                "{} is a file, not a folder",
                root.display()
            )));
        }
        if root.exists() {
            for entry in WalkDir::new(root).min_depth(1) {
                let entry = entry.map_err(|error| {
                    Error::with_source(format!("cannot list {}", root.display()), error)
                })?;
                let relative = entry.path().strip_prefix(root).unwrap_or(entry.path());
                let parts = relative
                    .components()
                    .map(|part| part.as_os_str().to_string_lossy());
                let path = parts.collect::<Vec<_>>().join("/");
                let seen = if entry.file_type().is_dir() {
                    &mut folders
                } else {
                    &mut files
                };
                seen.insert(path);
            }
        }
        let manifest = match fs::read_to_string(root.join(manifest::PATH)) {
            Ok(text) => Manifest::parse(&text),
            Err(_) => None,
        };
        let manifest = match manifest {
            Some(manifest) => manifest,
            None if files.is_empty() => Manifest::default(),
            None => {
                return Err(Error::new(format!(
                    "{} has files that vitae did not write, so it is left alone; choose another \
                     folder with --out, or empty this one yourself",
                    root.display()
                )));
            }
        };
        Ok(Self {
            root: root.to_owned(),
            manifest,
            files,
            folders,
        })
    }

    /// The folder itself.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Where the file at `path` lies.
    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Whether there is a file at `path`.
    pub(super) fn contains(&self, path: &str) -> bool {
        self.files.contains(path)
    }

    /// The folders in it, those above before those below.
    pub(super) fn folders(&self) -> impl Iterator<Item = &str> {
        self.folders.iter().map(String::as_str)
    }

    /// Refuses to replace what is not ours.
    pub(super) fn refuse_conflicts(&self, bundle: &Bundle) -> Result<()> {
        if let Some(folder) = self
            .folders
            .iter()
            .find(|folder| content_coding::is_claimed(bundle, folder))
        {
            return Err(Error::new(format!(
                "{} is a folder where a file has to be; remove it yourself",
                self.path(folder).display()
            )));
        }
        for file in self.files.iter().filter(|file| !self.manifest.owns(file)) {
            let below = format!("{file}/");
            let is_above = || {
                bundle
                    .iter()
                    .any(|artifact| artifact.path.starts_with(&below))
            };
            if content_coding::is_claimed(bundle, file) || is_above() {
                return Err(Error::new(format!(
                    "{} was not written by vitae, so it is left alone; remove it yourself",
                    self.path(file).display()
                )));
            }
        }
        Ok(())
    }

    /// Our files that the new state no longer has.
    pub(super) fn withdrawn(&self, new: &Manifest) -> Vec<String> {
        let ours = self.files.iter().filter(|file| self.manifest.owns(file));
        ours.filter(|file| !new.owns(file)).cloned().collect()
    }

    /// Files that are not ours.
    pub(super) fn foreign(&self) -> Vec<String> {
        self.files
            .iter()
            .filter(|file| !self.manifest.owns(file))
            .cloned()
            .collect()
    }

    /// Removes files, and folders that are empty without them.
    pub(super) fn remove(&self, files: &[String]) -> Result<()> {
        for file in files {
            let path = self.path(file);
            fs::remove_file(&path).map_err(|source| Error::io("remove", &path, source))?;
            let mut folder = path.parent();
            while let Some(empty) = folder.filter(|folder| *folder != self.root) {
                if fs::remove_dir(empty).is_err() {
                    break;
                }
                folder = empty.parent();
            }
        }
        Ok(())
    }
}

/// Whether the file at `path` has just these bytes.
pub(super) fn holds(path: &Path, bytes: &[u8]) -> bool {
    let is_file = fs::symlink_metadata(path)
        .is_ok_and(|metadata| metadata.is_file() && metadata.len() == bytes.len() as u64);
    is_file && fs::read(path).is_ok_and(|old| old == bytes)
}

/// The bytes of the file at `path`; a link is none.
pub(super) fn read(path: &Path) -> Option<Vec<u8>> {
    let metadata = fs::symlink_metadata(path).ok()?;
    metadata.is_file().then(|| fs::read(path).ok()).flatten()
}
