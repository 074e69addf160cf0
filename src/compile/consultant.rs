//! Compiles one consultant.

use std::borrow::Cow;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::bundle::{Artifact, Body, Document, Fingerprint};
use crate::content::inventory::ConsultantFiles;
use crate::content::{self, DecodedConsultant, photo_diagnostic};
use crate::diagnostic::Diagnostic;
use crate::entry::{Entry, PhotoEntry};
use crate::error::Result;
use crate::model::consultant::Photo;
use crate::model::id::ConsultantId;
use crate::model::settings::Settings;
use crate::photo;
use crate::render;
use crate::render::photo::{PhotoStore, fingerprint, photo_settings};
use crate::source::Source;
use crate::yaml;

/// Compiles consultants. The result depends on nothing but the arguments of [`Self::new`] and the
/// consultant's files.
pub struct ConsultantCompiler {
    /// `None` if the settings of the site are invalid: then no files are rendered.
    settings: Option<Settings>,
    photos: Arc<dyn PhotoStore>,
}

/// The bytes of a consultant's files.
pub struct Inputs<'a> {
    /// The profile. A file that is too large is cut off one byte above the limit.
    pub profile: Cow<'a, [u8]>,
    /// The photo, cut off in the same way.
    pub photo: Option<Cow<'a, [u8]>>,
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
    pub entry: Option<Entry>,
}

/// The published bytes of a photo.
struct RenderedPhoto {
    bytes: Vec<u8>,
    /// Whether the store of photos has them.
    is_stored: bool,
}

impl<'a> Inputs<'a> {
    /// Reads the files.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn read(files: ConsultantFiles<'a>) -> Result<Self> {
        let photo = files.photo.map(|photo| photo.read(photo::MAX_BYTES));
        Ok(Self { profile: files.profile.read(yaml::MAX_BYTES)?, photo: photo.transpose()? })
    }
}

impl ConsultantCompiler {
    /// Creates a compiler for a site with these settings.
    pub fn new(settings: Option<Settings>, photos: Arc<dyn PhotoStore>) -> Self {
        Self { settings, photos }
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

    /// Compiles a consultant from the bytes of its files.
    ///
    /// # Errors
    /// Returns an internal error if a document cannot be serialized.
    pub fn compile(
        &self,
        id: &ConsultantId,
        files: ConsultantFiles<'_>,
        inputs: &Inputs<'_>,
    ) -> Result<CompiledConsultant> {
        let mut diagnostics = Vec::new();
        let photo = files.photo.zip(inputs.photo.as_deref());
        let photo = photo.and_then(|(source, bytes)| self.inspect(source, bytes, &mut diagnostics));
        self.with_photo(id, files, &inputs.profile, photo, diagnostics)
    }

    /// Compiles a consultant again from the bytes of its `profile`. `photo` is that of the earlier
    /// compilation; diagnostics of the photo are not repeated.
    ///
    /// # Errors
    /// Returns an internal error if a document cannot be serialized.
    pub fn compile_again(
        &self,
        id: &ConsultantId,
        files: ConsultantFiles<'_>,
        profile: &[u8],
        photo: Option<&Photo>,
    ) -> Result<CompiledConsultant> {
        let photo = photo.map(|photo| (photo.clone(), None));
        self.with_photo(id, files, profile, photo, Vec::new())
    }

    /// Compiles a consultant with an inspected photo, which has `diagnostics`.
    fn with_photo(
        &self,
        id: &ConsultantId,
        files: ConsultantFiles<'_>,
        profile: &[u8],
        photo: Option<(Photo, Option<RenderedPhoto>)>,
        diagnostics: Vec<Diagnostic>,
    ) -> Result<CompiledConsultant> {
        let (photo, rendered) = photo.unzip();
        let rendered = rendered.flatten();
        let mut decoded = content::consultant(id, files, profile, photo);
        decoded.diagnostics.splice(0..0, diagnostics);
        let is_valid = !decoded.diagnostics.iter().any(Diagnostic::is_error);
        let active = decoded.consultant.as_ref().filter(|consultant| consultant.profile.active);
        let active = active.zip(self.settings.as_ref());
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
        if let (Some(fingerprint), Some(RenderedPhoto { bytes, is_stored: false })) =
            (&published, &rendered)
        {
            self.photos.put(fingerprint, bytes);
        }
        let photo = consultant.photo.as_ref().zip(files.photo).map(|(photo, source)| {
            let bytes = rendered.map(|rendered| rendered.bytes);
            render::photo::artifact(id, photo, source, bytes, settings, &self.photos)
        });
        let files = [profile, resume].into_iter().chain(photo).collect();
        Ok(CompiledConsultant { decoded, files, photo: published, entry: Some(entry) })
    }

    /// Returns the photo, and the published bytes if they are known already. Stores nothing, because
    /// the consultant may be inactive.
    fn inspect(
        &self,
        source: &Source,
        bytes: &[u8],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<(Photo, Option<RenderedPhoto>)> {
        let digest = Sha256::digest(bytes).into();
        let photo = |format| Photo { source: source.path().to_owned(), format, digest };
        let smallest = photo::PhotoSettings { max_px: 1, quality: 1 };
        let settings = self.settings.as_ref().map_or(smallest, photo_settings);
        let stored = self.photos.get(&fingerprint(&digest, &settings));
        let rendered = |is_stored| move |bytes| RenderedPhoto { bytes, is_stored };
        if let Some(format) = stored.as_deref().and_then(photo::published_format) {
            return Some((photo(format), stored.map(rendered(true))));
        }
        match photo::inspect(bytes, &settings) {
            Ok(inspected) => {
                Some((photo(inspected.format), inspected.rendered.map(rendered(false))))
            }
            Err(problem) => {
                diagnostics.push(photo_diagnostic(source.path(), &problem));
                None
            }
        }
    }
}

fn document(artifact: &Artifact) -> &Document {
    match &artifact.body {
        Body::Document(document) => document,
        Body::Generated(_) => unreachable!("documents are rendered at once"),
    }
}
