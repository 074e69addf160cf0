//! Which files of a published folder are ours.
//!
//! The manifest lies in the folder itself, below `_internal/`, which every host answers with 404.
//! It holds digests of paths, not paths: nothing that is published lists the identifiers, and
//! nothing of a withdrawn one stays behind.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// Where the manifest lies in the published folder.
pub(super) const PATH: &str = "_internal/manifest";

const HEADER: &str = "vitae manifest 1";

/// The first 128 bits of a SHA-256, in hexadecimal.
pub(super) type Digest = String;

/// The digest of some bytes.
pub(super) fn digest(bytes: &[u8]) -> Digest {
    let hash = Sha256::digest(bytes);
    hash[..16].iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The origin of a generated file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Made {
    /// Fingerprint of the generator.
    pub(super) generator: Digest,
    /// Digest of the bytes it gave.
    pub(super) content: Digest,
}

/// The files of a published folder by the digest of their path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    files: BTreeMap<Digest, Option<Made>>,
}

impl Manifest {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        if lines.next()? != HEADER {
            return None;
        }
        let file = |line: &str| {
            let mut words = line.split(' ').map(str::to_owned);
            let path = words.next()?;
            let made = match (words.next(), words.next()) {
                (Some(generator), Some(content)) => Some(Made { generator, content }),
                _ => None,
            };
            Some((path, made))
        };
        Some(Self {
            files: lines.filter_map(file).collect(),
        })
    }

    pub(super) fn insert(&mut self, path: &str, made: Option<Made>) {
        self.files.insert(digest(path.as_bytes()), made);
    }

    /// Whether the file at `path` is ours.
    pub(super) fn owns(&self, path: &str) -> bool {
        path == PATH || self.files.contains_key(&digest(path.as_bytes()))
    }

    /// Returns the origin of the file at `path` if it was generated.
    pub(super) fn made(&self, path: &str) -> Option<&Made> {
        self.files.get(&digest(path.as_bytes()))?.as_ref()
    }

    /// The files of both.
    pub(super) fn union(&self, other: &Self) -> Self {
        let mut files = self.files.clone();
        files.extend(other.files.clone());
        Self { files }
    }
}

impl std::fmt::Display for Manifest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{HEADER}")?;
        for (path, made) in &self.files {
            match made {
                Some(Made { generator, content }) => writeln!(f, "{path} {generator} {content}")?,
                None => writeln!(f, "{path}")?,
            }
        }
        Ok(())
    }
}
