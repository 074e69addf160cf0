//! The expected state of a site: its files, its active consultants, and its inactive ones.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::difference::BodyProblem;
use super::schema_conformance::DocumentSchemas;
use crate::bundle::{Artifact, Body, Bundle, GenerateError, ModificationTimes};
use crate::compile::Compiled;
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::render::host::Host;
use crate::render::{PHOTOS, PROFILES, json_resume_path, profile_path};
use crate::route::{Header, api_headers};

/// How many rendered photos are cached: consecutive checks need the same one.
const CACHED_FILES: usize = 8;

/// An identifier without a consultant, unless a consultant has it.
const UNKNOWN_ID: &str = "nobody-here";

/// The expected state of a site.
#[derive(Debug)]
pub struct ExpectedSite {
    bundle: Bundle,
    headers: Vec<Header>,
    active: Vec<ExpectedConsultant>,
    inactive: Vec<ConsultantId>,
    has_invented_dates: bool,
    cache: Mutex<BTreeMap<String, Arc<[u8]>>>,
    schemas: OnceLock<DocumentSchemas>,
}

/// An active consultant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedConsultant {
    /// The identifier.
    pub id: ConsultantId,
    /// The published photo.
    pub photo: Option<Photo>,
}

/// A published photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Photo {
    /// The path of its file, relative to the published directory.
    pub path: String,
    /// Its media type.
    pub media_type: &'static str,
}

impl ExpectedSite {
    /// Derives the expected state of a site on `host` from its compiled content.
    pub fn new(compiled: Compiled, host: &Host) -> Self {
        let Compiled { bundle, settings, inactive } = compiled;
        let mut photos: BTreeMap<ConsultantId, Photo> = bundle.iter().filter_map(photo).collect();
        let active = bundle.iter().filter_map(|artifact| {
            let id = ConsultantId::parse(artifact.path.strip_prefix(&PROFILES[1..])?)?;
            Some(ExpectedConsultant { photo: photos.remove(&id), id })
        });
        let active = active.collect();
        Self {
            headers: api_headers(&settings),
            active,
            inactive,
            has_invented_dates: host.modification_times == ModificationTimes::Content,
            bundle,
            cache: Mutex::default(),
            schemas: OnceLock::new(),
        }
    }

    /// Returns the headers of every response of the interface.
    pub fn headers(&self) -> &[Header] {
        &self.headers
    }

    /// Returns the compiled files.
    pub fn bundle(&self) -> &Bundle {
        &self.bundle
    }

    /// Returns the active consultants, ordered by identifier.
    pub fn active(&self) -> &[ExpectedConsultant] {
        &self.active
    }

    /// Returns the active consultant with this identifier.
    pub fn find_active(&self, id: &ConsultantId) -> Option<&ExpectedConsultant> {
        let index = self.active.binary_search_by(|consultant| consultant.id.cmp(id));
        index.ok().map(|index| &self.active[index])
    }

    /// Returns the identifiers of inactive consultants, in order.
    pub fn inactive(&self) -> &[ConsultantId] {
        &self.inactive
    }

    /// Returns whether the modification times of the files are derived from their bytes.
    pub fn has_invented_dates(&self) -> bool {
        self.has_invented_dates
    }

    /// Returns an identifier that no consultant has.
    pub fn unknown_id(&self) -> ConsultantId {
        let numbered = (2..).map(|number| format!("{UNKNOWN_ID}-{number}"));
        std::iter::once(UNKNOWN_ID.to_owned())
            .chain(numbered)
            .map_while(|id| ConsultantId::parse(&id))
            .find(|id| self.find_active(id).is_none() && !self.inactive.contains(id))
            .expect("there are more numbers than consultants")
    }

    /// Validates content that should be the published file at `path` against its schema.
    pub(super) fn schema_violation(&self, path: &str, content: &[u8]) -> Option<BodyProblem> {
        let expected = self.file(path).ok()?;
        self.schemas
            .get_or_init(|| DocumentSchemas::of(&self.bundle))
            .violation(path, content, &expected)
    }

    /// Returns the bytes of the published file at `path`, and renders it if necessary.
    ///
    /// # Errors
    /// If there is no such file, or it cannot be rendered.
    pub fn file(&self, path: &str) -> Result<Arc<[u8]>> {
        let artifact = self.bundle.get(path);
        let artifact = artifact.ok_or_else(|| Error::new(format!("`{path}` is not published")))?;
        let generator = match &artifact.body {
            Body::Bytes(bytes) => return Ok(Arc::from(&bytes[..])),
            Body::Generated(generator) => generator,
        };
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = cache().get(path) {
            return Ok(Arc::clone(bytes));
        }
        let bytes: Arc<[u8]> = match generator.generate() {
            Ok(bytes) => bytes.into(),
            Err(GenerateError::Environment(error)) => return Err(error),
            Err(GenerateError::Content(diagnostic)) => {
                let (file, message) = (&diagnostic.file, &diagnostic.message);
                return Err(Error::new(format!("{file}: {message}")));
            }
        };
        let mut cache = cache();
        if cache.len() == CACHED_FILES {
            cache.clear();
        }
        cache.insert(path.to_owned(), Arc::clone(&bytes));
        Ok(bytes)
    }
}

impl ExpectedConsultant {
    /// Returns the path of the published profile.
    pub fn profile_file(&self) -> String {
        profile_path(&self.id).split_off(1)
    }

    /// Returns the path of the published JSON Resume.
    pub fn resume_file(&self) -> String {
        json_resume_path(&self.id).split_off(1)
    }
}

/// Returns the photo that an artifact is, with its consultant.
fn photo(artifact: &Arc<Artifact>) -> Option<(ConsultantId, Photo)> {
    let endpoint = artifact.endpoints.first()?;
    let id = ConsultantId::parse(endpoint.path.strip_prefix(PHOTOS)?)?;
    let photo = Photo { path: artifact.path.clone(), media_type: artifact.media_type };
    Some((id, photo))
}
