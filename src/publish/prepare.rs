//! What has to be done for each file of the new state, found out before anything is touched.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::content_coding::{self, Coding};
use super::manifest::{Digest, Made, digest};
use super::modification_time;
use super::output_directory::{self, OutputDirectory};
use super::staging::{Staging, put};
use crate::bundle::{Artifact, Body, Deployment, GenerateError, ModificationTimes};
use crate::error::Result;

/// A file of the new state.
pub(super) struct PreparedFile {
    /// Relative to the published folder, with `/`.
    pub(super) path: String,
    pub(super) made: Option<Made>,
    pub(super) change: Change,
}

/// What has to be done so that the published file is as it should be.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Change {
    None,
    /// The bytes are right, the modification time is not.
    Dated(SystemTime),
    /// The staged file takes the place of nothing.
    Added(PathBuf),
    /// The staged file takes the place of the old one.
    Changed(PathBuf),
}

impl Change {
    /// Whether the bytes stay.
    pub(super) fn keeps_bytes(&self) -> bool {
        matches!(self, Self::None | Self::Dated(_))
    }

    /// Does it, for the file at `path`.
    pub(super) fn carry_out(&self, path: &Path) -> Result<()> {
        match self {
            Self::None => Ok(()),
            Self::Dated(time) => modification_time::set(path, *time),
            Self::Added(staged) | Self::Changed(staged) => put(staged, path),
        }
    }
}

/// Compares the new state with the published folder.
pub(super) struct Preparation<'a> {
    pub(super) folder: &'a OutputDirectory,
    pub(super) staging: &'a Staging,
    pub(super) deployment: &'a Deployment,
}

impl Preparation<'_> {
    /// The files of an artifact: its own, and its compressed forms beside it.
    pub(super) fn artifact(
        &self,
        artifact: &Artifact,
    ) -> std::result::Result<Vec<PreparedFile>, GenerateError> {
        let environment = GenerateError::Environment;
        let path = &artifact.path;
        let own = match &artifact.body {
            Body::Bytes(bytes) => self.file(path, bytes, None).map_err(environment)?,
            Body::Generated(generator) => {
                let key = digest(&generator.fingerprint());
                match self.as_made(path, &key) {
                    Some(file) => file,
                    None => {
                        let bytes = generator.generate()?;
                        self.file(path, &bytes, Some(key)).map_err(environment)?
                    }
                }
            }
        };
        let mut files = vec![own];
        if let Some(document) = content_coding::document(artifact, self.deployment) {
            for coding in Coding::ALL {
                let file = self.compressed(path, document, coding);
                files.extend(file.map_err(environment)?);
            }
        }
        Ok(files)
    }

    /// A file with these bytes; `generator` is the fingerprint of the generator that made them.
    pub(super) fn file(
        &self,
        path: &str,
        bytes: &[u8],
        generator: Option<Digest>,
    ) -> Result<PreparedFile> {
        let time = self.time(|| digest(bytes));
        let lies_at = self.folder.path(path);
        let change = if output_directory::holds(&lies_at, bytes) {
            dated(&lies_at, time)
        } else {
            let staged = self.staging.write(bytes, time)?;
            if self.folder.contains(path) {
                Change::Changed(staged)
            } else {
                Change::Added(staged)
            }
        };
        let content = |generator| Made {
            generator,
            content: digest(bytes),
        };
        Ok(PreparedFile {
            path: path.to_owned(),
            made: generator.map(content),
            change,
        })
    }

    /// The compressed form of the document at `path`, if it is any smaller.
    fn compressed(
        &self,
        path: &str,
        document: &[u8],
        coding: Coding,
    ) -> Result<Option<PreparedFile>> {
        let path = format!("{path}{}", coding.ending());
        let key = digest(&coding.fingerprint(document));
        if let Some(file) = self.as_made(&path, &key) {
            return Ok(Some(file));
        }
        let bytes = coding.compress(document)?;
        if bytes.len() >= document.len() {
            return Ok(None);
        }
        self.file(&path, &bytes, Some(key)).map(Some)
    }

    /// Returns the existing file if the generator with this fingerprint made it.
    fn as_made(&self, path: &str, generator: &Digest) -> Option<PreparedFile> {
        let made = self.folder.manifest.made(path);
        let made = made.filter(|made| made.generator == *generator)?;
        let lies_at = self.folder.path(path);
        let bytes = output_directory::read(&lies_at)?;
        (digest(&bytes) == made.content).then(|| PreparedFile {
            path: path.to_owned(),
            change: dated(&lies_at, self.time(|| made.content.clone())),
            made: Some(made.clone()),
        })
    }

    /// The modification time that the file with this digest has to have, if not any will do.
    fn time(&self, digest: impl FnOnce() -> Digest) -> Option<SystemTime> {
        match self.deployment.modification_times {
            ModificationTimes::Written => None,
            ModificationTimes::Content => Some(modification_time::of(&digest())),
        }
    }
}

/// What has to be done for a file whose bytes are right.
fn dated(path: &Path, time: Option<SystemTime>) -> Change {
    match time.filter(|time| !modification_time::is_of(path, *time)) {
        Some(time) => Change::Dated(time),
        None => Change::None,
    }
}
