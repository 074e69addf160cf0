//! The files of a new project: the common ones and those of its host.

use serde_json::{Map, json};

use super::host::{self, HOSTS, Host, PROJECT};
use crate::document::Document;
use crate::document::site::SiteDocument;
use crate::document::skeleton::skeleton;
use crate::error::{Error, Result};
use crate::lower::SITE_PATH;
use crate::source::pinned_version::Program;
use crate::templates::Templates;

/// The content directory of a project.
pub const CONTENT: &str = "content";

/// The source of a new project's `.vitae-version`.
const VERSION_FILE: &str = "project/.vitae-version";

/// Returns the path and text of the files of a project for `host` or the default host, without the
/// schemas.
///
/// # Errors
/// Returns an error if the host does not exist, the git URL is invalid, or a template fails.
pub fn render(
    host: Option<&str>,
    git: &str,
    program: &Program<'_>,
    templates: &Templates,
) -> Result<Vec<(String, String)>> {
    let name = host
        .or_else(|| host::default_name(templates))
        .ok_or_else(|| Error::new("no default host; use `--host`"))?;
    let host = host::read(name, templates)?;
    let version_file = version_file(git, program, templates)?;
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
        "git": git,
        "has_package": !program.digests.is_empty(),
    });
    let mut files = vec![(format!("{CONTENT}/{SITE_PATH}"), site(name, &host))];
    let common_files = host::rendered_files(PROJECT, templates);
    for (directory, paths) in [(PROJECT, common_files), (&host_directory, host_files)] {
        for path in paths {
            let name = format!("{directory}/{path}");
            let text = match name.as_str() {
                VERSION_FILE => version_file.clone(),
                name => templates.render(name, &context)?,
            };
            files.push((path, text));
        }
    }
    Ok(files)
}

/// Returns the text of a new `.vitae-version` for `program`, whose source is at the URL `git` unless
/// that is empty.
///
/// # Errors
/// Returns an error if the URL is invalid.
pub fn version_file(git: &str, program: &Program<'_>, templates: &Templates) -> Result<String> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "@:/._~+-".contains(c);
    if git.starts_with('-') || !git.chars().all(is_allowed) {
        return Err(Error::new(format!("`{git}` is not a valid git URL")));
    }
    templates.render(VERSION_FILE, json!({ "git": git, "program": program }))
}

/// Returns a `site.yaml` with examples for the required fields and the others commented out.
fn site(name: &str, host: &Host) -> String {
    let mut values = json!({
        "title": "Our consultants",
        "description": "Public profiles of our consultants, as structured data.",
        "contact": { "name": "Our consultants' desk", "email": "profiles@example.com" },
        "license": { "name": "Terms of use", "url": "https://example.com/terms" },
        "host": name,
    });
    let limitations = host::limitation_ids(host);
    if !limitations.is_empty() {
        values["accepted_gaps"] = limitations.into();
    }
    let values: &Map<_, _> = values.as_object().expect("an object");
    skeleton::<SiteDocument>(SiteDocument::SCHEMA_PATH, values)
}
