//! Loads and renders templates: the embedded ones, overlaid by name with those of the project.
//!
//! A file below `templates/` is a template if its name ends in `.j2`; other files are copied as they
//! are. Other programs leave hidden files in these directories (`.git`, `.DS_Store`), so a hidden file
//! is a template only in a host's directory and only with the extension `.j2`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;
use serde::de::IgnoredAny;
use walkdir::{DirEntry, WalkDir};

use crate::characters::is_blank;
use crate::error::{Error, Result};
use crate::paths::ToSlash;

/// Names and texts of the embedded templates.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded_templates.rs"));

/// The extension of files that are rendered; the rendered file's own extension precedes it.
const TEMPLATE_EXTENSION: &str = ".j2";

/// The directories that contain templates. Anything beside them belongs to other programs.
const DIRECTORIES: [&str; 5] = ["api/", "hosts/", "pages/", "preview/", "schemas/"];

/// The default directory of a project's templates.
pub const DEFAULT_DIRECTORY: &str = "templates";

/// Template files by name: the path below `templates/`, with `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Templates {
    files: Arc<BTreeMap<String, String>>,
}

impl Templates {
    /// Returns the embedded templates.
    pub fn embedded() -> Self {
        let owned = |&(name, text): &(&str, &str)| (name.to_owned(), text.to_owned());
        Self { files: Arc::new(EMBEDDED.iter().map(owned).collect()) }
    }

    /// Returns the embedded templates overlaid with `directory`, or with [`DEFAULT_DIRECTORY`] if
    /// `directory` is `None` and the default exists.
    ///
    /// # Errors
    /// Fails in the same cases as [`Self::overlaid`].
    pub fn of_project(directory: Option<&Path>) -> Result<Self> {
        let default = Path::new(DEFAULT_DIRECTORY);
        match directory.or_else(|| default.is_dir().then_some(default)) {
            Some(directory) => Self::embedded().overlaid(directory),
            None => Ok(Self::embedded()),
        }
    }

    /// Replaces and adds templates by name with the files below `directory`. A file without the
    /// extension `.j2` replaces the template of the same name.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be read, a file is not UTF-8, or a template is empty.
    pub fn overlaid(self, directory: &Path) -> Result<Self> {
        let mut files = BTreeMap::new();
        let entries = WalkDir::new(directory).min_depth(1).into_iter();
        for entry in entries.filter_entry(|entry| !is_ignored(entry)) {
            let entry = entry.map_err(|error| Error::io("list", directory, error.into()))?;
            let path = entry.path();
            let name = path.strip_prefix(directory).expect("entries are below the directory");
            let name = name.to_slash();
            if entry.file_type().is_dir() || !is_template(&name) {
                continue;
            }
            // A link could publish any file of the machine.
            if !entry.file_type().is_file() {
                let path = path.to_slash();
                return Err(Error::new(format!("{path} is a link or a device, not a file")));
            }
            let text =
                std::fs::read_to_string(path).map_err(|source| Error::io("read", path, source))?;
            files.insert(name, text);
        }
        self.overlaid_with(files, directory)
    }

    /// Replaces and adds templates like [`Self::overlaid`]. `files` are the texts of the files below
    /// `directory`, by their path in it.
    ///
    /// # Errors
    /// Returns an error if a template is empty.
    pub fn overlaid_with(
        mut self,
        files: BTreeMap<String, String>,
        directory: &Path,
    ) -> Result<Self> {
        let templates = Arc::make_mut(&mut self.files);
        for (name, text) in files.into_iter().filter(|(name, _)| is_template(name)) {
            // An editor that is interrupted while saving leaves an empty file, a power failure null characters.
            if name.ends_with(TEMPLATE_EXTENSION) && is_blank(&text) {
                return Err(Error::new(format!(
                    "the template {} is empty; restore or remove it",
                    directory.join(&name).to_slash()
                )));
            }
            templates.remove(&format!("{name}{TEMPLATE_EXTENSION}"));
            templates.insert(name, text);
        }
        Ok(self)
    }

    /// Returns the text of a file, not rendered.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.files.get(name).map(String::as_str)
    }

    /// Returns the names of the files below a directory, in order.
    pub fn below<'a>(&'a self, directory: &'a str) -> impl Iterator<Item = &'a str> {
        let names = self.files.keys().map(String::as_str);
        names.filter(move |name| {
            name.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
        })
    }

    /// Returns the names of the directories in a directory, in order.
    pub fn directories(&self, directory: &str) -> Vec<String> {
        let first_part = |name: &str| {
            let (first, _) = name[directory.len() + 1..].split_once('/')?;
            Some(first.to_owned())
        };
        let directories: BTreeSet<String> = self.below(directory).filter_map(first_part).collect();
        directories.into_iter().collect()
    }

    /// Renders a template by its name without the extension `.j2`; a file with exactly that name is
    /// returned as it is. A result named `.json`, `.yaml` or `.yml` is parsed, so that an invalid
    /// document is an error here. Templates can extend, include and import others by full name.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, rendering fails, or the result is not valid JSON
    /// or YAML.
    pub fn render(&self, name: &str, context: impl Serialize) -> Result<String> {
        self.render_with(name, context, |_| {})
    }

    /// Renders a template like [`Self::render`], after `prepare` added filters to the environment.
    ///
    /// # Errors
    /// Returns the errors of [`Self::render`].
    pub fn render_with(
        &self,
        name: &str,
        context: impl Serialize,
        prepare: impl FnOnce(&mut Environment<'_>),
    ) -> Result<String> {
        let template = format!("{name}{TEMPLATE_EXTENSION}");
        let rendered = if let Some(text) = self.files.get(name) {
            text.clone()
        } else if self.files.contains_key(&template) {
            let mut environment = environment();
            prepare(&mut environment);
            let files = Arc::clone(&self.files);
            environment.set_loader(move |name| Ok(files.get(name).cloned()));
            environment
                .get_template(&template)
                .and_then(|parsed| parsed.render(Serde(&context)))
                .map_err(|error| render_error(&template, error))?
        } else {
            return Err(Error::new(format!("the template `{template}` does not exist")));
        };
        check_syntax(name, &rendered)?;
        Ok(rendered)
    }

    /// Renders a template like [`Self::render`] to a document that cannot be empty.
    ///
    /// # Errors
    /// Returns the errors of [`Self::render`], and an error if the result has no visible character.
    pub fn render_document(&self, name: &str, context: impl Serialize) -> Result<String> {
        let rendered = self.render(name, context)?;
        if is_blank(&rendered) {
            return Err(Error::new(format!(
                "the template of `{name}` renders an empty document; restore or remove it"
            )));
        }
        Ok(rendered)
    }
}

/// The level of the content of `hosts/<host>/public/`, where hidden files can be templates.
const PUBLIC_LEVEL: usize = 4;

/// Returns whether a hidden file or directory belongs to another program, such as `.git`.
fn is_ignored(entry: &DirEntry) -> bool {
    entry.depth() < PUBLIC_LEVEL && entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// Returns whether a file below a directory of templates is one. Hidden files of other programs, such
/// as `.DS_Store` and `.#_headers.j2`, are not.
fn is_template(name: &str) -> bool {
    let level = |index: usize| index + 1;
    let is_used = |(index, part): (usize, &str)| {
        let is_file = level(index) == name.split('/').count();
        let is_public = level(index) >= PUBLIC_LEVEL && !part.starts_with(".#");
        !part.starts_with('.') || (is_public && (!is_file || part.ends_with(TEMPLATE_EXTENSION)))
    };
    DIRECTORIES.iter().any(|start| name.starts_with(start))
        && name.split('/').enumerate().all(is_used)
}

/// Returns a template's name without the extension `.j2`.
pub fn rendered_name(name: &str) -> &str {
    name.strip_suffix(TEMPLATE_EXTENSION).unwrap_or(name)
}

fn extension(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn environment() -> Environment<'static> {
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true)
        .build()
        .expect("the default delimiters are valid");
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(syntax);
    environment.set_auto_escape_callback(|name| match extension(rendered_name(name)) {
        "json" | "yaml" => AutoEscape::Json,
        "html" => AutoEscape::Html,
        _ => AutoEscape::None,
    });
    environment
}

/// Names the innermost template: the error can be in an included one.
fn render_error(template: &str, error: minijinja::Error) -> Error {
    let mut innermost = &error;
    while let Some(cause) = std::error::Error::source(innermost).and_then(|e| e.downcast_ref()) {
        innermost = cause;
    }
    let template = innermost.name().unwrap_or(template);
    let line = innermost.line().map_or(String::new(), |line| format!(", line {line}"));
    Error::with_source(format!("cannot render the template `{template}`{line}"), error)
}

/// Checks that the rendered text is valid JSON or YAML if its name has such an extension.
fn check_syntax(name: &str, text: &str) -> Result<()> {
    let invalid = |format| format!("the template of `{name}` renders invalid {format}");
    match extension(name) {
        "json" => serde_json::from_str::<IgnoredAny>(text)
            .map(drop)
            .map_err(|error| Error::with_source(invalid("JSON"), error)),
        "yaml" | "yml" => serde_yaml::from_str::<IgnoredAny>(text)
            .map(drop)
            .map_err(|error| Error::with_source(invalid("YAML"), error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Templates;

    fn templates(name: &str, text: &str) -> Templates {
        let mut templates = Templates::embedded();
        Arc::make_mut(&mut templates.files).insert(name.to_owned(), text.to_owned());
        templates
    }

    #[test]
    fn reports_the_line_of_an_undefined_variable() {
        let templates = templates("a.txt.j2", "one\n{{ missing }}\n");
        let error = templates.render("a.txt", ()).expect_err("undefined");
        assert!(error.to_string().contains("`a.txt.j2`, line 2"), "{error}");
    }

    #[test]
    fn reports_the_included_template_with_the_error() {
        let mut templates = templates("a.txt.j2", "{% include 'b.txt.j2' %}\n");
        let text = "one\n{{ missing }}\n".to_owned();
        Arc::make_mut(&mut templates.files).insert("b.txt.j2".to_owned(), text);
        let error = templates.render("a.txt", ()).expect_err("undefined");
        assert!(error.to_string().contains("`b.txt.j2`, line 2"), "{error}");
    }

    #[test]
    fn rejects_invalid_json() {
        let templates = templates("a.json.j2", "{ \"a\": {{ a }} {{ b }}}");
        let context = |b| serde_json::json!({ "a": "quo\"te", "b": b });
        assert!(templates.render("a.json", context("x")).is_err());
        let good = self::templates("a.json.j2", "{ \"a\": {{ a }} }");
        let text = good.render("a.json", context("")).expect("renders");
        assert_eq!(text, "{ \"a\": \"quo\\\"te\" }");
    }
}
