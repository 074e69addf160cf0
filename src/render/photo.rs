//! Generates the photos during publishing.

use sha2::{Digest, Sha256};

use super::photo_path;
use crate::bundle::{Artifact, Body, Endpoint, Fingerprint, GenerateError, Generator};
use crate::error::{Error, Result};
use crate::lower::photo_diagnostic;
use crate::model::id::ConsultantId;
use crate::model::site::{Photo, Settings as SiteSettings};
use crate::photo::{self, Settings};
use crate::source::{Source, Sources};

/// Returns the artifact of a consultant's photo.
///
/// # Errors
/// Returns an error if the source file does not exist.
pub fn artifact(
    id: &ConsultantId,
    photo: &Photo,
    settings: &SiteSettings,
    sources: &Sources,
) -> Result<Artifact> {
    let source = sources
        .get(&photo.source)
        .ok_or_else(|| Error::new(format!("{} no longer exists", photo.source)))?;
    Ok(Artifact {
        path: format!("_internal/photo/{id}.{}", photo.extension),
        media_type: photo.media_type,
        endpoints: vec![Endpoint::ok(photo_path(id))],
        body: Body::Generated(Box::new(PhotoGenerator {
            source: source.clone(),
            digest: photo.digest,
            settings: Settings { max_px: settings.photo_max_px, quality: settings.photo_quality },
        })),
    })
}

#[derive(Debug)]
struct PhotoGenerator {
    source: Source,
    /// SHA-256 of the source file as it was validated.
    digest: [u8; 32],
    settings: Settings,
}

impl PhotoGenerator {
    /// Reads the source file. A file that changed since it was validated is an error: it has not
    /// been checked.
    fn read(&self) -> Result<std::borrow::Cow<'_, [u8]>> {
        let limit = usize::try_from(photo::MAX_BYTES).unwrap_or(usize::MAX);
        let bytes = self.source.read(limit)?;
        if <[u8; 32]>::from(Sha256::digest(&bytes)) == self.digest {
            return Ok(bytes);
        }
        let path = self.source.path();
        Err(Error::new(format!("{path} changed while it was being processed")))
    }
}

impl Generator for PhotoGenerator {
    fn fingerprint(&self) -> Fingerprint {
        let Settings { max_px, quality } = self.settings;
        let mut hash = Sha256::new();
        hash.update(photo::VERSION.to_le_bytes());
        hash.update(max_px.to_le_bytes());
        hash.update([quality]);
        hash.update(self.digest);
        hash.finalize().into()
    }

    fn generate(&self) -> std::result::Result<Vec<u8>, GenerateError> {
        let bytes = self.read().map_err(GenerateError::Environment)?;
        photo::render(&bytes, &self.settings).map_err(|problem| {
            GenerateError::Content(Box::new(photo_diagnostic(self.source.path(), &problem)))
        })
    }
}
