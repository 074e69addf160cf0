//! Content in another language: a profile and its translation are one source.

use super::{File, FileBytes, Source, Sources};
use crate::error::{Error, Result};

/// The directory of the translations, as a path prefix. A directory for each language follows.
pub const TRANSLATIONS: &str = "translations/";

impl Source {
    /// Returns the translation of a profile, if the site is in another language and has one.
    pub fn translation(&self) -> Option<&Self> {
        self.0.translation.as_ref()
    }

    /// Splits the bytes that were read from this source into those of a profile and of its translation.
    pub fn parts<'b>(&'b self, bytes: &'b [u8]) -> (FileBytes<'b>, Option<FileBytes<'b>>) {
        let Some(translation) = self.translation() else { return ((self.path(), bytes), None) };
        let (texts, length) = bytes.split_last_chunk().expect("the length of the profile");
        let (bytes, texts) = texts.split_at(usize::from_be_bytes(*length));
        ((self.path(), bytes), Some((translation.path(), texts)))
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

    /// Joins each profile with its translation into `language`, in any case of its letters. An empty text stands
    /// for the language of the profiles.
    ///
    /// # Errors
    /// Returns an error if no file is in the directory of this language.
    pub fn in_language(mut self, language: Option<&str>) -> Result<Self> {
        let Some(wanted) = language.filter(|it| !it.is_empty()) else { return Ok(self) };
        let languages = self.languages();
        let language = languages.into_iter().find(|known| known.eq_ignore_ascii_case(wanted));
        let language = language.map(str::to_owned).ok_or_else(|| {
            let error = Error::new(format!("the content has no translations into `{wanted}`"));
            error.help("create the first one with `vitae translate`")
        })?;
        let directory = format!("{TRANSLATIONS}{language}/consultants/");
        let profile = |translation: &Source| self.profile(translation.stem(), Some(&language));
        let translated: Vec<Source> = self.starting_with(&directory).filter_map(profile).collect();
        translated.into_iter().for_each(|source| self.insert(source));
        self.language = Some(language);
        Ok(self)
    }
}
