//! An LRU cache of encoded photos, limited by their total size. Photos outlive the files they were
//! made from, so that the last good version stays complete while its source has errors.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hyper::body::Bytes;

use crate::bundle::{Artifact, Body, Fingerprint, GenerateError};

/// The capacity in bytes: some hundred photos. The cache of the project has all of them.
const CAPACITY: usize = 32 << 20;

/// Encoded photos by the fingerprints of their generators.
#[derive(Default)]
pub(super) struct PhotoCache(Mutex<Entries>);

struct Entries {
    photos: HashMap<Fingerprint, Photo>,
    /// The size of all photos, in bytes.
    size: usize,
    capacity: usize,
    /// Counts reads and writes.
    clock: u64,
}

struct Photo {
    bytes: Bytes,
    /// The highest purpose and the time of the last use: requested photos outlive those that only a
    /// dry run encoded.
    priority: (Purpose, u64),
}

/// Why the bytes of a photo are needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Purpose {
    /// The dry run finds out whether it can be published.
    DryRun,
    /// A client requested it.
    Request,
}

impl PhotoCache {
    /// Returns the bytes of an artifact, from the cache if possible.
    ///
    /// # Errors
    /// Returns an error if they are not cached and the generator fails.
    pub(super) fn bytes(
        &self,
        artifact: &Artifact,
        purpose: Purpose,
    ) -> Result<Bytes, GenerateError> {
        let generator = match &artifact.body {
            Body::Document(document) => return Ok(Bytes::copy_from_slice(document)),
            Body::Generated(generator) => generator,
        };
        let fingerprint = generator.fingerprint();
        if let Some(bytes) = self.lock().get(&fingerprint, purpose) {
            return Ok(bytes);
        }
        let bytes = Bytes::from(generator.generate()?);
        self.lock().insert(fingerprint, bytes.clone(), purpose);
        Ok(bytes)
    }

    /// Locks the entries even after a panic elsewhere: at worst a photo is encoded again.
    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entries {
    fn get(&mut self, fingerprint: &Fingerprint, purpose: Purpose) -> Option<Bytes> {
        self.clock += 1;
        let photo = self.photos.get_mut(fingerprint)?;
        photo.priority = (photo.priority.0.max(purpose), self.clock);
        Some(photo.bytes.clone())
    }

    fn insert(&mut self, fingerprint: Fingerprint, bytes: Bytes, purpose: Purpose) {
        self.clock += 1;
        self.size += bytes.len();
        let photo = Photo { bytes, priority: (purpose, self.clock) };
        if let Some(before) = self.photos.insert(fingerprint, photo) {
            self.size -= before.bytes.len();
        }
        while self.size > self.capacity {
            let least = self.photos.iter().min_by_key(|(_, photo)| photo.priority);
            let Some(least) = least.map(|(fingerprint, _)| *fingerprint) else {
                return;
            };
            let evicted = self.photos.remove(&least);
            self.size -= evicted.map_or(0, |photo| photo.bytes.len());
        }
    }
}

impl Default for Entries {
    fn default() -> Self {
        Self { photos: HashMap::new(), size: 0, capacity: CAPACITY, clock: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evicts_photos_without_requests_first() {
        let mut entries = Entries { capacity: 30, ..Entries::default() };
        let ten = || Bytes::from_static(&[0; 10]);
        entries.insert([1; 32], ten(), Purpose::Request);
        entries.insert([2; 32], ten(), Purpose::DryRun);
        entries.insert([3; 32], ten(), Purpose::DryRun);
        assert!(entries.get(&[2; 32], Purpose::Request).is_some());
        entries.insert([4; 32], ten(), Purpose::DryRun);
        assert!(entries.get(&[3; 32], Purpose::Request).is_none());
        entries.insert([5; 32], ten(), Purpose::Request);
        entries.insert([6; 32], ten(), Purpose::Request);
        let cached: Vec<u8> = (1..=6).filter(|n| entries.photos.contains_key(&[*n; 32])).collect();
        assert_eq!((cached, entries.size), (vec![2, 5, 6], 30));
        entries.insert([7; 32], Bytes::from_static(&[0; 31]), Purpose::Request);
        assert_eq!((entries.photos.len(), entries.size), (0, 0));
    }
}
