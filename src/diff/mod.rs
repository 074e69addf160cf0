//! What changes in public between two states of a site: a *base*, such as the last release, and a *head*,
//! such as a pull request or the content directory.
//!
//! There are two levels. [`ConsultantStatus`] says for each consultant whether it is new, changed,
//! unchanged or withdrawn, by digests without the date of the last change: for the start page of the
//! preview and the summary of a build. [`ConsultantChange`] has the fields and the photo: for `vitae diff`
//! and the consultants that are shown.
//!
//! `vitae diff` compiles the head. [`Comparer`] is the sink of this compilation: it compares each consultant
//! with the [`PublicState`] of the base and keeps only the changes. Only public documents are compared, so
//! the result has nothing of an inactive consultant or of `internal`. `vitae diff --coming` compares those of another
//! day, too.

mod comparer;
mod compiled_state;
mod consultant;
pub mod fields;
pub mod sequence;
mod site;
mod status;
pub mod words;

use std::collections::BTreeSet;

use crate::digest::Digest;
use crate::entry::Entry;
use crate::error::Result;
use crate::model::day::Day;
use crate::model::id::ConsultantId;
use crate::source::Modified;

pub use comparer::Comparer;
pub use compiled_state::CompiledState;
pub use consultant::{ConsultantChange, Note, SAME_DATE, compare};
pub use site::{SiteChange, SiteTexts, site_changes, site_texts};
pub use status::{ConsultantStatus, PublicDigest};

/// The key of the date of the last change in a published profile.
const LAST_MODIFIED: &str = "lastModified";

/// The date of profiles without one that their author wrote. Dates from git are not compared: a commit
/// that changes nothing else in public is no change.
const UNDATED: &str = "1970-01-01T00:00:00+00:00";

/// Returns the date to give to all files that [`CompiledState`] and [`Comparer`] compile from git.
pub fn undated() -> Modified {
    Modified::Committed(UNDATED.to_owned())
}

/// What changes in public between two states.
#[derive(Debug, Clone, PartialEq)]
pub struct PublicChanges {
    /// The base, as people write it.
    pub base: String,
    /// The head, as people write it.
    pub head: String,
    /// The language of the site, if it is another one than the language of the profiles.
    pub language: Option<String>,
    /// The consultants that change, ordered by identifier.
    pub consultants: Vec<ConsultantChange>,
    /// The consultants whose files have errors in the base, so that it is unknown what is public of them.
    pub unknown: Vec<ConsultantId>,
    /// The other files that change, ordered by path.
    pub site: Vec<SiteChange>,
    /// What the head publishes on days that have not come, if it was asked for: the first day, and what changes on it,
    /// ordered by day and identifier.
    pub coming: Option<Vec<(Day, ConsultantChange)>>,
}

impl PublicChanges {
    /// Returns whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.consultants.is_empty()
            && self.unknown.is_empty()
            && self.site.is_empty()
            && self.coming.as_ref().is_none_or(Vec::is_empty)
    }

    /// Returns the identifiers that are not public any more.
    pub fn withdrawn(&self) -> BTreeSet<ConsultantId> {
        let former = |change: &ConsultantChange| match change.status {
            ConsultantStatus::Withdrawn => Some(change.id.clone()),
            _ => change.former_id.clone(),
        };
        self.consultants.iter().filter_map(former).collect()
    }
}

/// What is public of a consultant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicConsultant {
    /// The bytes of the profile.
    pub profile: Vec<u8>,
    /// The digest of the JSON Resume.
    pub json_resume: Digest,
    /// The digest of everything that the published photo depends on.
    pub photo: Option<Digest>,
}

/// The public state of a site.
pub trait PublicState: Sync {
    /// Returns the identifiers of all consultants that can be public.
    fn ids(&self) -> BTreeSet<ConsultantId>;

    /// Returns what is public of a consultant; `None` if nothing is.
    ///
    /// # Errors
    /// Returns an error if the environment fails.
    fn consultant(&self, id: &ConsultantId) -> Result<Option<PublicConsultant>>;

    /// Returns whether the consultant's files are certainly the ones that `entry` describes.
    fn has_files_of(&self, _entry: &Entry) -> bool {
        false
    }
}
