//! Converts the source files to validated content, and reports the problems of every file.

mod attributes;
pub mod available_id;
mod file_name;
pub mod inventory;
mod items;
pub mod last_modified;
mod profile;
pub mod sample_content;
mod site;
mod values;
mod vocabulary;

pub(crate) use values::END_BEFORE_START;

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Span, report};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::document::{Document, MISSING_FIELD, is_about_text};
use crate::error::Result;
use crate::model::date::Timestamp;
use crate::model::id::ConsultantId;
use crate::model::site::{Consultant, Photo, Settings};
use crate::photo;
use crate::source::{Sources, text_of};
use crate::yaml::{self, Incomplete, Parsed};
use inventory::ConsultantFiles;
use last_modified::LastModified;
use profile::LoweredProfile;
use values::{INVALID_DATE, ValueParser};

/// The diagnostic codes of this module.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 8] = [
    CODES,
    last_modified::CODES,
    inventory::CODES,
    items::CODES,
    profile::CODES,
    sample_content::CODES,
    site::CODES,
    values::CODES,
];

diagnostic_codes! {
    error MISSING_SITE = "missing-site";
    error UNREADABLE_PHOTO = "unreadable-photo";
}

/// The path of the file with the settings of the site.
pub const SITE_PATH: &str = "site.yaml";

/// A consultant's files, converted to validated content as far as they are valid.
#[derive(Debug, Clone)]
pub struct LoweredConsultant {
    /// The consultant's identifier.
    pub id: ConsultantId,
    /// The path of the profile, relative to the content directory.
    pub path: String,
    /// The value of `active`; `None` if it is missing or invalid.
    pub active: Option<bool>,
    /// The valid parts of the profile and the photo; `None` if the profile cannot be read or lacks
    /// a required field.
    pub consultant: Option<Arc<Consultant>>,
    /// The date of the files, if the profile does not set `last_modified`.
    pub date: Option<LastModified>,
    /// The diagnostics of the profile.
    pub diagnostics: Vec<Diagnostic>,
}

/// Converts the profile of consultant `id` to validated content. `bytes` are those of
/// `files.profile`; `photo` is the consultant's photo if it is valid.
///
/// # Errors
/// Returns an internal error if a document that matches its schema does not fit its type.
pub fn consultant(
    id: &ConsultantId,
    files: ConsultantFiles<'_>,
    bytes: &[u8],
    photo: Option<Photo>,
) -> Result<LoweredConsultant> {
    let path = files.profile.path();
    // A photo that is not published does not change the date.
    let files = ConsultantFiles { photo: files.photo.filter(|_| photo.is_some()), ..files };
    let date = files.last_modified();
    let timestamp = date.timestamp.clone();
    let mut diagnostics = Vec::new();
    let lowered = lower_profile(path, id, bytes, timestamp, &mut diagnostics)?;
    let active = lowered.as_ref().and_then(|lowered| lowered.active);
    let sets_date = lowered.as_ref().is_none_or(|lowered| lowered.sets_last_modified);
    let profile = lowered.and_then(|lowered| lowered.profile);
    let is_active = active == Some(true);
    if is_active && !sets_date && date.is_unknown() {
        let message = "the date of the file's last change is unknown or out of range";
        let hint = "commit the file, or write `last_modified: 2026-03-14T09:30:00+01:00`";
        diagnostics.push(Diagnostic::file(&INVALID_DATE, path, message).hint(hint));
    }
    let consultant = profile.map(|profile| Consultant { active: is_active, profile, photo });
    Ok(LoweredConsultant {
        id: id.clone(),
        path: path.to_owned(),
        active,
        consultant: consultant.map(Arc::new),
        date: (!sets_date).then_some(date),
        diagnostics,
    })
}

/// Reads and checks the settings of the site, which are `None` if required ones are missing or
/// invalid. `hosts` are the names of the supported hosts.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn settings(
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
    let bytes = source.read(yaml::MAX_BYTES)?;
    let lowered = lower_document(SITE_PATH, &bytes, diagnostics, |document, values| {
        site::lower(document, hosts, values)
    })?;
    Ok(lowered.flatten())
}

/// Parses, validates and lowers the bytes of a profile. Returns `None` if it is not a YAML mapping.
fn lower_profile(
    file: &str,
    id: &ConsultantId,
    bytes: &[u8],
    modified: Option<Timestamp>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Option<LoweredProfile>> {
    lower_document(file, bytes, diagnostics, |document, values| {
        profile::lower(document, id, values, modified)
    })
}

fn lower_document<T: Document, L>(
    file: &str,
    bytes: &[u8],
    diagnostics: &mut Vec<Diagnostic>,
    lower: impl FnOnce(T, &mut ValueParser<'_>) -> L,
) -> Result<Option<L>> {
    let Some(Parsed { tree, incomplete }) = yaml::parse_partially(file, bytes, diagnostics) else {
        return Ok(None);
    };
    let source = text_of(bytes);
    diagnostics.extend(sample_content::check(file, &tree));
    let validated = T::validator().read::<T>(file, &source, tree, diagnostics)?;
    // The missing field can be the one whose key is unknown because of a syntax error.
    let is_lost = |diagnostic: &Diagnostic, mapping: &Incomplete| {
        let is_missing = (mapping.lacks_key && diagnostic.code == &MISSING_FIELD)
            || diagnostic.code == &items::INCOMPLETE_ITEM;
        is_missing && diagnostic.span.as_ref() == Some(&mapping.span)
    };
    let is_kept = |found: &Diagnostic| !incomplete.iter().any(|mapping| is_lost(found, mapping));
    diagnostics.retain(is_kept);
    let Some(validated) = validated else {
        return Ok(None);
    };
    let lowered = lower(validated.document, &mut ValueParser { file, diagnostics });
    diagnostics.retain(is_kept);
    // The messages of lowering are more precise than the schema's diagnostics of the same values.
    for found in validated.form {
        let is_reported = |other: &Diagnostic| other.is_error() && other.span == found.span;
        if !diagnostics.iter().any(is_reported) {
            report(diagnostics, found);
        }
    }
    drop_following_warnings(diagnostics);
    Ok(Some(lowered))
}

/// Removes the warnings that follow from an error: those about texts that have one, which already
/// requires another text, and those about items that contain one, whose name can be under a wrong key.
fn drop_following_warnings(diagnostics: &mut Vec<Diagnostic>) {
    let is_about_value = |found: &&Diagnostic| found.is_error() && found.code != &MISSING_FIELD;
    let errors = diagnostics.iter().filter(is_about_value);
    let errors: Vec<Span> = errors.filter_map(|error| error.span.clone()).collect();
    let is_within =
        |inner: &Span, outer: &Span| outer.start <= inner.start && inner.end <= outer.end;
    diagnostics.retain(|diagnostic| {
        let Some(span) = &diagnostic.span else {
            return true;
        };
        let follows = |error: &Span| {
            (is_about_text(diagnostic.code) && is_within(span, error))
                || (diagnostic.code == &items::INCOMPLETE_ITEM && is_within(error, span))
        };
        !errors.iter().any(follows)
    });
}

/// Returns the diagnostics of a profile.
///
/// # Errors
/// Returns an internal error if a document that matches its schema does not fit its type.
pub fn check_profile(file: &str, id: &ConsultantId, bytes: &[u8]) -> Result<Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    lower_profile(file, id, bytes, None, &mut diagnostics)?;
    Ok(diagnostics)
}

/// Returns the diagnostics of the text of a `site.yaml`. `hosts` are the names of the supported hosts.
///
/// # Errors
/// Returns an internal error if a document that matches its schema does not fit its type.
pub fn check_site(text: &str, hosts: &[String]) -> Result<Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let bytes = text.as_bytes();
    lower_document(SITE_PATH, bytes, &mut diagnostics, |document, values| {
        site::lower(document, hosts, values)
    })?;
    Ok(diagnostics)
}

/// Returns the diagnostic of a photo that cannot be published.
pub fn photo_diagnostic(path: &str, problem: &photo::Problem) -> Diagnostic {
    Diagnostic::file(&UNREADABLE_PHOTO, path, problem.to_string()).hint(problem.hint())
}
