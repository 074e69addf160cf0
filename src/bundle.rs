//! What a build makes: files as values. Whether they go to a disk, into memory or over a network
//! is decided by whoever holds the bundle.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::error::{Error, Result};

/// A file that is published.
#[derive(Debug)]
pub struct Artifact {
    /// Relative to the published folder, with `/`: `api/consultant-public/anna-berg`.
    pub path: String,
    /// The media type with which it is answered (RFC 9110, §8.3).
    pub media_type: &'static str,
    /// How a client reaches it; none for files that only the host reads.
    pub addresses: Vec<Address>,
    /// Its bytes.
    pub body: Body,
}

/// How a client reaches an artifact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// An absolute path; one that ends in `/*` stands for every path below it which nothing else
    /// answers.
    pub path: String,
    /// The query parameter and value that select the artifact.
    pub query: Option<(&'static str, &'static str)>,
    /// The status with which it is answered.
    pub status: u16,
    /// Whether it is answered even where another file lies at the path.
    pub over_files: bool,
}

impl Address {
    /// Answered with 200 at `path`.
    pub fn ok(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            query: None,
            status: 200,
            over_files: false,
        }
    }

    /// Answered with 404 wherever nothing else answers below the path.
    pub fn not_found(path: impl Into<String>) -> Self {
        Self {
            status: 404,
            ..Self::ok(path)
        }
    }
}

/// The bytes of an artifact, or how to come by them.
#[derive(Debug)]
pub enum Body {
    /// The bytes.
    Bytes(Vec<u8>),
    /// Made while publishing, so that memory does not grow with their number.
    Recipe(Box<dyn Recipe>),
}

/// A SHA-256 of everything that the bytes of an artifact depend on.
pub type Fingerprint = [u8; 32];

/// Makes the bytes of an artifact.
pub trait Recipe: Debug + Send + Sync {
    /// Identifies everything the bytes depend on: equal fingerprints, equal bytes. Nothing is
    /// read for it.
    fn fingerprint(&self) -> Fingerprint;

    /// Makes the bytes of just this fingerprint.
    ///
    /// # Errors
    /// When an ingredient cannot be read, is another one by now, or cannot be published as it is.
    fn carry_out(&self) -> std::result::Result<Vec<u8>, RecipeError>;
}

/// Why a recipe gave no bytes.
#[derive(Debug)]
pub enum RecipeError {
    /// Its author has to mend it.
    Content(Box<Diagnostic>),
    /// The environment's fault.
    Environment(Error),
}

/// The published files by path, each path once.
#[derive(Debug, Default)]
pub struct Bundle {
    artifacts: BTreeMap<String, Arc<Artifact>>,
    /// What else the host needs, and does not give.
    pub deployment: Deployment,
}

/// What belongs to a host's side of a published site.
#[derive(Debug, Clone, Default)]
pub struct Deployment {
    /// The name of the host.
    pub host: String,
    /// What the host reads from outside the published folder; the paths are relative to a folder of
    /// its own.
    pub files: Vec<Arc<Artifact>>,
    /// What it does not give this site, and nobody has accepted.
    pub limitations: Vec<Diagnostic>,
    /// Whether it sends the compressed forms of a document that lie beside it.
    pub precompressed: bool,
    /// What the modification times of published files are.
    pub modification_times: ModificationTimes,
}

/// What the modification times of published files are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ModificationTimes {
    /// When the bytes were written.
    #[default]
    Written,
    /// Made from the bytes, for servers that make entity tags of them: other bytes, another time;
    /// the same bytes, the same time on every machine.
    Content,
}

impl Bundle {
    /// Adds an artifact.
    ///
    /// # Errors
    /// When its path is no relative path below the published folder, is taken, or lies below a
    /// file.
    pub fn insert(&mut self, artifact: impl Into<Arc<Artifact>>) -> Result<()> {
        let artifact = artifact.into();
        let path = artifact.path.clone();
        let plain = |part: &str| !part.is_empty() && part != "." && part != "..";
        if !path.split('/').all(plain) || path.contains(['\\', '\0']) {
            return Err(Error::new(format!(
                "`{path}` is no path below the published folder"
            )));
        }
        let above = path.match_indices('/').map(|(end, _)| &path[..end]);
        if let Some(file) = above
            .into_iter()
            .find(|file| self.artifacts.contains_key(*file))
        {
            return Err(Error::new(format!("`{path}` lies below the file `{file}`")));
        }
        if let Some(taken) = self.artifacts.insert(path.clone(), artifact) {
            return Err(Error::new(format!(
                "two files would be published as `{path}` ({} and another)",
                taken.media_type
            )));
        }
        Ok(())
    }

    /// All artifacts, ordered by path.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Artifact>> {
        self.artifacts.values()
    }

    /// The artifact at `path`.
    pub fn get(&self, path: &str) -> Option<&Arc<Artifact>> {
        self.artifacts.get(path)
    }

    /// How many artifacts there are.
    pub fn len(&self) -> usize {
        self.artifacts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.artifacts.is_empty()
    }
}
