//! When a profile last changed, and how certain that is.

use std::sync::Arc;

use super::content::ConsultantDraft;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::error::{Error, Result};
use crate::model::date::Timestamp;
use crate::source::{Modified, Source};

diagnostic_codes! {
    warning NOT_IN_HISTORY = "not-in-history";
}

/// How certain a published profile's `lastModified` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DateCertainty {
    Certain,
    FileTime,
    CutOff,
}

/// The newest change of the files, and how certain it is.
pub(super) fn newest(sources: [Option<&Source>; 2]) -> (Option<Timestamp>, DateCertainty) {
    let mut newest: Option<Timestamp> = None;
    let mut dating = DateCertainty::Certain;
    for source in sources.into_iter().flatten() {
        let time = match &source.modified {
            Modified::Committed(date) => Timestamp::parse(date).ok(),
            Modified::FileTime(time) => {
                if !matches!(dating, DateCertainty::CutOff) {
                    dating = DateCertainty::FileTime;
                }
                Timestamp::from_system_time(*time).ok()
            }
            Modified::CutOff => {
                dating = DateCertainty::CutOff;
                None
            }
            Modified::Unknown => None,
        };
        newest = newest.max(time);
    }
    (newest, dating)
}

/// What is to be told of dates that are not certain.
///
/// # Errors
/// When a shallow clone lacks the history of a published file.
pub(super) fn uncertain_dates(drafts: &[Arc<ConsultantDraft>]) -> Result<Option<Diagnostic>> {
    let paths = |dating| {
        let drafts = drafts.iter().filter(move |draft| draft.dating == dating);
        drafts.map(|draft| draft.path.as_str())
    };
    if let Some(first) = paths(DateCertainty::CutOff).next() {
        return Err(Error::new(format!(
            "this is a shallow clone without the history of {} published file(s), {first} among them, \
             so when they last changed cannot be known; fetch the whole history \
             (`git fetch --unshallow`; in a workflow, `fetch-depth: 0`)",
            paths(DateCertainty::CutOff).count(),
        )));
    }
    let Some(first) = paths(DateCertainty::FileTime).next() else {
        return Ok(None);
    };
    let message = match paths(DateCertainty::FileTime).count() {
        1 => "the profile is in no commit yet: its lastModified is the file's own time".to_owned(),
        count => format!(
            "this and {} other profile(s) are in no commit yet: their lastModified is the file's own time",
            count - 1
        ),
    };
    let hint = "commit before you publish, so that every build gives the same date";
    Ok(Some(
        Diagnostic::file(&NOT_IN_HISTORY, first, message).hint(hint),
    ))
}
