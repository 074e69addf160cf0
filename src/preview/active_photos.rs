//! The stored photos, without those of consultants that are no longer active. While content has
//! errors, the preview serves an older version, in which they still are.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::bundle::Fingerprint;
use crate::render::photo::PhotoStore;

/// A store that refuses withdrawn photos.
#[derive(Debug)]
pub(super) struct ActivePhotos {
    store: Arc<dyn PhotoStore>,
    withdrawn: Mutex<BTreeSet<Fingerprint>>,
}

impl ActivePhotos {
    pub(super) fn new(store: Arc<dyn PhotoStore>) -> Self {
        Self { store, withdrawn: Mutex::default() }
    }

    /// Removes the `withdrawn` photos, and stores none of them until the next call.
    pub(super) fn withdraw(&self, withdrawn: BTreeSet<Fingerprint>) {
        let mut before = self.lock();
        withdrawn.difference(&before).for_each(|photo| self.store.remove(photo));
        *before = withdrawn;
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<Fingerprint>> {
        self.withdrawn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PhotoStore for ActivePhotos {
    fn get(&self, fingerprint: &Fingerprint) -> Option<Vec<u8>> {
        self.store.get(fingerprint)
    }

    fn put(&self, fingerprint: &Fingerprint, photo: &[u8]) {
        let withdrawn = self.lock();
        if !withdrawn.contains(fingerprint) {
            self.store.put(fingerprint, photo);
        }
    }

    fn remove(&self, fingerprint: &Fingerprint) {
        self.store.remove(fingerprint);
    }
}
