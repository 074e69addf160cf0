//! The last-modified date of a profile, and how certain it is.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::error::{Error, Result};
use crate::model::date::Timestamp;
use crate::model::day::Day;
use crate::source::{FETCH_HISTORY, Modified, Source};
use crate::yaml::Node;

diagnostic_codes! {
    warning NOT_IN_HISTORY = "not-in-history";
    warning FUTURE_DATE = "future-date";
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
    /// The profile sets the date.
    Written,
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

    /// Creates a date that the profile sets.
    pub(super) fn written(timestamp: Timestamp) -> Self {
        Self { timestamp: Some(timestamp), certainty: DateCertainty::Written }
    }

    /// Returns whether the date is after a day.
    pub fn is_after(&self, day: Day) -> bool {
        self.timestamp.as_ref().is_some_and(|timestamp| day.is_before(timestamp))
    }

    /// Returns whether the date is missing, although the history is complete.
    pub(super) fn is_unknown(&self) -> bool {
        self.timestamp.is_none() && self.certainty != DateCertainty::CutOff
    }
}

/// Returns the warning about a published date after the day of the compilation. `node` is the field that sets it.
pub(super) fn future_date(
    file: &str,
    date: &LastModified,
    node: Option<&Node>,
    today: Day,
) -> Option<Diagnostic> {
    let timestamp = date.timestamp.as_ref().filter(|timestamp| today.is_before(timestamp))?;
    let message = format!("the last change is dated {timestamp}, after the day of this run");
    Some(match node {
        Some(node) => Diagnostic::at(&FUTURE_DATE, file, node.span.clone(), message)
            .hint("write the date and time of the last change"),
        None => Diagnostic::file(&FUTURE_DATE, file, message).hint(
            "correct the clock of that computer, and write the right date as `last_modified`",
        ),
    })
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
    let other_files: Vec<String> = file_times.map(str::to_owned).collect();
    let message = match other_files.len() {
        0 => "the profile, its photo or its translation is not committed: `lastModified` is the time of the file"
            .to_owned(),
        count => format!(
            "{} profiles have files that are not committed: `lastModified` is the time of the file",
            count + 1
        ),
    };
    let hint = "commit profiles before you publish them, so that every build has the same dates";
    let warning = Diagnostic::file(&NOT_IN_HISTORY, first, message).hint(hint);
    Ok(Some(Diagnostic { other_files, ..warning }))
}
