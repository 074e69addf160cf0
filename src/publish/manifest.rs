//! The manifest: records which files of the output directory vitae wrote.
//!
//! The manifest is in the output directory itself, below `_internal/`, where every host responds
//! with 404. It has digests of paths instead of paths, so that it neither lists the identifiers of
//! consultants nor keeps a trace of a withdrawn one.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::digest::Digest;
use crate::entry::is_consultant_file;
use crate::error::{Error, Result};

/// Path of the manifest in the output directory.
pub(super) const PATH: &str = "_internal/manifest";

const HEADER: &str = "vitae manifest 1\n";

/// The last line: a manifest that was cut at the end of a line lacks it.
const END: &str = "end\n";

/// The digests of a published file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileDigests {
    pub(super) content: Digest,
    /// The digest of the fingerprint of the generator, unless the file is a document.
    pub(super) generator: Option<Digest>,
}

/// The files that vitae wrote, by the digest of their path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    /// By the digest of the path: the digests of generated files only.
    files: BTreeMap<Digest, Option<FileDigests>>,
    /// Whether the manifest lost its content. Then a file at the path of a published one is replaced.
    pub(super) is_damaged: bool,
}

impl Manifest {
    /// Reads the manifest of an output directory, if it has one.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub(super) fn read(root: &Path) -> Result<Option<Self>> {
        let path = root.join(PATH);
        if !path.is_file() {
            return Ok(None);
        }
        let text = fs::read(&path).map_err(|source| Error::io("read", &path, source))?;
        Ok(Self::parse(&String::from_utf8_lossy(&text)))
    }

    /// Parses a manifest. Returns `None` if the text is not one.
    pub(super) fn parse(text: &str) -> Option<Self> {
        // A power failure can leave a file empty, filled with null characters, or without its end. Programs
        // that do not sync it, such as `rsync` or earlier versions of vitae, leave such manifests.
        if HEADER.starts_with(text.trim_end_matches('\0')) {
            return Some(Self::damaged());
        }
        let file = |line: &str| {
            let mut words = line.split(' ');
            let path = words.next()?.parse().ok()?;
            let mut digest = || words.next()?.parse().ok();
            let digests = match (digest(), digest()) {
                (generator @ Some(_), Some(content)) => Some(FileDigests { content, generator }),
                _ => None,
            };
            Some((path, digests))
        };
        let lines = text.strip_prefix(HEADER)?.strip_suffix(END);
        let files = lines.and_then(|lines| lines.lines().map(file).collect());
        Some(files.map_or_else(Self::damaged, |files| Self { files, is_damaged: false }))
    }

    fn damaged() -> Self {
        Self { is_damaged: true, ..Self::default() }
    }

    /// Returns whether the file at `path` belongs to vitae: in the directories of consultants every file,
    /// elsewhere those that the manifest lists.
    pub(super) fn owns(&self, path: &str) -> bool {
        path == PATH
            || is_consultant_file(path)
            || self.files.contains_key(&Digest::of(path.as_bytes()))
    }

    /// Returns the digests of a file if it was generated. `path` is the digest of its path.
    pub(super) fn generated(&self, path: Digest) -> Option<FileDigests> {
        *self.files.get(&path)?
    }
}

/// Returns the output directory that contains `path`, or is at `path`.
pub fn containing_output(path: &Path) -> Option<&Path> {
    path.ancestors().find(|directory| directory.join(PATH).is_file())
}

pub(super) fn write(files: &BTreeMap<Digest, FileDigests>) -> String {
    let mut text = HEADER.to_owned();
    for (path, FileDigests { content, generator }) in files {
        let written = match generator {
            Some(generator) => writeln!(text, "{path} {generator} {content}"),
            None => writeln!(text, "{path}"),
        };
        written.expect("a string accepts all text");
    }
    text + END
}
