//! The result of compiling one consultant, as it stays in memory and in the cache.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::inputs::{InputFile, Inputs};
use crate::bundle::Fingerprint;
use crate::content::inventory::ConsultantFiles;
use crate::content::last_modified::{DateCertainty, FUTURE_DATE, LastModified};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::document::translation_skeleton::TextCounts;
use crate::entry::Entry;
use crate::error::Result;
use crate::model::day::{Day, PublicationPeriod};
use crate::model::due_dates::DueDates;
use crate::source::Source;
use crate::source::stamp::Stamp;

/// The result of compiling a consultant, and the state of the files it was compiled from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Digest of everything else that the result depends on.
    pub(super) key: Digest,
    pub(super) profile: SourceState,
    /// The digest of the path, which the profile can contain, and the state of the photo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) photo: Option<Box<(Digest, SourceState)>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) translation: Option<Box<SourceState>>,
    /// The last-modified date, if it is published: absent for an inactive consultant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) date: Option<LastModified>,
    pub(super) result: RowResult,
    /// On a site in another language, the texts of an active consultant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) texts: Option<TextCounts>,
    /// The days on which the row can be valid.
    #[serde(default, skip_serializing_if = "PublicationPeriod::is_unlimited")]
    pub(super) period: PublicationPeriod,
    /// The dates of a published profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) due: Option<Box<DueDates>>,
    /// The diagnostics of the profile and the photo.
    #[serde(skip)]
    pub(super) diagnostics: Vec<Diagnostic>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RowResult {
    Inactive,
    Active(Arc<Entry>),
    /// The profile or photo has errors; in the cache, also one with warnings, because each run reports them.
    /// The photo is that of an active consultant.
    Diagnosed(Option<Fingerprint>),
}

/// The state of a source file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SourceState {
    /// `None` if the file was not on disk.
    pub(super) stamp: Option<Stamp>,
    pub(super) digest: Digest,
}

impl Row {
    pub(super) fn new(
        key: Digest,
        inputs: &Inputs<'_>,
        date: Option<LastModified>,
        (result, texts, period, due): (
            RowResult,
            Option<TextCounts>,
            PublicationPeriod,
            Option<DueDates>,
        ),
        diagnostics: Vec<Diagnostic>,
    ) -> Result<Self> {
        let photo = inputs
            .photo
            .as_ref()
            .map(|photo| Ok((digest_of_path(photo.source), SourceState::of(photo)?)));
        let translation = inputs.translation.as_ref().map(SourceState::of);
        Ok(Self {
            key,
            profile: SourceState::of(&inputs.profile)?,
            photo: photo.transpose()?.map(Box::new),
            translation: translation.transpose()?.map(Box::new),
            date,
            result,
            texts,
            period,
            due: due.map(Box::new),
            diagnostics,
        })
    }

    pub(super) fn photo_path(&self) -> Option<Digest> {
        self.photo.as_deref().map(|(path, _)| *path)
    }

    /// Returns the row with the current stamps of the files.
    pub(super) fn refreshed(&self, files: ConsultantFiles<'_>) -> Self {
        let mut row = self.clone();
        let photo = row.photo.as_deref_mut().map(|(_, state)| state).zip(files.photo);
        let translation = row.translation.as_deref_mut().zip(files.translation);
        let states = [Some((&mut row.profile, files.profile)), photo, translation];
        for (state, source) in states.into_iter().flatten() {
            state.stamp = source.stamp().cloned();
        }
        row
    }

    /// Returns whether the published date is still that of the files, unless the profile sets it.
    pub(super) fn has_date_of(&self, files: ConsultantFiles<'_>) -> bool {
        let is_written = |date: &LastModified| date.certainty == DateCertainty::Written;
        self.date.as_ref().is_none_or(|date| is_written(date) || *date == files.last_modified())
    }

    /// Returns whether the published date is after a day, as it was or was not when the row was compiled.
    pub(super) fn has_same_warning_on(&self, day: Day) -> bool {
        let is_reported = self.diagnostics.iter().any(|found| found.code == &FUTURE_DATE);
        self.date.as_ref().is_some_and(|date| date.is_after(day)) == is_reported
    }

    /// Returns whether the profile is active, but was compiled for a day outside of its period.
    pub(super) fn is_outside_period(&self) -> bool {
        self.result == RowResult::Inactive && !self.period.is_unlimited()
    }

    /// Returns the entry of an active consultant.
    pub(super) fn entry(&self) -> Option<&Arc<Entry>> {
        match &self.result {
            RowResult::Active(entry) => Some(entry),
            RowResult::Inactive | RowResult::Diagnosed(_) => None,
        }
    }

    pub(super) fn published_photo(&self) -> Option<Fingerprint> {
        match &self.result {
            RowResult::Inactive => None,
            RowResult::Active(entry) => entry.photo.map(|photo| photo.fingerprint),
            RowResult::Diagnosed(photo) => *photo,
        }
    }

    /// Returns whether the row is of a consultant with diagnostics and was restored from the cache.
    pub(super) fn lacks_diagnostics(&self) -> bool {
        matches!(self.result, RowResult::Diagnosed(_)) && self.diagnostics.is_empty()
    }

    /// Returns the row to store in the cache.
    pub(super) fn storable(&self) -> Option<Cow<'_, Self>> {
        if self.is_outside_period() {
            return None;
        }
        if self.diagnostics.is_empty() && !self.lacks_diagnostics() {
            return Some(Cow::Borrowed(self));
        }
        let result = RowResult::Diagnosed(Some(self.published_photo()?));
        Some(Cow::Owned(Self {
            date: None,
            result,
            texts: None,
            due: None,
            diagnostics: Vec::new(),
            ..self.clone()
        }))
    }
}

/// Returns the digest of the path of a photo.
pub(super) fn digest_of_path(source: &Source) -> Digest {
    Digest::of(source.path().as_bytes())
}

impl SourceState {
    pub(super) fn of(input: &InputFile<'_>) -> Result<Self> {
        Ok(Self { stamp: input.source.stamp().cloned(), digest: input.digest()? })
    }
}
