//! Content in another language: a profile and its translation are one source.

use super::stamp::Stamp;
use super::{Source, Sources, Storage};
use crate::error::{Error, Result};

/// The directory of the translations, as a path prefix. A directory for each language follows.
pub const TRANSLATIONS: &str = "translations/";

/// What is between a profile and its translation. No UTF-8 text contains these bytes.
const SEPARATOR: &[u8] = b"\xFF\xFE\xFF";

/// A profile and its translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WithTranslation {
    pub(super) profile: Source,
    pub(super) translation: Source,
    pub(super) stamp: Option<Stamp>,
}

impl WithTranslation {
    /// Reads at most `limit + 1` bytes of each file, with the separator between them.
    pub(super) fn read(&self, limit: usize) -> Result<Vec<u8>> {
        let [profile, translation] = [&self.profile, &self.translation].map(|it| it.read(limit));
        Ok([&*profile?, SEPARATOR, &*translation?].concat())
    }
}

impl Source {
    /// Returns the translation of a profile, if the site is in another language and has one.
    pub fn translation(&self) -> Option<&Self> {
        match &self.0.body {
            Storage::Translated(both) => Some(&both.translation),
            _ => None,
        }
    }

    /// Splits the bytes that were read from this source into those of a profile and those of its translation.
    pub fn parts<'b>(&self, bytes: &'b [u8]) -> (&'b [u8], Option<&'b [u8]>) {
        let separator = || bytes.windows(SEPARATOR.len()).position(|at| at == SEPARATOR);
        match self.translation().and_then(|_| separator()) {
            Some(at) => (&bytes[..at], Some(&bytes[at + SEPARATOR.len()..])),
            None => (bytes, None),
        }
    }

    /// Returns a profile without its translation.
    pub fn original(&self) -> &Self {
        match &self.0.body {
            Storage::Translated(both) => &both.profile,
            _ => self,
        }
    }
}

impl Sources {
    /// Returns the language of the site: the name of a directory in [`TRANSLATIONS`]; `None` for the language of the
    /// profiles.
    pub fn language(&self) -> Option<&str> {
        self.language.as_deref()
    }

    /// Returns the languages that have translations, in order.
    pub fn languages(&self) -> Vec<&str> {
        let files = self.starting_with(TRANSLATIONS).map(|file| &file.path()[TRANSLATIONS.len()..]);
        let mut languages: Vec<&str> =
            files.filter_map(|path| Some(path.split_once('/')?.0)).collect();
        languages.dedup();
        languages
    }

    /// Returns the path of a file in the directory of the site's language; `None` without a language.
    pub fn translated_path(&self, path: &str) -> Option<String> {
        Some(format!("{TRANSLATIONS}{}/{path}", self.language()?))
    }

    /// Returns the profile of a consultant in a language, with its translation if it has one.
    pub fn profile(&self, id: &str, language: Option<&str>) -> Option<Source> {
        let path = format!("consultants/{id}.yaml");
        let profile = self.get(&path)?.original();
        let translation = language.map(|language| format!("{TRANSLATIONS}{language}/{path}"));
        Some(match translation.and_then(|path| self.get(&path)) {
            Some(translation) => Source::translated(profile, translation),
            None => profile.clone(),
        })
    }

    /// Joins each profile with its translation into `language`, in any case of its letters.
    ///
    /// # Errors
    /// Returns an error if no file is in the directory of this language.
    pub fn in_language(mut self, language: Option<&str>) -> Result<Self> {
        let Some(wanted) = language else { return Ok(self) };
        let languages = self.languages();
        let language = languages.iter().find(|known| known.eq_ignore_ascii_case(wanted));
        let Some(language) = language.map(|it| (*it).to_owned()) else {
            let known = match languages.as_slice() {
                [] => "the content has no translations".to_owned(),
                _ => format!("the content has translations into {}", languages.join(", ")),
            };
            return Err(Error::new(format!("no file is in {TRANSLATIONS}{wanted}: {known}")));
        };
        let directory = format!("{TRANSLATIONS}{language}/consultants/");
        let translations = self.starting_with(&directory);
        let profile = |translation: &Source| self.profile(translation.stem(), Some(&language));
        let translated: Vec<Source> = translations.filter_map(profile).collect();
        translated.into_iter().for_each(|source| self.insert(source));
        self.language = Some(language);
        Ok(self)
    }
}

impl Source {
    fn translated(profile: &Self, translation: &Self) -> Self {
        let stamp = profile.stamp().zip(translation.stamp());
        let body = Storage::Translated(WithTranslation {
            profile: profile.clone(),
            translation: translation.clone(),
            stamp: stamp.map(|(profile, translation)| profile.with(translation)),
        });
        Self::new(profile.path(), body, profile.modified().clone())
    }
}
