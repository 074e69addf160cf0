//! The expected state of a site: its files, its active consultants, and its inactive ones.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;

use crate::bundle::{Artifact, GenerateError, ModificationTimes};
use crate::compile::{CompiledSite, ConsultantCompiler, Inputs};
use crate::content::inventory::files_of;
use crate::digest::Digest;
use crate::entry::{Entry, FileKind};
use crate::error::{Error, Result};
use crate::model::day::Day;
use crate::model::id::ConsultantId;
use crate::render::host::Host;
use crate::render::photo::PhotoStore;
use crate::source::Sources;

/// How many files of consultants are cached: checks of the same consultant run one after another.
const CACHED_FILES: usize = 64;

/// How many photos are rendered at most to find the owner of one.
const MAX_PHOTOS: usize = 500;

/// The identifier of an unknown consultant, which no content uses.
const UNKNOWN_ID: &str = "nobody-here";

/// The expected state of a site.
pub struct ExpectedSite {
    /// The compiled content.
    pub compiled: CompiledSite,
    pub(super) sources: Sources,
    compiler: ConsultantCompiler,
    /// Whether the modification times of the files are derived from their bytes.
    pub(super) derives_modification_times: bool,
    /// A text on the page that the host sends while it has paused the site.
    pub(super) paused_page: Option<String>,
    cache: Mutex<BTreeMap<String, Arc<[u8]>>>,
    /// The active consultants by the digest of their published photo.
    photo_owners: OnceLock<BTreeMap<Digest, ConsultantId>>,
}

impl ExpectedSite {
    /// Derives the expected state of a site on `host` from its compiled content and its sources.
    /// `day` is the day of the compilation. Consultants are compiled again when a check needs their files, with
    /// photos from the store.
    pub fn new(
        compiled: CompiledSite,
        sources: Sources,
        day: Day,
        host: &Host,
        photos: Arc<dyn PhotoStore>,
    ) -> Self {
        let settings = compiled.settings.clone();
        Self {
            compiler: ConsultantCompiler::new(Some(settings), day, photos),
            derives_modification_times: host.modification_times == ModificationTimes::Content,
            paused_page: host.paused_page.clone(),
            compiled,
            sources,
            cache: Mutex::default(),
            photo_owners: OnceLock::new(),
        }
    }

    /// Returns an identifier that no consultant has.
    pub fn unknown_id(&self) -> ConsultantId {
        ConsultantId::parse(UNKNOWN_ID).expect("an identifier")
    }

    /// Returns the active consultant whose photo, or any other document, is `file`.
    pub(super) fn owner_of(&self, file: &[u8], is_photo: bool) -> Option<&ConsultantId> {
        let digest = Digest::of(file);
        let entries = &self.compiled.entries;
        if !is_photo {
            let mut entries = entries.iter();
            let is_owner = |entry: &&Entry| [entry.profile, entry.json_resume].contains(&digest);
            return entries.find(is_owner).map(|entry| &entry.id);
        }
        let owners = self.photo_owners.get_or_init(|| {
            let photos = entries.iter().filter_map(|entry| Some((&entry.id, entry.photo?.format)));
            let photos: Vec<_> = photos.take(MAX_PHOTOS).collect();
            let owners = photos.into_par_iter().filter_map(|(id, format)| {
                // `vitae check` reports photos that cannot be rendered.
                let photo = self.file(&FileKind::Photo(format).file(id)).ok()?;
                Some((Digest::of(&photo), id.clone()))
            });
            owners.collect()
        });
        owners.get(&digest)
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
        let bytes = |artifact: &Artifact| -> Result<Arc<[u8]>> {
            Ok(artifact.body.bytes().map_err(GenerateError::into_error)?.into())
        };
        let bytes = match self.compiled.files.get(path) {
            Some(artifact) => bytes(artifact)?,
            None => bytes(&self.consultant_file(path)?)?,
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
        let (entry, _) = self.compiled.entries.find(path).ok_or_else(missing)?;
        let files = files_of(&self.sources, &entry.id).ok_or_else(missing)?;
        let compiled = self.compiler.compile(&entry.id, &Inputs::new(files))?;
        compiled.files.into_iter().find(|file| file.path == path).ok_or_else(missing)
    }
}
