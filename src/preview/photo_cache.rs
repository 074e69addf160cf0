//! Encoded photos in memory. Photos outlive the files they were made from, so that the last version
//! without errors keeps its photo.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use hyper::body::Bytes;

use crate::bundle::{Artifact, Body, Fingerprint, GenerateError};

/// The size in bytes above which the cache is emptied: some hundred photos. The cache of the project has
/// all that are published.
const CAPACITY: usize = 32 << 20;

/// Encoded photos by the fingerprints of their generators.
#[derive(Default)]
pub(super) struct PhotoCache(Mutex<HashMap<Fingerprint, Bytes>>);

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
        // At worst, a panic elsewhere lets a photo be encoded again.
        let photos = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = photos().get(&fingerprint) {
            return Ok(bytes.clone());
        }
        let bytes = Bytes::from(generator.generate()?);
        let mut photos = photos();
        if photos.values().map(Bytes::len).sum::<usize>() + bytes.len() > CAPACITY {
            photos.clear();
        }
        photos.insert(fingerprint, bytes.clone());
        Ok(bytes)
    }
}
