//! Renders the files of a host, such as the rules for its routes.
//!
//! A host is a directory of templates, `hosts/<host>/`:
//!
//! - `host.yaml` describes the host.
//! - `public/**` is published with the site.
//! - `config/**` is written to `deploy/<host>/`, beside the output directory, on each build. The host
//!   reads it from there; nothing of it is published.
//! - `project/**` is added to a new project.
//!
//! Templates get all routes as `routes`, and those that are not a file at their own path as `rules`. A template
//! that renders `{{ no_file }}` produces no file. One that renders no visible character is an error: a template
//! that was saved incompletely would otherwise publish a site without its rules.
//!
//! `vitae hosts <host>` lists the limitations of a host: the points in which it differs from the interface.

mod description;
mod limits;

use std::sync::Arc;

use minijinja::value::Serde;
use minijinja::{Value, context};

pub(super) use description::rendered_files;
pub use description::{
    Files, Host, Limitation, Limits, OwnAnswer, Reading, RuleLimit, Server, default_name, files_of,
    names, read,
};
pub use limits::{Counts, check_counts, check_settings, check_size, needs_compact_rules};

use super::error_body;
use crate::bundle::{Artifact, Deployment};
use crate::characters::is_blank;
use crate::diagnostic_code::DiagnosticCode;
use crate::discovery::API_CATALOG_TYPE;
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::model::settings::Settings;
use crate::route::{Header, Route, Routes, cache_control, preflight_headers};
use crate::templates::{Templates, rendered_name};

/// The diagnostic codes of this phase.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 1] = [limits::CODES];

/// The directory of all hosts among the templates.
pub(super) const HOSTS: &str = "hosts";
/// In a host's directory: the published files.
const PUBLIC: &str = "public";
/// In a host's directory: the files that the host reads from outside the output directory.
const CONFIG: &str = "config";
/// The value of `no_file` in templates. It needs no escaping in any format; in JSON it has quotes.
const NO_FILE: &str = "vitae:no-file";
/// The files of a new project: in a host's directory, and among the templates for every host.
pub(super) const PROJECT: &str = "project";

/// What the rules of a host are rendered from.
pub struct RulesInput<'a> {
    /// The name of the host.
    pub name: &'a str,
    /// The content of `host.yaml`.
    pub host: &'a Host,
    /// The name of the output directory.
    pub output_name: &'a str,
    /// The settings of the site.
    pub settings: &'a Settings,
    /// The headers of every response.
    pub headers: &'a [Header],
    /// The embedded templates, overlaid with those of the project.
    pub templates: &'a Templates,
    /// What clients see.
    pub routes: &'a Arc<Routes>,
    /// Whether the site needs more rules than the host supports.
    pub compact: bool,
}

/// Returns the files of a host: those that are published, and those that it reads from outside the
/// output directory.
///
/// # Errors
/// Returns an error if one of the files is invalid, or if the name of the output directory cannot be
/// used in a configuration.
pub fn render(input: &RulesInput<'_>) -> Result<(Vec<Artifact>, Deployment)> {
    let RulesInput { name, templates, .. } = input;
    if !files_of(name, templates).deployment.is_empty() {
        check_output_name(input.output_name)?;
    }
    let context = input.context()?;
    let render = |part| files(&format!("{HOSTS}/{name}/{part}"), templates, &context);
    let deployment = Deployment { host: (*name).to_owned(), files: render(CONFIG)? };
    Ok((render(PUBLIC)?, deployment))
}

impl RulesInput<'_> {
    /// Returns the variables of the templates. `templates/hosts/README.md` documents each of them.
    fn context(&self) -> Result<Value> {
        let settings = self.settings;
        let routes = |select: fn(&Route) -> bool| {
            let routes = Arc::clone(self.routes);
            // Templates that loop over the routes get them one by one.
            Value::make_iterable(move || {
                routes.iter().filter(select).map(|route| Value::from(Serde(route)))
            })
        };
        let documents = self.routes.of_site().iter().filter(|route| route.is_own_file);
        Ok(context! {
            host => self.name,
            title => settings.title.as_str(),
            dist => format!("../../{}", self.output_name),
            rules => routes(|route| !route.is_own_file),
            routes => routes(|_| true),
            documents => Serde(documents.collect::<Vec<_>>()),
            errors => Serde(error_body::contexts()?),
            compact => self.compact,
            api_headers => Serde(self.headers),
            preflight_headers => Serde(preflight_headers()),
            cache_control => cache_control(settings),
            id_pattern => format!("[a-z0-9-]{{1,{}}}", ConsultantId::MAX_LENGTH),
            json => super::JSON,
            no_file => NO_FILE,
            api_catalog_type => API_CATALOG_TYPE,
            precompress => precompress(self.host, settings),
            rate_limit => Serde(settings.rate_limit.as_ref()),
        })
    }
}

/// Returns whether compressed forms of documents are published.
pub fn precompress(host: &Host, settings: &Settings) -> bool {
    settings.precompress && host.precompressed
}

/// Rejects names of the output directory that would need quotes in a host's files: scripts and
/// configurations quote in different ways.
fn check_output_name(name: &str) -> Result<()> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    if name.chars().all(is_plain) && !name.starts_with('-') {
        return Ok(());
    }
    Err(Error::new(format!(
        "{name:?} cannot be the name of the output directory for this host: its files contain the \
         name, so use only the letters a to z, digits, `.`, `_` and `-`, and no `-` at the start"
    )))
}

/// Renders the templates below `directory`, except those that render `no_file`.
fn files(directory: &str, templates: &Templates, context: &Value) -> Result<Vec<Artifact>> {
    let mut files = Vec::new();
    for template in templates.below(directory) {
        let name = rendered_name(template);
        let rendered = templates.render(name, context)?;
        match rendered.trim().trim_matches('"') {
            NO_FILE => continue,
            text if is_blank(text) => {
                return Err(Error::new(format!(
                    "the template `{template}` renders an empty file; restore or remove it, or use \
                     `{{{{ no_file }}}}` for no file"
                )));
            }
            _ => {}
        }
        let path = name.strip_prefix(directory).unwrap_or(name);
        let path = path.trim_start_matches('/');
        files.push(Artifact {
            path: path.to_owned(),
            media_type: media_type(path),
            endpoints: Vec::new(),
            body: rendered.into(),
        });
    }
    Ok(files)
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html",
        Some("json") => super::JSON,
        _ => "text/plain",
    }
}
