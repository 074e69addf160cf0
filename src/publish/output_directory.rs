//! The current state of the output directory.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::content_coding;
use super::manifest::{self, Manifest};
use crate::bundle::Bundle;
use crate::error::{Error, Result};

/// An output directory, which need not exist yet. Paths are relative to it and use `/`.
pub(super) struct OutputDirectory {
    root: PathBuf,
    pub(super) manifest: Manifest,
    files: BTreeSet<String>,
    subdirectories: BTreeSet<String>,
}

impl OutputDirectory {
    /// Lists the directory.
    ///
    /// # Errors
    /// Returns an error if the directory has files but no manifest: vitae did not write it.
    pub(super) fn open(root: &Path) -> Result<Self> {
        let mut directory = Self {
            root: root.to_owned(),
            manifest: Manifest::default(),
            files: BTreeSet::new(),
            subdirectories: BTreeSet::new(),
        };
        if root.is_dir() {
            directory.list()?;
        } else if root.exists() {
            let message = format!("{} is a file, not a directory", root.display());
            return Err(Error::new(message));
        }
        let manifest = fs::read_to_string(directory.path(manifest::PATH)).ok();
        match manifest.and_then(|text| Manifest::parse(&text)) {
            Some(manifest) => directory.manifest = manifest,
            None if directory.files.is_empty() => {}
            None => {
                return Err(Error::new(format!(
                    "{} has files that vitae did not write; choose another output directory with \
                     --out, or empty it",
                    root.display()
                )));
            }
        }
        Ok(directory)
    }

    fn list(&mut self) -> Result<()> {
        for entry in WalkDir::new(&self.root).min_depth(1) {
            let entry = entry.map_err(|error| {
                Error::with_source(format!("cannot list {}", self.root.display()), error)
            })?;
            let relative = entry.path().strip_prefix(&self.root);
            let path = relative
                .expect("entries are below the root")
                .components()
                .map(|part| part.as_os_str().to_string_lossy())
                .collect::<Vec<_>>()
                .join("/");
            let set = match entry.file_type().is_dir() {
                true => &mut self.subdirectories,
                false => &mut self.files,
            };
            set.insert(path);
        }
        Ok(())
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub(super) fn contains(&self, path: &str) -> bool {
        self.files.contains(path)
    }

    /// Returns all subdirectories, parents before their children.
    pub(super) fn subdirectories(&self) -> impl Iterator<Item = &str> {
        self.subdirectories.iter().map(String::as_str)
    }

    /// Returns an error if publishing would replace a file or directory that vitae did not write.
    pub(super) fn refuse_conflicts(&self, bundle: &Bundle) -> Result<()> {
        let is_output = |path: &str| content_coding::is_output(bundle, path);
        if let Some(path) = self.subdirectories().find(|path| is_output(path)) {
            return Err(Error::new(format!(
                "{} is a directory, but a file must be written there; remove it",
                self.path(path).display()
            )));
        }
        let is_parent = |path: &str| {
            let prefix = format!("{path}/");
            let mut artifacts = bundle.iter();
            artifacts.any(|artifact| artifact.path.starts_with(&prefix))
        };
        let mut unmanaged = self.unmanaged();
        match unmanaged.find(|path| is_output(path) || is_parent(path)) {
            None => Ok(()),
            Some(path) => Err(Error::new(format!(
                "{} was not written by vitae, so it is not replaced; remove it",
                self.path(&path).display()
            ))),
        }
    }

    /// Returns the files written by vitae that the new state does not have.
    pub(super) fn withdrawn(&self, new: &Manifest) -> Vec<String> {
        let managed = self.files.iter().filter(|file| self.manifest.owns(file));
        managed.filter(|file| !new.owns(file)).cloned().collect()
    }

    /// Returns the files that vitae did not write.
    pub(super) fn unmanaged(&self) -> impl Iterator<Item = String> {
        let files = self.files.iter();
        files.filter(|file| !self.manifest.owns(file)).cloned()
    }

    /// Removes files, and the directories that become empty.
    pub(super) fn remove(&self, files: &[String]) -> Result<()> {
        for file in files {
            let path = self.path(file);
            fs::remove_file(&path).map_err(|source| Error::io("remove", &path, source))?;
            let parents = path.ancestors().skip(1);
            for parent in parents.take_while(|parent| *parent != self.root) {
                // Fails if the directory is not empty.
                if fs::remove_dir(parent).is_err() {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Returns whether the path is a regular file with exactly these bytes.
pub(super) fn has_bytes(path: &Path, bytes: &[u8]) -> bool {
    let has_length = fs::symlink_metadata(path)
        .is_ok_and(|metadata| metadata.is_file() && metadata.len() == bytes.len() as u64);
    has_length && fs::read(path).is_ok_and(|old| old == bytes)
}

/// Returns the bytes of a regular file. Does not follow symbolic links.
pub(super) fn read(path: &Path) -> Option<Vec<u8>> {
    let metadata = fs::symlink_metadata(path).ok()?;
    metadata.is_file().then(|| fs::read(path).ok())?
}
