//! The stored photos, without those of consultants that are no longer active. While content has
//! errors, the preview serves an older version, in which they still are.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::bundle::Fingerprint;
use crate::render::photo::PhotoStore;

/// A store that accepts only the photos of active consultants.
#[derive(Debug)]
pub(super) struct ActivePhotos {
    store: Arc<dyn PhotoStore>,
    active: Mutex<BTreeSet<Fingerprint>>,
}

impl ActivePhotos {
    pub(super) fn new(store: Arc<dyn PhotoStore>) -> Self {
        Self { store, active: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<Fingerprint>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PhotoStore for ActivePhotos {
    fn get(&self, fingerprint: &Fingerprint) -> Option<Vec<u8>> {
        self.store.get(fingerprint)
    }

    fn put(&self, fingerprint: &Fingerprint, photo: &[u8]) {
        let active = self.lock();
        if active.contains(fingerprint) {
            self.store.put(fingerprint, photo);
        }
    }

    /// Stores none but these photos until the next call, too.
    fn retain(&self, photos: &BTreeSet<Fingerprint>) {
        let mut active = self.lock();
        self.store.retain(photos);
        active.clone_from(photos);
    }
}
