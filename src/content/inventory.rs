//! Assigns files to consultants: identifiers from file names, photos to their consultants, and
//! diagnostics for misplaced files.

use std::collections::{BTreeMap, BTreeSet};

use super::available_id::{invalid_id, slug_or_placeholder};
use super::last_modified::LastModified;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::did_you_mean::did_you_mean;
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::photo::{OtherKind, Upload};
use crate::source::{Source, Sources};

diagnostic_codes! {
    error INVALID_ID = "invalid-id";
    error DUPLICATE_ID = "duplicate-id";
    error FILE_EXTENSION = "file-extension";
    error MISPLACED_FILE = "misplaced-file";
    warning UNEXPECTED_FILE = "unexpected-file";
    error PHOTO_WITHOUT_CONSULTANT = "photo-without-consultant";
    error DUPLICATE_PHOTO = "duplicate-photo";
}

/// The files of a consultant.
#[derive(Debug, Clone, Copy)]
pub struct ConsultantFiles<'a> {
    /// The profile.
    pub profile: &'a Source,
    /// The photo, if there is one.
    pub photo: Option<&'a Source>,
}

impl ConsultantFiles<'_> {
    /// Returns the newest date of the files.
    pub fn last_modified(&self) -> LastModified {
        LastModified::newest([self.profile].into_iter().chain(self.photo))
    }
}

/// The files of all consultants.
pub type Inventory<'a> = BTreeMap<ConsultantId, ConsultantFiles<'a>>;

/// Returns the consultant whose profile or photo has the path, relative to the content directory.
pub fn id_of(path: &str) -> Option<ConsultantId> {
    let name = path.strip_prefix("consultants/").or_else(|| path.strip_prefix("photos/"))?;
    ConsultantId::parse(name.rsplit_once('.')?.0)
}

/// Returns the files of each consultant, and reports files with a wrong name or place.
pub fn inventory<'a>(sources: &'a Sources, diagnostics: &mut Vec<Diagnostic>) -> Inventory<'a> {
    let mut builder = InventoryBuilder {
        consultants: BTreeMap::new(),
        profile_by_slug: BTreeMap::new(),
        sources,
        diagnostics,
    };
    let mut photos = Vec::new();
    for source in sources.iter() {
        match source.path().split('/').collect::<Vec<_>>().as_slice() {
            // Operating systems create these files in directories.
            [_, name] if ["desktop.ini", "thumbs.db"].contains(&name.to_lowercase().as_str()) => {}
            ["consultants", _] => builder.add_profile(source),
            ["photos", _] => photos.push(source),
            [super::SITE_PATH] => {}
            ["site.yml" | "Site.yaml" | "Site.yml"] => {
                let message = "the file with the settings of the site must be `site.yaml`";
                builder.report(&FILE_EXTENSION, source, message, "rename it to `site.yaml`");
            }
            _ if is_yaml(source) => {
                let hint =
                    "move a profile directly into `consultants`, with the identifier as its name";
                let message = "YAML files in this place are ignored";
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
    let photo_stems: BTreeSet<&str> = photos.iter().map(|photo| photo.stem()).collect();
    for photo in photos {
        builder.add_photo(photo, &photo_stems);
    }
    builder.consultants
}

/// Returns the profiles that belong to no consultant because of their names.
pub fn misnamed_profiles(sources: &Sources) -> impl Iterator<Item = &Source> {
    sources.starting_with("consultants/").filter(|source| {
        let stem = source.stem();
        let is_text =
            source.extension() == "txt" && [".yaml", ".yml"].iter().any(|it| stem.ends_with(it));
        let is_named = source.extension() == "yaml" && ConsultantId::parse(stem).is_some();
        let is_nested = source.path().matches('/').count() > 1;
        (is_yaml(source) || is_text) && !is_named && !is_nested
    })
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
        let known = ConsultantId::parse(id).filter(|id| files_of(sources, id).is_some());
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
    let prefix = format!("photos/{id}.");
    let mut photos = sources
        .starting_with(&prefix)
        .filter(|photo| is_photo(photo) && photo.stem() == id.as_str());
    let photo = photos.next();
    Some(ConsultantFiles { profile, photo })
}

struct InventoryBuilder<'a, 'd> {
    consultants: Inventory<'a>,
    /// The first YAML file with each slug.
    profile_by_slug: BTreeMap<String, &'a Source>,
    sources: &'a Sources,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'a> InventoryBuilder<'a, '_> {
    fn report(
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
        if let Some(id) = self.profile_id(source) {
            let photo = None;
            let profile = source;
            self.consultants.insert(id, ConsultantFiles { profile, photo });
        }
        if is_yaml(source) {
            self.check_duplicate(source);
        }
    }

    /// Returns the identifier that is the name of a profile.
    fn profile_id(&mut self, source: &Source) -> Option<ConsultantId> {
        let (stem, extension) = (source.stem(), source.extension());
        // Text editors add their own extension: `anna-berg.yaml.txt`.
        let is_text = ["txt", "doc", "docx", "rtf"].contains(&extension);
        let mut extensions = [".yaml", ".yml"].iter().filter(|_| is_text);
        let inner_stem = extensions.find_map(|extension| stem.strip_suffix(extension));
        if inner_stem.is_some() || (is_yaml(source) && extension != "yaml") {
            let stem = inner_stem.unwrap_or(stem);
            let id =
                ConsultantId::parse(stem).map_or(ConsultantId::slug(stem), |id| id.to_string());
            let message = format!("the extension of a profile must be .yaml, not .{extension}");
            let hint = match self.sources.get(&format!("consultants/{id}.yaml")) {
                Some(_) => format!("`{id}.yaml` exists: delete one of the two files"),
                None => format!("rename the file to `{id}.yaml`"),
            };
            self.report(&FILE_EXTENSION, source, message, hint);
            return None;
        }
        if !is_yaml(source) {
            let message = "this file is not a profile and is ignored";
            let hint = "profiles have the extension .yaml; photos belong in `photos`";
            self.report(&UNEXPECTED_FILE, source, message, hint);
            return None;
        }
        let id = ConsultantId::parse(stem);
        if id.is_none() {
            // Another extension in the name: `anna-berg.yaml.yaml`.
            let name = stem.split(".y").next().unwrap_or(stem);
            let mut id = slug_or_placeholder(name);
            id.truncate(ConsultantId::MAX_LENGTH);
            let hint = format!(
                "rename the file to `{id}.yaml`, which is part of the profile's URL, or delete it if it is a copy"
            );
            self.report(&INVALID_ID, source, invalid_id(stem), hint);
        }
        id
    }

    /// Reports a profile with the same slug as another one, unless both names are identifiers.
    fn check_duplicate(&mut self, source: &'a Source) {
        let is_id = |source: &Source| ConsultantId::parse(source.stem()).is_some();
        let slug = ConsultantId::slug(source.stem());
        match self.profile_by_slug.get(&slug) {
            Some(first) if !(slug.is_empty() || is_id(first) && is_id(source)) => {
                let message = format!(
                    "this file and `{}` belong to the same consultant `{slug}`",
                    first.name()
                );
                self.report(&DUPLICATE_ID, source, message, "delete one of the two files");
            }
            Some(_) => {}
            None => {
                self.profile_by_slug.insert(slug, source);
            }
        }
    }

    fn add_photo(&mut self, source: &'a Source, photo_stems: &BTreeSet<&str>) {
        let extension = source.extension().to_ascii_lowercase();
        if is_yaml(source) {
            let message = "profiles in `photos` are ignored";
            let hint = format!("move the file to `consultants/{}`", source.name());
            self.report(&MISPLACED_FILE, source, message, hint);
            return;
        }
        if !is_photo(source) {
            self.report_photo_extension(source, &extension);
            return;
        }
        let id = ConsultantId::parse(source.stem());
        let files = id.as_ref().and_then(|id| self.consultants.get_mut(id));
        match files.map(|files| *files.photo.get_or_insert(source)) {
            Some(first) if first != source => {
                let message = format!("`{}` already has the photo {}", source.stem(), first.path());
                self.report(&DUPLICATE_PHOTO, source, message, "delete one of the two photos");
            }
            Some(_) => {}
            None => self.report_photo_without_consultant(source, &extension, photo_stems),
        }
    }

    fn report_photo_extension(&mut self, source: &Source, extension: &str) {
        let message =
            format!("the extension of a photo must be .jpg, .png or .webp, not .{extension}");
        let hint = OtherKind::of_extension(extension).map_or(
            "export a photo as JPEG; delete any other file, or move it out of `photos`",
            |kind| kind.hint,
        );
        self.report(&FILE_EXTENSION, source, message, hint);
    }

    fn report_photo_without_consultant(
        &mut self,
        source: &Source,
        extension: &str,
        photo_stems: &BTreeSet<&str>,
    ) {
        let same_slug = self.profile_by_slug.get(&ConsultantId::slug(source.stem()));
        // The wrong name of the profile is already reported.
        let is_reported = |profile: &&Source| {
            profile.extension() != "yaml" || ConsultantId::parse(profile.stem()).is_none()
        };
        if same_slug.is_some_and(is_reported) {
            return;
        }
        let ids = self.consultants.keys().map(ConsultantId::as_str);
        let without_photo = ids.filter(|id| !photo_stems.contains(id));
        let similar = match same_slug {
            Some(profile) => Some(profile.stem()),
            None => did_you_mean(source.stem(), without_photo),
        };
        let hint = match similar {
            Some(id) => format!("did you mean `{id}.{extension}`?"),
            None => {
                "name a photo like its profile: `anna-berg.jpg` for `anna-berg.yaml`".to_owned()
            }
        };
        let message = format!("`{}` is not the identifier of a profile", source.stem());
        self.report(&PHOTO_WITHOUT_CONSULTANT, source, message, hint);
    }
}

fn is_photo(source: &Source) -> bool {
    Upload::EXTENSIONS.contains(&source.extension().to_ascii_lowercase().as_str())
}

fn is_yaml(source: &Source) -> bool {
    ["yaml", "yml"].contains(&source.extension().to_ascii_lowercase().as_str())
}
