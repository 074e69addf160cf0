//! The templates: embedded in the binary, overlaid by name with those of the user's project.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;
use walkdir::{DirEntry, WalkDir};

use crate::error::{Error, Result};

/// Name and text of every embedded template.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded_templates.rs"));

/// The ending of files that are rendered; what follows before it is the file's own ending.
const TEMPLATE_ENDING: &str = ".j2";

/// The folders whose files are templates. What else lies beside them is somebody else's.
const FOLDERS: [&str; 4] = ["api/", "hosts/", "pages/", "preview/"];

/// The folder of a project's templates that is used without being named.
pub const FOLDER: &str = "templates";

/// Template files by name: the path below `templates/`, with `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Templates {
    files: Arc<BTreeMap<String, String>>,
}

impl Templates {
    /// The embedded templates.
    pub fn embedded() -> Self {
        let owned = |&(name, text): &(&str, &str)| (name.to_owned(), text.to_owned());
        let files = EMBEDDED.iter().map(owned).collect();
        Self {
            files: Arc::new(files),
        }
    }

    /// The templates of a project: those of the folder it names, else of [`FOLDER`] if there is one.
    ///
    /// # Errors
    /// As [`Self::overlaid`].
    pub fn of_project(folder: Option<&Path>) -> Result<Self> {
        match folder {
            Some(folder) => Self::embedded().overlaid(folder),
            None if Path::new(FOLDER).is_dir() => Self::embedded().overlaid(Path::new(FOLDER)),
            None => Ok(Self::embedded()),
        }
    }

    /// The same with the files below `folder` in place of those of the same name. A file without
    /// the ending `.j2` takes the place of the template of its name. A file whose name starts with
    /// a dot is a template only with that ending, and only in a host's folder: `public/.htaccess.j2`.
    ///
    /// # Errors
    /// When the folder cannot be read or a file in it is not UTF-8.
    pub fn overlaid(mut self, folder: &Path) -> Result<Self> {
        let files = Arc::make_mut(&mut self.files);
        let entries = WalkDir::new(folder).min_depth(1).into_iter();
        for entry in entries.filter_entry(|entry| !is_hidden(entry)) {
            let entry = entry.map_err(|error| {
                Error::with_source(format!("cannot list {}", folder.display()), error)
            })?;
            let relative = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            let parts = relative
                .components()
                .map(|part| part.as_os_str().to_string_lossy());
            let name = parts.collect::<Vec<_>>().join("/");
            if entry.file_type().is_dir() || !FOLDERS.iter().any(|folder| name.starts_with(folder))
            {
                continue;
            }
            if !entry.path().is_file() {
                let message = format!("{} is no file", entry.path().display());
                return Err(Error::new(message));
            }
            let text = std::fs::read_to_string(entry.path())
                .map_err(|source| Error::io("read", entry.path(), source))?;
            files.remove(&format!("{name}{TEMPLATE_ENDING}"));
            files.insert(name, text);
        }
        Ok(self)
    }

    /// A file as it is.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.files.get(name).map(String::as_str)
    }

    /// The names of the files below a folder, in order.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        let names = self.files.keys().map(String::as_str);
        names.filter(move |name| {
            name.strip_prefix(folder)
                .is_some_and(|rest| rest.starts_with('/'))
        })
    }

    /// The names of the folders in a folder, in order.
    pub fn folders(&self, folder: &str) -> Vec<String> {
        let first_part = |name: &str| {
            let (first, _) = name[folder.len() + 1..].split_once('/')?;
            Some(first.to_owned())
        };
        let folders: BTreeSet<String> = self.below(folder).filter_map(first_part).collect();
        folders.into_iter().collect()
    }

    /// Renders a template by its name without the ending `.j2`; a file of just that name is
    /// given as it is. What claims to be JSON or YAML by its name is parsed, so that a template's
    /// mistake ends here. A template may extend, include and import others by their whole names.
    ///
    /// # Errors
    /// When there is no such file, the template is wrong, or the result is not what it claims.
    pub fn render(&self, name: &str, context: impl Serialize) -> Result<String> {
        let template = format!("{name}{TEMPLATE_ENDING}");
        let rendered = if let Some(text) = self.files.get(name) {
            text.clone()
        } else if self.files.contains_key(&template) {
            let mut environment = environment();
            let files = Arc::clone(&self.files);
            environment.set_loader(move |name| Ok(files.get(name).cloned()));
            let rendered = environment
                .get_template(&template)
                .and_then(|parsed| parsed.render(Serde(&context)));
            rendered.map_err(|error| failed(&template, error))?
        } else {
            return Err(Error::new(format!("there is no template `{template}`")));
        };
        parses_as_named(name, &rendered)?;
        Ok(rendered)
    }
}

/// Whether it is a file or folder of some other program's (`.git`, `.DS_Store`, `.#_headers.j2`).
fn is_hidden(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    // `hosts/<host>/public/` holds what is at the fourth place.
    let may_be_published = entry.depth() >= 4 && !name.starts_with(".#");
    let is_template = entry.file_type().is_dir() || name.ends_with(TEMPLATE_ENDING);
    name.starts_with('.') && !(may_be_published && is_template)
}

/// A template's name without the ending that marks it as one.
pub fn rendered_name(name: &str) -> &str {
    name.strip_suffix(TEMPLATE_ENDING).unwrap_or(name)
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let mut syntax = SyntaxConfig::builder();
    syntax
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true);
    // The delimiters are the default ones, which fit together.
    if let Ok(syntax) = syntax.build() {
        environment.set_syntax(syntax);
    }
    environment.set_auto_escape_callback(|name| {
        match rendered_name(name)
            .rsplit_once('.')
            .map(|(_, ending)| ending)
        {
            Some("json" | "yaml") => AutoEscape::Json,
            Some("html") => AutoEscape::Html,
            _ => AutoEscape::None,
        }
    });
    environment
}

/// The innermost error names the template with the mistake, which may be one that is included.
fn failed(template: &str, error: minijinja::Error) -> Error {
    let mut innermost = &error;
    while let Some(cause) = std::error::Error::source(innermost).and_then(|e| e.downcast_ref()) {
        innermost = cause;
    }
    let template = innermost.name().unwrap_or(template).to_owned();
    let line = innermost
        .line()
        .map_or(String::new(), |line| format!(", line {line}"));
    Error::with_source(
        format!("the template `{template}`{line} cannot be rendered"),
        error,
    )
}

fn parses_as_named(name: &str, text: &str) -> Result<()> {
    let claim = |what| format!("the template of `{name}` gives no valid {what}");
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("json") => serde_json::from_str::<serde::de::IgnoredAny>(text)
            .map(|_| ())
            .map_err(|error| Error::with_source(claim("JSON"), error)),
        Some("yaml" | "yml") => serde_yaml::from_str::<serde::de::IgnoredAny>(text)
            .map(|_| ())
            .map_err(|error| Error::with_source(claim("YAML"), error)),
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
    fn undefined_variables_are_errors_that_name_the_line() {
        let templates = templates("a.txt.j2", "one\n{{ missing }}\n");
        let error = templates.render("a.txt", ()).expect_err("undefined");
        assert!(error.to_string().contains("`a.txt.j2`, line 2"), "{error}");
    }

    #[test]
    fn a_mistake_in_an_included_template_is_told_of_that_one() {
        let mut templates = templates("a.txt.j2", "{% include 'b.txt.j2' %}\n");
        let text = "one\n{{ missing }}\n".to_owned();
        Arc::make_mut(&mut templates.files).insert("b.txt.j2".to_owned(), text);
        let error = templates.render("a.txt", ()).expect_err("undefined");
        assert!(error.to_string().contains("`b.txt.j2`, line 2"), "{error}");
    }

    #[test]
    fn what_claims_to_be_json_is_json() {
        let templates = templates("a.json.j2", "{ \"a\": {{ a }} {{ b }}}");
        let context = |b| serde_json::json!({ "a": "quo\"te", "b": b });
        assert!(templates.render("a.json", context("x")).is_err());
        let good = self::templates("a.json.j2", "{ \"a\": {{ a }} }");
        let text = good.render("a.json", context("")).expect("renders");
        assert_eq!(text, "{ \"a\": \"quo\\\"te\" }");
    }
}
