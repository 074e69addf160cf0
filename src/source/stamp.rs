//! Detects changed files by their metadata, without reading them.

use std::fs::Metadata;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
    /// Returns the stamp of the file with this metadata.
    pub fn of(metadata: &Metadata) -> Self {
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

impl Stamp {
    /// Returns whether the file was last changed before `time`, a time that the same file system
    /// recorded. Otherwise it can have changed again within one tick of the file system's clock.
    pub fn is_before(&self, time: SystemTime) -> bool {
        #[cfg(unix)]
        {
            let since_epoch = time.duration_since(SystemTime::UNIX_EPOCH).ok();
            let time = since_epoch.map(|time| (time.as_secs(), time.subsec_nanos()));
            let (seconds, nanoseconds) = self.changed;
            let changed = u64::try_from(seconds).ok().zip(u32::try_from(nanoseconds).ok());
            changed.is_some() && changed < time
        }
        #[cfg(not(unix))]
        self.modified.is_some_and(|modified| modified < time)
    }

    /// Returns the modification time, if the file system has one.
    pub(super) fn modified(&self) -> Option<SystemTime> {
        self.modified
    }

    /// Returns all fields as numbers; `None` without a modification time after 1970.
    fn numbers(&self) -> Option<Numbers> {
        let since_epoch = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).ok();
        let modified = since_epoch(self.modified?)?;
        #[cfg(unix)]
        let (identity, changed) = (self.identity.device_and_inode, self.changed);
        #[cfg(not(unix))]
        let (identity, changed) = {
            let created = since_epoch(self.identity.created?)?;
            ((created.as_secs(), created.subsec_nanos().into()), (0, 0))
        };
        Some((self.length, modified.as_secs(), modified.subsec_nanos(), identity, changed))
    }
}

/// Length, modification time in seconds and nanoseconds, identity, change time.
type Numbers = (u64, u64, u32, (u64, u64), (i64, i64));

impl Serialize for Stamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.numbers().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Stamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (length, seconds, nanoseconds, identity, changed) = Numbers::deserialize(deserializer)?;
        let time = |seconds, nanoseconds| {
            let nanoseconds = Duration::from_nanos(u64::from(nanoseconds));
            let duration = Duration::from_secs(seconds).checked_add(nanoseconds)?;
            SystemTime::UNIX_EPOCH.checked_add(duration)
        };
        #[cfg(unix)]
        let identity = Identity { device_and_inode: identity };
        #[cfg(not(unix))]
        let identity = {
            let _ = changed;
            let nanoseconds = u32::try_from(identity.1).map_err(serde::de::Error::custom)?;
            Identity { created: time(identity.0, nanoseconds) }
        };
        Ok(Self {
            length,
            modified: time(seconds, nanoseconds),
            identity,
            #[cfg(unix)]
            changed,
        })
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

#[cfg(test)]
mod tests {
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
