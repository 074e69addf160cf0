//! Puts checks to a server and collects all that is not as it has to be.

use std::fmt;
use std::path::Path;

use vitae::render::host;
use vitae::verify::check::{Check, Group};
use vitae::verify::evaluation::{Evaluation, Evaluator, Verdict};
use vitae::verify::exchange::{Response, TransportError};
use vitae::verify::known_deviation::KnownDeviation;
use vitae::verify::table;

use crate::http::Local;
use crate::server::Server;
use crate::site::Site;
use crate::temp_directory::{Scratch, copy_folder};

/// A server that can be put to the test.
pub(crate) struct Candidate {
    pub(crate) name: String,
    /// Whose rules it reads.
    pub(crate) host: String,
    /// What is added to `site.yaml`.
    pub(crate) settings: String,
    pub(crate) server: host::Server,
    /// How it is known to differ.
    pub(crate) gaps: Vec<KnownDeviation>,
}

/// Something that is not as it has to be.
#[derive(Debug)]
pub(crate) struct Finding {
    /// The check's name, or the gap's.
    pub(crate) name: String,
    details: String,
}

/// What came of one check.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) group: Group,
    pub(crate) verdict: Verdict,
}

/// What came of all checks.
#[derive(Debug, Default)]
pub(crate) struct Results {
    pub(crate) findings: Vec<Finding>,
    pub(crate) outcomes: Vec<Outcome>,
}

/// How many bytes of a body a report shows.
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

    /// All findings, to be read.
    pub(crate) fn list(&self) -> String {
        let findings: Vec<String> = self.findings.iter().map(Finding::to_string).collect();
        findings.join("\n")
    }
}

/// Serves a copy of the site after it was changed, for as long as the server is held.
///
/// # Errors
/// When the server does not start: with what it says.
pub(crate) fn serve(
    candidate: &Candidate,
    site: &Site,
    change: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<(Server, Scratch), String> {
    let folder = Scratch::new(&candidate.host);
    copy_folder(site.folder(), folder.path());
    change(folder.path())?;
    let server = Server::start(&candidate.server.start, folder.path())?;
    Ok((server, folder))
}

/// Puts every check to a candidate. A gap that changes no check, or that a check does not show any
/// more, is a finding too: what is known has to be true.
///
/// # Errors
/// When the server does not start.
pub(crate) fn run(candidate: &Candidate, site: &Site) -> Result<Results, String> {
    let (server, _folder) = serve(candidate, site, |_| Ok(()))?;
    let checks = table::all(&site.expectation);
    let exchange = Local(server.port);
    let judge = Evaluator::new(&site.expectation, &candidate.gaps, &checks, &exchange);
    let mut results = Results::default();
    let mut is_effective = vec![false; candidate.gaps.len()];
    for check in &checks {
        let judgement = judge
            .evaluate(check)
            .map_err(|error| format!("{error:?}"))?;
        for gap in &judgement.applicable {
            is_effective[*gap] = true;
        }
        results
            .findings
            .extend(finding(check, &judgement, &candidate.gaps));
        results.outcomes.push(Outcome {
            group: check.group,
            verdict: judgement.verdict,
        });
    }
    for (gap, is_effective) in candidate.gaps.iter().zip(is_effective) {
        if !is_effective {
            results.findings.push(Finding {
                name: gap.title.clone(),
                details: "      this gap changes no check: remove it".to_owned(),
            });
        }
    }
    Ok(results)
}

/// What is not as it has to be in the outcome of one check.
pub(crate) fn finding(
    check: &Check,
    judgement: &Evaluation,
    gaps: &[KnownDeviation],
) -> Option<Finding> {
    let mut details: Vec<String> = Vec::new();
    let concerned = || judgement.applicable.iter();
    match &judgement.verdict {
        Verdict::Failed(differences) => {
            details.extend(differences.iter().map(ToString::to_string));
            details.push(shown(&judgement.outcome));
            details.extend(concerned().map(|gap| {
                let gap = &gaps[*gap];
                format!("known: {}. {}", gap.title, gap.consequence)
            }));
        }
        _ if judgement.has_alternatives => {}
        verdict => {
            let seen = match verdict {
                Verdict::Known(seen) => &seen[..],
                Verdict::Passed | Verdict::Failed(_) => &[],
            };
            details.extend(concerned().filter(|gap| !seen.contains(gap)).map(|gap| {
                let title = &gaps[*gap].title;
                format!("it no longer shows that {title}: narrow that gap, or remove it")
            }));
        }
    }
    (!details.is_empty()).then(|| Finding {
        name: check.id.to_string(),
        details: format!("    {check}\n      {}", details.join("\n      ")),
    })
}

/// The start of what came.
fn shown(outcome: &Result<Response, TransportError>) -> String {
    match outcome {
        Err(failure) => failure.to_string(),
        Ok(response) => {
            let start = &response.body[..response.body.len().min(SHOWN)];
            format!("{}: {:?}", response.status, String::from_utf8_lossy(start))
        }
    }
}
