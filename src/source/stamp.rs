//! By what a file that changed is known without reading it.

use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

/// What the file system says about a file. Equal stamps, equal bytes; but for a change so soon
/// after another that the file system's clock does not tell them apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    identity: Identity,
    /// When anything about the file last changed, its modification time included: seconds and
    /// nanoseconds.
    #[cfg(unix)]
    changed: (i64, i64),
}

/// Which file or folder it is: another one at the same path has another identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    #[cfg(unix)]
    device_and_inode: (u64, u64),
    #[cfg(not(unix))]
    created: Option<SystemTime>,
}

impl Stamp {
    /// The stamp of a file.
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
    fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let device_and_inode = (metadata.dev(), metadata.ino());
            Self { device_and_inode }
        }
        #[cfg(not(unix))]
        {
            let created = metadata.created().ok();
            Self { created }
        }
    }

    /// The folder that is at `path` now, if there is one.
    pub fn of_folder(path: &Path) -> Option<Self> {
        let metadata = path.metadata().ok()?;
        metadata.is_dir().then(|| Self::of(&metadata))
    }
}
