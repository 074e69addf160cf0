//! Detects changed files by their metadata, without reading them.

use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

/// Metadata that changes whenever a file changes.
///
/// Equal stamps mean equal bytes, except for two changes within one tick of the file system's clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    length: u64,
    modified: Option<Nanoseconds>,
    identity: Identity,
    /// The inode change time; without inodes, the modification time.
    changed: Option<Nanoseconds>,
}

/// A time of a file system, counted from 1970.
type Nanoseconds = i64;

/// Identifies a file or directory: a replacement at the same path has another identity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    #[cfg(unix)]
    device_and_inode: (u64, u64),
    #[cfg(not(unix))]
    created: Option<Nanoseconds>,
}

impl Stamp {
    /// Returns the stamp of the file with this metadata.
    pub fn of(metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok().and_then(nanoseconds);
        #[cfg(unix)]
        let changed = {
            use std::os::unix::fs::MetadataExt;
            let seconds = metadata.ctime().checked_mul(1_000_000_000);
            seconds.and_then(|seconds| seconds.checked_add(metadata.ctime_nsec()))
        };
        #[cfg(not(unix))]
        let changed = modified;
        let identity = Identity::of(metadata);
        Self { length: metadata.len(), modified, identity, changed }
    }

    /// Returns whether the file was last changed before `time`, a time that the same file system
    /// recorded. Otherwise it can have changed again within one tick of the file system's clock.
    pub fn is_before(&self, time: SystemTime) -> bool {
        self.changed.is_some() && self.changed < nanoseconds(time)
    }

    /// Returns the modification time, if the file system has one.
    pub(super) fn modified(&self) -> Option<SystemTime> {
        let time =
            jiff::Timestamp::from_nanosecond(self.modified?.into()).and_then(TryFrom::try_from);
        Some(time.expect("the time was converted from one of the file system"))
    }
}

/// Returns `None` for a time before 1678 or after 2262.
fn nanoseconds(time: SystemTime) -> Option<Nanoseconds> {
    let time = jiff::Timestamp::try_from(time).ok()?;
    time.as_nanosecond().try_into().ok()
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
            created: metadata.created().ok().and_then(nanoseconds),
        }
    }

    /// Returns the identity of the directory at `path`, if it exists.
    pub fn of_directory(path: &Path) -> Option<Self> {
        let metadata = path.metadata().ok()?;
        metadata.is_dir().then(|| Self::of(&metadata))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn json_keeps_every_field() {
        let metadata = std::fs::metadata(file!()).expect("tests run in the package's root");
        let stamp = Stamp::of(&metadata);
        let json = serde_json::to_string(&stamp).expect("JSON");
        assert_eq!(serde_json::from_str::<Stamp>(&json).expect("a stamp"), stamp);
        let modified = metadata.modified().expect("a time");
        assert!(stamp.is_before(modified + Duration::from_secs(1_000_000_000)));
        assert!(!stamp.is_before(SystemTime::UNIX_EPOCH));
    }
}
