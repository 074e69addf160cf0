//! Converts the source files to validated content, and reports the problems of every file.

mod attributes;
pub mod available_id;
pub mod content;
mod inventory;
mod items;
mod last_modified;
mod profile;
mod site;
mod values;

use std::sync::Arc;

use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use crate::diagnostic::{self, Diagnostic, MAX_PER_FILE};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::document::Document;
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
use inventory::{ConsultantFiles, inventory};
use last_modified::{DateCertainty, LastModified};
use profile::LoweredProfile;
use values::ValueParser;

/// The diagnostic codes of this module.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 7] = [
    CODES,
    last_modified::CODES,
    inventory::CODES,
    items::CODES,
    profile::CODES,
    site::CODES,
    values::CODES,
];

diagnostic_codes! {
    error MISSING_SITE = "missing-site";
    error UNREADABLE_PHOTO = "unreadable-photo";
}

/// The path of the file with the settings of the site.
pub const SITE_PATH: &str = "site.yaml";

/// Converts all of `sources` to validated content.
///
/// `hosts` are the names of the supported hosts. Drafts in `previous` whose files did not change are
/// reused, because a draft depends only on its files.
///
/// # Errors
/// Returns an error if a file cannot be read, or if a shallow clone lacks the history of a published
/// file.
pub fn lower(sources: &Sources, hosts: &[String], previous: &Content) -> Result<Content> {
    let mut diagnostics = sources.diagnostics().to_vec();
    let inventory = inventory(sources, &mut diagnostics);
    let mut site_diagnostics = Vec::new();
    let settings = settings(sources, hosts, &mut site_diagnostics)?;
    diagnostics.extend(site_diagnostics);

    let validator = DocumentValidator::new::<ProfileDocument>()?;
    let drafts: Vec<Arc<ConsultantDraft>> = inventory
        .par_iter()
        .map(|(id, files)| match previous.consultants.get(id) {
            Some(draft) if draft.is_up_to_date(*files) => Ok(Arc::clone(draft)),
            _ => draft(id, *files, &validator).map(Arc::new),
        })
        .collect::<Result<_>>()?;

    for draft in &drafts {
        diagnostics.extend_from_slice(&draft.diagnostics);
    }
    let dates = drafts.iter().map(|draft| (draft.path.as_str(), draft.date_certainty));
    diagnostics.extend(last_modified::uncertain_dates(dates)?);
    diagnostic::order(&mut diagnostics);
    let consultants = drafts.into_iter().map(|draft| (draft.id.clone(), draft));
    Ok(Content { settings, consultants: consultants.collect(), diagnostics })
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
    let lowered =
        lower_document(SITE_PATH, &bytes, &validator, diagnostics, |document, values| {
            site::lower(document, hosts, values)
        })?;
    Ok(lowered.flatten())
}

fn draft(
    id: &ConsultantId,
    files: ConsultantFiles<'_>,
    validator: &DocumentValidator,
) -> Result<ConsultantDraft> {
    let mut diagnostics = Vec::new();
    let photo = match files.photo {
        Some(source) => inspect_photo(source, &mut diagnostics)?,
        None => None,
    };
    let file = files.profile.path();
    let bytes = files.profile.read(yaml::MAX_BYTES)?;
    let published_photo = files.photo.filter(|_| photo.is_some());
    let modified = LastModified::newest([files.profile].into_iter().chain(published_photo));
    let lowered = lower_profile(file, id, &bytes, modified.timestamp, validator, &mut diagnostics)?;
    let active = lowered.as_ref().and_then(|lowered| lowered.active);
    let is_active = active == Some(true);
    let uses_source_date = lowered.as_ref().is_some_and(|l| !l.sets_last_modified);
    let profile = lowered.and_then(|lowered| lowered.profile);
    Ok(ConsultantDraft {
        id: id.clone(),
        path: file.to_owned(),
        active,
        consultant: profile
            .map(|profile| Arc::new(Consultant { active: is_active, profile, photo })),
        diagnostics,
        date_certainty: match is_active && uses_source_date {
            true => modified.certainty,
            false => DateCertainty::Certain,
        },
        profile_source: files.profile.clone(),
        photo_source: files.photo.cloned(),
    })
}

/// Parses, validates and lowers the bytes of a profile. Returns `None` if it is not a YAML mapping.
fn lower_profile(
    file: &str,
    id: &ConsultantId,
    bytes: &[u8],
    modified: Option<Timestamp>,
    validator: &DocumentValidator,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Option<LoweredProfile>> {
    lower_document(file, bytes, validator, diagnostics, |document, values| {
        profile::lower(document, id, values, modified)
    })
}

fn lower_document<T: Document, L>(
    file: &str,
    bytes: &[u8],
    validator: &DocumentValidator,
    diagnostics: &mut Vec<Diagnostic>,
    lower: impl FnOnce(T, &mut ValueParser<'_>) -> L,
) -> Result<Option<L>> {
    let Some(tree) = yaml::parse(file, bytes, diagnostics) else {
        return Ok(None);
    };
    let Some(validated) = validator.read::<T>(file, tree, diagnostics)? else {
        return Ok(None);
    };
    let lowered = lower(validated.document, &mut ValueParser { file, diagnostics });
    // The messages of lowering are more precise than the schema's diagnostics of the same values.
    for found in validated.form {
        let is_full = diagnostics.len() >= MAX_PER_FILE;
        if !is_full && !diagnostics.iter().any(|other| other.span == found.span) {
            diagnostics.push(found);
        }
    }
    Ok(Some(lowered))
}

/// Returns the diagnostics of a profile. `validator` is that of [`ProfileDocument`].
///
/// # Errors
/// Returns an internal error from [`DocumentValidator::read`].
pub fn check_profile(
    file: &str,
    id: &ConsultantId,
    bytes: &[u8],
    validator: &DocumentValidator,
) -> Result<Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    lower_profile(file, id, bytes, None, validator, &mut diagnostics)?;
    Ok(diagnostics)
}

fn inspect_photo(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Result<Option<Photo>> {
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

/// Returns the diagnostic of a photo that cannot be published.
pub fn photo_diagnostic(path: &str, problem: &photo::Problem) -> Diagnostic {
    Diagnostic::file(&UNREADABLE_PHOTO, path, problem.to_string()).hint(problem.hint())
}
