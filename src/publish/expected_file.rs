//! Files described without their bytes.

use super::gzip;
use crate::bundle::{Artifact, Body, Fingerprint};
use crate::digest::Digest;
use crate::entry::{Entry, FileKind};

/// A file of the new state, described without its bytes: a build keeps the file if it is published
/// already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedFile {
    /// The path below the output directory, with `/`.
    pub path: String,
    /// What determines the bytes of the file.
    pub content: ExpectedContent,
    /// Whether a host with precompressed files gets a compressed form of the file.
    pub is_compressible: bool,
}

/// What determines the bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedContent {
    /// The bytes have this digest.
    Document(Digest),
    /// The generator with this fingerprint generates the bytes.
    Generated(Fingerprint),
}

impl ExpectedFile {
    /// Describes the published files of a consultant.
    pub(super) fn of_entry(entry: &Entry) -> Vec<Self> {
        let file = |kind: FileKind| Self {
            path: kind.file(&entry.id),
            content: match (kind, entry.photo) {
                (FileKind::JsonResume, _) => ExpectedContent::Document(entry.json_resume),
                (FileKind::Photo(_), Some(photo)) => ExpectedContent::Generated(photo.fingerprint),
                _ => ExpectedContent::Document(entry.profile),
            },
            is_compressible: !matches!(kind, FileKind::Photo(_)),
        };
        entry.files().map(file).collect()
    }

    /// Describes an artifact.
    pub fn of(artifact: &Artifact) -> Self {
        Self {
            path: artifact.path.clone(),
            content: match &artifact.body {
                Body::Document(document) => ExpectedContent::Document(document.digest()),
                Body::Generated(generator) => ExpectedContent::Generated(generator.fingerprint()),
            },
            is_compressible: gzip::is_compressible(artifact),
        }
    }
}
