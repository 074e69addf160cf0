//! A consultant's photo, made while publishing.

use sha2::{Digest, Sha256};

use super::photo_path;
use crate::bundle::{Address, Artifact, Body, Recipe, RecipeError};
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
        body: Body::Recipe(Box::new(PhotoRecipe { source, settings })),
    })
}

#[derive(Debug)]
struct PhotoRecipe {
    source: Source,
    settings: Settings,
}

impl PhotoRecipe {
    fn read(&self) -> Result<std::borrow::Cow<'_, [u8]>> {
        self.source
            .read(usize::try_from(photo::MAX_BYTES).unwrap_or(usize::MAX))
    }
}

impl Recipe for PhotoRecipe {
    fn fingerprint(&self) -> Result<[u8; 32]> {
        let Settings { max_px, quality } = self.settings;
        let mut hash = Sha256::new();
        hash.update(photo::VERSION.to_le_bytes());
        hash.update(max_px.to_le_bytes());
        hash.update([quality]);
        hash.update(self.read()?);
        Ok(hash.finalize().into())
    }

    fn carry_out(&self) -> std::result::Result<Vec<u8>, RecipeError> {
        let bytes = self.read().map_err(RecipeError::Environment)?;
        photo::render(&bytes, &self.settings).map_err(|problem| {
            RecipeError::Content(Box::new(photo_diagnostic(self.source.path(), &problem)))
        })
    }
}
