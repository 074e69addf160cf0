//! An LRU cache of encoded photos, limited by their total size. Photos outlive the files they were
//! made from, so that the last version without errors keeps its photo.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hyper::body::Bytes;

use crate::bundle::{Artifact, Body, Fingerprint, GenerateError};

/// The capacity in bytes: some hundred photos. The cache of the project has all of them.
const CAPACITY: usize = 32 << 20;

/// Encoded photos by the fingerprints of their generators.
#[derive(Default)]
pub(super) struct PhotoCache(Mutex<CachedPhotos>);

#[derive(Default)]
struct CachedPhotos {
    /// The photos, each with the time of its last use.
    photos: HashMap<Fingerprint, (Bytes, u64)>,
    /// The size of all photos, in bytes.
    size: usize,
    /// Counts reads and writes.
    clock: u64,
}

impl PhotoCache {
    /// Returns the bytes of an artifact, from the cache if possible.
    ///
    /// # Errors
    /// Returns an error if they are not cached and the generator fails.
    pub(super) fn bytes(&self, artifact: &Artifact) -> Result<Bytes, GenerateError> {
        let generator = match &artifact.body {
            Body::Document(document) => return Ok(Bytes::copy_from_slice(document)),
            Body::Generated(generator) => generator,
        };
        let fingerprint = generator.fingerprint();
        if let Some(bytes) = self.lock().get(&fingerprint) {
            return Ok(bytes);
        }
        let bytes = Bytes::from(generator.generate()?);
        self.lock().insert(fingerprint, bytes.clone(), CAPACITY);
        Ok(bytes)
    }

    /// Locks the photos even after a panic elsewhere: at worst a photo is encoded again.
    fn lock(&self) -> MutexGuard<'_, CachedPhotos> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CachedPhotos {
    fn get(&mut self, fingerprint: &Fingerprint) -> Option<Bytes> {
        self.clock += 1;
        let (bytes, last_use) = self.photos.get_mut(fingerprint)?;
        *last_use = self.clock;
        Some(bytes.clone())
    }

    fn insert(&mut self, fingerprint: Fingerprint, bytes: Bytes, capacity: usize) {
        self.clock += 1;
        self.size += bytes.len();
        if let Some((before, _)) = self.photos.insert(fingerprint, (bytes, self.clock)) {
            self.size -= before.len();
        }
        while self.size > capacity {
            let oldest = self.photos.iter().min_by_key(|(_, (_, last_use))| last_use);
            let Some(oldest) = oldest.map(|(fingerprint, _)| *fingerprint) else {
                return;
            };
            let removed = self.photos.remove(&oldest);
            self.size -= removed.map_or(0, |(bytes, _)| bytes.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_the_photos_that_were_not_used_for_the_longest_time() {
        let mut cache = CachedPhotos::default();
        let insert = |cache: &mut CachedPhotos, number, length| {
            cache.insert([number; 32], Bytes::from(vec![0; length]), 30);
        };
        for number in 1..=3 {
            insert(&mut cache, number, 10);
        }
        assert!(cache.get(&[1; 32]).is_some());
        insert(&mut cache, 4, 10);
        let cached: Vec<u8> = (1..=4).filter(|n| cache.photos.contains_key(&[*n; 32])).collect();
        assert_eq!((cached, cache.size), (vec![1, 3, 4], 30));
        insert(&mut cache, 5, 31);
        assert_eq!((cache.photos.len(), cache.size), (0, 0));
    }
}
