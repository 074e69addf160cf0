//! The results of a compilation by consultant, so that the next compilation can skip the consultants
//! that did not change.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::SystemTime;

use super::inputs::Inputs;
use super::row::{Row, RowResult, SourceState, digest_of_path};
use crate::bundle::Fingerprint;
use crate::content::inventory::ConsultantFiles;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::document::translation_skeleton::TextCounts;
use crate::entry::Entry;
use crate::error::Result;
use crate::model::day::{Day, PublicationPeriod};
use crate::model::due_dates::DueDates;
use crate::model::id::ConsultantId;
use crate::source::stamp::Stamp;
use crate::source::{Source, Sources};

/// The results of a compilation by consultant, and those of the site in other languages.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// The rows by language and identifier. The language of the profiles is `None`.
    rows: BTreeMap<(Option<String>, ConsultantId), Arc<Row>>,
    /// The language of the compilation.
    language: Option<String>,
    /// If set, stamps of changes at this time or later are not trusted: the file may have changed again
    /// within one tick of the file system's clock.
    trusted_before: Option<SystemTime>,
}

impl Rows {
    /// Creates rows of earlier compilations, which listed the files after the time `trusted_before`.
    pub fn restored(
        rows: impl IntoIterator<Item = (Option<String>, ConsultantId, Row)>,
        trusted_before: SystemTime,
    ) -> Self {
        let rows = rows.into_iter().map(|(language, id, row)| ((language, id), Arc::new(row)));
        Self { rows: rows.collect(), language: None, trusted_before: Some(trusted_before) }
    }

    /// Creates rows from the results of a compilation in the language of `sources`. Keeps the `previous` rows of other
    /// languages whose files did not change.
    pub(super) fn new(
        rows: impl IntoIterator<Item = (ConsultantId, Arc<Row>)>,
        previous: &Self,
        day: Day,
        sources: &Sources,
    ) -> Self {
        let language = sources.language().map(str::to_owned);
        let mut others = previous.clone();
        others.rows.retain(|(other, _), _| *other != language);
        let mut all = others.unchanged(day, sources).rows;
        all.extend(rows.into_iter().map(|(id, row)| ((language.clone(), id), row)));
        Self { rows: all, language, trusted_before: None }
    }

    /// Returns the time that [`Self::restored`] got; `None` for rows of this process.
    pub fn trusted_before(&self) -> Option<SystemTime> {
        self.trusted_before
    }

    /// Returns the publication period of each consultant whose profile is not set to inactive.
    pub fn periods(&self) -> impl Iterator<Item = (&ConsultantId, PublicationPeriod)> {
        self.iter().map(|(id, row)| (id, row.period))
    }

    /// Returns the same with the dates of the profiles that are published.
    pub fn due_dates(
        &self,
    ) -> impl Iterator<Item = (&ConsultantId, PublicationPeriod, Option<&DueDates>)> {
        self.iter().map(|(id, row)| (id, row.period, row.due.as_deref()))
    }

    /// Returns the rows to store in the cache. Of a consultant with diagnostics, which each run has to
    /// report, it stores only the photo; of one outside of its publication period, nothing.
    pub fn storable(&self) -> impl Iterator<Item = (&Option<String>, &ConsultantId, Cow<'_, Row>)> {
        self.rows.iter().filter_map(|((language, id), row)| Some((language, id, row.storable()?)))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&ConsultantId, &Row)> {
        let rows = self.rows.iter().filter(|((language, _), _)| *language == self.language);
        rows.map(|((_, id), row)| (id, &**row))
    }

    /// Returns the entries of all active consultants.
    pub fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.iter().filter_map(|(_, row)| row.entry())
    }

    /// Returns the texts of each active consultant on a site in another language.
    pub fn texts(&self) -> impl Iterator<Item = TextCounts> {
        self.iter().filter_map(|(_, row)| row.texts)
    }

    /// Returns the photos of consultants who are active in a language.
    pub fn photos(&self) -> impl Iterator<Item = Fingerprint> {
        self.rows.values().filter_map(|row| row.published_photo())
    }

    fn get(&self, id: &ConsultantId, sources: &Sources) -> Option<&Arc<Row>> {
        self.rows.get(&(sources.language().map(str::to_owned), id.clone()))
    }

    /// Returns the row of a consultant if it was compiled from the same files with the same `key`, and is
    /// valid on this `day`.
    ///
    /// # Errors
    /// Returns an error if a file whose stamp changed cannot be read.
    pub(super) fn current(
        &self,
        id: &ConsultantId,
        inputs: &Inputs<'_>,
        key: Digest,
        day: Day,
    ) -> Result<Option<Arc<Row>>> {
        let is_reusable = |row: &&Arc<Row>| {
            row.key == key && row.has_date_of(inputs.files) && !row.lacks_diagnostics()
        };
        let row = self.get(id, inputs.files.sources).filter(is_reusable);
        row.map_or(Ok(None), |row| self.if_unchanged(row, inputs, day))
    }

    /// Returns the digest of the path of a consultant's photo, if there is one; `None` if the profile changed, has errors
    /// or warnings, or was not compiled with the same `key`.
    pub(super) fn photo(
        &self,
        id: &ConsultantId,
        profile: &Source,
        key: Digest,
        sources: &Sources,
    ) -> Option<Option<Digest>> {
        let row = self.get(id, sources).filter(|row| row.key == key)?;
        let is_valid = !matches!(row.result, RowResult::Diagnosed(_));
        (is_valid && self.has_trusted_stamp(&row.profile, profile)).then(|| row.photo_path())
    }

    /// Returns the rows of consultants whose files did not change and that are valid on this `day`. These rows stay valid even if the
    /// site cannot be compiled now. A consultant can have another photo by now: the next compilation compares it.
    pub fn unchanged(&self, day: Day, sources: &Sources) -> Self {
        let photos = sources.starting_with("photos/").map(|photo| (digest_of_path(photo), photo));
        let photos: BTreeMap<Digest, &Source> = photos.collect();
        let unchanged = |(key, row): (&(Option<String>, ConsultantId), &Arc<Row>)| {
            let (language, id) = key;
            let profile = sources.get(&format!("consultants/{id}.yaml"))?;
            let translation = sources.translation(profile.path(), language.as_deref());
            let photo = row.photo_path().and_then(|path| photos.get(&path).copied());
            let inputs = Inputs::new(ConsultantFiles { profile, photo, translation, sources });
            Some((key.clone(), self.if_unchanged(row, &inputs, day).ok()??))
        };
        let rows = self.rows.iter().filter_map(unchanged).collect();
        Self { rows, language: self.language.clone(), trusted_before: self.trusted_before }
    }

    /// Returns the row if it was compiled from the same files and is valid on this `day`. A file whose stamp is new or cannot be
    /// trusted is compared by its digest; the returned row then has the new stamp.
    fn if_unchanged(
        &self,
        row: &Arc<Row>,
        inputs: &Inputs<'_>,
        day: Day,
    ) -> Result<Option<Arc<Row>>> {
        let files = inputs.files;
        if row.photo_path() != files.photo.map(digest_of_path)
            || row.translation.is_some() != files.translation.is_some()
            // Errors can name other files.
            || row.diagnostics.iter().any(Diagnostic::is_error)
            || row.is_outside_period()
            || !row.period.contains(day)
            || !row.has_same_warning_on(day)
        {
            return Ok(None);
        }
        let photo = row.photo.as_deref().map(|(_, state)| state).zip(inputs.photo.as_ref());
        let translation = row.translation.as_deref().zip(inputs.translation.as_ref());
        let files_of_row = [Some((&row.profile, &inputs.profile)), photo, translation];
        let mut is_touched = false;
        for (state, input) in files_of_row.into_iter().flatten() {
            if !self.has_trusted_stamp(state, input.source) {
                if input.digest()? != state.digest {
                    return Ok(None);
                }
                is_touched = true;
            }
        }
        Ok(Some(if is_touched { Arc::new(row.refreshed(files)) } else { Arc::clone(row) }))
    }

    /// Returns whether a file has the recorded stamp, and no other change can have the same one.
    fn has_trusted_stamp(&self, state: &SourceState, source: &Source) -> bool {
        let is_trusted =
            |stamp: &Stamp| self.trusted_before.is_none_or(|time| stamp.is_before(time));
        source.stamp().is_some_and(|stamp| state.stamp.as_ref() == Some(stamp) && is_trusted(stamp))
    }

    /// Returns whether all rows are identical, compared by their addresses.
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.rows.values().map(Arc::as_ptr).eq(other.rows.values().map(Arc::as_ptr))
    }
}
