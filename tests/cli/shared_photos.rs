//! A store of published photos that all compilations of a test program share, so that each photo is rendered once.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use vitae::bundle::Fingerprint;
use vitae::render::photo::PhotoStore;

static PHOTOS: Mutex<BTreeMap<Fingerprint, Vec<u8>>> = Mutex::new(BTreeMap::new());

#[derive(Debug)]
pub(crate) struct SharedPhotos;

impl PhotoStore for SharedPhotos {
    fn get(&self, fingerprint: &Fingerprint) -> Option<Vec<u8>> {
        PHOTOS.lock().unwrap_or_else(PoisonError::into_inner).get(fingerprint).cloned()
    }

    fn put(&self, fingerprint: &Fingerprint, photo: &[u8]) {
        let mut photos = PHOTOS.lock().unwrap_or_else(PoisonError::into_inner);
        photos.insert(*fingerprint, photo.to_vec());
    }
}
