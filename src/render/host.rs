//! The rules by which a host answers the routes. A host is a folder of templates:
//! `hosts/<host>/host.yaml` and what it publishes below `hosts/<host>/public/`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;

use crate::bundle::{Artifact, Body, Bundle};
use crate::diagnostic::{Diagnostic, Report};
use crate::discovery::API_CATALOG_TYPE;
use crate::error::{Error, Result};
use crate::lower::SITE_PATH;
use crate::model::site::Settings;
use crate::route::{Route, api_headers, routes};
use crate::rule::rules;
use crate::templates::{Templates, rendered_name};

rules! {
    error TOO_MANY_RULES = "too-many-rules";
    warning COMPACT_RULES = "compact-rules";
    error TOO_MANY_FILES = "too-many-files";
}

/// The folder of all hosts among the templates.
pub(super) const HOSTS: &str = "hosts";

/// `host.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// The host's name for people.
    pub title: String,
    /// Where its rules are documented.
    pub documentation: String,
    /// What it cannot exceed.
    #[serde(default)]
    pub limits: Limits,
}

/// What a host cannot exceed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Rules: routes that are not their own file.
    pub rules: Option<RuleLimit>,
    /// Files in one folder.
    pub files_per_directory: Option<usize>,
}

/// How many rules a host takes, and what happens above.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleLimit {
    /// At most so many exact rules.
    pub max: usize,
    /// If the templates have a compact form for more: what it cannot keep, told as a warning.
    pub compact: Option<String>,
}

/// The names of the hosts there are templates for.
pub fn names(templates: &Templates) -> Vec<String> {
    let has_file = |name: &String| {
        templates
            .get(&format!("{HOSTS}/{name}/host.yaml"))
            .is_some()
    };
    templates
        .folders(HOSTS)
        .into_iter()
        .filter(has_file)
        .collect()
}

/// The name of the host for sites that name none.
pub fn default_name(templates: &Templates) -> Option<&str> {
    templates.get(&format!("{HOSTS}/default")).map(str::trim)
}

/// What `host.yaml` says of host `name`.
///
/// # Errors
/// When there is no such host, or its file is wrong.
pub fn read(name: &str, templates: &Templates) -> Result<Host> {
    let file = format!("{HOSTS}/{name}/host.yaml");
    let text = templates.get(&file).ok_or_else(|| {
        let known = names(templates).join(", ");
        Error::new(format!(
            "there are no rules for a host named `{name}`; there are {known}"
        ))
    })?;
    serde_yaml::from_str(text)
        .map_err(|error| Error::with_source(format!("`{file}` is wrong"), error))
}

/// A host's files as they were rendered last. They are taken over as long as what they were made
/// from is the same.
#[derive(Debug, Default)]
pub struct Rules {
    made_from: Option<Ingredients>,
    files: Vec<Arc<Artifact>>,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Debug, PartialEq)]
struct Ingredients {
    host: Host,
    folder: String,
    settings: Settings,
    templates: Templates,
    routes: Vec<Route>,
}

/// Adds the rules of host `name` to the bundle; `rules` are those of the last time.
///
/// # Errors
/// When there is no such host, its folder is wrong, or its files would replace published ones.
pub fn render(
    name: &str,
    settings: &Settings,
    templates: &Templates,
    mut bundle: Bundle,
    rules: &mut Rules,
) -> Result<Report<Bundle>> {
    let host = read(name, templates)?;
    let ingredients = Ingredients {
        host: host.clone(),
        folder: format!("{HOSTS}/{name}/public"),
        settings: settings.clone(),
        templates: templates.clone(),
        routes: routes(&bundle),
    };
    if rules.made_from.as_ref() != Some(&ingredients) {
        *rules = Rules::new(ingredients)?;
    }
    for file in &rules.files {
        bundle.insert(Arc::clone(file))?;
    }
    let mut diagnostics = rules.diagnostics.clone();
    exceeds_files(&host, &bundle, &mut diagnostics);
    Ok(Report::new(Some(bundle), diagnostics))
}

impl Rules {
    fn new(made_from: Ingredients) -> Result<Self> {
        let Ingredients {
            host,
            folder: public,
            settings,
            templates,
            routes,
        } = &made_from;
        let rules: Vec<&Route> = routes.iter().filter(|route| !route.is_own_file).collect();
        let mut diagnostics = Vec::new();
        let compact = exceeds_rules(host, rules.len(), &mut diagnostics);
        let context = json!({
            "rules": rules,
            "routes": routes,
            "compact": compact,
            "api_headers": api_headers(settings),
            "indexing": settings.indexing,
            "api_catalog_type": API_CATALOG_TYPE,
        });
        let mut files = Vec::new();
        let folder = format!("{public}/");
        for template in templates.below(public) {
            let template = rendered_name(template);
            let rendered = templates.render(template, &context)?;
            // A file that has nothing to say in this case is not published.
            if rendered.trim().is_empty() {
                continue;
            }
            let path = template
                .strip_prefix(&folder)
                .unwrap_or(template)
                .to_owned();
            files.push(Arc::new(Artifact {
                media_type: media_type(&path),
                path,
                addresses: Vec::new(),
                body: Body::Bytes(rendered.into_bytes()),
            }));
        }
        Ok(Self {
            made_from: Some(made_from),
            files,
            diagnostics,
        })
    }
}

/// Whether the compact form is needed.
fn exceeds_rules(host: &Host, count: usize, diagnostics: &mut Vec<Diagnostic>) -> bool {
    let Some(limit) = host.limits.rules.as_ref().filter(|limit| count > limit.max) else {
        return false;
    };
    let title = &host.title;
    let message = format!(
        "{title} takes {} exact rules, this content needs {count}",
        limit.max
    );
    let (rule, hint) = match &limit.compact {
        Some(consequence) => (&COMPACT_RULES, consequence.trim().to_owned()),
        None => (&TOO_MANY_RULES, "choose another host".to_owned()),
    };
    diagnostics.push(Diagnostic::file(rule, SITE_PATH, message).hint(hint));
    limit.compact.is_some()
}

fn exceeds_files(host: &Host, bundle: &Bundle, diagnostics: &mut Vec<Diagnostic>) {
    let Some(max) = host.limits.files_per_directory else {
        return;
    };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for artifact in bundle.iter() {
        let folder = artifact
            .path
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        *counts.entry(folder).or_default() += 1;
    }
    for (folder, count) in counts.into_iter().filter(|(_, count)| *count > max) {
        let title = &host.title;
        let message =
            format!("{title} takes {max} files in one folder, `{folder}` would have {count}");
        let diagnostic = Diagnostic::file(&TOO_MANY_FILES, SITE_PATH, message);
        diagnostics.push(diagnostic.hint("choose another host"));
    }
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html",
        Some("json") => super::JSON,
        _ => "text/plain",
    }
}
