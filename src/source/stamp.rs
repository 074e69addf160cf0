//! Detects changed files by their metadata, without reading them.

use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

/// Metadata that changes whenever a file changes.
///
/// Equal stamps mean equal bytes, except for two changes within one tick of the file system's clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    identity: Identity,
    /// The inode change time: seconds and nanoseconds.
    #[cfg(unix)]
    changed: (i64, i64),
}

/// Identifies a file or directory: a replacement at the same path has another identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    #[cfg(unix)]
    device_and_inode: (u64, u64),
    #[cfg(not(unix))]
    created: Option<SystemTime>,
}

impl Stamp {
    pub(super) fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        Self {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            identity: Identity::of(metadata),
            #[cfg(unix)]
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

impl Identity {
    /// Returns the identity of the file or directory with this metadata.
    pub fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        Self {
            #[cfg(unix)]
            device_and_inode: (metadata.dev(), metadata.ino()),
            #[cfg(not(unix))]
            created: metadata.created().ok(),
        }
    }

    /// Returns the identity of the directory at `path`, if it exists.
    pub fn of_directory(path: &Path) -> Option<Self> {
        let metadata = path.metadata().ok()?;
        metadata.is_dir().then(|| Self::of(&metadata))
    }
}
