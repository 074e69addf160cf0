//! Assigns files to consultants: identifiers from file names, photos to their consultants, and
//! diagnostics for misplaced files.

use std::collections::BTreeMap;

use super::available_id::{invalid_id, slug_or_placeholder};
use super::language_tag::{is_language_tag, language_of_country};
use super::last_modified::LastModified;
use super::misplaced_file::{right_place, translation_path};
use super::named_photo::{is_photo, name_in, photo_named};
use super::windows_name;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::did_you_mean::did_you_mean;
use crate::digest::Digest;
use crate::document::UNUSED_TRANSLATION;
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::source::{Source, Sources};

diagnostic_codes! {
    error INVALID_ID = "invalid-id";
    error FILE_EXTENSION = "file-extension";
    error MISPLACED_FILE = "misplaced-file";
    warning UNEXPECTED_FILE = "unexpected-file";
    warning COUNTRY_FOR_LANGUAGE = "country-for-language";
    warning WINDOWS_FILE_NAME = "windows-file-name";
}

/// The files of a consultant.
#[derive(Debug, Clone, Copy)]
pub struct ConsultantFiles<'a> {
    /// The profile.
    pub profile: &'a Source,
    /// The photo, if there is one.
    pub photo: Option<&'a Source>,
    /// The translation into the language of the site, if there is one.
    pub translation: Option<&'a Source>,
    /// The content that contains them.
    pub sources: &'a Sources,
}

impl<'a> ConsultantFiles<'a> {
    /// Returns the profile, the photo and the translation.
    pub fn all(&self) -> impl Iterator<Item = &'a Source> {
        [Some(self.profile), self.photo, self.translation].into_iter().flatten()
    }

    /// Returns the paths of the files, relative to the content directory.
    pub fn paths(&self) -> impl Iterator<Item = &'a str> {
        self.all().map(Source::path)
    }

    /// Returns the newest date of the files.
    pub fn last_modified(&self) -> LastModified {
        LastModified::newest(self.all())
    }
}

/// The files of all consultants.
pub type Inventory<'a> = BTreeMap<ConsultantId, ConsultantFiles<'a>>;

/// Returns the files of each consultant, and reports files with a wrong name or place. `known`
/// returns the digest of the path of a profile's photo, if there is one, or `None` if the profile has to be read.
///
/// # Errors
/// Returns an error if a profile that may name a photo cannot be read.
pub fn inventory<'a>(
    sources: &'a Sources,
    known: &(impl Fn(&ConsultantId, &Source) -> Option<Option<Digest>> + Sync),
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Inventory<'a>> {
    let mut builder = InventoryBuilder { consultants: BTreeMap::new(), sources, diagnostics };
    let mut photos = Vec::new();
    for source in sources.iter() {
        let path: Vec<&str> = source.path().split('/').collect();
        match path.as_slice() {
            // Operating systems create these files in directories.
            [_, name] if ["desktop.ini", "thumbs.db"].contains(&name.to_lowercase().as_str()) => {}
            ["consultants", _] => builder.add_profile(source),
            ["photos", _] if !is_yaml(source) => photos.push(source),
            [super::SITE_PATH] => {}
            ["translations", language, path @ ..]
                if is_language_tag(language)
                    && matches!(path, [super::SITE_PATH] | ["consultants", _]) =>
            {
                builder.check_translation(source, language, &path.join("/"));
            }
            [_] if let Some(misnamed) = misnamed_site(source) => {
                // Without the right file, it is reported in its place.
                let is_second = sources.get(super::SITE_PATH).is_some();
                let hint = "`site.yaml` exists: delete one of the two files";
                builder.diagnostics.extend(is_second.then(|| misnamed.hint(hint)));
            }
            _ if is_yaml(source) => {
                let message = "YAML files in this place are ignored";
                let hint = right_place(source, &path, sources);
                builder.report(&MISPLACED_FILE, source, message, hint);
            }
            ["photos", ..] => {
                let message = "photos in this place are ignored";
                let hint = "move the photo directly into `photos`";
                builder.report(&MISPLACED_FILE, source, message, hint);
            }
            _ => {}
        }
    }
    builder.add_photos(photos, known)?;
    Ok(builder.consultants)
}

/// Returns the error about a file that is `site.yaml`, apart from its name: `Site.yml`, `site.yaml.txt`.
pub(super) fn misnamed_site(source: &Source) -> Option<Diagnostic> {
    let is_other = source.path() != super::SITE_PATH && source.path() == source.name();
    is_other
        .then(|| source.profile_name())
        .flatten()
        .filter(|it| it.eq_ignore_ascii_case("site"))?;
    let message = "the file with the settings of the site must be `site.yaml`";
    let misnamed = Diagnostic::file(&FILE_EXTENSION, source.path(), message);
    Some(misnamed.hint("rename it to `site.yaml`"))
}

/// Returns the profiles that belong to no consultant because of their names.
pub fn misnamed_profiles(sources: &Sources) -> impl Iterator<Item = &Source> {
    sources.starting_with("consultants/").filter(|source| {
        let is_nested = source.path().matches('/').count() > 1;
        let is_profile =
            source.profile_name().is_some() && translation_path(source, sources).is_none();
        !is_nested && id_of_profile(source).is_none() && is_profile
    })
}

/// Returns the identifier that is the name of a profile.
fn id_of_profile(source: &Source) -> Option<ConsultantId> {
    ConsultantId::parse(source.stem()).filter(|_| source.extension() == "yaml")
}

/// Parses identifiers, which must be those of profiles in the content. The path of a profile stands for its
/// identifier.
///
/// # Errors
/// Returns an error with a suggestion for the first identifier without a profile.
pub fn known_ids(sources: &Sources, ids: &[String]) -> Result<Vec<ConsultantId>> {
    let profile = |written: &String| {
        let name = written.rsplit(['/', '\\']).next().unwrap_or(written);
        let id = name.strip_suffix(".yaml").unwrap_or(name);
        let has_profile =
            |id: &ConsultantId| sources.get(&format!("consultants/{id}.yaml")).is_some();
        let known = ConsultantId::parse(id).filter(has_profile);
        known.ok_or_else(|| {
            let profiles = sources.starting_with("consultants/").map(Source::stem);
            let suggestion = did_you_mean(id, profiles)
                .map_or_else(String::new, |known| format!("; did you mean `{known}`?"));
            Error::new(format!("`{written}` is not the identifier of a profile{suggestion}"))
        })
    };
    ids.iter().map(profile).collect()
}

/// Returns the files of consultant `id` in content whose file names have no errors.
pub fn files_of<'a>(sources: &'a Sources, id: &ConsultantId) -> Option<ConsultantFiles<'a>> {
    let profile = sources.get(&format!("consultants/{id}.yaml"))?;
    let named = name_in(profile).ok()?.and_then(|name| photo_named(&name, sources));
    let prefix = format!("photos/{id}.");
    let mut photos = sources
        .starting_with(&prefix)
        .filter(|photo| is_photo(photo) && photo.stem() == id.as_str());
    let photo = named.or_else(|| photos.next());
    let translation = sources.translation(profile.path(), sources.language());
    Some(ConsultantFiles { profile, photo, translation, sources })
}

/// The files that have been assigned so far.
pub(super) struct InventoryBuilder<'a, 'd> {
    pub(super) consultants: Inventory<'a>,
    pub(super) sources: &'a Sources,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'a> InventoryBuilder<'a, '_> {
    pub(super) fn report(
        &mut self,
        code: &'static DiagnosticCode,
        source: &Source,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        let diagnostic = Diagnostic::file(code, source.path(), message);
        self.diagnostics.push(diagnostic.hint(hint));
    }

    fn add_profile(&mut self, source: &'a Source) {
        if let Some(id) = id_of_profile(source) {
            self.check_name_on_windows(source);
            let sources = self.sources;
            let translation = sources.translation(source.path(), sources.language());
            let files = ConsultantFiles { profile: source, photo: None, translation, sources };
            self.consultants.insert(id, files);
            return;
        }
        let Some(name) = source.profile_name() else {
            let message = "this file is not a profile and is ignored";
            let hint = "profiles have the extension .yaml; photos belong in `photos`";
            return self.report(&UNEXPECTED_FILE, source, message, hint);
        };
        let mut id = match ConsultantId::parse(name) {
            Some(id) => id.to_string(),
            None => slug_or_placeholder(name),
        };
        id.truncate(ConsultantId::MAX_LENGTH);
        let hint = match translation_path(source, self.sources) {
            Some(place) => {
                format!("a translation belongs at `{place}`; another profile needs another name")
            }
            None if self.has(&format!("consultants/{id}.yaml")) => {
                format!("`{id}.yaml` exists: delete one of the two files")
            }
            None if let Some(original) = self.copied(&id) => format!(
                "if it is a copy of `{original}`, keep the newer of the two files under that name, and delete the other; else rename it to `{id}.yaml`"
            ),
            None => format!(
                "rename the file to `{id}.yaml`, which is part of the profile's URL, or delete it if it is a copy"
            ),
        };
        match source.extension() {
            "yaml" => self.report(&INVALID_ID, source, invalid_id(source.stem()), hint),
            other => {
                let message = format!("the extension of a profile must be .yaml, not .{other}");
                self.report(&FILE_EXTENSION, source, message, hint);
            }
        }
    }

    /// Returns the profile of whose name an identifier is that of a copy: `anna-berg-1`, `anna-berg-copy`.
    fn copied(&self, id: &str) -> Option<String> {
        const WORDS: [&str; 7] = ["copy", "kopia", "kopie", "kopi", "copie", "copia", "backup"];
        let is_mark =
            |word: &str| WORDS.contains(&word) || word.bytes().all(|it| it.is_ascii_digit());
        let mut name = id;
        while let Some((start, end)) = name.rsplit_once('-')
            && is_mark(end)
        {
            name = start;
        }
        let original = format!("{name}.yaml");
        self.sources.get(&format!("consultants/{original}")).map(|_| original)
    }

    /// Reports a file that cannot be checked out on Windows.
    pub(super) fn check_name_on_windows(&mut self, source: &Source) {
        if windows_name::is_refused(source.name()) {
            let message = format!("Windows refuses the file name `{}`", source.name());
            let hint = "rename the file: on Windows, git cannot check out a repository that has it";
            self.report(&WINDOWS_FILE_NAME, source, message, hint);
        }
    }

    fn has(&self, path: &str) -> bool {
        self.sources.get(path).is_some()
    }

    /// Reports a translation that is not used. `path` is that of its original.
    fn check_translation(&mut self, source: &Source, language: &str, path: &str) {
        let directory = format!("translations/{language}/");
        if let Some(meant) = language_of_country(language)
            && self.sources.starting_with(&directory).next() == Some(source)
        {
            let message = format!("`{language}` is the code of a country");
            let hint = format!("did you mean `{meant}`, the tag of its language?");
            self.report(&COUNTRY_FOR_LANGUAGE, source, message, hint);
        }
        if self.has(path) || self.sources.language() != Some(language) {
            return;
        }
        let name = source.profile_name().map(|name| format!("{name}.yaml"));
        let right =
            name.filter(|it| *it != source.name() && self.has(&format!("consultants/{it}")));
        let (message, hint) = match right {
            Some(name) if self.has(&format!("{directory}consultants/{name}")) => (
                format!("`{}` is not used: the translation is `{name}`", source.name()),
                "delete one of the two files".to_owned(),
            ),
            Some(name) => (
                format!("`{}` is not used: its extension must be .yaml", source.name()),
                format!("rename it to `{name}`"),
            ),
            None => {
                let ids = self.consultants.keys().map(ConsultantId::as_str);
                let is_new = |id: &&str| !self.has(&format!("{directory}consultants/{id}.yaml"));
                let hint = match did_you_mean(source.stem(), ids.filter(is_new)) {
                    Some(id) => format!("did you mean `{id}.yaml`?"),
                    None => "give it the name of the profile, or delete it".to_owned(),
                };
                (format!("no profile has the name `{}`: it is not used", source.name()), hint)
            }
        };
        self.report(&UNUSED_TRANSLATION, source, message, hint);
    }
}

fn is_yaml(source: &Source) -> bool {
    ["yaml", "yml"].contains(&source.extension().to_ascii_lowercase().as_str())
}
