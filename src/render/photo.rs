//! A consultant's photo, made while publishing.

use sha2::{Digest, Sha256};

use super::photo_path;
use crate::bundle::{Address, Artifact, Body, Fingerprint, Recipe, RecipeError};
use crate::error::{Error, Result};
use crate::lower::photo_diagnostic;
use crate::model::id::ConsultantId;
use crate::model::site::{Photo, Settings as SiteSettings};
use crate::photo::{self, Settings};
use crate::source::{Source, Sources};

/// The photo of consultant `id` as a file to publish.
///
/// # Errors
/// When `sources` do not have it.
pub fn artifact(
    id: &ConsultantId,
    photo: &Photo,
    settings: &SiteSettings,
    sources: &Sources,
) -> Result<Artifact> {
    let source = sources.get(&photo.source).cloned();
    let source = source.ok_or_else(|| Error::new(format!("{} is gone", photo.source)))?;
    let settings = Settings {
        max_px: settings.photo_max_px,
        quality: settings.photo_quality,
    };
    Ok(Artifact {
        path: format!("_internal/photo/{id}.{}", photo.extension),
        media_type: photo.media_type,
        addresses: vec![Address::ok(photo_path(id))],
        body: Body::Recipe(Box::new(PhotoRecipe {
            source,
            digest: photo.digest,
            settings,
        })),
    })
}

#[derive(Debug)]
struct PhotoRecipe {
    source: Source,
    /// SHA-256 of the source's bytes as they were looked at.
    digest: [u8; 32],
    settings: Settings,
}

impl PhotoRecipe {
    /// The bytes that were looked at; those that have come in their place since are not checked,
    /// and belong to other values.
    fn read(&self) -> Result<std::borrow::Cow<'_, [u8]>> {
        let limit = usize::try_from(photo::MAX_BYTES).unwrap_or(usize::MAX);
        let bytes = self.source.read(limit)?;
        if <[u8; 32]>::from(Sha256::digest(&bytes)) == self.digest {
            return Ok(bytes);
        }
        let path = self.source.path();
        Err(Error::new(format!("{path} changed after it was read")))
    }
}

impl Recipe for PhotoRecipe {
    fn fingerprint(&self) -> Fingerprint {
        let Settings { max_px, quality } = self.settings;
        let mut hash = Sha256::new();
        hash.update(photo::VERSION.to_le_bytes());
        hash.update(max_px.to_le_bytes());
        hash.update([quality]);
        hash.update(self.digest);
        hash.finalize().into()
    }

    fn carry_out(&self) -> std::result::Result<Vec<u8>, RecipeError> {
        let bytes = self.read().map_err(RecipeError::Environment)?;
        photo::render(&bytes, &self.settings).map_err(|problem| {
            RecipeError::Content(Box::new(photo_diagnostic(self.source.path(), &problem)))
        })
    }
}
