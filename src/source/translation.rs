//! Content in another language: a profile and its translation are one source.

use super::{File, Source, Sources};
use crate::error::{Error, Result};

/// The directory of the translations, as a path prefix. A directory for each language follows.
pub const TRANSLATIONS: &str = "translations/";

/// What is between a profile and its translation. No UTF-8 text contains these bytes.
pub(super) const SEPARATOR: &[u8] = b"\xFF\xFE\xFF";

impl Source {
    /// Returns the translation of a profile, if the site is in another language and has one.
    pub fn translation(&self) -> Option<&Self> {
        self.0.translation.as_ref()
    }

    /// Splits the bytes that were read from this source into those of a profile, and the path and the bytes of its
    /// translation.
    pub fn parts<'b>(&self, bytes: &'b [u8]) -> (&'b [u8], Option<(&str, &'b [u8])>) {
        let separator = || bytes.windows(SEPARATOR.len()).position(|at| at == SEPARATOR);
        match self.translation().and_then(|it| Some((it.path(), separator()?))) {
            Some((path, at)) => (&bytes[..at], Some((path, &bytes[at + SEPARATOR.len()..]))),
            None => (bytes, None),
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

    /// Returns the profile of a consultant in a language, with its translation if it has one.
    pub fn profile(&self, id: &str, language: Option<&str>) -> Option<Source> {
        let path = format!("consultants/{id}.yaml");
        let translation = |language| self.get(&format!("{TRANSLATIONS}{language}/{path}")).cloned();
        let translation = language.and_then(translation);
        Some(Source(File { translation, ..File::clone(&self.get(&path)?.0) }.into()))
    }

    /// Joins each profile with its translation into `language`, in any case of its letters.
    ///
    /// # Errors
    /// Returns an error if no file is in the directory of this language.
    pub fn in_language(mut self, language: Option<&str>) -> Result<Self> {
        let Some(wanted) = language else { return Ok(self) };
        let languages = self.languages();
        let Some(language) = languages.iter().find(|known| known.eq_ignore_ascii_case(wanted))
        else {
            let message = match &languages[..] {
                [] => "the content has no translations".to_owned(),
                known => format!(
                    "the content has translations into {}, not into {wanted}",
                    known.join(", ")
                ),
            };
            return Err(Error::new(message));
        };
        let language = (*language).to_owned();
        let directory = format!("{TRANSLATIONS}{language}/consultants/");
        let profile = |translation: &Source| self.profile(translation.stem(), Some(&language));
        let translated: Vec<Source> = self.starting_with(&directory).filter_map(profile).collect();
        translated.into_iter().for_each(|source| self.insert(source));
        self.language = Some(language);
        Ok(self)
    }
}
