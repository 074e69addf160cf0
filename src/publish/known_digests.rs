//! Digests of published files that need not be read again.

use std::collections::BTreeMap;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::source::stamp::Stamp;

/// Digests of published files by their stamps. A build that keeps the table of the previous build
/// does not read unchanged files.
///
/// The table has an entry only for files that were last changed before the table's clock: a later
/// change gives them another stamp, however soon it occurs. Such a table stays valid for as long as
/// it is stored. It has digests of paths instead of paths, like the manifest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KnownDigests {
    /// Whether the table differs from the stored one.
    #[serde(skip)]
    pub is_changed: bool,
    /// By the digest of the path: the digest of the stamp, and the digest of the content.
    files: BTreeMap<Digest, (Digest, Digest)>,
}

impl KnownDigests {
    /// Returns the digest of a file if the file has not changed since its digest was recorded. `path` is
    /// the digest of its path, relative to the output directory.
    pub(super) fn get(&self, path: Digest, current: &Stamp) -> Option<Digest> {
        let (stamp, content) = self.files.get(&path)?;
        (*stamp == digest(current)).then_some(*content)
    }

    /// Records the digest of a file. `clock` is a time of the file system before `stamp` was taken. A
    /// file that changed at this time or later stays unknown, because another change in the same tick
    /// of the clock would not change its stamp.
    pub(super) fn insert(
        &mut self,
        path: Digest,
        stamp: &Stamp,
        clock: SystemTime,
        content: Digest,
    ) {
        self.is_changed = true;
        match stamp.is_before(clock) {
            true => self.files.insert(path, (digest(stamp), content)),
            false => self.files.remove(&path),
        };
    }

    /// Adds the digests of another table, which are newer.
    pub(super) fn extend(&mut self, newer: Self) {
        self.is_changed |= newer.is_changed;
        self.files.extend(newer.files);
    }

    /// Removes all files that do not match the predicate, which gets the digest of the path.
    pub(super) fn retain(&mut self, is_published: impl Fn(&Digest) -> bool) {
        let length = self.files.len();
        self.files.retain(|path, _| is_published(path));
        self.is_changed |= self.files.len() != length;
    }
}

/// Returns the digest of a stamp, which takes a quarter of its space.
fn digest(stamp: &Stamp) -> Digest {
    let json = serde_json::to_vec(stamp).expect("a stamp consists of numbers");
    Digest::of(&json)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn ignores_stamps_that_another_change_in_the_same_tick_would_keep() {
        let metadata = std::fs::metadata(file!()).expect("tests run in the package's root");
        let stamp = Stamp::of(&metadata);
        let content = Digest::of(b"content");
        let mut known = KnownDigests::default();
        let much_later = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 33);
        let path = Digest::of(b"path");
        known.insert(path, &stamp, much_later, content);
        assert_eq!(known.get(path, &stamp), Some(content));
        assert_eq!(known.get(Digest::of(b"other"), &stamp), None);
        let other = std::fs::metadata("Cargo.toml").expect("a file");
        assert_eq!(known.get(path, &Stamp::of(&other)), None);
        known.insert(path, &stamp, SystemTime::UNIX_EPOCH, content);
        assert!(known.files.is_empty() && known.is_changed);
    }
}
