//! Reads a published output directory, without following links out of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::stamp::Stamp;
use crate::error::{Error, Result};
use crate::paths::ToSlash;

/// A published output directory, which may not exist.
#[derive(Debug, Clone)]
pub struct PublishedDirectory {
    root: PathBuf,
}

impl PublishedDirectory {
    /// Creates a reader of the directory at `root`.
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    /// Returns the path of the directory as the user wrote it.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the path of the subdirectory at `path`, which is relative and uses `/`.
    pub fn directory(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Returns the stamp of the subdirectory at `path`, if it exists. The stamp changes when a file
    /// directly in the subdirectory is replaced, added or removed.
    pub fn stamp_of_directory(&self, path: &str) -> Option<Stamp> {
        let metadata = fs::symlink_metadata(self.directory(path)).ok()?;
        metadata.is_dir().then(|| Stamp::of(&metadata))
    }

    /// Returns the names and stamps of the regular files directly in the subdirectory at `path`; none
    /// if it cannot be listed.
    pub fn stamps(&self, path: &str) -> BTreeMap<String, Stamp> {
        if self.stamp_of_directory(path).is_none() {
            return BTreeMap::new();
        }
        let entries = fs::read_dir(self.directory(path)).into_iter().flatten().flatten();
        let stamp = |entry: fs::DirEntry| {
            let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((entry.file_name().into_string().ok()?, Stamp::of(&metadata)))
        };
        entries.filter_map(stamp).collect()
    }

    /// Returns whether the directory exists.
    pub fn exists(&self) -> bool {
        self.root.is_dir()
    }

    /// Returns the relative paths of all regular files, with `/` and without names that are not
    /// UTF-8.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be listed.
    pub fn files(&self) -> Result<BTreeSet<String>> {
        let mut files = BTreeSet::new();
        if !self.exists() {
            return Ok(files);
        }
        for entry in WalkDir::new(&self.root).min_depth(1) {
            let entry = entry.map_err(|error| Error::io("list", &self.root, error.into()))?;
            let path = entry.path().strip_prefix(&self.root).expect("entries are below the root");
            if path.to_str().is_some() && entry.file_type().is_file() {
                files.insert(path.to_slash());
            }
        }
        Ok(files)
    }

    /// Returns at most the first `limit + 1` bytes of the file at `path`.
    ///
    /// Returns `None` if the file does not exist, if a part of the path is a symbolic link, or if
    /// the path leads out of the directory.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn read(&self, path: &str, limit: usize) -> Result<Option<Vec<u8>>> {
        let plain = |part: &str| !part.is_empty() && part != "." && part != "..";
        if !path.split('/').all(plain) || path.contains(['\\', '\0']) {
            return Ok(None);
        }
        let mut file = self.root.clone();
        for part in path.split('/') {
            file.push(part);
            let metadata = fs::symlink_metadata(&file);
            if !metadata.is_ok_and(|metadata| metadata.is_dir() || metadata.is_file()) {
                return Ok(None);
            }
        }
        match file.is_file() {
            true => super::read::read_file(&file, limit).map(Some),
            false => Ok(None),
        }
    }
}
