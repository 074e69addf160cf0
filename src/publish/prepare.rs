//! Compares the new state with the output directory and stages the files that differ.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rayon::prelude::*;

use super::content_coding::{self, Coding};
use super::manifest::{Digest, Origin, digest};
use super::modification_time;
use super::output_directory::{self, OutputDirectory};
use super::staging::{Staging, put};
use crate::bundle::{Artifact, Body, Deployment, GenerateError, ModificationTimes};
use crate::error::{Error, Result};

pub(super) struct PreparedFile {
    /// Relative to the output directory, with `/`.
    pub(super) path: String,
    pub(super) origin: Option<Origin>,
    pub(super) change: Change,
}

/// The change that makes a published file match the new state.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Change {
    None,
    /// Only the modification time differs.
    Time(SystemTime),
    /// The staged file is new.
    Added(PathBuf),
    /// The staged file replaces an existing one.
    Changed(PathBuf),
}

impl Change {
    pub(super) fn keeps_bytes(&self) -> bool {
        matches!(self, Self::None | Self::Time(_))
    }

    fn apply(&self, path: &Path) -> Result<()> {
        match self {
            Self::None => Ok(()),
            Self::Time(time) => modification_time::set(path, *time),
            Self::Added(staged) | Self::Changed(staged) => put(staged, path),
        }
    }
}

/// Applies the changes to the files below `root`.
pub(super) fn put_all(prepared: &[PreparedFile], root: &Path) -> Result<()> {
    let parents: BTreeSet<PathBuf> = prepared
        .iter()
        .filter_map(|file| root.join(&file.path).parent().map(Path::to_owned))
        .collect();
    for parent in parents {
        fs::create_dir_all(&parent).map_err(|source| Error::io("create", &parent, source))?;
    }
    prepared.par_iter().try_for_each(|file| file.change.apply(&root.join(&file.path)))
}

pub(super) struct Preparation<'a> {
    pub(super) directory: &'a OutputDirectory,
    pub(super) staging: &'a Staging,
    pub(super) deployment: &'a Deployment,
}

impl Preparation<'_> {
    /// Prepares the file of an artifact and its compressed forms.
    pub(super) fn artifact(
        &self,
        artifact: &Artifact,
    ) -> std::result::Result<Vec<PreparedFile>, GenerateError> {
        let path = &artifact.path;
        let file = match &artifact.body {
            Body::Bytes(bytes) => self.file(path, bytes, None),
            Body::Generated(generator) => {
                let fingerprint = digest(&generator.fingerprint());
                match self.unchanged(path, &fingerprint) {
                    Some(file) => Ok(file),
                    None => self.file(path, &generator.generate()?, Some(fingerprint)),
                }
            }
        };
        let mut files = vec![file.map_err(GenerateError::Environment)?];
        if let Some(document) = content_coding::document(artifact, self.deployment) {
            for coding in Coding::ALL {
                let file = self.compressed(path, document, coding);
                files.extend(file.map_err(GenerateError::Environment)?);
            }
        }
        Ok(files)
    }

    /// Prepares a file with these bytes; `generator` is the fingerprint of their generator.
    pub(super) fn file(
        &self,
        path: &str,
        bytes: &[u8],
        generator: Option<Digest>,
    ) -> Result<PreparedFile> {
        let time = self.time(|| digest(bytes));
        let current = self.directory.path(path);
        let change = if output_directory::has_bytes(&current, bytes) {
            time_change(&current, time)
        } else {
            let staged = self.staging.write(bytes, time)?;
            match self.directory.contains(path) {
                true => Change::Changed(staged),
                false => Change::Added(staged),
            }
        };
        Ok(PreparedFile {
            path: path.to_owned(),
            origin: generator.map(|generator| Origin { generator, content: digest(bytes) }),
            change,
        })
    }

    /// Prepares the compressed form of the document at `path`. Returns `None` if it is not smaller.
    fn compressed(
        &self,
        path: &str,
        document: &[u8],
        coding: Coding,
    ) -> Result<Option<PreparedFile>> {
        let path = format!("{path}{}", coding.extension());
        let fingerprint = digest(&coding.fingerprint(document));
        if let Some(file) = self.unchanged(&path, &fingerprint) {
            return Ok(Some(file));
        }
        let bytes = coding.compress(document)?;
        if bytes.len() >= document.len() {
            return Ok(None);
        }
        self.file(&path, &bytes, Some(fingerprint)).map(Some)
    }

    /// Returns the published file if the generator with this fingerprint made it.
    fn unchanged(&self, path: &str, generator: &Digest) -> Option<PreparedFile> {
        let origin = self.directory.manifest.origin(path)?;
        let current = self.directory.path(path);
        if origin.generator != *generator
            || digest(&output_directory::read(&current)?) != origin.content
        {
            return None;
        }
        Some(PreparedFile {
            path: path.to_owned(),
            change: time_change(&current, self.time(|| origin.content.clone())),
            origin: Some(origin.clone()),
        })
    }

    /// Returns the required modification time of a file, if the host needs a certain one.
    fn time(&self, digest: impl FnOnce() -> Digest) -> Option<SystemTime> {
        match self.deployment.modification_times {
            ModificationTimes::Written => None,
            ModificationTimes::Content => Some(modification_time::of(&digest())),
        }
    }
}

/// Returns the change of a file whose bytes are current.
fn time_change(path: &Path, time: Option<SystemTime>) -> Change {
    match time.filter(|time| !modification_time::matches(path, *time)) {
        Some(time) => Change::Time(time),
        None => Change::None,
    }
}
