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
use crate::entry::Entry;
use crate::error::Result;
use crate::model::day::{Day, PublicationPeriod};
use crate::model::id::ConsultantId;
use crate::source::stamp::Stamp;
use crate::source::{Source, Sources};

type RowsById = BTreeMap<ConsultantId, Arc<Row>>;

/// The results of a compilation by consultant.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    rows: RowsById,
    /// The language of the site; `None` is that of the profiles.
    language: Option<String>,
    /// The rows of the site in other languages.
    others: BTreeMap<Option<String>, RowsById>,
    /// If set, stamps of changes at this time or later are not trusted: the file may have changed again
    /// within one tick of the file system's clock.
    trusted_before: Option<SystemTime>,
}

impl Rows {
    /// Creates rows of earlier compilations, which listed the files after the time `trusted_before`. They are those of
    /// the site in the language of the profiles, until [`Self::in_language`] selects another one.
    pub fn restored(
        rows: impl IntoIterator<Item = (Option<String>, ConsultantId, Row)>,
        trusted_before: SystemTime,
    ) -> Self {
        let mut restored = Self { trusted_before: Some(trusted_before), ..Self::default() };
        for (language, id, row) in rows {
            let rows = match language {
                None => &mut restored.rows,
                other => restored.others.entry(other).or_default(),
            };
            rows.insert(id, Arc::new(row));
        }
        restored
    }

    /// Creates rows from the results of a compilation in the language of `sources`. Keeps the `previous` rows of other
    /// languages whose files did not change.
    pub(super) fn new(
        rows: impl IntoIterator<Item = (ConsultantId, Arc<Row>)>,
        previous: &Self,
        day: Day,
        sources: &Sources,
    ) -> Self {
        Self {
            rows: rows.into_iter().collect(),
            language: sources.language().map(str::to_owned),
            others: previous.unchanged_others(day, sources),
            trusted_before: None,
        }
    }

    /// Selects the rows of the site in a language.
    #[must_use]
    pub fn in_language(mut self, language: Option<&str>) -> Self {
        let language = language.map(str::to_owned);
        if language != self.language {
            let rows = self.others.remove(&language).unwrap_or_default();
            let others = std::mem::replace(&mut self.rows, rows);
            self.others.insert(std::mem::replace(&mut self.language, language), others);
        }
        self
    }

    /// Returns the time that [`Self::restored`] got; `None` for rows of this process.
    pub fn trusted_before(&self) -> Option<SystemTime> {
        self.trusted_before
    }

    /// Returns the publication period of each consultant whose profile is not set to inactive.
    pub fn periods(&self) -> impl Iterator<Item = (&ConsultantId, PublicationPeriod)> {
        self.iter().map(|(id, row)| (id, row.period))
    }

    /// Returns the rows to store in the cache. Of a consultant with diagnostics, which each run has to
    /// report, it stores only the photo; of one outside of its publication period, nothing.
    pub fn storable(&self) -> impl Iterator<Item = (&Option<String>, &ConsultantId, Cow<'_, Row>)> {
        self.languages().flat_map(|(language, rows)| {
            rows.iter().filter_map(move |(id, row)| Some((language, id, row.storable()?)))
        })
    }

    fn languages(&self) -> impl Iterator<Item = (&Option<String>, &RowsById)> {
        [(&self.language, &self.rows)].into_iter().chain(&self.others)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&ConsultantId, &Row)> {
        self.rows.iter().map(|(id, row)| (id, &**row))
    }

    /// Returns the entries of all active consultants.
    pub fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.rows.values().filter_map(|row| row.entry())
    }

    /// Returns the photos of consultants who are active in a language.
    pub fn photos(&self) -> impl Iterator<Item = Fingerprint> {
        let rows = self.languages().flat_map(|(_, rows)| rows.values());
        rows.filter_map(|row| row.published_photo())
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
        let row = self.rows.get(id).filter(is_reusable);
        row.map_or(Ok(None), |row| self.if_unchanged(row, inputs, day))
    }

    /// Returns the digest of the path of a consultant's photo, if there is one; `None` if the profile changed, has errors
    /// or warnings, or was not compiled with the same `key`.
    pub(super) fn photo(
        &self,
        id: &ConsultantId,
        profile: &Source,
        key: Digest,
    ) -> Option<Option<Digest>> {
        let row = self.rows.get(id).filter(|row| row.key == key)?;
        let is_valid = !matches!(row.result, RowResult::Diagnosed(_));
        (is_valid && self.has_trusted_stamp(&row.profile, profile)).then(|| row.photo_path())
    }

    /// Returns the rows of consultants whose files did not change and that are valid on this `day`. These rows stay valid even if the
    /// site cannot be compiled now. A consultant can have another photo by now: the next compilation compares it.
    pub fn unchanged(&self, day: Day, sources: &Sources) -> Self {
        Self {
            rows: self.unchanged_of((&self.language, &self.rows), day, sources),
            others: self.unchanged_others(day, sources),
            ..self.clone()
        }
    }

    fn unchanged_others(&self, day: Day, sources: &Sources) -> BTreeMap<Option<String>, RowsById> {
        let languages = sources.languages();
        let exists = |language: &Option<String>| {
            language.as_ref().is_none_or(|language| languages.contains(&&**language))
        };
        let others = self.others.iter().filter(|(language, _)| exists(language));
        let unchanged = |others @ (language, _): (&Option<String>, _)| {
            (language.clone(), self.unchanged_of(others, day, sources))
        };
        others.map(unchanged).collect()
    }

    fn unchanged_of(
        &self,
        (language, rows): (&Option<String>, &RowsById),
        day: Day,
        sources: &Sources,
    ) -> RowsById {
        let photos = sources.starting_with("photos/").map(|photo| (digest_of_path(photo), photo));
        let photos: BTreeMap<Digest, &Source> = photos.collect();
        let unchanged = |(id, row): (&ConsultantId, &Arc<Row>)| {
            let profile = &sources.profile(id.as_str(), language.as_deref())?;
            let photo = row.photo_path().and_then(|path| photos.get(&path).copied());
            let inputs = Inputs::new(ConsultantFiles { profile, photo, sources });
            Some((id.clone(), self.if_unchanged(row, &inputs, day).ok()??))
        };
        rows.iter().filter_map(unchanged).collect()
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
            // Errors can name other files.
            || row.diagnostics.iter().any(Diagnostic::is_error)
            || row.is_outside_period()
            || !row.period.contains(day)
        {
            return Ok(None);
        }
        let photo = row.photo.as_deref().map(|(_, state)| state).zip(inputs.photo.as_ref());
        let mut is_touched = false;
        for (state, input) in [Some((&row.profile, &inputs.profile)), photo].into_iter().flatten() {
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
        let stamp = source.stamp().filter(|stamp| is_trusted(stamp));
        stamp.is_some() && stamp == state.stamp.as_ref()
    }

    /// Returns whether all rows are identical, compared by their addresses.
    pub fn is_same_as(&self, other: &Self) -> bool {
        let [rows, others] =
            [self, other].map(|it| it.languages().flat_map(|(_, rows)| rows.values()));
        rows.map(Arc::as_ptr).eq(others.map(Arc::as_ptr))
    }
}
