//! Sends checks to a server and collects the findings.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use vitae::entry::FileKind;
use vitae::model::id::ConsultantId;
use vitae::render::host;
use vitae::verify::check::{Check, Group};
use vitae::verify::evaluation::{Evaluation, Evaluator, Verdict};
use vitae::verify::exchange::{Exchange as _, Request, Response, TransportError};
use vitae::verify::expected_limitation::ExpectedLimitation;
use vitae::verify::table;

use crate::copied_directory::copy_directory;
use crate::http::Local;
use crate::scratch::Scratch;
use crate::server::Server;
use crate::site::{Site, all_checks};

/// A server to test.
pub(crate) struct Candidate {
    pub(crate) name: String,
    /// The host whose rules the server reads.
    pub(crate) host: String,
    /// Settings that are appended to `site.yaml`.
    pub(crate) settings: String,
    /// The language of the site, if it is another one than that of the profiles.
    pub(crate) language: Option<&'static str>,
    pub(crate) server: host::Server,
    /// The limitations of the server.
    pub(crate) limitations: Vec<ExpectedLimitation>,
}

/// A difference from the interface that is not a limitation, or an obsolete limitation.
#[derive(Debug)]
pub(crate) struct Finding {
    /// The name of the check or limitation.
    pub(crate) name: String,
    details: String,
}

/// The outcome of one check.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) group: Group,
    pub(crate) verdict: Verdict,
}

/// The results of all checks.
#[derive(Debug, Default)]
pub(crate) struct Results {
    pub(crate) findings: Vec<Finding>,
    pub(crate) outcomes: Vec<Outcome>,
}

/// The number of bytes of a body that a finding shows.
const SHOWN: usize = 100;

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.name, self.details)
    }
}

impl Results {
    pub(crate) fn has_found(&self, name: &str) -> bool {
        self.findings.iter().any(|finding| finding.name == name)
    }

    /// Returns the text of all findings.
    pub(crate) fn list(&self) -> String {
        let findings: Vec<String> = self.findings.iter().map(Finding::to_string).collect();
        findings.join("\n")
    }
}

/// Changes a copy of the site and serves it until the returned server is dropped.
///
/// # Errors
/// Returns the output of the server if it does not start.
pub(crate) fn serve(
    candidate: &Candidate,
    site: &Site,
    change: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<(Server, Scratch), String> {
    let directory = Scratch::new(&candidate.host);
    copy_directory(site.directory(), directory.path());
    change(directory.path())?;
    let server = Server::start(&candidate.server.start, directory.path())?;
    Ok((server, directory))
}

/// Sends every check to a candidate. A limitation that affects no check, or that no longer occurs
/// in a check, is a finding, too.
///
/// # Errors
/// Returns an error if the server does not start.
pub(crate) fn run(candidate: &Candidate, site: &Site) -> Result<Results, String> {
    let (server, _directory) = serve(candidate, site, |_| Ok(()))?;
    let checks = all_checks(&site.expectation);
    let exchange = Local(server.port);
    let judge = Evaluator::new(&site.expectation, &candidate.limitations, &checks, &exchange);
    let mut results = Results::default();
    let mut is_effective = vec![false; candidate.limitations.len()];
    for check in &checks {
        let judgement = judge.evaluate(check).map_err(|error| format!("{error:?}"))?;
        for index in &judgement.applicable {
            is_effective[*index] = true;
        }
        results.findings.extend(finding(check, &judgement, &candidate.limitations));
        results.outcomes.push(Outcome { group: check.group, verdict: judgement.verdict });
    }
    for (limitation, is_effective) in candidate.limitations.iter().zip(is_effective) {
        if !is_effective {
            results.findings.push(Finding {
                name: limitation.title.clone(),
                details: "      this limitation affects no check: remove it".to_owned(),
            });
        }
    }
    Ok(results)
}

/// Removes the documents of a consultant without their compressed forms, and checks that the consultant is not
/// public in any coding.
///
/// # Errors
/// Returns what is still public.
pub(crate) fn needs_documents(candidate: &Candidate, site: &Site) -> Result<(), String> {
    let id = ConsultantId::parse("rosalind-pike").expect("an identifier");
    let checks = table::inactive(&site.expectation, &id);
    run_changed(
        candidate,
        site,
        &checks,
        |_| true,
        |directory| {
            for kind in [FileKind::Profile, FileKind::JsonResume] {
                let document = directory.join("dist").join(kind.file(&id));
                fs::remove_file(&document).expect("a document");
                assert!(document.with_added_extension("gz").exists(), "{}", document.display());
            }
        },
    )
}

/// Adds a consultant named `index`, whose profile must not be the document of its directory.
///
/// # Errors
/// Returns the findings.
pub(crate) fn serves_consultant_named_index(
    candidate: &Candidate,
    site: &Site,
) -> Result<(), String> {
    let checks = all_checks(&site.expectation);
    let is_sent = |check: &Check| matches!(check.group, Group::Malformed | Group::OtherPaths);
    run_changed(candidate, site, &checks, is_sent, |directory| {
        let profiles = directory.join("dist/api/consultant-public");
        fs::copy(profiles.join("rosalind-pike"), profiles.join("index")).expect("a profile");
    })
}

/// Builds a changed site while the server runs. A client with the entity tag of a former document gets the changed one,
/// plain and compressed: it has the same length, and is written within a second.
///
/// # Errors
/// Returns what is stale.
pub(crate) fn sends_changed_documents(candidate: &Candidate, site: &Site) -> Result<(), String> {
    let (running, directory) = serve(candidate, site, |_| Ok(()))?;
    let server = Local(running.port);
    let get = |request: &Request| {
        server.exchange(request, usize::MAX).map_err(|failure| failure.to_string())
    };
    let tag = |response: &Response| response.value("etag").expect("an entity tag").to_owned();
    let build = |name: &str| {
        let file = directory.path().join("content/consultants/rosalind-pike.yaml");
        let text = fs::read_to_string(&file).expect("a profile");
        fs::write(&file, text.replace("Rosalind", name).replace("Rosalynd", name))
            .expect("writable");
        let mut build = Command::new(cargo_bin("vitae"));
        build
            .args(["build", "--no-cache", "--host", &candidate.host])
            .args(candidate.language.iter().flat_map(|language| ["--language", language]))
            .current_dir(directory.path());
        let output = build.output().expect("it runs");
        assert!(output.status.success(), "{output:?}");
    };
    let profile = Request::get("/api/consultant-public/rosalind-pike");
    for request in [profile.clone(), profile.with("Accept-Encoding", "gzip")] {
        build("Rosalind");
        let former = get(&request)?;
        build("Rosalynd");
        let changed = get(&request.clone().with("If-None-Match", tag(&former)))?;
        let unchanged = get(&request.clone().with("If-None-Match", tag(&changed)))?;
        let statuses = [former.status, changed.status, unchanged.status];
        if statuses != [200, 200, 304] || former.body == changed.body {
            return Err(format!("{request}: {statuses:?}"));
        }
    }
    Ok(())
}

/// Sends some of the checks to a changed site.
fn run_changed(
    candidate: &Candidate,
    site: &Site,
    checks: &[Check],
    is_sent: impl Fn(&Check) -> bool,
    change: impl FnOnce(&Path),
) -> Result<(), String> {
    let (server, _directory) = serve(candidate, site, |directory| {
        change(directory);
        Ok(())
    })?;
    let exchange = Local(server.port);
    let judge = Evaluator::new(&site.expectation, &candidate.limitations, checks, &exchange);
    let mut findings = Vec::new();
    for check in checks.iter().filter(|check| is_sent(check)) {
        let judgement = judge.evaluate(check).map_err(|error| format!("{error:?}"))?;
        findings.extend(finding(check, &judgement, &candidate.limitations));
    }
    let findings: Vec<String> = findings.iter().map(Finding::to_string).collect();
    if findings.is_empty() { Ok(()) } else { Err(findings.join("\n")) }
}

/// Returns the finding of one check, if any.
pub(crate) fn finding(
    check: &Check,
    judgement: &Evaluation,
    limitations: &[ExpectedLimitation],
) -> Option<Finding> {
    let mut details: Vec<String> = Vec::new();
    let concerned = || judgement.applicable.iter();
    match &judgement.verdict {
        Verdict::Failed(differences) => {
            details.extend(differences.iter().map(|difference| format!("{difference:?}")));
            details.push(shown(&judgement.response));
            details.extend(concerned().map(|index| {
                let limitation = &limitations[*index];
                format!("known: {}. {}", limitation.title, limitation.consequence)
            }));
        }
        verdict => {
            let seen = match verdict {
                Verdict::Known(seen) => &seen[..],
                Verdict::Passed | Verdict::Failed(_) => &[],
            };
            details.extend(concerned().filter(|index| !seen.contains(index)).map(|index| {
                let title = &limitations[*index].title;
                format!("the limitation `{title}` no longer occurs: narrow or remove it")
            }));
        }
    }
    (!details.is_empty()).then(|| Finding {
        name: check.name.clone(),
        details: format!("    {}\n      {}", check.request, details.join("\n      ")),
    })
}

/// Returns the start of the response.
fn shown(outcome: &Result<Response, TransportError>) -> String {
    match outcome {
        Err(failure) => failure.to_string(),
        Ok(response) => {
            let start = &response.body[..response.body.len().min(SHOWN)];
            let (status, headers) = (response.status, &response.headers);
            format!("{status} {headers:?}: {:?}", String::from_utf8_lossy(start))
        }
    }
}
