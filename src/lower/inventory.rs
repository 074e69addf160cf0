//! Which file is whose: identifiers from file names, photos to their consultants, and everything
//! that lies where it does not belong.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::did_you_mean;
use crate::model::id::ConsultantId;
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

/// The consultants' files and photos by identifier.
pub(super) struct Inventory<'a> {
    pub(super) consultants: BTreeMap<ConsultantId, &'a Source>,
    pub(super) photos: BTreeMap<ConsultantId, &'a Source>,
}

impl<'a> Inventory<'a> {
    pub(super) fn of(sources: &'a Sources, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut inventory = Self {
            consultants: BTreeMap::new(),
            photos: BTreeMap::new(),
        };
        let mut folded: BTreeMap<String, &Source> = BTreeMap::new();
        let mut photos = Vec::new();
        for source in sources.iter() {
            match source.path().split('/').collect::<Vec<_>>().as_slice() {
                ["consultants", _] => {
                    if let Some(id) = consultant_id(source, diagnostics) {
                        inventory.consultants.insert(id, source);
                    }
                    if is_yaml(source) {
                        same_consultant(source, &mut folded, diagnostics);
                    }
                }
                ["photos", _] => photos.push(source),
                [super::SITE_PATH] => {}
                ["site.yml" | "Site.yaml" | "Site.yml"] => {
                    let message = "the site's file is called `site.yaml`";
                    let diagnostic = Diagnostic::file(&FILE_EXTENSION, source.path(), message);
                    diagnostics.push(diagnostic.hint("rename it to `site.yaml`"));
                }
                _ if is_yaml(source) => {
                    let message = "this file is not read here";
                    let hint = "a consultant's file lies directly in `consultants`, and its name is the identifier";
                    diagnostics
                        .push(Diagnostic::file(&MISPLACED_FILE, source.path(), message).hint(hint));
                }
                ["photos", ..] => {
                    let message = "this photo is not read here";
                    let hint = "a consultant's photo lies directly in `photos`";
                    diagnostics
                        .push(Diagnostic::file(&MISPLACED_FILE, source.path(), message).hint(hint));
                }
                _ => {}
            }
        }
        let with_photo: BTreeSet<&str> = photos.iter().map(|photo| photo.stem()).collect();
        for source in photos {
            inventory.photo(source, &folded, &with_photo, diagnostics);
        }
        inventory
    }

    fn photo(
        &mut self,
        source: &'a Source,
        folded: &BTreeMap<String, &Source>,
        with_photo: &BTreeSet<&str>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let extension = source.extension().to_ascii_lowercase();
        if is_left_by_system(source) {
            return;
        }
        if is_yaml(source) {
            let message = "a profile among the photos is not read";
            let hint = format!("move it to `consultants/{}`", source.name());
            let diagnostic = Diagnostic::file(&MISPLACED_FILE, source.path(), message);
            diagnostics.push(diagnostic.hint(hint));
            return;
        }
        if !["jpg", "jpeg", "png"].contains(&extension.as_str()) {
            let message = format!("a photo's file ends in .jpg or .png, not in .{extension}");
            let hint = "export the photo as JPEG and replace the file";
            diagnostics.push(Diagnostic::file(&FILE_EXTENSION, source.path(), message).hint(hint));
            return;
        }
        let without_photo = |id: &&ConsultantId| !with_photo.contains(id.as_str());
        let known = self.consultants.keys().filter(without_photo);
        let known = known.map(ConsultantId::as_str);
        let id = ConsultantId::parse(source.stem());
        let meant = folded.get(&ConsultantId::fold(source.stem())).copied();
        match id.filter(|id| self.consultants.contains_key(id)) {
            Some(id) => {
                if let Some(first) = self.photos.get(&id) {
                    let message = format!("there is another photo of `{id}`: {}", first.path());
                    let diagnostic = Diagnostic::file(&DUPLICATE_PHOTO, source.path(), message);
                    diagnostics.push(diagnostic.hint("keep one of the two"));
                } else {
                    self.photos.insert(id, source);
                }
            }
            // A consultant whose file has a wrong name is told once, there.
            None if meant.is_some_and(is_reported) => {}
            None => {
                let message = format!("there is no consultant `{}`", source.stem());
                let meant = meant.map(Source::stem);
                let hint = match meant.or_else(|| did_you_mean(source.stem(), known)) {
                    Some(meant) => format!("did you mean `{meant}.{extension}`?"),
                    None => "the photo's name is the consultant's identifier, as in `anna-berg.jpg` for `anna-berg.yaml`".to_owned(),
                };
                let diagnostic =
                    Diagnostic::file(&PHOTO_WITHOUT_CONSULTANT, source.path(), message);
                diagnostics.push(diagnostic.hint(hint));
            }
        }
    }
}

/// Whether a consultant's file has a name that is told as wrong.
fn is_reported(source: &Source) -> bool {
    source.extension() != "yaml" || ConsultantId::parse(source.stem()).is_none()
}

/// Whether systems leave the file in folders of their own accord.
fn is_left_by_system(source: &Source) -> bool {
    ["desktop.ini", "thumbs.db"].contains(&source.name().to_lowercase().as_str())
}

fn is_yaml(source: &Source) -> bool {
    ["yaml", "yml"].contains(&source.extension().to_ascii_lowercase().as_str())
}

/// The identifier a consultant's file has by its name.
fn consultant_id(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Option<ConsultantId> {
    let mut report = |code, message: String, hint: String| {
        diagnostics.push(Diagnostic::file(code, source.path(), message).hint(hint));
    };
    let (stem, extension) = (source.stem(), source.extension());
    if is_left_by_system(source) {
        return None;
    }
    // Programs for texts add an ending of their own, as in `anna-berg.yaml.txt`.
    let is_added = ["txt", "doc", "docx", "rtf"].contains(&extension);
    let mut endings = [".yaml", ".yml"].iter().filter(|_| is_added);
    let inner = endings.find_map(|ending| stem.strip_suffix(ending));
    if inner.is_some() || (is_yaml(source) && extension != "yaml") {
        let message = format!("a consultant's file ends in .yaml, not in .{extension}");
        let stem = inner.unwrap_or(stem);
        let id = ConsultantId::parse(stem).map_or(ConsultantId::fold(stem), |id| id.to_string());
        let hint = format!("rename it to `{id}.yaml`");
        report(&FILE_EXTENSION, message, hint);
        return None;
    }
    if !is_yaml(source) {
        let message = "this is not a consultant's file and is not read".to_owned();
        let hint = "consultants' files end in .yaml; photos lie in `photos`".to_owned();
        report(&UNEXPECTED_FILE, message, hint);
        return None;
    }
    let id = ConsultantId::parse(stem);
    if id.is_none() {
        let (message, hint) = if stem.chars().count() > ConsultantId::MAX_LENGTH {
            (
                format!(
                    "the identifier is longer than {} characters",
                    ConsultantId::MAX_LENGTH
                ),
                "rename the file; its name is part of the profile's address".to_owned(),
            )
        } else {
            let folded = ConsultantId::fold(stem);
            let folded = if folded.is_empty() {
                "given-family"
            } else {
                &folded
            };
            (
                format!(
                    "`{stem}` is no identifier: it has lower case letters a to z, digits and hyphens only"
                ),
                format!(
                    "rename the file to `{folded}.yaml`; its name is part of the profile's address"
                ),
            )
        };
        report(&INVALID_ID, message, hint);
    }
    id
}

/// Tells a file whose name folds to the same identifier as another's, unless both are identifiers.
fn same_consultant<'a>(
    source: &'a Source,
    folded: &mut BTreeMap<String, &'a Source>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let is_id = |source: &Source| ConsultantId::parse(source.stem()).is_some();
    let id = ConsultantId::fold(source.stem());
    match folded.get(&id) {
        Some(first) if !(id.is_empty() || is_id(first) && is_id(source)) => {
            let message = format!(
                "this file and `{}` are the same consultant `{id}`",
                first.name()
            );
            let diagnostic = Diagnostic::file(&DUPLICATE_ID, source.path(), message);
            diagnostics.push(diagnostic.hint("keep one of the two"));
        }
        Some(_) => {}
        None => {
            folded.insert(id, source);
        }
    }
}
