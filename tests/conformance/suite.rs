//! Puts every check to a server and collects all that is not as it has to be.

use std::fmt;
use std::path::Path;

use vitae::render::host;

use crate::answer::Answer;
use crate::checks::{self, Request, Value};
use crate::deviation::{Deviation, expected};
use crate::http::{Failure, Response, exchange};
use crate::scratch::{Scratch, copy_folder};
use crate::server::Server;
use crate::site::Site;

/// A server that can be put to the test.
pub(crate) struct Candidate {
    pub(crate) name: String,
    /// Whose rules it reads.
    pub(crate) host: String,
    /// What is added to `site.yaml`.
    pub(crate) settings: String,
    pub(crate) server: host::Server,
    pub(crate) deviations: Vec<Deviation>,
}

/// Something that is not as it has to be.
#[derive(Debug)]
pub(crate) struct Finding {
    /// The check's name, or the deviation's.
    pub(crate) name: String,
    details: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.name, self.details)
    }
}

/// Serves a copy of the site after it was changed, and checks whether it answers as it has to.
/// Fails when the server does not start.
pub(crate) fn run(
    candidate: &Candidate,
    site: &Site,
    change: impl FnOnce(&Path),
) -> Result<Vec<Finding>, String> {
    let folder = Scratch::new(&candidate.host);
    copy_folder(site.folder(), folder.path());
    change(folder.path());
    let server = Server::start(&candidate.server.start, folder.path())?;
    let checks = checks::all(site);
    let mut effective = vec![false; candidate.deviations.len()];
    let mut findings = Vec::new();
    for check in &checks {
        let outcome = send(&server, &check.request);
        let differences = |wanted: &[Answer]| closest(wanted, &outcome, &server, site);
        let all: Vec<&Deviation> = candidate.deviations.iter().collect();
        let wanted = expected(check, &checks, &all);
        let mut details = differences(&wanted);
        for (index, deviation) in all.iter().enumerate() {
            let mut others = all.clone();
            others.remove(index);
            let without = expected(check, &checks, &others);
            if without == wanted {
                continue;
            }
            effective[index] = true;
            if differences(&without).is_empty() {
                details.push(format!(
                    "it no longer shows that {}: narrow that deviation, or remove it",
                    deviation.name
                ));
            } else if !details.is_empty() {
                details.push(format!("known: {}. {}", deviation.name, deviation.why));
            }
        }
        if !details.is_empty() {
            findings.push(Finding {
                name: check.name.clone(),
                details: format!(
                    "    {}\n      {}",
                    written(&check.request),
                    details.join("\n      ")
                ),
            });
        }
    }
    for (deviation, is_effective) in candidate.deviations.iter().zip(effective) {
        if !is_effective {
            findings.push(Finding {
                name: deviation.name.clone(),
                details: "      this deviation changes no check: remove it".to_owned(),
            });
        }
    }
    Ok(findings)
}

/// How the outcome differs from that wanted answer which is closest to it.
fn closest(
    wanted: &[Answer],
    outcome: &Result<Response, Failure>,
    server: &Server,
    site: &Site,
) -> Vec<String> {
    let fetch = |target: &str| exchange(server.port, "GET", target, &[]);
    wanted
        .iter()
        .map(|answer| answer.differences(outcome, site, &fetch))
        .min_by_key(Vec::len)
        .expect("at least one wanted answer")
}

fn send(server: &Server, request: &Request) -> Result<Response, Failure> {
    let fields = match &request.field {
        None => Vec::new(),
        Some((name, Value::Text(value))) => vec![(*name, (*value).to_owned())],
        Some((name, Value::TagOf(target))) => {
            let response = exchange(server.port, "GET", target, &[])?;
            let tags = response.values("etag");
            let [tag] = tags[..] else {
                let problem = format!("{target} has {} entity tags", tags.len());
                return Err(Failure::Broken(problem));
            };
            vec![(*name, tag.to_owned())]
        }
    };
    exchange(server.port, request.method, &request.target, &fields)
}

/// The request on one line, a long target cut.
fn written(request: &Request) -> String {
    let target: String = request.target.chars().take(120).collect();
    let more = if target.len() < request.target.len() {
        "..."
    } else {
        ""
    };
    let field = match &request.field {
        None => String::new(),
        Some((name, Value::Text(value))) => format!(", {name}: {value}"),
        Some((name, Value::TagOf(target))) => format!(", {name}: the tag of {target}"),
    };
    format!("{} {target}{more}{field}", request.method)
}
