//! When a profile last changed, and how certain that is.

use std::sync::Arc;

use super::content::Draft;
use crate::diagnostic::Diagnostic;
use crate::error::{Error, Result};
use crate::model::date::Timestamp;
use crate::rule::rules;
use crate::source::{Modified, Source};

rules! {
    warning NOT_IN_HISTORY = "not-in-history";
}

/// How certain a published profile's `lastModified` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dating {
    Certain,
    FileTime,
    CutOff,
}

/// The newest change of the files, and how certain it is.
pub(super) fn newest(sources: [Option<&Source>; 2]) -> (Option<Timestamp>, Dating) {
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

/// What is to be told of dates that are not certain.
///
/// # Errors
/// When a shallow clone lacks the history of a published file.
pub(super) fn undated(drafts: &[Arc<Draft>]) -> Result<Option<Diagnostic>> {
    let paths = |dating| {
        let drafts = drafts.iter().filter(move |draft| draft.dating == dating);
        drafts.map(|draft| draft.path.as_str())
    };
    if let Some(first) = paths(Dating::CutOff).next() {
        return Err(Error::new(format!(
            "this is a shallow clone without the history of {} published file(s), {first} among them, \
             so when they last changed cannot be known; fetch the whole history \
             (`git fetch --unshallow`; in a workflow, `fetch-depth: 0`)",
            paths(Dating::CutOff).count(),
        )));
    }
    let Some(first) = paths(Dating::FileTime).next() else {
        return Ok(None);
    };
    let message = match paths(Dating::FileTime).count() {
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
