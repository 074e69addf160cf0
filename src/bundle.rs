//! The output of a build as values: publishable files, independent of whether they are written to
//! a disk, kept in memory or sent over a network.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::error::{Error, Result};

/// A published file.
#[derive(Debug)]
pub struct Artifact {
    /// The path below the output directory, with `/`: `api/consultant-public/anna-berg`.
    pub path: String,
    /// The value of the `Content-Type` header (RFC 9110, §8.3).
    pub media_type: &'static str,
    /// Where clients reach the file; empty for files that only the host reads.
    pub endpoints: Vec<Endpoint>,
    /// The content.
    pub body: Body,
}

/// A path and query under which clients reach an artifact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// An absolute path. A path that ends in `/*` is a fallback: it covers every path below it
    /// that no other endpoint covers.
    pub path: String,
    /// The name and value of the query parameter that selects the artifact.
    pub query: Option<(&'static str, &'static str)>,
    /// The status code of the response.
    pub status: u16,
    /// Whether this endpoint takes precedence over a file at the same path.
    pub over_files: bool,
}

impl Endpoint {
    /// Creates an endpoint that responds with 200 at `path`.
    pub fn ok(path: impl Into<String>) -> Self {
        Self { path: path.into(), query: None, status: 200, over_files: false }
    }

    /// Returns whether the endpoint is the path of `file`, which is relative to the output directory:
    /// a static host then needs no rule for it.
    pub fn is_path_of(&self, file: &str) -> bool {
        let path = self.path.trim_start_matches('/');
        self.query.is_none() && (path == file || (path.is_empty() && file == "index.html"))
    }

    /// Creates an endpoint that responds with 404.
    pub fn not_found(path: impl Into<String>) -> Self {
        Self { status: 404, ..Self::ok(path) }
    }
}

/// The content of an artifact.
#[derive(Debug)]
pub enum Body {
    /// The content itself.
    Document(DocumentBytes),
    /// Generates the content during publishing, so that the bundle does not hold all photos in
    /// memory.
    Generated(Box<dyn Generator>),
}

impl Body {
    /// Returns the content, or generates it.
    ///
    /// # Errors
    /// Returns the errors of [`Generator::generate`].
    pub fn bytes(&self) -> std::result::Result<Cow<'_, [u8]>, GenerateError> {
        match self {
            Self::Document(document) => Ok(document.bytes.as_slice().into()),
            Self::Generated(generator) => Ok(generator.generate()?.into()),
        }
    }
}

/// The bytes of a file, and their digest, which several modules need.
#[derive(Debug)]
pub struct DocumentBytes {
    bytes: Vec<u8>,
    digest: Digest,
}

impl DocumentBytes {
    /// Returns the digest of the bytes.
    pub fn digest(&self) -> Digest {
        self.digest
    }
}

impl Deref for DocumentBytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl From<String> for Body {
    fn from(text: String) -> Self {
        let bytes = text.into_bytes();
        Self::Document(DocumentBytes { digest: Digest::of(&bytes), bytes })
    }
}

/// A SHA-256 digest of everything that generated content depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fingerprint(pub [u8; 32]);

impl Fingerprint {
    /// Returns a shorter digest, which the manifest has.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.0)
    }
}

/// Generates the content of an artifact.
pub trait Generator: Debug + Send + Sync {
    /// Returns a digest of all inputs without reading them: equal fingerprints mean equal content.
    fn fingerprint(&self) -> Fingerprint;

    /// Generates the content that belongs to the fingerprint.
    ///
    /// # Errors
    /// Returns an error if the source file cannot be read, has changed since the fingerprint was
    /// computed, or cannot be published.
    fn generate(&self) -> std::result::Result<Vec<u8>, GenerateError>;
}

/// The reason why a [`Generator`] failed.
#[derive(Debug)]
pub enum GenerateError {
    /// The source file is invalid; its author can fix it.
    Content(Box<Diagnostic>),
    /// The environment failed, for example the disk.
    Environment(Error),
}

impl From<Error> for GenerateError {
    fn from(error: Error) -> Self {
        Self::Environment(error)
    }
}

impl GenerateError {
    /// Converts to an error that names the invalid file, for callers that return no diagnostics.
    pub fn into_error(self) -> Error {
        match self {
            Self::Content(diagnostic) => {
                Error::new(format!("{}: {}", diagnostic.file, diagnostic.message))
            }
            Self::Environment(error) => error,
        }
    }
}

/// The published files by path, without duplicates.
#[derive(Debug, Default)]
pub struct Bundle {
    artifacts: BTreeMap<String, Arc<Artifact>>,
}

/// The files that a host reads from outside the output directory.
#[derive(Debug, Default)]
pub struct Deployment {
    /// The name of the host.
    pub host: String,
    /// The files. Their paths are relative to `deploy/<host>/`.
    pub files: Vec<Artifact>,
}

/// How the files are encoded for a host.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Encoding {
    /// Whether documents are published in a compressed form, too: `.gz`.
    pub precompressed: bool,
    /// How the modification times of published files are set.
    pub modification_times: ModificationTimes,
}

/// How the modification times of published files are set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ModificationTimes {
    /// The time at which the file was written.
    #[default]
    Written,
    /// A time derived from the content, for servers that compute entity tags from modification
    /// times: the time differs if the content differs, and is the same on every machine.
    Content,
}

/// Returns an error if a path is not a plain relative path: names with `/` between them, without
/// `.` and `..`.
pub(crate) fn require_plain(path: &str) -> Result<()> {
    let is_plain = |part: &str| !part.is_empty() && part != "." && part != "..";
    if !path.split('/').all(is_plain) || path.contains(['\\', '\0']) {
        return Err(Error::new(format!("`{path}` is not a path below the output directory")));
    }
    Ok(())
}

impl Bundle {
    /// Adds an artifact.
    ///
    /// # Errors
    /// Returns an error if the path is not a plain relative path, or if the bundle has a file at
    /// the path or at one of its parents.
    pub fn insert(&mut self, artifact: impl Into<Arc<Artifact>>) -> Result<()> {
        let artifact = artifact.into();
        let path = artifact.path.clone();
        require_plain(&path)?;
        let mut parents = path.match_indices('/').map(|(end, _)| &path[..end]);
        if let Some(file) = parents.find(|parent| self.artifacts.contains_key(*parent)) {
            return Err(Error::new(format!("`{path}` lies below the file `{file}`")));
        }
        if let Some(existing) = self.artifacts.insert(path.clone(), artifact) {
            return Err(Error::new(format!(
                "two files would be published as `{path}` (one is {})",
                existing.media_type
            )));
        }
        Ok(())
    }

    /// Returns all artifacts in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Artifact>> {
        self.artifacts.values()
    }

    /// Returns the artifact at `path`.
    pub fn get(&self, path: &str) -> Option<&Arc<Artifact>> {
        self.artifacts.get(path)
    }
}
