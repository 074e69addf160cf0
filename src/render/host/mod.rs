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
//! Templates get the routes, and as `rules` those that are not a file at their own path. A template
//! that renders `{{ no_file }}` produces no file. One that renders white space is an error: a template
//! that was saved incompletely would otherwise publish a site without its rules.
//!
//! A limitation that a host is known to have is a warning of `build`, until the site lists it under
//! `accepted_gaps`: this way a person has decided, and `--deny warnings` stays useful. `check` and
//! `serve` do not report it, because editors cannot fix it.

mod description;
mod limitation_warnings;
mod limits;

use std::sync::Arc;

use serde_json::{Value as Json, json};

pub use description::{
    Files, Host, KnownLimitation, Limits, OwnAnswer, Reading, RuleLimit, Server, default_name,
    files_of, names, read,
};
pub(super) use limitation_warnings::limitation_ids;

use limitation_warnings::limitations;
use limits::{check_files, check_rules};

use super::error_body;
use crate::bundle::{Artifact, Body, Bundle, Deployment};
use crate::diagnostic::{Diagnosed, Diagnostic};
use crate::diagnostic_code::DiagnosticCode;
use crate::discovery::API_CATALOG_TYPE;
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::model::site::Settings;
use crate::route::{Route, api_headers, cache_control, routes};
use crate::templates::{Templates, rendered_name};

/// The diagnostic codes of this phase.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 2] = [limits::CODES, limitation_warnings::CODES];

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

/// The rendered files of a host. They are reused as long as their inputs are the same.
#[derive(Debug, Default)]
pub struct RulesCache {
    inputs: Option<Inputs>,
    published: Vec<Arc<Artifact>>,
    deployment: Deployment,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Debug, PartialEq)]
struct Inputs {
    name: String,
    host: Host,
    output_name: String,
    settings: Settings,
    templates: Templates,
    routes: Vec<Route>,
}

/// Adds the files of host `name` to the bundle. `output_name` is the name of the output directory.
///
/// # Errors
/// Returns an error if the host does not exist, one of its files is invalid or has the path of
/// another published file, or the name of the output directory cannot be used in a configuration.
pub fn render(
    name: &str,
    output_name: &str,
    settings: &Settings,
    templates: &Templates,
    mut bundle: Bundle,
    cache: &mut RulesCache,
) -> Result<Diagnosed<Bundle>> {
    let host = read(name, templates)?;
    let inputs = Inputs {
        name: name.to_owned(),
        host: host.clone(),
        output_name: output_name.to_owned(),
        settings: settings.clone(),
        templates: templates.clone(),
        routes: routes(&bundle),
    };
    if cache.inputs.as_ref() != Some(&inputs) {
        *cache = inputs.render()?;
    }
    for file in &cache.published {
        bundle.insert(Arc::clone(file))?;
    }
    bundle.deployment = cache.deployment.clone();
    let mut diagnostics = cache.diagnostics.clone();
    check_files(&host, &bundle, &mut diagnostics);
    Ok(Diagnosed::new(Some(bundle), diagnostics))
}

impl Inputs {
    fn render(self) -> Result<RulesCache> {
        let Self { name, host, .. } = &self;
        if !files_of(name, &self.templates).deployment.is_empty() {
            check_output_name(&self.output_name)?;
        }
        let mut diagnostics = Vec::new();
        let compact = check_rules(host, self.rules().count(), &mut diagnostics);
        let context = self.context(compact)?;
        let render = |part| files(&format!("{HOSTS}/{name}/{part}"), &self.templates, &context);
        Ok(RulesCache {
            published: render(PUBLIC)?,
            deployment: Deployment {
                host: name.clone(),
                files: render(CONFIG)?,
                limitations: limitations(host, &self.settings),
                precompressed: self.precompress(),
                modification_times: host.modification_times,
            },
            diagnostics,
            inputs: Some(self),
        })
    }

    /// Returns the routes that need a rule: those that are not a file at their own path.
    fn rules(&self) -> impl Iterator<Item = &Route> {
        self.routes.iter().filter(|route| !route.is_own_file)
    }

    fn precompress(&self) -> bool {
        self.settings.precompress && self.host.precompressed
    }

    /// Returns the variables of the templates. `templates/hosts/README.md` documents each of them.
    fn context(&self, compact: bool) -> Result<Json> {
        let settings = &self.settings;
        Ok(json!({
            "host": self.name,
            "title": settings.title,
            "dist": format!("../../{}", self.output_name),
            "rules": self.rules().collect::<Vec<_>>(),
            "routes": self.routes,
            "errors": error_body::contexts()?,
            "compact": compact,
            "api_headers": api_headers(settings),
            "cache_control": cache_control(settings),
            "indexing": settings.indexing,
            "id_pattern": format!("[a-z0-9-]{{1,{}}}", ConsultantId::MAX_LENGTH),
            "json": super::JSON,
            "no_file": NO_FILE,
            "api_catalog_type": API_CATALOG_TYPE,
            "profile_schema": super::schema::profile_schema_path(),
            "precompress": self.precompress(),
            "rate_limit": settings.rate_limit.map(|limit| json!({
                "requests": limit.requests,
                "seconds": limit.seconds,
            })),
        }))
    }
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
fn files(directory: &str, templates: &Templates, context: &Json) -> Result<Vec<Arc<Artifact>>> {
    let mut files = Vec::new();
    for template in templates.below(directory) {
        let name = rendered_name(template);
        let rendered = templates.render(name, context)?;
        match rendered.trim().trim_matches('"') {
            NO_FILE => continue,
            "" => {
                return Err(Error::new(format!(
                    "the template `{template}` renders an empty file; restore or remove it, or use \
                     `{{{{ no_file }}}}` for no file"
                )));
            }
            _ => {}
        }
        let path = name.strip_prefix(directory).unwrap_or(name);
        let path = path.trim_start_matches('/');
        files.push(Arc::new(Artifact {
            path: path.to_owned(),
            media_type: media_type(path),
            endpoints: Vec::new(),
            body: Body::Bytes(rendered.into_bytes()),
        }));
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
