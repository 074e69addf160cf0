//! `hosts/<host>/host.yaml`: what a host is, what it takes, and what it cannot do.

use regex::Regex;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::{CONFIG, HOSTS, PROJECT, PUBLIC};
use crate::bundle::ModificationTimes;
use crate::diagnostic::did_you_mean;
use crate::error::{self, Error};
use crate::templates::{Templates, rendered_name};

/// `host.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// The host's name for people.
    pub title: String,
    /// For whom it is, and what has to be known first.
    pub summary: String,
    /// Where its rules are documented.
    pub documentation: String,
    /// Why nobody has tried it on the real thing, if so.
    #[serde(default)]
    pub unverified: Option<String>,
    /// What it cannot exceed.
    #[serde(default)]
    pub limits: Limits,
    /// Whether it sends the `.gz` and `.br` files beside a file to whoever takes them.
    #[serde(default)]
    pub precompressed: bool,
    /// What the modification times of published files are.
    #[serde(default)]
    pub modification_times: ModificationTimes,
    /// Whether its templates render the site's rate limit.
    #[serde(default)]
    pub rate_limit: bool,
    /// What the interface promises and the host cannot keep.
    #[serde(default)]
    pub gaps: Vec<KnownLimitation>,
    /// How the real server is started, to be put to the test; none if it runs nowhere but at its
    /// vendor's.
    #[serde(default)]
    pub server: Option<Server>,
}

/// What a host cannot exceed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Rules: routes that are not their own file. Without it, the rules are constant in number.
    pub rules: Option<RuleLimit>,
    /// Files in all.
    pub files: Option<usize>,
    /// Files in one folder.
    pub files_per_directory: Option<usize>,
    /// Bytes of one file.
    pub file_bytes: Option<usize>,
}

/// How many rules a host takes, and what happens above.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RuleLimit {
    /// At most so many exact rules.
    pub max: usize,
    /// If the templates have a compact form for more: what it cannot keep, told as a warning.
    pub compact: Option<String>,
}

/// What the interface promises and a host cannot keep: so exactly that any other difference is
/// still found.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct KnownLimitation {
    /// By which a site accepts it: lower-case letters, digits and hyphens.
    #[serde(deserialize_with = "identifier")]
    pub id: String,
    /// What the host does, as half a sentence: `a slash at the end of a path is ignored`.
    pub title: String,
    /// What that means for whoever asks.
    pub consequence: String,
    /// If it takes the path of a request for another one.
    #[serde(default)]
    pub reads: Option<Reading>,
    /// If it answers some requests in its own way.
    #[serde(default)]
    pub answers: Option<OwnAnswer>,
}

/// What a path is taken for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// A regular expression for parts of the path, without the query.
    #[serde(deserialize_with = "pattern")]
    pub pattern: String,
    /// What each is read as; `$1` stands for the first group.
    #[serde(rename = "as")]
    pub replacement: String,
}

/// An answer of which nothing but the status is known.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OwnAnswer {
    /// A regular expression that the path, without the query, has to hold.
    #[serde(deserialize_with = "pattern")]
    pub path: String,
    /// If it answers only requests with one of these methods so.
    #[serde(default)]
    pub methods: Vec<String>,
    /// The status code.
    #[serde(deserialize_with = "status")]
    pub status: u16,
}

/// How the real server is started. `templates/hosts/README.md` says what the script is given.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Programs that have to be there; with a slash, files below the repository's root.
    pub needs: Vec<String>,
    /// How to get them.
    pub install: String,
    /// A script for `sh -e` that stays in the foreground.
    pub start: String,
}

/// The files that a host's templates make, by name. One that has nothing to say of a site is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Files {
    /// In the published folder.
    pub published: Vec<String>,
    /// Beside it, in `deploy/<host>/`.
    pub deployment: Vec<String>,
    /// In a new project.
    pub project: Vec<String>,
}

/// The files that the templates of host `name` make.
pub fn files_of(name: &str, templates: &Templates) -> Files {
    let files = |part| {
        let folder = format!("{HOSTS}/{name}/{part}");
        let names = templates.below(&folder).map(rendered_name);
        let below = names.filter_map(|name| name.strip_prefix(&folder)?.strip_prefix('/'));
        below.map(str::to_owned).collect()
    };
    Files {
        published: files(PUBLIC),
        deployment: files(CONFIG),
        project: files(PROJECT),
    }
}

fn identifier<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let id = String::deserialize(deserializer)?;
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || !id.chars().all(is_allowed) {
        let problem = format!("`{id}` is not of lower-case letters, digits and hyphens");
        return Err(D::Error::custom(problem));
    }
    Ok(id)
}

fn pattern<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let pattern = String::deserialize(deserializer)?;
    match Regex::new(&pattern) {
        Ok(_) => Ok(pattern),
        Err(error) => Err(D::Error::custom(error)),
    }
}

/// RFC 9110, §15.
fn status<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let status = u16::deserialize(deserializer)?;
    if !(100..600).contains(&status) {
        return Err(D::Error::custom(format!("{status} is no status code")));
    }
    Ok(status)
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
pub fn read(name: &str, templates: &Templates) -> error::Result<Host> {
    let file = format!("{HOSTS}/{name}/host.yaml");
    let text = templates.get(&file).ok_or_else(|| {
        let known = names(templates);
        let hint = match did_you_mean(name, known.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("there are {}", known.join(", ")),
        };
        Error::new(format!("there is no `templates/{file}`; {hint}"))
    })?;
    serde_yaml::from_str(text)
        .map_err(|error| Error::with_source(format!("`templates/{file}` is wrong"), error))
}
