//! What has to be done for each file of the new state, found out before anything is touched.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::coding::{self, Coding};
use super::folder::{self, Folder};
use super::manifest::{Digest, Made, digest};
use super::staging::{Staging, put};
use super::times;
use crate::bundle::{Artifact, Body, Deployment, ModificationTimes, RecipeError};
use crate::error::Result;

/// A file of the new state.
pub(super) struct Prepared {
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
            Self::Dated(time) => times::set(path, *time),
            Self::Added(staged) | Self::Changed(staged) => put(staged, path),
        }
    }
}

/// Compares the new state with the published folder.
pub(super) struct Preparation<'a> {
    pub(super) folder: &'a Folder,
    pub(super) staging: &'a Staging,
    pub(super) deployment: &'a Deployment,
}

impl Preparation<'_> {
    /// The files of an artifact: its own, and its compressed forms beside it.
    pub(super) fn artifact(
        &self,
        artifact: &Artifact,
    ) -> std::result::Result<Vec<Prepared>, RecipeError> {
        let environment = RecipeError::Environment;
        let path = &artifact.path;
        let own = match &artifact.body {
            Body::Bytes(bytes) => self.file(path, bytes, None).map_err(environment)?,
            Body::Recipe(recipe) => {
                let key = digest(&recipe.fingerprint());
                match self.as_made(path, &key) {
                    Some(file) => file,
                    None => {
                        let bytes = recipe.carry_out()?;
                        self.file(path, &bytes, Some(key)).map_err(environment)?
                    }
                }
            }
        };
        let mut files = vec![own];
        if let Some(document) = coding::document(artifact, self.deployment) {
            for coding in Coding::ALL {
                let file = self.compressed(path, document, coding);
                files.extend(file.map_err(environment)?);
            }
        }
        Ok(files)
    }

    /// A file that holds these bytes; `recipe` is the key of the recipe that made them.
    pub(super) fn file(
        &self,
        path: &str,
        bytes: &[u8],
        recipe: Option<Digest>,
    ) -> Result<Prepared> {
        let time = self.time(|| digest(bytes));
        let lies_at = self.folder.path(path);
        let change = if folder::holds(&lies_at, bytes) {
            dated(&lies_at, time)
        } else {
            let staged = self.staging.write(bytes, time)?;
            if self.folder.contains(path) {
                Change::Changed(staged)
            } else {
                Change::Added(staged)
            }
        };
        let content = |recipe| Made {
            recipe,
            content: digest(bytes),
        };
        Ok(Prepared {
            path: path.to_owned(),
            made: recipe.map(content),
            change,
        })
    }

    /// The compressed form of the document at `path`, if it is any smaller.
    fn compressed(&self, path: &str, document: &[u8], coding: Coding) -> Result<Option<Prepared>> {
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

    /// The file as it is, if the recipe of this key made it.
    fn as_made(&self, path: &str, recipe: &Digest) -> Option<Prepared> {
        let made = self.folder.manifest.made(path);
        let made = made.filter(|made| made.recipe == *recipe)?;
        let lies_at = self.folder.path(path);
        let bytes = folder::read(&lies_at)?;
        (digest(&bytes) == made.content).then(|| Prepared {
            path: path.to_owned(),
            change: dated(&lies_at, self.time(|| made.content.clone())),
            made: Some(made.clone()),
        })
    }

    /// The modification time that the file with this digest has to have, if not any will do.
    fn time(&self, digest: impl FnOnce() -> Digest) -> Option<SystemTime> {
        match self.deployment.modification_times {
            ModificationTimes::Written => None,
            ModificationTimes::Content => Some(times::of(&digest())),
        }
    }
}

/// What has to be done for a file whose bytes are right.
fn dated(path: &Path, time: Option<SystemTime>) -> Change {
    match time.filter(|time| !times::is_of(path, *time)) {
        Some(time) => Change::Dated(time),
        None => Change::None,
    }
}
