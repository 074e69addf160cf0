//! The artifacts of photos, whose content is generated when it is needed.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::bundle::{Artifact, Body, Fingerprint, GenerateError, Generator};
use crate::content::photo_diagnostic;
use crate::document::Whole;
use crate::entry::FileKind;
use crate::error::{Error, Result};
use crate::model::consultant::Photo;
use crate::model::id::ConsultantId;
use crate::model::settings::{PublishedPhotos, Settings};
use crate::photo::{self, PhotoSettings};
use crate::source::Source;

/// Stores rendered photos for the next compilation.
pub trait PhotoStore: Debug + Send + Sync {
    /// Returns the photo that was stored with this fingerprint.
    fn get(&self, fingerprint: &Fingerprint) -> Option<Vec<u8>>;

    /// Stores a photo. Failures are ignored: the photo is rendered again.
    fn put(&self, fingerprint: &Fingerprint, photo: &[u8]);

    /// Removes all photos but these.
    fn retain(&self, photos: &BTreeSet<Fingerprint>);
}

/// Stores nothing.
#[derive(Debug)]
pub struct NoPhotoStore;

impl PhotoStore for NoPhotoStore {
    fn get(&self, _: &Fingerprint) -> Option<Vec<u8>> {
        None
    }

    fn put(&self, _: &Fingerprint, _: &[u8]) {}

    fn retain(&self, _: &BTreeSet<Fingerprint>) {}
}

/// Reads another store, and stores nothing.
#[derive(Debug)]
pub struct ReadOnlyPhotoStore(pub Arc<dyn PhotoStore>);

impl PhotoStore for ReadOnlyPhotoStore {
    fn get(&self, fingerprint: &Fingerprint) -> Option<Vec<u8>> {
        self.0.get(fingerprint)
    }

    fn put(&self, _: &Fingerprint, _: &[u8]) {}

    fn retain(&self, _: &BTreeSet<Fingerprint>) {}
}

/// Returns the site's settings for photos.
pub fn photo_settings(settings: &Settings) -> PhotoSettings {
    let PublishedPhotos { max_px: Whole(max_px), quality: Whole(quality) } = settings.photo;
    PhotoSettings { max_px, quality: quality.try_into().expect("at most 100") }
}

/// Returns a digest of everything that a published photo depends on; `source` is the SHA-256 of the
/// uploaded file.
pub fn fingerprint(source: &[u8; 32], settings: &PhotoSettings) -> Fingerprint {
    let PhotoSettings { max_px, quality } = settings;
    let mut hash = Sha256::new();
    hash.update(photo::VERSION.to_le_bytes());
    hash.update(max_px.to_le_bytes());
    hash.update([*quality]);
    hash.update(source);
    hash.finalize().into()
}

/// Returns the artifact of a consultant's photo. `rendered` are the published bytes if they are known
/// already.
pub fn artifact(
    id: &ConsultantId,
    photo: &Photo,
    source: &Source,
    rendered: Option<Vec<u8>>,
    settings: &Settings,
    store: &Arc<dyn PhotoStore>,
) -> Artifact {
    let generator = PhotoGenerator {
        source: source.clone(),
        digest: photo.digest,
        rendered,
        settings: photo_settings(settings),
        store: Arc::clone(store),
    };
    FileKind::Photo(photo.format).artifact(id, Body::Generated(Box::new(generator)))
}

#[derive(Debug)]
struct PhotoGenerator {
    source: Source,
    /// SHA-256 of the source file as it was validated.
    digest: [u8; 32],
    rendered: Option<Vec<u8>>,
    settings: PhotoSettings,
    store: Arc<dyn PhotoStore>,
}

impl PhotoGenerator {
    /// Reads the source file. A file that changed since it was validated is an error: it has not
    /// been checked.
    fn read(&self) -> Result<Cow<'_, [u8]>> {
        let bytes = self.source.read(photo::MAX_BYTES)?;
        if <[u8; 32]>::from(Sha256::digest(&bytes)) == self.digest {
            return Ok(bytes);
        }
        let path = self.source.path();
        Err(Error::new(format!("{path} changed while it was being processed")))
    }
}

impl Generator for PhotoGenerator {
    fn fingerprint(&self) -> Fingerprint {
        fingerprint(&self.digest, &self.settings)
    }

    fn generate(&self) -> std::result::Result<Vec<u8>, GenerateError> {
        if let Some(rendered) = &self.rendered {
            return Ok(rendered.clone());
        }
        let fingerprint = self.fingerprint();
        if let Some(photo) = self.store.get(&fingerprint) {
            return Ok(photo);
        }
        let bytes = self.read().map_err(GenerateError::Environment)?;
        let photo = photo::render(&bytes, &self.settings).map_err(|problem| {
            GenerateError::Content(Box::new(photo_diagnostic(self.source.path(), &problem)))
        })?;
        self.store.put(&fingerprint, &photo);
        Ok(photo)
    }
}
