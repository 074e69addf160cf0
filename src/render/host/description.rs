//! Reads `hosts/<host>/host.yaml`: a host's title, limits, limitations and test server.

use regex::Regex;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::{CONFIG, HOSTS, PROJECT, PUBLIC};
use crate::bundle::ModificationTimes;
use crate::did_you_mean::did_you_mean;
use crate::error::{self, Error};
use crate::templates::{Templates, rendered_name};

/// The content of `host.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// The name to show to people.
    pub title: String,
    /// Who the host is for, and its requirements.
    pub summary: String,
    /// The URL of the documentation of the host's rules.
    pub documentation: String,
    /// How to serve a build on the own machine: shell commands and comments, one a line. Empty if the host
    /// runs only at its vendor.
    #[serde(default)]
    pub run: Vec<String>,
    /// How to stop what `run` starts. Empty if it runs in the foreground.
    #[serde(default)]
    pub stop: Vec<String>,
    /// How to publish a build on the host: shell commands and comments, one a line. Empty if the host
    /// needs no more than the build.
    #[serde(default)]
    pub publish: Vec<String>,
    /// What can still serve withdrawn profiles after a build is published, each with what to do. Caches
    /// are not listed: every site has them.
    #[serde(default)]
    pub withdrawal: Vec<String>,
    /// The form of the URL of a former deploy. Absent if the host has no such URLs.
    pub former_deploy: Option<String>,
    /// A text on the page that the host sends while it has paused the site. Absent if none is known.
    pub paused_page: Option<String>,
    /// Why the rules have not been tested on the real host; absent if they have.
    pub unverified: Option<String>,
    /// The host's limits.
    #[serde(default)]
    pub limits: Limits,
    /// Whether the host serves the precompressed `.gz` files.
    #[serde(default)]
    pub precompressed: bool,
    /// How the modification times of published files are set.
    #[serde(default)]
    pub modification_times: ModificationTimes,
    /// Whether the templates render the site's rate limit.
    #[serde(default)]
    pub rate_limit: bool,
    /// Where the host differs from the interface.
    #[serde(default)]
    pub limitations: Vec<Limitation>,
    /// How the tests start the server; absent if it runs only at its vendor.
    pub server: Option<Server>,
}

/// The limits of a host.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The number of rules, one for each route that is not a file at its own path. Absent if the
    /// host's rules do not grow with the content.
    pub rules: Option<RuleLimit>,
    /// The number of files.
    pub files: Option<usize>,
    /// The number of files in one directory.
    pub files_per_directory: Option<usize>,
    /// The size of a file, in bytes.
    pub file_bytes: Option<usize>,
}

/// The number of rules that a host supports.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RuleLimit {
    /// The largest number of exact rules.
    pub max: usize,
    /// The consequence of the compact rules that the templates render above the limit, shown as a
    /// warning. Absent if the templates have no compact rules.
    pub compact: Option<String>,
}

/// A limitation of a host. The description is exact, so that every other difference from the
/// interface is still found.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Limitation {
    /// The identifier: lower-case letters, digits and hyphens.
    pub id: String,
    /// What the host does, without a capital letter and a period: `a trailing slash is ignored`.
    pub title: String,
    /// What this means for a client, as a sentence.
    pub consequence: String,
    /// Set if the host treats the target of a request as a different one.
    pub reads: Option<Reading>,
    /// Set if the host responds to some requests by itself.
    pub answers: Option<OwnAnswer>,
}

/// The target for which a host takes a requested one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// A regular expression that matches parts of the target: the path and the query.
    #[serde(deserialize_with = "pattern")]
    pub pattern: String,
    /// The replacement for each match; `$1` is the first group.
    #[serde(rename = "as")]
    pub replacement: String,
}

/// A response that the host sends itself; only its status is known.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OwnAnswer {
    /// A regular expression that matches the path of the request, without the query.
    #[serde(deserialize_with = "pattern")]
    pub path: String,
    /// The methods of the request; empty for all methods.
    #[serde(default)]
    pub methods: Vec<String>,
    /// The status code.
    pub status: u16,
}

/// How the tests start the server. `templates/hosts/README.md` documents the script's environment.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// The required programs; a name with a slash is a path below the repository's root.
    pub needs: Vec<String>,
    /// How to install them.
    pub install: String,
    /// A script for `sh -e` that stays in the foreground.
    pub start: String,
}

/// The names of the files that a host's templates can render. Some are not produced for each site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Files {
    /// Files in the output directory.
    pub published: Vec<String>,
    /// Files in `deploy/<host>/`.
    pub deployment: Vec<String>,
    /// Files in a new project.
    pub project: Vec<String>,
}

/// Returns the names of the files that the templates of host `name` render.
pub fn files_of(name: &str, templates: &Templates) -> Files {
    let files = |part| rendered_files(&format!("{HOSTS}/{name}/{part}"), templates);
    Files { published: files(PUBLIC), deployment: files(CONFIG), project: files(PROJECT) }
}

/// Returns the names of the files that the templates below `directory` render, relative to it.
pub(in crate::render) fn rendered_files(directory: &str, templates: &Templates) -> Vec<String> {
    let names = templates.below(directory).map(rendered_name);
    let names = names.filter_map(|name| name.strip_prefix(directory)?.strip_prefix('/'));
    names.map(str::to_owned).collect()
}

fn pattern<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let pattern = String::deserialize(deserializer)?;
    match Regex::new(&pattern) {
        Ok(_) => Ok(pattern),
        Err(error) => Err(D::Error::custom(error)),
    }
}

fn description_file(name: &str) -> String {
    format!("{HOSTS}/{name}/host.yaml")
}

/// Returns the names of the hosts that have templates.
pub fn names(templates: &Templates) -> Vec<String> {
    let mut names = templates.directories(HOSTS);
    names.retain(|name| templates.get(&description_file(name)).is_some());
    names
}

/// Returns the name of the host for sites that do not name one.
pub fn default_name(templates: &Templates) -> Option<&str> {
    templates.get(&format!("{HOSTS}/default")).map(str::trim)
}

/// Reads the `host.yaml` of host `name`.
///
/// # Errors
/// Returns an error if the host does not exist or its file is invalid.
pub fn read(name: &str, templates: &Templates) -> error::Result<Host> {
    let file = description_file(name);
    let text = templates.get(&file).ok_or_else(|| {
        let error = Error::new(format!("`{name}` is not a supported host"));
        match did_you_mean(name, names(templates).iter().map(String::as_str)) {
            Some(meant) => error.help(format!("did you mean `{meant}`?")),
            None => error.help("`vitae hosts` lists the hosts"),
        }
    })?;
    serde_yaml::from_str(text)
        .map_err(|error| Error::with_source(format!("`templates/{file}` is invalid"), error))
}
