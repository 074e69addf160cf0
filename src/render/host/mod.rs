//! The rules by which a host answers the routes. A host is a folder of templates,
//! `hosts/<host>/`: `host.yaml`, what it publishes below `public/`, and what it reads from outside
//! the published folder below `config/`.

mod description;
mod limitation_warnings;
mod limits;

use std::sync::Arc;

use serde_json::{Value as Json, json};

pub use description::{
    Files, Host, KnownLimitation, Limits, OwnAnswer, Reading, RuleLimit, Server, default_name,
    files_of, names, read,
};
pub(super) use limitation_warnings::to_accept;

use limitation_warnings::limitations;
use limits::{exceeds_files, exceeds_rules};

use crate::bundle::{Artifact, Body, Bundle, Deployment};
use crate::diagnostic::{Diagnosed, Diagnostic};
use crate::diagnostic_code::DiagnosticCode;
use crate::discovery::API_CATALOG_TYPE;
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::model::site::Settings;
use crate::route::{Route, api_headers, cache_control, routes};
use crate::templates::{Templates, rendered_name};

/// The rules of this phase.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 2] = [limits::CODES, limitation_warnings::CODES];

/// The folder of all hosts among the templates.
pub(super) const HOSTS: &str = "hosts";
/// In a host's folder: what is published.
const PUBLIC: &str = "public";
/// In a host's folder: what the host reads from outside the published folder.
const CONFIG: &str = "config";
/// What is in a new project: in a host's folder, and among the templates for every host.
pub(super) const PROJECT: &str = "project";

/// A host's files as they were rendered last. They are taken over as long as what they were made
/// from is the same.
#[derive(Debug, Default)]
pub struct Rules {
    made_from: Option<Ingredients>,
    published: Vec<Arc<Artifact>>,
    deployment: Deployment,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Debug, PartialEq)]
struct Ingredients {
    name: String,
    host: Host,
    published_folder: String,
    settings: Settings,
    templates: Templates,
    routes: Vec<Route>,
}

/// Adds the rules of host `name` to the bundle; `rules` are those of the last time, and
/// `published_folder` is the name of the folder that the bundle will be.
///
/// # Errors
/// When there is no such host, its folder is wrong, its files would replace published ones, or they
/// cannot name the published folder.
pub fn render(
    name: &str,
    published_folder: &str,
    settings: &Settings,
    templates: &Templates,
    mut bundle: Bundle,
    rules: &mut Rules,
) -> Result<Diagnosed<Bundle>> {
    let host = read(name, templates)?;
    let ingredients = Ingredients {
        name: name.to_owned(),
        host: host.clone(),
        published_folder: published_folder.to_owned(),
        settings: settings.clone(),
        templates: templates.clone(),
        routes: routes(&bundle),
    };
    if rules.made_from.as_ref() != Some(&ingredients) {
        *rules = Rules::new(ingredients)?;
    }
    for file in &rules.published {
        bundle.insert(Arc::clone(file))?;
    }
    bundle.deployment = rules.deployment.clone();
    let mut diagnostics = rules.diagnostics.clone();
    exceeds_files(&host, &bundle, &mut diagnostics);
    Ok(Diagnosed::new(Some(bundle), diagnostics))
}

impl Rules {
    fn new(made_from: Ingredients) -> Result<Self> {
        let Ingredients {
            name,
            host,
            published_folder,
            settings,
            templates,
            routes,
        } = &made_from;
        if !files_of(name, templates).deployment.is_empty() {
            refuse_unwritable(published_folder)?;
        }
        let rules: Vec<&Route> = routes.iter().filter(|route| !route.is_own_file).collect();
        let mut diagnostics = Vec::new();
        let compact = exceeds_rules(host, rules.len(), &mut diagnostics);
        let precompressed = settings.precompress && host.precompressed;
        // What templates are given: `templates/hosts/README.md` explains each.
        let context = json!({
            "host": name,
            "title": settings.title,
            "dist": format!("../../{published_folder}"),
            "rules": rules,
            "routes": routes,
            "compact": compact,
            "api_headers": api_headers(settings),
            "cache_control": cache_control(settings),
            "indexing": settings.indexing,
            "id_pattern": format!("[a-z0-9-]{{1,{}}}", ConsultantId::MAX_LENGTH),
            "json": super::JSON,
            "api_catalog_type": API_CATALOG_TYPE,
            "profile_schema": super::schema::profile_schema_path(),
            "precompress": precompressed,
            "rate_limit": settings.rate_limit.map(|limit| json!({
                "requests": limit.requests,
                "seconds": limit.seconds,
            })),
        });
        let folder = |part| format!("{HOSTS}/{name}/{part}");
        let deployment = Deployment {
            host: name.clone(),
            files: files(&folder(CONFIG), templates, &context)?,
            limitations: limitations(host, settings),
            precompressed,
            modification_times: host.modification_times,
        };
        Ok(Self {
            published: files(&folder(PUBLIC), templates, &context)?,
            deployment,
            made_from: Some(made_from),
            diagnostics,
        })
    }
}

/// Refuses a name of the published folder that would mean something else in the scripts and
/// configurations which name it: each of their languages has quotes of its own.
fn refuse_unwritable(published_folder: &str) -> Result<()> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    if published_folder.chars().all(is_plain) && !published_folder.starts_with('-') {
        return Ok(());
    }
    Err(Error::new(format!(
        "the host's own files have to name the published folder, so its name can have only the \
         letters a to z, digits, `.`, `_` and `-`, the last one not at its start: {published_folder:?} \
         cannot be"
    )))
}

/// The files that the templates below `folder` make. One that has nothing to say in this case is
/// no file.
fn files(folder: &str, templates: &Templates, context: &Json) -> Result<Vec<Arc<Artifact>>> {
    let mut files = Vec::new();
    for template in templates.below(folder) {
        let template = rendered_name(template);
        let rendered = templates.render(template, context)?;
        let path = template.strip_prefix(folder).unwrap_or(template);
        let path = path.trim_start_matches('/').to_owned();
        if !rendered.trim().is_empty() {
            files.push(Arc::new(Artifact {
                media_type: media_type(&path),
                path,
                addresses: Vec::new(),
                body: Body::Bytes(rendered.into_bytes()),
            }));
        }
    }
    Ok(files)
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html",
        Some("json") => super::JSON,
        _ => "text/plain",
    }
}
