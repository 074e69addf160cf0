//! From sources to the site: every file is read, every mistake of every file is told, and only
//! what is active goes on.

mod attributes;
mod inventory;
mod profile;
mod site;
pub mod vacancy;
mod values;

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::diagnostic::{Diagnostic, MOST, Report, Rule};
use crate::document::profile::ProfileDocument;
use crate::document::site::SiteDocument;
use crate::document::validate::DocumentValidator;
use crate::error::{Error, Result};
use crate::model::date::Timestamp;
use crate::model::id::ConsultantId;
use crate::model::profile::Profile;
use crate::model::site::{Consultant, Photo, Settings, Site};
use crate::photo;
use crate::source::{Modified, Source, Sources};
use crate::yaml;
use inventory::Inventory;
use values::Values;

static MISSING_SITE: Rule = Rule::error("missing-site");
static UNREADABLE_PHOTO: Rule = Rule::error("unreadable-photo");
static NOT_IN_HISTORY: Rule = Rule::warning("not-in-history");

/// The path of the site's own file.
pub const SITE_PATH: &str = "site.yaml";

/// Lowers all of `sources`. `hosts` are the names of the hosts there are templates for.
///
/// # Errors
/// When a file cannot be read, or a shallow clone lacks the history of a published file.
pub fn lower(sources: &Sources, hosts: &[String]) -> Result<Report<Site>> {
    let mut diagnostics = sources.diagnostics().to_vec();
    let inventory = Inventory::of(sources, &mut diagnostics);
    let mut of_site = Vec::new();
    let settings = settings(sources, hosts, &mut of_site)?;
    diagnostics.extend(of_site);

    let validator = DocumentValidator::new::<ProfileDocument>()?;
    let lowered: Vec<Outcome> = inventory
        .consultants
        .par_iter()
        .map(|(id, source)| consultant(id, source, inventory.photos.get(id).copied(), &validator))
        .collect::<Result<_>>()?;

    let mut consultants = BTreeMap::new();
    let mut cut_off = Vec::new();
    let mut not_in_history = Vec::new();
    for outcome in lowered {
        diagnostics.extend(outcome.diagnostics);
        match outcome.dating {
            Dating::CutOff => cut_off.push(outcome.path),
            Dating::FileTime => not_in_history.push(outcome.path),
            Dating::Certain => {}
        }
        if let Some(consultant) = outcome.consultant {
            consultants.insert(consultant.profile.id.clone(), consultant);
        }
    }
    if let Some(first) = cut_off.first() {
        return Err(Error::new(format!(
            "this is a shallow clone without the history of {} published file(s), {first} among them, \
             so when they last changed cannot be known; fetch the whole history \
             (`git fetch --unshallow`; in a workflow, `fetch-depth: 0`)",
            cut_off.len(),
        )));
    }
    if let Some(first) = not_in_history.first() {
        let count = not_in_history.len();
        let message = match count {
            1 => "the profile is in no commit yet: its lastModified is the file's own time"
                .to_owned(),
            _ => format!(
                "this and {} other profile(s) are in no commit yet: their lastModified is the file's own time",
                count - 1
            ),
        };
        let hint = "commit before you publish, so that every build gives the same date";
        diagnostics.push(Diagnostic::file(&NOT_IN_HISTORY, first, message).hint(hint));
    }
    let output = settings.map(|settings| Site {
        settings,
        consultants,
    });
    Ok(Report::new(output, diagnostics))
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
    told_nowhere_else(validated.form, diagnostics);
    Ok(settings)
}

/// What became of one consultant's file.
struct Outcome {
    path: String,
    consultant: Option<Consultant>,
    dating: Dating,
    diagnostics: Vec<Diagnostic>,
}

/// How certain a published profile's `lastModified` is.
enum Dating {
    Certain,
    FileTime,
    CutOff,
}

fn consultant(
    id: &ConsultantId,
    source: &Source,
    photo: Option<&Source>,
    validator: &DocumentValidator,
) -> Result<Outcome> {
    let mut outcome = Outcome {
        path: source.path().to_owned(),
        consultant: None,
        dating: Dating::Certain,
        diagnostics: Vec::new(),
    };
    let photo = match photo {
        Some(photo) => inspect(photo, &mut outcome.diagnostics)?.map(|seen| (photo, seen)),
        None => None,
    };
    let bytes = source.read(yaml::MAX_BYTES)?;
    let Some(tree) = yaml::parse(source.path(), &bytes, &mut outcome.diagnostics) else {
        return Ok(outcome);
    };
    let validated =
        validator.read::<ProfileDocument>(source.path(), tree, &mut outcome.diagnostics)?;
    let Some(validated) = validated else {
        return Ok(outcome);
    };
    let (modified, dating) = modified([Some(source), photo.as_ref().map(|(photo, _)| *photo)]);
    let mut values = Values {
        file: source.path(),
        diagnostics: &mut outcome.diagnostics,
    };
    let lowered = profile::lower(validated.document, id, &mut values, modified);
    told_nowhere_else(validated.form, &mut outcome.diagnostics);
    if lowered.active {
        if !lowered.states_modified {
            outcome.dating = dating;
        }
        let seen = photo.map(|(_, seen)| seen);
        let consultant = |profile: Profile| Consultant {
            profile,
            photo: seen,
        };
        outcome.consultant = lowered.profile.map(consultant);
    }
    Ok(outcome)
}

/// What the schema found wrong with a value's form, where the model had nothing to say about it.
fn told_nowhere_else(form: Vec<Diagnostic>, diagnostics: &mut Vec<Diagnostic>) {
    for found in form {
        let is_full = diagnostics.len() >= MOST;
        if !is_full && !diagnostics.iter().any(|told| told.span == found.span) {
            diagnostics.push(found);
        }
    }
}

/// The newest change of the files, and how certain it is.
fn modified(sources: [Option<&Source>; 2]) -> (Option<Timestamp>, Dating) {
    let mut newest: Option<Timestamp> = None;
    let mut dating = Dating::Certain;
    for source in sources.into_iter().flatten() {
        let time = match &source.modified {
            Modified::Committed(date) => Timestamp::parse(date).ok(),
            Modified::FileTime(time) => {
                if !matches!(dating, Dating::CutOff) {
                    dating = Dating::FileTime;
                }
                Timestamp::from_system_time(*time).ok()
            }
            Modified::CutOff => {
                dating = Dating::CutOff;
                None
            }
            Modified::Unknown => None,
        };
        newest = newest.max(time);
    }
    (newest, dating)
}

fn inspect(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Result<Option<Photo>> {
    let limit = usize::try_from(photo::MAX_BYTES).unwrap_or(usize::MAX);
    match photo::inspect(&source.read(limit)?) {
        Ok(format) => Ok(Some(Photo {
            source: source.path().to_owned(),
            media_type: format.media_type(),
            extension: format.extension(),
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
