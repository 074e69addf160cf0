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

/// Stores rendered photos for the next compilation; by default, none.
pub trait PhotoStore: Debug + Send + Sync {
    /// Returns the photo that was stored with this fingerprint.
    fn get(&self, _fingerprint: &Fingerprint) -> Option<Vec<u8>> {
        None
    }

    /// Stores a photo. Failures are ignored: the photo is rendered again.
    fn put(&self, _fingerprint: &Fingerprint, _photo: &[u8]) {}

    /// Removes all photos but these.
    fn retain(&self, _photos: &BTreeSet<Fingerprint>) {}
}

/// Stores nothing.
#[derive(Debug)]
pub struct NoPhotoStore;

impl PhotoStore for NoPhotoStore {}

/// Reads another store, and stores nothing.
#[derive(Debug)]
pub struct ReadOnlyPhotoStore(pub Arc<dyn PhotoStore>);

impl PhotoStore for ReadOnlyPhotoStore {
    fn get(&self, fingerprint: &Fingerprint) -> Option<Vec<u8>> {
        self.0.get(fingerprint)
    }
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
    Fingerprint(hash.finalize().into())
}

/// What the published bytes of a photo are generated from.
#[derive(Debug)]
pub enum PhotoContent {
    /// The published bytes, from the store.
    Stored(Vec<u8>),
    /// The published bytes, which no store has.
    Rendered(Vec<u8>),
    /// The bytes of the uploaded file.
    Upload(Arc<Vec<u8>>),
    /// The uploaded file, which is read when the photo is generated.
    File(Source),
}

/// Returns the artifact of a consultant's photo.
pub fn artifact(
    id: &ConsultantId,
    photo: &Photo,
    content: PhotoContent,
    settings: &Settings,
    store: &Arc<dyn PhotoStore>,
) -> Artifact {
    let generator = PhotoGenerator {
        photo: photo.clone(),
        content,
        settings: photo_settings(settings),
        store: Arc::clone(store),
    };
    FileKind::Photo(photo.format).artifact(id, Body::Generated(Box::new(generator)))
}

#[derive(Debug)]
struct PhotoGenerator {
    photo: Photo,
    content: PhotoContent,
    settings: PhotoSettings,
    store: Arc<dyn PhotoStore>,
}

impl PhotoGenerator {
    /// Reads the uploaded file. A file that changed since it was validated is an error: it has not
    /// been checked.
    fn read<'a>(&self, source: &'a Source) -> Result<Cow<'a, [u8]>> {
        let bytes = source.read(photo::MAX_BYTES)?;
        if <[u8; 32]>::from(Sha256::digest(&bytes)) == self.photo.digest {
            return Ok(bytes);
        }
        let path = source.path();
        Err(Error::new(format!("{path} changed while it was being processed")))
    }
}

impl Generator for PhotoGenerator {
    fn fingerprint(&self) -> Fingerprint {
        fingerprint(&self.photo.digest, &self.settings)
    }

    fn generate(&self) -> std::result::Result<Vec<u8>, GenerateError> {
        let fingerprint = self.fingerprint();
        let upload = match &self.content {
            PhotoContent::Stored(photo) | PhotoContent::Rendered(photo) => {
                return Ok(photo.clone());
            }
            PhotoContent::Upload(bytes) => Cow::Borrowed(bytes.as_slice()),
            PhotoContent::File(source) => match self.store.get(&fingerprint) {
                Some(photo) => return Ok(photo),
                None => self.read(source).map_err(GenerateError::Environment)?,
            },
        };
        let photo = photo::render(&upload, &self.settings).map_err(|problem| {
            GenerateError::Content(Box::new(photo_diagnostic(&self.photo.source, &problem)))
        })?;
        self.store.put(&fingerprint, &photo);
        Ok(photo)
    }
}
