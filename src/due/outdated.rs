//! Translations whose originals changed since the last commit of the translation.
//!
//! The profile of today is compared with the one at that commit: its texts say what changed, and neither dates nor the order of branches matter. So a translator's branch that is merged after a change of
//! the profile is outdated. Only profiles with another object name than then are read.

use std::collections::{BTreeMap, BTreeSet};

use crate::content::language_tag::is_language_tag;
use crate::content::last_modified::LastModified;
use crate::document::changed_texts::{ChangedText, changed_texts};
use crate::error::Result;
use crate::model::day::Day;
use crate::model::id::ConsultantId;
use crate::model::profile::Profile;
use crate::source::{Revision, Source, Sources};
use crate::yaml::MAX_BYTES;

/// A translation that is outdated.
#[derive(Debug)]
pub struct OutdatedTranslation<'a> {
    /// The consultant.
    pub id: &'a ConsultantId,
    /// The language.
    pub language: &'a str,
    /// The day of the last commit that changed one of the texts; today if that is not committed.
    pub day: Day,
    /// The texts, with what they were when the translation last changed.
    pub texts: Vec<ChangedText>,
}

struct Translation<'a> {
    id: &'a ConsultantId,
    language: &'a str,
    profile: &'a Source,
    texts: &'a Source,
}

/// Returns the outdated translations of consultants into the language of `sources`, or else into all languages. One that
/// is not committed as it is counts as current.
///
/// # Errors
/// Returns an error if there are translations, but not the history to compare with, or if a file cannot be read.
pub fn outdated<'a>(
    sources: &'a Sources,
    ids: impl Iterator<Item = &'a ConsultantId>,
    today: Day,
) -> Result<Vec<OutdatedTranslation<'a>>> {
    let languages = sources.language().map_or_else(|| sources.languages(), |it| vec![it]);
    let languages = languages.into_iter().filter(|it| is_language_tag(it));
    let languages: Vec<&str> = languages.collect();
    let translations = ids.flat_map(|id| {
        let profile = sources.get(&format!("consultants/{id}.yaml"));
        languages.iter().filter_map(move |language| {
            let profile = profile?;
            let texts = sources.translation(profile.path(), Some(language))?;
            Some(Translation { id, language, profile, texts })
        })
    });
    let translations: Vec<Translation<'_>> = translations.collect();
    if translations.is_empty() {
        return Ok(Vec::new());
    }
    let Some(head) = sources.current_commit()? else { return Ok(Vec::new()) };
    let uncommitted = head.uncommitted_paths()?;
    let mut by_commit = BTreeMap::<&str, Vec<Translation<'_>>>::new();
    for translation in translations {
        if !uncommitted.contains(translation.texts.path())
            && let Some(commit) = sources.last_commit(translation.texts)
        {
            by_commit.entry(commit).or_default().push(translation);
        }
    }
    let current =
        head.profiles_of(&head.commit, &names_of_profiles(by_commit.values().flatten()))?;
    let mut found = Vec::new();
    for (commit, translations) in by_commit {
        let then = head.profiles_of(commit, &names_of_profiles(translations.iter()))?;
        for translation in translations {
            let (name, path) = (translation.profile.name(), translation.profile.path());
            if then.get(name) != current.get(name) || uncommitted.contains(path) {
                let texts = translation.changed_since(then.get(name), &head)?;
                found.extend((!texts.is_empty()).then_some((commit, translation, texts)));
            }
        }
    }
    let date = |source| LastModified::newest([source]).timestamp;
    let oldest = found.iter().min_by_key(|(_, translation, _)| date(translation.texts));
    let Some((oldest, ..)) = oldest else { return Ok(Vec::new()) };
    let changes = head.profile_changes(oldest)?;
    let mut outdated = Vec::new();
    for (_, translation, texts) in found {
        let Translation { id, language, profile, .. } = translation;
        let name = profile.name();
        let differs = |before| translation.differs(&texts, before, &head);
        let mut day = None;
        if uncommitted.contains(profile.path()) && differs(current.get(name))? {
            day = Some(today);
        }
        let mut changes = changes.get(name).into_iter().flatten();
        while let Some(change) = changes.next().filter(|_| day.is_none()) {
            if differs(change.before.as_ref())? {
                day = Day::at(change.seconds);
            }
        }
        // A merge changed it, or a commit of another branch that is older than the translation.
        let last = || date(profile).and_then(|date| Day::at(date.seconds()));
        let day = day.or_else(last).unwrap_or(today);
        outdated.push(OutdatedTranslation { id, language, day, texts });
    }
    Ok(outdated)
}

fn names_of_profiles<'a>(
    translations: impl Iterator<Item = &'a Translation<'a>>,
) -> BTreeSet<&'a str> {
    translations.map(|translation| translation.profile.name()).collect()
}

impl Translation<'_> {
    /// Returns the texts that changed since an earlier version of the profile; `None` if it did not exist.
    fn changed_since(&self, before: Option<&String>, head: &Revision) -> Result<Vec<ChangedText>> {
        let before = before.map(|object| head.read(object, MAX_BYTES)).transpose()?;
        let (texts, now) = (self.texts.read(MAX_BYTES)?, self.profile.read(MAX_BYTES)?);
        Ok(changed_texts::<Profile>(&texts, &before.unwrap_or_default(), &now))
    }

    /// Returns whether one of these `texts` changed since an earlier version of the profile.
    fn differs(
        &self,
        texts: &[ChangedText],
        before: Option<&String>,
        head: &Revision,
    ) -> Result<bool> {
        let changed = self.changed_since(before, head)?;
        Ok(changed.iter().any(|it| texts.iter().any(|text| text.path == it.path)))
    }
}
