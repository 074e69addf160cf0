//! A consultant in the memory of the preview: a summary, and the sources to compile it again.
//! Compiling takes less than a millisecond, so compiled profiles do not stay in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value as Json;

use super::compressed_texts::CompressedTexts;
use super::summary::{ProfileSummary, search_text};
use crate::bundle::Fingerprint;
use crate::compile::{CompiledConsultant, ConsultantCompiler, Inputs, Sink};
use crate::content::ProfileBytes;
use crate::content::inventory::ConsultantFiles;
use crate::diagnostic::{Diagnostic, MAX_PER_FILE};
use crate::diff::PublicDigest;
use crate::document::decode;
use crate::document::translation_skeleton::untranslated;
use crate::entry::Entry;
use crate::error::Result;
use crate::model::consultant::Photo;
use crate::model::day::PublicationPeriod;
use crate::model::id::ConsultantId;
use crate::model::profile::Profile;
use crate::model::settings::Settings;
use crate::render::json_text;
use crate::render::photo::{fingerprint, photo_settings};
use crate::render::profile::ProfileJson;
use crate::source::{Source, Sources};

/// All consultants whose file name is a valid identifier.
pub(super) type Consultants = BTreeMap<ConsultantId, Arc<PreviewedConsultant>>;

/// A consultant, active or inactive, with or without errors.
#[derive(Debug, Clone)]
pub(super) struct PreviewedConsultant {
    /// The newest version.
    pub(super) newest: Arc<ProfileVersion>,
    /// The newest version before it that has no error, as far as is known.
    pub(super) last_good: Option<Arc<ProfileVersion>>,
}

/// A version of a consultant's files.
#[derive(Debug, Clone)]
pub(super) struct ProfileVersion {
    pub(super) id: ConsultantId,
    /// The value of `active`, which is `false` outside of `period`; `None` if it is missing or invalid.
    pub(super) active: Option<bool>,
    /// The days on which the consultant is active.
    pub(super) period: PublicationPeriod,
    /// Whether the profile or the photo has an error.
    pub(super) has_errors: bool,
    /// `None` if the profile cannot be read or lacks a required field.
    pub(super) summary: Option<Arc<ProfileSummary>>,
    /// The digest of what would be public of it, errors or not; `None` if it is inactive.
    pub(super) digest: Option<PublicDigest>,
    /// The published files; `None` if there are none.
    pub(super) entry: Option<Arc<Entry>>,
    pub(super) profile: Source,
    /// The translation, if there is one.
    translation: Option<Source>,
    /// The texts at [`SEARCH`], [`PROFILE`] and [`TRANSLATION`].
    texts: CompressedTexts<3>,
    /// The file of the photo, also of one with an error.
    photo_file: Option<Source>,
    /// The photo, if it is valid, and its file.
    pub(super) photo: Option<Box<(Photo, Source)>>,
}

/// The search text in the texts of a version.
const SEARCH: usize = 0;
/// The bytes that the profile was compiled from; the file may have changed since.
const PROFILE: usize = 1;
/// The bytes of its translation; empty without one.
const TRANSLATION: usize = 2;

impl PreviewedConsultant {
    /// Adds a version of an `earlier` consultant. After an inactive version, errors or not, no earlier one
    /// becomes public again.
    fn new(newest: ProfileVersion, earlier: Option<&Self>) -> Self {
        let earlier = earlier.filter(|_| newest.active != Some(false));
        let last_good = earlier.and_then(|earlier| {
            let is_earlier = !earlier.newest.has_errors && !earlier.newest.has_same_files(&newest);
            if is_earlier { Some(Arc::clone(&earlier.newest)) } else { earlier.last_good.clone() }
        });
        Self { newest: Arc::new(newest), last_good }
    }

    /// Returns the version that pages show: the newest one without errors, or else the newest one.
    pub(super) fn displayed(&self) -> &ProfileVersion {
        match &self.last_good {
            Some(last_good) if self.newest.has_errors => last_good,
            _ => &self.newest,
        }
    }

    /// Returns the entry of the version at the published URLs; `None` if there is none.
    pub(super) fn published(&self) -> Option<&Arc<Entry>> {
        let is_inactive = self.newest.active == Some(false);
        self.displayed().entry.as_ref().filter(|_| !is_inactive)
    }
}

impl ProfileVersion {
    fn new(compiled: &CompiledConsultant, inputs: &Inputs<'_>) -> Result<Self> {
        let sources = inputs.files;
        let decoded = &compiled.decoded;
        let consultant = decoded.consultant.as_ref();
        let text = consultant.map(|consultant| json_text(&ProfileJson::new(consultant)));
        let text = text.transpose()?;
        let json = |text: &String| serde_json::from_str(text).expect("this is JSON");
        let json: Option<Json> = text.as_ref().map(json);
        let photo = consultant.and_then(|consultant| consultant.photo.clone());
        let search_text = json.as_ref().map(|json| search_text(&decoded.id, json));
        let search_text = search_text.unwrap_or_else(|| decoded.id.as_str().to_owned());
        let bytes = inputs.profile_bytes()?;
        let public = json.as_ref().filter(|_| decoded.active != Some(false));
        Ok(Self {
            id: decoded.id.clone(),
            active: decoded.active,
            period: decoded.period,
            has_errors: decoded.diagnostics.iter().any(Diagnostic::is_error),
            summary: json.as_ref().map(|json| ProfileSummary::new(&decoded.id, json).into()),
            digest: public.map(PublicDigest::of),
            entry: compiled.entry.clone(),
            profile: sources.profile.clone(),
            translation: sources.translation.cloned(),
            texts: CompressedTexts::new([
                search_text.as_bytes(),
                bytes.profile,
                bytes.translation.unwrap_or_default(),
            ]),
            photo_file: sources.photo.cloned(),
            photo: photo.zip(sources.photo.cloned()).map(Box::new),
        })
    }

    /// Returns the fingerprint that the published photo has or would have.
    pub(super) fn photo_fingerprint(&self, settings: &Settings) -> Option<Fingerprint> {
        let (photo, _) = self.photo.as_deref()?;
        Some(fingerprint(&photo.digest, &photo_settings(settings)))
    }

    fn has_same_files(&self, other: &Self) -> bool {
        let photo = |version: &Self| version.photo.as_deref().map(|(photo, _)| photo.digest);
        self.texts == other.texts && photo(self) == photo(other)
    }

    /// Returns whether a search for these words finds the profile: it contains each of them, also as a
    /// part of a word.
    pub(super) fn matches(&self, words: &[String]) -> bool {
        if words.is_empty() {
            return true;
        }
        let text = String::from_utf8(self.texts.get(SEARCH)).expect("a text");
        words.iter().all(|word| text.contains(word))
    }

    /// Returns whether the file is the photo, whatever its name is.
    pub(super) fn has_photo(&self, path: &str) -> bool {
        self.photo_file.as_ref().is_some_and(|photo| photo.path() == path)
    }

    /// Returns the bytes of the profile or translation at `path`, as they were compiled; `None` for another file.
    pub(super) fn bytes_of(&self, path: &str) -> Option<Vec<u8>> {
        let is_translation = self.translation.as_ref().is_some_and(|it| it.path() == path);
        match is_translation {
            true => Some(self.texts.get(TRANSLATION)),
            false => (self.profile.path() == path).then(|| self.texts.get(PROFILE)),
        }
    }

    pub(super) fn has_translation(&self) -> bool {
        self.translation.is_some()
    }

    /// Returns the texts that a translation can have and does not have, as they are in the profile.
    pub(super) fn untranslated(&self) -> Option<Json> {
        let [profile, texts] = [PROFILE, TRANSLATION].map(|index| self.texts.get(index));
        let translation = self.translation.as_ref().map(|file| (file.path(), &*texts));
        let decoded = decode::<Profile>((self.profile.path(), &profile), translation, MAX_PER_FILE);
        untranslated(&decoded.0?)
    }

    /// Compiles this version again, with the same result as before.
    pub(super) fn compile(&self, compiler: &ConsultantCompiler) -> CompiledConsultant {
        let (photo, source) = self.photo.as_deref().map(|(a, b)| (a, b)).unzip();
        // The diagnostics, which look at other files, are not used.
        let sources = &Sources::default();
        let translation = self.translation.as_ref();
        let files = ConsultantFiles { profile: &self.profile, photo: source, translation, sources };
        let texts = translation.map(|_| self.texts.get(TRANSLATION));
        let profile = &self.texts.get(PROFILE);
        let bytes = ProfileBytes { profile, translation: texts.as_deref() };
        let compiled = compiler.compile_again(&self.id, files, bytes, photo);
        compiled.expect("what compiled once compiles again")
    }
}

/// The sink that keeps a new version of each consultant that changed.
pub(super) struct Collector<'a> {
    previous: &'a Consultants,
    consultants: Mutex<Consultants>,
}

impl<'a> Collector<'a> {
    /// Creates a sink after the compilation of the `previous` consultants.
    pub(super) fn after(previous: &'a Consultants) -> Self {
        Self { previous, consultants: Mutex::default() }
    }

    /// Returns the consultants that are compiled so far.
    pub(super) fn compiled(&self) -> Consultants {
        self.consultants.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn finish(self) -> Consultants {
        self.consultants.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn insert(&self, id: &ConsultantId, consultant: Arc<PreviewedConsultant>) {
        let mut consultants = self.consultants.lock().unwrap_or_else(PoisonError::into_inner);
        consultants.insert(id.clone(), consultant);
    }
}

impl Sink for Collector<'_> {
    fn has(&self, id: &ConsultantId, _: Option<&Entry>) -> bool {
        let previous = self.previous.get(id);
        previous.inspect(|consultant| self.insert(id, Arc::clone(consultant))).is_some()
    }

    fn take(&self, compiled: CompiledConsultant, inputs: &Inputs<'_>) -> Result<Vec<Diagnostic>> {
        let version = ProfileVersion::new(&compiled, inputs)?;
        let id = &compiled.decoded.id;
        let earlier = self.previous.get(id).map(|earlier| &**earlier);
        self.insert(id, Arc::new(PreviewedConsultant::new(version, earlier)));
        Ok(Vec::new())
    }
}
