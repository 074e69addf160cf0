//! What is expected of a server: the files that were compiled, whose they are, and who is withheld.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::schema_conformance::DocumentSchemas;

use crate::bundle::{Artifact, Body, Bundle, GenerateError, ModificationTimes};
use crate::compile::Compiled;
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::render::host::Host;
use crate::render::{PHOTOS, PROFILES, json_resume_path, profile_path};
use crate::route::{Header, api_headers};

/// How many of the files that have to be made are kept: some checks in a row ask for the same.
const KEPT: usize = 8;

/// Of nobody, if nobody has taken it.
const UNKNOWN_ID: &str = "nobody-here";

/// What is expected of a server.
#[derive(Debug)]
pub struct ExpectedSite {
    bundle: Bundle,
    headers: Vec<Header>,
    active: Vec<ExpectedConsultant>,
    inactive: Vec<ConsultantId>,
    has_invented_dates: bool,
    made: Mutex<VecDeque<(String, Arc<[u8]>)>>,
    shapes: OnceLock<Option<DocumentSchemas>>,
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
    /// The path of its file, relative to the published folder.
    pub path: String,
    /// Its media type.
    pub media_type: &'static str,
}

impl ExpectedSite {
    /// What a server of `host` with the compiled files has to answer.
    pub fn new(compiled: Compiled, host: &Host) -> Self {
        let Compiled {
            bundle,
            settings,
            inactive,
        } = compiled;
        let mut photos: BTreeMap<ConsultantId, Photo> = bundle.iter().filter_map(photo).collect();
        let person = |id: ConsultantId| ExpectedConsultant {
            photo: photos.remove(&id),
            id,
        };
        let active = bundle.iter().filter_map(profile).map(person).collect();
        Self {
            headers: api_headers(&settings),
            active,
            inactive,
            has_invented_dates: host.modification_times == ModificationTimes::Content,
            bundle,
            made: Mutex::default(),
            shapes: OnceLock::new(),
        }
    }

    /// The fields of the answers that other pages and programs read.
    pub fn headers(&self) -> &[Header] {
        &self.headers
    }

    /// The compiled files.
    pub fn bundle(&self) -> &Bundle {
        &self.bundle
    }

    /// Who is published, ordered by identifier.
    pub fn active(&self) -> &[ExpectedConsultant] {
        &self.active
    }

    /// Who has a file in the content and is not published, ordered by identifier.
    pub fn inactive(&self) -> &[ConsultantId] {
        &self.inactive
    }

    /// Whether the files' modification times are made from their bytes, and tell nothing of time.
    pub fn has_invented_dates(&self) -> bool {
        self.has_invented_dates
    }

    /// An identifier that is in no file of the content.
    pub fn unknown_id(&self) -> ConsultantId {
        let is_taken = |id: &ConsultantId| {
            self.active.iter().any(|person| person.id == *id) || self.inactive.contains(id)
        };
        let more = (2..).map(|number| format!("{UNKNOWN_ID}-{number}"));
        let candidates = std::iter::once(UNKNOWN_ID.to_owned()).chain(more);
        let mut candidates = candidates.map_while(|id| ConsultantId::parse(&id));
        let free = candidates.find(|id| !is_taken(id));
        free.expect("more numbers than consultants")
    }

    /// What is wrong with the shape of content that should be like the published file at `path`.
    pub(super) fn mistake(&self, path: &str, content: &[u8]) -> Option<String> {
        let shapes = self
            .shapes
            .get_or_init(|| DocumentSchemas::of(&self.bundle));
        shapes.as_ref()?.mistake(path, content)
    }

    /// The bytes of the published file at `path`, made if they have to be.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be made.
    pub fn file(&self, path: &str) -> Result<Arc<[u8]>> {
        let artifact = self.bundle.get(path);
        let artifact = artifact.ok_or_else(|| Error::new(format!("there is no file `{path}`")))?;
        let generator = match &artifact.body {
            Body::Bytes(bytes) => return Ok(Arc::from(&bytes[..])),
            Body::Generated(generator) => generator,
        };
        let kept = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, bytes)) = kept().iter().find(|(made, _)| made == path) {
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
        let mut kept = kept();
        kept.truncate(KEPT - 1);
        kept.push_front((path.to_owned(), Arc::clone(&bytes)));
        Ok(bytes)
    }
}

impl ExpectedConsultant {
    /// The path of the published profile.
    pub fn profile_file(&self) -> String {
        profile_path(&self.id).split_off(1)
    }

    /// The path of the published JSON Resume.
    pub fn resume_file(&self) -> String {
        json_resume_path(&self.id).split_off(1)
    }
}

/// Whose profile it is.
fn profile(artifact: &Arc<Artifact>) -> Option<ConsultantId> {
    let id = artifact.path.strip_prefix(&PROFILES[1..])?;
    ConsultantId::parse(id)
}

/// Whose photo it is.
fn photo(artifact: &Arc<Artifact>) -> Option<(ConsultantId, Photo)> {
    let address = artifact.endpoints.first()?;
    let id = ConsultantId::parse(address.path.strip_prefix(PHOTOS)?)?;
    let photo = Photo {
        path: artifact.path.clone(),
        media_type: artifact.media_type,
    };
    Some((id, photo))
}
