//! A file of the content, and what is known about it before it is read.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::object::Object;
use super::read::read_file;
use super::stamp::Stamp;
use crate::error::Result;

/// The last-modified date of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Modified {
    /// The greatest committer date of the commits that changed the file, as text (RFC 3339).
    Committed(String),
    /// Unknown, because the repository is a shallow clone without that commit.
    CutOff,
    /// The file system's modification time of a file that is in no commit.
    FileTime(SystemTime),
    /// Unknown, because no date was read or none is valid.
    Unknown,
}

/// The path and the bytes of a file.
pub type FileBytes<'a> = (&'a str, &'a [u8]);

/// A file of the content. Sources are equal if their path, date and bytes are equal; for files on
/// disk, the stamp is compared instead of the bytes. Clones share their memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source(Arc<File>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct File {
    path: Arc<str>,
    body: Storage,
    modified: Modified,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Storage {
    Memory(Vec<u8>),
    /// A file in this content directory. Read on demand, so that memory use does not grow with the number of photos.
    Disk(Arc<Path>, Option<Stamp>),
    /// Read on demand from a commit.
    Object(Object),
}

impl Source {
    pub(super) fn new(path: &str, body: Storage, modified: Modified) -> Self {
        Self(Arc::new(File { path: path.into(), body, modified }))
    }

    /// Returns the last-modified date.
    pub fn modified(&self) -> &Modified {
        &self.0.modified
    }

    pub(super) fn set_modified(&mut self, modified: Modified) {
        Arc::make_mut(&mut self.0).modified = modified;
    }

    /// Returns the path relative to the content directory, with `/`: `photos/anna-berg.jpg`.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// Returns whether the file on disk was changed or removed since it was listed.
    pub fn has_changed(&self) -> bool {
        let Storage::Disk(root, stamp) = &self.0.body else { return false };
        let metadata = root.join(self.path()).symlink_metadata().ok();
        metadata.as_ref().map(Stamp::of) != *stamp
    }

    /// Returns the file name without its directories.
    pub fn name(&self) -> &str {
        self.path().rsplit('/').next().unwrap_or(self.path())
    }

    /// Returns the file name up to its last dot.
    pub fn stem(&self) -> &str {
        self.name().rsplit_once('.').map_or(self.name(), |(stem, _)| stem)
    }

    /// Returns the file extension without its dot; empty if the name has no dot.
    pub fn extension(&self) -> &str {
        self.name().rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    /// Returns the name of a profile without any extensions, such as those that text editors add
    /// (`anna-berg.yaml.txt`); `None` for other files.
    pub(crate) fn profile_name(&self) -> Option<&str> {
        let lower = self.name().to_ascii_lowercase();
        let end = lower.find(".yaml").or_else(|| lower.find(".yml"))?;
        self.is_profile_text().then(|| &self.name()[..end])
    }

    /// Returns whether the file can have a profile as text: YAML, or YAML that a text editor saved
    /// with its own extension.
    pub fn is_profile_text(&self) -> bool {
        ["yaml", "yml", "txt"].contains(&self.extension().to_ascii_lowercase().as_str())
    }

    /// Returns the absolute path on disk, for other programs to open; `None` for other files.
    pub fn location(&self) -> Option<PathBuf> {
        let Storage::Disk(root, _) = &self.0.body else { return None };
        std::path::absolute(root.join(self.path())).ok()
    }

    /// Returns the stamp of a file on disk; `None` for other files.
    pub fn stamp(&self) -> Option<&Stamp> {
        let Storage::Disk(_, stamp) = &self.0.body else { return None };
        stamp.as_ref()
    }

    /// Returns whether the other file has the same path, and the same stamp or bytes, whatever its date.
    pub(super) fn is_same_file(&self, other: &Self) -> bool {
        self.0.path == other.0.path && self.0.body == other.0.body
    }

    /// Returns the path, whose memory the source shares.
    pub(super) fn shared_path(&self) -> Arc<str> {
        Arc::clone(&self.0.path)
    }

    /// Reads at most `limit + 1` bytes, so that callers can detect files larger than `limit` without
    /// reading all of them.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn read(&self, limit: usize) -> Result<Cow<'_, [u8]>> {
        Ok(match &self.0.body {
            Storage::Memory(bytes) => Cow::Borrowed(&bytes[..bytes.len().min(limit + 1)]),
            Storage::Disk(root, _) => read_file(&root.join(self.path()), limit)?.into(),
            Storage::Object(object) => object.read(limit)?.into(),
        })
    }
}
