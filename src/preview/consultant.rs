//! A consultant in the memory of the preview: a summary, and the sources to compile it again.
//! Compiling takes less than a millisecond, so compiled profiles do not stay in memory.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde_json::Value as Json;

use super::last_build::content_digest;
use super::summary::Summary;
use crate::bundle::{Artifact, Fingerprint};
use crate::compile::{CompiledConsultant, ConsultantCompiler, Inputs, Sink};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::Result;
use crate::lower::inventory::ConsultantFiles;
use crate::model::id::ConsultantId;
use crate::model::site::{Photo, Settings};
use crate::render::photo::{NoPhotoStore, PhotoStore, artifact, fingerprint, photo_settings};
use crate::render::profile::ProfileJson;
use crate::render::profile_text;
use crate::source::Source;

/// A consultant, active or inactive, with or without errors.
#[derive(Debug)]
pub(super) struct Consultant {
    /// The consultant's identifier.
    pub(super) id: ConsultantId,
    /// The value of `active`; `None` if it is missing or invalid.
    pub(super) active: Option<bool>,
    /// Whether the profile or the photo has an error.
    pub(super) has_errors: bool,
    /// `None` if the profile cannot be read or lacks a required field.
    pub(super) summary: Option<Arc<Summary>>,
    /// The digest of the published profile without its date; `None` if nothing would be published.
    pub(super) content: Option<Digest>,
    profile: Source,
    /// The bytes that the profile was compiled from, compressed; the file may have changed since.
    /// The profiles of ten thousand consultants then take 20 MB instead of 70 MB.
    compressed: Arc<[u8]>,
    /// The photo, if it is valid, and its file.
    photo: Option<(Photo, Source)>,
}

/// The consultants of one compilation.
pub(super) struct Content {
    pub(super) compiler: Arc<ConsultantCompiler>,
    pub(super) photos: Arc<dyn PhotoStore>,
    pub(super) consultants: BTreeMap<ConsultantId, Arc<Consultant>>,
}

impl Consultant {
    fn new(
        compiled: &CompiledConsultant,
        sources: ConsultantFiles<'_>,
        profile: &[u8],
    ) -> Result<Self> {
        let lowered = &compiled.lowered;
        let consultant = lowered.consultant.as_ref();
        let text = consultant.map(|consultant| profile_text(&ProfileJson::new(consultant)));
        let text = text.transpose()?;
        let json = |text: &String| serde_json::from_str(text).expect("this is JSON");
        let json: Option<Json> = text.as_ref().map(json);
        let photo = consultant.and_then(|consultant| consultant.photo.clone());
        let content = text.filter(|_| lowered.active != Some(false));
        Ok(Self {
            id: lowered.id.clone(),
            active: lowered.active,
            has_errors: lowered.diagnostics.iter().any(Diagnostic::is_error),
            summary: json.as_ref().map(|json| Summary::new(&lowered.id, json).into()),
            content: content.map(|text| content_digest(text.as_bytes())),
            profile: sources.profile.clone(),
            compressed: compressed(profile),
            photo: photo.zip(sources.photo.cloned()),
        })
    }

    /// Shares the memory of equal parts with an earlier compilation: up to three stay in memory, and a change of
    /// `site.yaml` compiles all consultants again.
    fn share(&mut self, earlier: &Self) {
        if self.compressed == earlier.compressed {
            self.compressed = Arc::clone(&earlier.compressed);
        }
        if self.summary == earlier.summary {
            self.summary.clone_from(&earlier.summary);
        }
    }

    /// Returns the path of the profile, relative to the content directory.
    pub(super) fn path(&self) -> &str {
        self.profile.path()
    }

    /// Returns the fingerprint that the published photo has or would have.
    pub(super) fn photo_fingerprint(&self, settings: &Settings) -> Option<Fingerprint> {
        let (photo, _) = self.photo.as_ref()?;
        Some(fingerprint(&photo.digest, &photo_settings(settings)))
    }

    /// Returns whether the profiles have the same text, as after renaming the file.
    pub(super) fn has_same_bytes(&self, other: &Self) -> bool {
        self.compressed == other.compressed
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let read = DeflateDecoder::new(&*self.compressed).read_to_end(&mut bytes);
        read.expect("the bytes were compressed here");
        bytes
    }
}

impl Content {
    /// Returns the settings of the site; `None` if required ones are missing or invalid.
    pub(super) fn settings(&self) -> Option<&Settings> {
        self.compiler.settings()
    }

    /// Returns all consultants whose file name is a valid identifier, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Consultant> {
        self.consultants.values().map(|consultant| &**consultant)
    }

    pub(super) fn get(&self, id: &ConsultantId) -> Option<&Consultant> {
        self.consultants.get(id).map(|consultant| &**consultant)
    }

    /// Compiles a consultant of this content again, with the same result as before.
    pub(super) fn compile(&self, consultant: &Consultant) -> CompiledConsultant {
        let (photo, source) = consultant.photo.as_ref().map(|(a, b)| (a, b)).unzip();
        let files = ConsultantFiles { profile: &consultant.profile, photo: source };
        let compiled =
            self.compiler.compile_again(&consultant.id, files, &consultant.bytes(), photo);
        compiled.expect("what compiled once compiles again")
    }

    /// Returns the published photo of a consultant. Only photos that will be published are stored.
    pub(super) fn photo(&self, consultant: &Consultant, settings: &Settings) -> Option<Artifact> {
        let (photo, source) = consultant.photo.as_ref()?;
        let is_published = consultant.active == Some(true) && !consultant.has_errors;
        let none: Arc<dyn PhotoStore> = Arc::new(NoPhotoStore);
        let store = if is_published { &self.photos } else { &none };
        Some(artifact(&consultant.id, photo, source, None, settings, store))
    }
}

pub(super) struct Collector<'a> {
    previous: &'a Content,
    consultants: Mutex<BTreeMap<ConsultantId, Arc<Consultant>>>,
}

impl<'a> Collector<'a> {
    /// Creates a sink that keeps those of the `previous` consultants that did not change.
    pub(super) fn after(previous: &'a Content) -> Self {
        Self { previous, consultants: Mutex::default() }
    }

    pub(super) fn finish(self) -> BTreeMap<ConsultantId, Arc<Consultant>> {
        self.consultants.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn insert(&self, consultant: Arc<Consultant>) {
        let mut consultants = self.consultants.lock().unwrap_or_else(PoisonError::into_inner);
        consultants.insert(consultant.id.clone(), consultant);
    }
}

impl Sink for Collector<'_> {
    fn has(&self, id: &ConsultantId, _: Option<&Entry>) -> bool {
        let previous = self.previous.consultants.get(id);
        previous.inspect(|consultant| self.insert(Arc::clone(consultant))).is_some()
    }

    fn take(
        &self,
        compiled: CompiledConsultant,
        sources: ConsultantFiles<'_>,
        inputs: &Inputs<'_>,
    ) -> Result<Vec<Diagnostic>> {
        let mut consultant = Consultant::new(&compiled, sources, &inputs.profile)?;
        if let Some(earlier) = self.previous.get(&consultant.id) {
            consultant.share(earlier);
        }
        self.insert(Arc::new(consultant));
        Ok(Vec::new())
    }
}

fn compressed(bytes: &[u8]) -> Arc<[u8]> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory accepts every byte").into()
}
