//! The last-modified date of a profile, and how certain it is.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::error::{Error, Result};
use crate::model::date::Timestamp;
use crate::source::{FETCH_HISTORY, Modified, Source};

diagnostic_codes! {
    warning NOT_IN_HISTORY = "not-in-history";
}

/// How certain a published profile's `lastModified` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DateCertainty {
    /// The date is the date of a commit, or there is none.
    Certain,
    /// The date is the file system's modification time, which differs between computers.
    FileTime,
    /// The date is unknown, because a shallow clone lacks the commit.
    CutOff,
}

/// The newest date of a consultant's files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastModified {
    /// The date; `None` if it is unknown.
    pub timestamp: Option<Timestamp>,
    /// How certain the date is.
    pub certainty: DateCertainty,
}

impl LastModified {
    /// Returns the newest date of the files.
    pub fn newest<'a>(sources: impl IntoIterator<Item = &'a Source>) -> Self {
        let mut newest = Self { timestamp: None, certainty: DateCertainty::Certain };
        for source in sources {
            let timestamp = match source.modified() {
                Modified::Committed(date) => Timestamp::parse(date).ok(),
                Modified::FileTime(time) => {
                    if newest.certainty != DateCertainty::CutOff {
                        newest.certainty = DateCertainty::FileTime;
                    }
                    Timestamp::from_system_time(*time).ok()
                }
                Modified::CutOff => {
                    newest.certainty = DateCertainty::CutOff;
                    None
                }
                Modified::Unknown => None,
            };
            newest.timestamp = newest.timestamp.max(timestamp);
        }
        newest
    }

    /// Returns whether the date is missing, although the history is complete.
    pub(super) fn is_unknown(&self) -> bool {
        self.timestamp.is_none() && self.certainty != DateCertainty::CutOff
    }
}

/// Returns one warning about all profiles whose date is the modification time of a file. `dates` are
/// the paths of the profiles and how certain their dates are.
///
/// # Errors
/// Returns an error if a shallow clone lacks the history of a published file.
pub fn uncertain_dates<'a>(
    dates: impl Iterator<Item = (&'a str, DateCertainty)> + Clone,
) -> Result<Option<Diagnostic>> {
    let paths = |certainty| {
        dates.clone().filter(move |(_, other)| *other == certainty).map(|(path, _)| path)
    };
    if let Some(first) = paths(DateCertainty::CutOff).next() {
        let message = format!(
            "this shallow clone lacks the history of files such as {first}, so that last-modified dates \
             are unknown"
        );
        return Err(Error::new(message).help(FETCH_HISTORY));
    }
    let mut file_times = paths(DateCertainty::FileTime);
    let Some(first) = file_times.next() else {
        return Ok(None);
    };
    let message = match file_times.count() {
        0 => "the profile, its photo or its translation is not committed: `lastModified` is the time of the file"
            .to_owned(),
        count => format!(
            "this profile and {count} more have files that are not committed: `lastModified` is the time \
             of the file"
        ),
    };
    let hint = "commit profiles before you publish them, so that every build has the same dates";
    Ok(Some(Diagnostic::file(&NOT_IN_HISTORY, first, message).hint(hint)))
}
