//! The files of a new project: those of every one, and those that its host needs.

use serde_json::{Map, json};

use super::host::{self, HOSTS, Host, PROJECT};
use crate::document::Document;
use crate::document::site::SiteDocument;
use crate::document::skeleton::skeleton;
use crate::error::{Error, Result};
use crate::lower::SITE_PATH;
use crate::templates::{Templates, rendered_name};

/// The folder of the content in a project.
pub const CONTENT: &str = "content";

/// Where the machines that check and publish a project get vitae from.
#[derive(Debug, Clone)]
pub struct Program<'a> {
    /// The git address of its source; empty if it is not known.
    pub git: &'a str,
    /// The version of Rust that builds it.
    pub rust: &'a str,
}

/// The files of a project for `host`, else for the default one: path and text, but for the schemas.
///
/// # Errors
/// When there is no such host, the git address is none, or a template is wrong.
pub fn render(
    host: Option<&str>,
    program: &Program<'_>,
    templates: &Templates,
) -> Result<Vec<(String, String)>> {
    let name = host.or_else(|| host::default_name(templates));
    let name = name.ok_or_else(|| Error::new("there is no default host; name one"))?;
    let host = host::read(name, templates)?;
    // It becomes part of a script.
    let in_address = |c: char| c.is_ascii_alphanumeric() || "@:/._~+-".contains(c);
    if !program.git.chars().all(in_address) {
        return Err(Error::new(format!("`{}` is no git address", program.git)));
    }
    let common = format!("{PROJECT}/");
    let of_host = format!("{HOSTS}/{name}/{PROJECT}/");
    let names = |folder: &str| -> Vec<String> {
        let names = templates.below(folder.trim_end_matches('/'));
        names.map(|name| rendered_name(name).to_owned()).collect()
    };
    let path = |folder: &str, name: &str| name.strip_prefix(folder).unwrap_or(name).to_owned();
    let host_files = names(&of_host);
    let context = json!({
        "host_title": host.title,
        "host_files": host_files.iter().map(|name| path(&of_host, name)).collect::<Vec<_>>(),
        "git": program.git,
        "rust": program.rust,
    });
    let mut files = vec![(format!("{CONTENT}/{SITE_PATH}"), site(name, &host))];
    for (folder, names) in [(&common, names(&common)), (&of_host, host_files)] {
        for name in names {
            files.push((path(folder, &name), templates.render(&name, &context)?));
        }
    }
    Ok(files)
}

/// A site's settings to start from: what must be there is an example, all else is left out.
fn site(name: &str, host: &Host) -> String {
    let mut given = json!({
        "title": "Our consultants",
        "description": "Public profiles of our consultants, as structured data.",
        "contact": { "name": "Our consultants' desk", "email": "profiles@example.com" },
        "license": { "name": "Terms of use", "url": "https://example.com/terms" },
        "host": name,
    });
    let gaps = host::to_accept(host);
    if !gaps.is_empty() {
        given["accepted_gaps"] = gaps.into();
    }
    let given: Map<_, _> = given.as_object().cloned().unwrap_or_default();
    skeleton::<SiteDocument>(SiteDocument::SCHEMA_PATH, &given)
}
