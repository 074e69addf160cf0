//! Content in another language: the files in `translations`.

use super::{Source, Sources};
use crate::error::{Error, Result};

/// The directory of the translations, as a path prefix. A directory for each language follows.
pub const TRANSLATIONS: &str = "translations/";

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

    /// Returns the languages into which the file at `path` is translated, in order.
    pub fn languages_of(&self, path: &str) -> Vec<&str> {
        let mut languages = self.languages();
        languages.retain(|language| self.translation(path, Some(language)).is_some());
        languages
    }

    /// Returns the translation of the file at `path` into a language, if there is one.
    pub fn translation(&self, path: &str, language: Option<&str>) -> Option<&Source> {
        self.get(&format!("{TRANSLATIONS}{}/{path}", language?))
    }

    /// Makes the site one in `language`, in any case of its letters and with underscores. An empty text stands for the
    /// language of the profiles.
    ///
    /// # Errors
    /// Returns an error if no file is in the directory of this language. A file that cannot be read counts, so that its
    /// diagnostic is reported.
    pub fn in_language(mut self, language: Option<&str>) -> Result<Self> {
        let Some(wanted) = language.filter(|it| !it.is_empty()) else {
            return Ok(Self { language: None, ..self });
        };
        let name = |path: &'_ str| path.split('/').nth(1).unwrap_or(wanted).to_owned();
        let diagnostics = self.diagnostics.iter().map(|diagnostic| &*diagnostic.file);
        let unreadable = diagnostics.filter(|path| format!("{path}/").starts_with(TRANSLATIONS));
        let languages = self.languages();
        let mut languages = languages.into_iter().map(str::to_owned).chain(unreadable.map(name));
        let tag = |text: &str| text.replace('_', "-").to_ascii_lowercase();
        let language = languages.find(|known| tag(known) == tag(wanted));
        let language = language.ok_or_else(|| {
            let message = format!(
                "the content has no translations into `{wanted}`: a site in it is not built, and stays as it is"
            );
            Error::new(message).help(format!(
                "create the first one with `vitae translate`; to build the site without any, commit a \
                 `{TRANSLATIONS}{wanted}/site.yaml`, which can be empty"
            ))
        })?;
        self.language = Some(language);
        Ok(self)
    }
}
