//! The files of a new project: the common files and the files of its host.

use serde_json::{Map, json};

use super::host::{self, HOSTS, PROJECT};
use crate::content::sample_content::invented_settings;
use crate::content::{SITE_PATH, check_site};
use crate::document::Document;
use crate::document::skeleton::skeleton;
use crate::error::{Error, Result};
use crate::model::settings::Settings;
use crate::templates::Templates;

/// The title of a new site.
pub const DEFAULT_TITLE: &str = "Our consultants";

/// The content directory of a project.
pub const CONTENT: &str = "content";

/// The name of the guide in a new project, and its name beside an existing `README.md`.
pub const GUIDE: [&str; 2] = ["README.md", "VITAE.md"];

/// The instructions for assistants in a new project. `vitae init` leaves an existing file as it is.
pub const AGENTS: &str = "AGENTS.md";

/// Files to which `vitae init` adds missing lines if they exist.
pub const LISTS: [&str; 2] = [".gitignore", ".gitattributes"];

/// What distinguishes a new project from others.
#[derive(Debug, Clone, Copy)]
pub struct NewProject<'a> {
    /// The name of the host; the default host if absent.
    pub host: Option<&'a str>,
    /// The title of the site.
    pub title: Option<&'a str>,
    /// The URL of the site.
    pub base_url: Option<&'a str>,
    /// The version of vitae.
    pub version: &'a str,
    /// The Git URL of the source of vitae; empty if unknown. After `#`, it can have a commit or tag.
    pub git: &'a str,
    /// The name of the packages in registries; `None` if there are none of this program.
    pub package: Option<&'a str>,
    /// Whether the directory is in a git repository, below its root.
    pub is_in_repository: bool,
}

impl NewProject<'_> {
    /// Returns the text of `site.yaml`, with the other fields commented out.
    ///
    /// # Errors
    /// Returns an error if the host does not exist, or a value is invalid in `site.yaml`.
    fn site_yaml(&self, name: &str, templates: &Templates) -> Result<String> {
        let host = host::read(name, templates)?;
        let mut values = invented_settings();
        values["title"] = self.title.unwrap_or(DEFAULT_TITLE).into();
        values["host"] = name.into();
        if let Some(base_url) = self.base_url {
            values["base_url"] = base_url.into();
        }
        if host.precompressed {
            values["precompress"] = true.into();
        }
        let values: &Map<_, _> = values.as_object().expect("an object");
        let text = skeleton::<Settings>(Settings::SCHEMA_PATH, values);
        match check_site(&text, &host::names(templates)).iter().find(|found| found.is_error()) {
            Some(error) => {
                let hint = error.hint.iter().map(|hint| format!("; {hint}"));
                Err(Error::new(error.message.clone() + &hint.collect::<String>()))
            }
            None => Ok(text),
        }
    }
}

/// Returns the path and text of the files of a project, without the schemas. `guide` is one of
/// [`GUIDE`].
///
/// # Errors
/// Returns an error if the git URL or a setting is invalid, or a template fails.
pub fn render(
    project: &NewProject<'_>,
    guide: &str,
    templates: &Templates,
) -> Result<Vec<(String, String)>> {
    let name = project.host.or_else(|| host::default_name(templates));
    let name = name.ok_or_else(|| Error::new("no default host; use `--host`"))?;
    let site_yaml = project.site_yaml(name, templates)?;
    let mut files = vec![(format!("{CONTENT}/{SITE_PATH}"), site_yaml)];
    let host = host::read(name, templates)?;
    check_git_url(project.git)?;
    let host_directory = format!("{HOSTS}/{name}/{PROJECT}");
    let host_files = host::rendered_files(&host_directory, templates);
    let context = json!({
        "host": name,
        "deployment": !host::files_of(name, templates).deployment.is_empty(),
        "host_title": host.title,
        "run": host.run,
        "stop": host.stop,
        "publish": host.publish,
        "withdrawal": host.withdrawal,
        "limitations": host.limitations,
        "guide": guide,
        "git": project.git,
        "version": project.version,
        "package": project.package,
        "is_in_repository": project.is_in_repository,
    });
    let common_files = host::rendered_files(PROJECT, templates);
    for (directory, paths) in [(PROJECT, common_files), (&host_directory, host_files)] {
        for path in paths {
            let name = format!("{directory}/{path}");
            let text = templates.render(&name, &context)?;
            let path = if path == GUIDE[0] { guide.to_owned() } else { path };
            files.push((path, text));
        }
    }
    Ok(files)
}

/// Checks the Git URL of the source, which everyone who can read the project can read. The error never
/// contains a password.
fn check_git_url(git: &str) -> Result<()> {
    if git.is_empty() {
        return Ok(());
    }
    let (scheme, rest) = git.split_once("://").unwrap_or(("ssh", git));
    let authority = rest.split(['/', '?', '#']).next().expect("a first part");
    let user = authority.rsplit_once('@').map(|(user, _)| user);
    // The user name of SSH, such as `git`, is not secret.
    if user.is_some_and(|user| scheme != "ssh" || user.contains(':')) {
        let message = "the git URL contains a user name or password";
        return Err(Error::new(message).help("delete everything before `@`: this URL is public"));
    }
    // `git@git.example.com:vitae.git` has no scheme.
    let is_complete = git.contains("://") || user.is_some();
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "@:/._~+-#".contains(c);
    let is_known = ["https", "http", "ssh", "git", "file"].contains(&scheme);
    match is_known && is_complete && !rest.is_empty() && rest.chars().all(is_allowed) {
        true => Ok(()),
        false => Err(Error::new(format!("`{git}` is not a valid git URL"))
            .help("use a URL such as `https://git.example.com/vitae.git`")),
    }
}
