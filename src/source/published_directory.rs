//! A folder that was published, to compare with: only read, and never outside of it.

use std::collections::BTreeSet;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::stamp::Stamp;
use crate::error::{Error, Result};

/// A published folder, which need not exist.
#[derive(Debug, Clone)]
pub struct PublishedDirectory {
    root: PathBuf,
}

impl PublishedDirectory {
    /// The folder at `root`.
    pub fn new(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
        }
    }

    /// The folder as the user named it.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder at `path`, relative to it, with `/`.
    pub fn folder(&self, path: &str) -> PathBuf {
        path.split('/')
            .fold(self.root.clone(), |folder, part| folder.join(part))
    }

    /// The stamp of the folder at `path`, if there is one: another one after a file directly in it
    /// was replaced, added or removed.
    pub fn stamp_of_folder(&self, path: &str) -> Option<Stamp> {
        let metadata = fs::symlink_metadata(self.folder(path)).ok();
        metadata
            .filter(fs::Metadata::is_dir)
            .as_ref()
            .map(Stamp::of)
    }

    /// Whether something was published at all.
    pub fn exists(&self) -> bool {
        self.root.is_dir()
    }

    /// The paths of all files, as a bundle names them: relative, with `/`. Links and names that
    /// are not UTF-8 are none of them.
    ///
    /// # Errors
    /// When the folder cannot be listed.
    pub fn files(&self) -> Result<BTreeSet<String>> {
        let mut files = BTreeSet::new();
        if !self.exists() {
            return Ok(files);
        }
        for entry in WalkDir::new(&self.root).min_depth(1) {
            let entry = entry.map_err(|error| {
                Error::with_source(format!("cannot list {}", self.root.display()), error)
            })?;
            let relative = entry.path().strip_prefix(&self.root);
            let parts: Option<Vec<&str>> = relative
                .unwrap_or(entry.path())
                .components()
                .map(|part| part.as_os_str().to_str())
                .collect();
            if let Some(parts) = parts.filter(|_| entry.file_type().is_file()) {
                files.insert(parts.join("/"));
            }
        }
        Ok(files)
    }

    /// The file at `path`, at most its first `limit` bytes; `None` if there is none, if a link is
    /// on the way to it, or if the path is none below the folder.
    ///
    /// # Errors
    /// When the file cannot be read.
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
        let unreadable = |source| Error::io("read", &file, source);
        match fs::File::open(&file) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(unreadable(error)),
            Ok(_) if file.is_dir() => Ok(None),
            Ok(open) => {
                let mut bytes = Vec::new();
                let mut open = open.take(limit as u64);
                open.read_to_end(&mut bytes).map_err(unreadable)?;
                Ok(Some(bytes))
            }
        }
    }
}
