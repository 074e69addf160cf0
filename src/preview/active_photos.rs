//! The project's cache of photos, as responses use it.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};

use crate::bundle::Fingerprint;
use crate::render::photo::PhotoStore;

/// Stores only the photos of active consultants: a response that is ready after a consultant became inactive
/// stores nothing.
#[derive(Debug)]
pub(super) struct ActivePhotos {
    store: Arc<dyn PhotoStore>,
    /// The photos of the last [`PhotoStore::retain`].
    active: RwLock<BTreeSet<Fingerprint>>,
}

impl ActivePhotos {
    pub(super) fn new(store: Arc<dyn PhotoStore>) -> Self {
        Self { store, active: RwLock::default() }
    }
}

impl PhotoStore for ActivePhotos {
    fn get(&self, fingerprint: &Fingerprint) -> Option<Vec<u8>> {
        self.store.get(fingerprint)
    }

    fn put(&self, fingerprint: &Fingerprint, photo: &[u8]) {
        let active = self.active.read().unwrap_or_else(PoisonError::into_inner);
        if active.contains(fingerprint) {
            self.store.put(fingerprint, photo);
        }
    }

    fn retain(&self, photos: &BTreeSet<Fingerprint>) {
        let mut active = self.active.write().unwrap_or_else(PoisonError::into_inner);
        active.clone_from(photos);
        self.store.retain(photos);
    }
}
