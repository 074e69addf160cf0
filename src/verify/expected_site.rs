//! The expected state of a site: its files, its active consultants, and its inactive ones.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::difference::BodyProblem;
use super::schema_conformance::DocumentSchemas;
use crate::bundle::{Artifact, Body, Bundle, GenerateError, ModificationTimes};
use crate::compile::{CompiledSite, ConsultantCompiler, Inputs};
use crate::error::{Error, Result};
use crate::lower::inventory::files_of;
use crate::model::id::ConsultantId;
use crate::render::FileKind;
use crate::render::host::Host;
use crate::render::photo::NoPhotoStore;
use crate::route::{Header, api_headers};
use crate::source::Sources;

/// How many files of consultants are cached: checks of the same consultant run one after another.
const CACHED_FILES: usize = 64;

/// The identifier to use for an unknown consultant, if no consultant has it.
const UNKNOWN_ID: &str = "nobody-here";

/// The expected state of a site.
pub struct ExpectedSite {
    site: CompiledSite,
    sources: Sources,
    compiler: ConsultantCompiler,
    headers: Vec<Header>,
    active: Vec<ExpectedConsultant>,
    /// Whether the modification times of the files are derived from their bytes.
    pub(super) has_invented_dates: bool,
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
    /// Derives the expected state of a site on `host` from its compiled content and its sources.
    /// Consultants are compiled again when a check needs their files.
    ///
    /// # Errors
    /// Returns an internal error from [`ConsultantCompiler::new`].
    pub fn new(site: CompiledSite, sources: Sources, host: &Host) -> Result<Self> {
        let active = site.entries.iter().map(|entry| ExpectedConsultant {
            id: entry.id.clone(),
            photo: entry.photo.map(|photo| {
                let kind = FileKind::Photo(photo.format);
                Photo { path: kind.file(&entry.id), media_type: kind.media_type() }
            }),
        });
        Ok(Self {
            headers: api_headers(&site.settings),
            active: active.collect(),
            has_invented_dates: host.modification_times == ModificationTimes::Content,
            compiler: ConsultantCompiler::new(Some(site.settings.clone()), Arc::new(NoPhotoStore))?,
            site,
            sources,
            cache: Mutex::default(),
            schemas: OnceLock::new(),
        })
    }

    /// Returns the headers of every response of the interface.
    pub fn headers(&self) -> &[Header] {
        &self.headers
    }

    /// Returns the published files that are not about one consultant.
    pub fn files(&self) -> &Bundle {
        &self.site.files
    }

    /// Returns the media type of the published file at `path`, if it exists.
    pub(super) fn media_type(&self, path: &str) -> Option<&'static str> {
        let of_site = self.site.files.get(path).map(|artifact| artifact.media_type);
        of_site.or_else(|| Some(self.site.entries.find(path)?.1.media_type()))
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
        &self.site.inactive
    }

    /// Returns an identifier that no consultant has.
    pub fn unknown_id(&self) -> ConsultantId {
        let numbered = (2..).map(|number| format!("{UNKNOWN_ID}-{number}"));
        std::iter::once(UNKNOWN_ID.to_owned())
            .chain(numbered)
            .map_while(|id| ConsultantId::parse(&id))
            .find(|id| self.find_active(id).is_none() && !self.site.inactive.contains(id))
            .expect("there are more numbers than consultants")
    }

    /// Validates content that should be the published file at `path` against its schema.
    pub(super) fn schema_violation(&self, path: &str, content: &[u8]) -> Option<BodyProblem> {
        let expected = self.file(path).ok()?;
        self.schemas
            .get_or_init(|| DocumentSchemas::of(&self.site.files))
            .violation(path, content, &expected)
    }

    /// Returns the bytes of the published file at `path`, and compiles its consultant if necessary.
    ///
    /// # Errors
    /// Returns an error if there is no such file, or it cannot be rendered.
    pub fn file(&self, path: &str) -> Result<Arc<[u8]>> {
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = cache().get(path) {
            return Ok(Arc::clone(bytes));
        }
        let bytes = match self.site.files.get(path) {
            Some(artifact) => content(artifact)?,
            None => content(&self.consultant_file(path)?)?,
        };
        let mut cache = cache();
        if cache.len() == CACHED_FILES {
            cache.clear();
        }
        cache.insert(path.to_owned(), Arc::clone(&bytes));
        Ok(bytes)
    }

    fn consultant_file(&self, path: &str) -> Result<Artifact> {
        let missing = || Error::new(format!("`{path}` is not published"));
        let (entry, _) = self.site.entries.find(path).ok_or_else(missing)?;
        let files = files_of(&self.sources, &entry.id).ok_or_else(missing)?;
        let compiled = self.compiler.compile(&entry.id, files, &Inputs::read(files)?)?;
        compiled.files.into_iter().find(|file| file.path == path).ok_or_else(missing)
    }
}

fn content(artifact: &Artifact) -> Result<Arc<[u8]>> {
    match &artifact.body {
        Body::Bytes(bytes) => Ok(Arc::from(&bytes[..])),
        Body::Generated(generator) => match generator.generate() {
            Ok(bytes) => Ok(bytes.into()),
            Err(GenerateError::Environment(error)) => Err(error),
            Err(GenerateError::Content(diagnostic)) => {
                let (file, message) = (&diagnostic.file, &diagnostic.message);
                Err(Error::new(format!("{file}: {message}")))
            }
        },
    }
}

impl ExpectedConsultant {
    /// Returns the path of the published profile.
    pub fn profile_file(&self) -> String {
        FileKind::Profile.file(&self.id)
    }

    /// Returns the path of the published JSON Resume.
    pub fn resume_file(&self) -> String {
        FileKind::JsonResume.file(&self.id)
    }
}
