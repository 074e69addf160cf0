//! From sources to the content: every file is read and every mistake of every file is told. Only
//! what is active goes on to the site.

mod attributes;
pub mod available_id;
pub mod content;
mod inventory;
mod last_modified;
mod profile;
mod site;
mod values;

use std::sync::Arc;

use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use crate::diagnostic::{self, Diagnostic, MOST};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::document::profile::ProfileDocument;
use crate::document::site::SiteDocument;
use crate::document::validate::DocumentValidator;
use crate::error::Result;
use crate::model::date::Timestamp;
use crate::model::id::ConsultantId;
use crate::model::site::{Consultant, Photo, Settings};
use crate::photo;
use crate::source::{Source, Sources};
use crate::yaml;
use content::{ConsultantDraft, Content};
use inventory::Inventory;
use last_modified::DateCertainty;
use values::Values;

/// The rules of this module.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 6] = [
    CODES,
    last_modified::CODES,
    inventory::CODES,
    profile::CODES,
    site::CODES,
    values::CODES,
];

diagnostic_codes! {
    error MISSING_SITE = "missing-site";
    error UNREADABLE_PHOTO = "unreadable-photo";
}

/// The path of the site's own file.
pub const SITE_PATH: &str = "site.yaml";

/// Lowers all of `sources`. `hosts` are the names of the hosts there are templates for. Drafts of
/// `before` whose files are still the same are taken over: what a draft is depends on its files
/// only.
///
/// # Errors
/// When a file cannot be read, or a shallow clone lacks the history of a published file.
pub fn lower(sources: &Sources, hosts: &[String], before: &Content) -> Result<Content> {
    let mut diagnostics = sources.diagnostics().to_vec();
    let inventory = Inventory::of(sources, &mut diagnostics);
    let mut of_site = Vec::new();
    let settings = settings(sources, hosts, &mut of_site)?;
    diagnostics.extend(of_site);

    let validator = DocumentValidator::new::<ProfileDocument>()?;
    let drafts: Vec<Arc<ConsultantDraft>> = inventory
        .consultants
        .par_iter()
        .map(|(id, source)| {
            let files = (*source, inventory.photos.get(id).copied());
            match before.consultants.get(id) {
                Some(draft) if draft.is_of(files) => Ok(Arc::clone(draft)),
                _ => draft(id, files, &validator).map(Arc::new),
            }
        })
        .collect::<Result<_>>()?;

    for draft in &drafts {
        diagnostics.extend_from_slice(&draft.diagnostics);
    }
    diagnostics.extend(last_modified::uncertain_dates(&drafts)?);
    diagnostic::order(&mut diagnostics);
    let consultants = drafts.into_iter().map(|draft| (draft.id.clone(), draft));
    Ok(Content {
        settings,
        consultants: consultants.collect(),
        diagnostics,
    })
}

fn settings(
    sources: &Sources,
    hosts: &[String],
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Option<Settings>> {
    let Some(source) = sources.get(SITE_PATH) else {
        let message = "the content has no `site.yaml`";
        let hint = "create it with `title`, `description`, `contact` and `license`";
        diagnostics.push(Diagnostic::file(&MISSING_SITE, SITE_PATH, message).hint(hint));
        return Ok(None);
    };
    let validator = DocumentValidator::new::<SiteDocument>()?;
    let bytes = source.read(yaml::MAX_BYTES)?;
    let Some(tree) = yaml::parse(SITE_PATH, &bytes, diagnostics) else {
        return Ok(None);
    };
    let Some(validated) = validator.read::<SiteDocument>(SITE_PATH, tree, diagnostics)? else {
        return Ok(None);
    };
    let mut values = Values {
        file: SITE_PATH,
        diagnostics,
    };
    let settings = site::lower(validated.document, hosts, &mut values);
    not_reported_elsewhere(validated.form, diagnostics);
    Ok(settings)
}

fn draft(
    id: &ConsultantId,
    files: (&Source, Option<&Source>),
    validator: &DocumentValidator,
) -> Result<ConsultantDraft> {
    let (source, photo) = files;
    let mut draft = ConsultantDraft {
        id: id.clone(),
        path: source.path().to_owned(),
        active: None,
        consultant: None,
        diagnostics: Vec::new(),
        dating: DateCertainty::Certain,
        made_from: (source.clone(), photo.cloned()),
    };
    let photo = match photo {
        Some(photo) => inspect(photo, &mut draft.diagnostics)?.map(|seen| (photo, seen)),
        None => None,
    };
    let bytes = source.read(yaml::MAX_BYTES)?;
    let (modified, dating) =
        last_modified::newest([Some(source), photo.as_ref().map(|(photo, _)| *photo)]);
    let lowered = document(
        source.path(),
        id,
        &bytes,
        modified,
        validator,
        &mut draft.diagnostics,
    )?;
    let Some(lowered) = lowered else {
        return Ok(draft);
    };
    let active = lowered.active.unwrap_or_default();
    if active && !lowered.states_modified {
        draft.dating = dating;
    }
    draft.active = lowered.active;
    draft.consultant = lowered.profile.map(|profile| {
        Arc::new(Consultant {
            active,
            profile,
            photo: photo.map(|(_, seen)| seen),
        })
    });
    Ok(draft)
}

/// Reads and lowers the bytes of one consultant's file, as far as they can be read.
fn document(
    file: &str,
    id: &ConsultantId,
    bytes: &[u8],
    modified: Option<Timestamp>,
    validator: &DocumentValidator,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Option<profile::Lowered>> {
    let Some(tree) = yaml::parse(file, bytes, diagnostics) else {
        return Ok(None);
    };
    let Some(validated) = validator.read::<ProfileDocument>(file, tree, diagnostics)? else {
        return Ok(None);
    };
    let mut values = Values { file, diagnostics };
    let lowered = profile::lower(validated.document, id, &mut values, modified);
    not_reported_elsewhere(validated.form, diagnostics);
    Ok(Some(lowered))
}

/// The mistakes in the bytes of one consultant's file. `validator` is that of [`ProfileDocument`].
///
/// # Errors
/// A fault of the program, as [`DocumentValidator::read`] tells it.
pub fn mistakes(
    file: &str,
    id: &ConsultantId,
    bytes: &[u8],
    validator: &DocumentValidator,
) -> Result<Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    document(file, id, bytes, None, validator, &mut diagnostics)?;
    Ok(diagnostics)
}

/// What the schema found wrong with a value's form, where the model had nothing to say about it.
fn not_reported_elsewhere(form: Vec<Diagnostic>, diagnostics: &mut Vec<Diagnostic>) {
    for found in form {
        let is_full = diagnostics.len() >= MOST;
        if !is_full && !diagnostics.iter().any(|told| told.span == found.span) {
            diagnostics.push(found);
        }
    }
}

fn inspect(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Result<Option<Photo>> {
    let limit = usize::try_from(photo::MAX_BYTES).unwrap_or(usize::MAX);
    let bytes = source.read(limit)?;
    match photo::inspect(&bytes) {
        Ok(format) => Ok(Some(Photo {
            source: source.path().to_owned(),
            media_type: format.media_type(),
            extension: format.extension(),
            digest: Sha256::digest(&bytes).into(),
        })),
        Err(problem) => {
            diagnostics.push(photo_diagnostic(source.path(), &problem));
            Ok(None)
        }
    }
}

/// The diagnostic of a photo that cannot be published.
pub fn photo_diagnostic(path: &str, problem: &photo::Problem) -> Diagnostic {
    Diagnostic::file(&UNREADABLE_PHOTO, path, problem.to_string()).hint(problem.hint())
}
