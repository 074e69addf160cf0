//! Compiles one consultant.

use std::sync::Arc;

use super::inputs::{InputFile, Inputs};
use crate::bundle::{Artifact, Body, DocumentBytes, Fingerprint};
use crate::content::inventory::ConsultantFiles;
use crate::content::{self, DecodedConsultant, ProfileBytes, photo_diagnostic};
use crate::diagnostic::Diagnostic;
use crate::entry::{Entry, PhotoEntry};
use crate::error::Result;
use crate::model::consultant::Photo;
use crate::model::day::Day;
use crate::model::id::ConsultantId;
use crate::model::settings::Settings;
use crate::photo;
use crate::render;
use crate::render::photo::{PhotoContent, PhotoStore, fingerprint, photo_settings};
use crate::source::Source;
use crate::yaml;

/// Compiles consultants. The result depends on nothing but the arguments of [`Self::new`] and the
/// consultant's files.
pub struct ConsultantCompiler {
    /// `None` if the settings of the site are invalid: then no files are rendered.
    settings: Option<Settings>,
    day: Day,
    photos: Arc<dyn PhotoStore>,
}

/// A compiled consultant.
pub struct CompiledConsultant {
    /// The profile, and the diagnostics of the profile and the photo.
    pub decoded: DecodedConsultant,
    /// The files to publish: none if the consultant is inactive or has errors.
    pub files: Vec<Artifact>,
    /// The photo of an active consultant, which can have errors.
    pub photo: Option<Fingerprint>,
    /// The summary of the files; `None` if there are none.
    pub entry: Option<Arc<Entry>>,
}

impl ConsultantCompiler {
    /// Creates a compiler for a site with these settings on this day.
    pub fn new(settings: Option<Settings>, day: Day, photos: Arc<dyn PhotoStore>) -> Self {
        Self { settings, day, photos }
    }

    /// Returns the settings of the site; `None` if they are invalid.
    pub fn settings(&self) -> Option<&Settings> {
        self.settings.as_ref()
    }

    /// Returns the diagnostics of a profile that belongs to no consultant.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(super) fn check(&self, profile: &Source) -> Result<Vec<Diagnostic>> {
        let bytes = profile.read(yaml::MAX_BYTES)?;
        Ok(content::check_profile(profile.path(), &bytes))
    }

    /// Compiles a consultant from its files.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, and an internal error if a document cannot be
    /// serialized.
    pub fn compile(&self, id: &ConsultantId, inputs: &Inputs<'_>) -> Result<CompiledConsultant> {
        let mut diagnostics = Vec::new();
        let photo = match &inputs.photo {
            Some(photo) => self.inspect(photo, &mut diagnostics)?,
            None => None,
        };
        self.with_photo(id, inputs.files, inputs.profile_bytes()?, photo, diagnostics)
    }

    /// Compiles a consultant again from the `bytes` of its profile and translation. `photo` is that of the earlier
    /// compilation; diagnostics of the photo are not repeated.
    ///
    /// # Errors
    /// Returns an internal error if a document cannot be serialized.
    pub fn compile_again(
        &self,
        id: &ConsultantId,
        files: ConsultantFiles<'_>,
        bytes: ProfileBytes<'_>,
        photo: Option<&Photo>,
    ) -> Result<CompiledConsultant> {
        let file = |source: &Source| PhotoContent::File(source.clone());
        let photo = photo.cloned().zip(files.photo.map(file));
        self.with_photo(id, files, bytes, photo, Vec::new())
    }

    /// Compiles a consultant with an inspected photo, which has `diagnostics`.
    fn with_photo(
        &self,
        id: &ConsultantId,
        files: ConsultantFiles<'_>,
        bytes: ProfileBytes<'_>,
        photo: Option<(Photo, PhotoContent)>,
        diagnostics: Vec<Diagnostic>,
    ) -> Result<CompiledConsultant> {
        let (photo, content) = photo.unzip();
        let mut decoded = content::consultant(id, files, bytes, photo, self.day, self.settings());
        decoded.diagnostics.splice(0..0, diagnostics);
        let is_valid = !decoded.diagnostics.iter().any(Diagnostic::is_error);
        let active = decoded.consultant.as_ref().filter(|consultant| consultant.profile.active);
        let active = active.zip(self.settings());
        let published = active.and_then(|(consultant, settings)| {
            Some(fingerprint(&consultant.photo.as_ref()?.digest, &photo_settings(settings)))
        });
        let Some((consultant, settings)) = active.filter(|_| is_valid) else {
            let files = Vec::new();
            return Ok(CompiledConsultant { decoded, files, photo: published, entry: None });
        };
        let [profile, resume] = render::documents(consultant, settings)?;
        let entry = Entry {
            id: id.clone(),
            profile: document(&profile).digest(),
            json_resume: document(&resume).digest(),
            photo: consultant
                .photo
                .as_ref()
                .zip(published)
                .map(|(photo, fingerprint)| PhotoEntry { format: photo.format, fingerprint }),
            longest: document(&profile).len().max(document(&resume).len()),
        };
        if let (Some(fingerprint), Some(PhotoContent::Rendered(bytes))) = (&published, &content) {
            self.photos.put(fingerprint, bytes);
        }
        let photo = consultant.photo.as_ref().zip(content).map(|(photo, content)| {
            render::photo::artifact(id, photo, content, settings, &self.photos)
        });
        let files = [profile, resume].into_iter().chain(photo).collect();
        Ok(CompiledConsultant { decoded, files, photo: published, entry: Some(Arc::new(entry)) })
    }

    /// Returns the photo if it is valid, and what is known of its content. Stores nothing, because the
    /// consultant may be inactive.
    fn inspect(
        &self,
        photo: &InputFile<'_>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Option<(Photo, PhotoContent)>> {
        let path = photo.source.path();
        let digest = *photo.sha256()?;
        let smallest = photo::PhotoSettings { max_px: 1, quality: 1 };
        let settings = self.settings().map_or(smallest, photo_settings);
        let stored = self.photos.get(&fingerprint(&digest, &settings));
        let stored = stored.and_then(|bytes| Some((photo::published_format(&bytes)?, bytes)));
        let (format, content) = match stored {
            Some((format, bytes)) => (format, PhotoContent::Stored(bytes)),
            None => match photo::inspect(photo.bytes()?, &settings) {
                Ok((format, Some(bytes))) => (format, PhotoContent::Rendered(bytes)),
                Ok((format, None)) => (format, PhotoContent::Upload(Arc::clone(photo.bytes()?))),
                Err(problem) => {
                    diagnostics.push(photo_diagnostic(path, &problem));
                    return Ok(None);
                }
            },
        };
        Ok(Some((Photo { source: path.to_owned(), format, digest }, content)))
    }
}

fn document(artifact: &Artifact) -> &DocumentBytes {
    match &artifact.body {
        Body::Document(document) => document,
        Body::Generated(_) => unreachable!("documents are rendered at once"),
    }
}
