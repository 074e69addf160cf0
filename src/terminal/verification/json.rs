//! The form for programs: one JSON document. `docs/formats.md` describes it.

use serde::Serialize;
use vitae::verify::report::{Conclusion, Counts, Outcome, State, Stop, VerificationReport};

use super::{subjects, summary};

/// The version of the form; a change that could break its readers raises it.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct VerificationJson<'a> {
    version: u32,
    summary: String,
    address: String,
    host: &'a str,
    conclusion: &'static str,
    unreachable: Option<String>,
    stopped: Option<&'static str>,
    consultants: Consultants,
    counts: Count,
    findings: Vec<FindingJson<'a>>,
    known: Vec<KnownDeviationJson<'a>>,
    checks: Vec<CheckJson<'a>>,
}

#[derive(Serialize)]
struct Consultants {
    looked_at: usize,
    active: usize,
}

#[derive(Serialize)]
struct Count {
    passed: usize,
    failed: usize,
    known: usize,
    not_asked: usize,
}

impl From<Counts> for Count {
    fn from(counts: Counts) -> Self {
        Self {
            passed: counts.passed,
            failed: counts.failed,
            known: counts.known,
            not_asked: counts.not_asked,
        }
    }
}

#[derive(Serialize)]
struct FindingJson<'a> {
    code: &'static str,
    title: String,
    hint: Option<&'static str>,
    checks: usize,
    subjects: Vec<String>,
    more: usize,
    examples: Vec<&'a str>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct KnownDeviationJson<'a> {
    id: &'a str,
    title: &'a str,
    checks: usize,
}

#[derive(Serialize)]
struct CheckJson<'a> {
    name: &'a str,
    group: &'static str,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    gaps: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    causes: Vec<&'static str>,
}

/// The report for programs.
pub(super) fn render(report: &VerificationReport) -> String {
    let (looked_at, active) = report.consultants;
    let findings = report.findings.iter().map(|finding| {
        let (subjects, more) = subjects(finding, usize::MAX);
        FindingJson {
            code: finding.cause.code(),
            title: finding.cause.title(),
            hint: finding.cause.hint(),
            checks: finding.checks,
            subjects,
            more,
            examples: finding.examples.values().map(String::as_str).collect(),
            notes: &finding.notes,
        }
    });
    let known = report.known.iter().map(|known| KnownDeviationJson {
        id: &known.id,
        title: &known.title,
        checks: known.checks,
    });
    let document = VerificationJson {
        version: VERSION,
        summary: summary(report),
        address: report.address.to_string(),
        host: &report.host,
        conclusion: match report.conclusion() {
            Conclusion::RenderCache => "kept",
            Conclusion::Broken => "broken",
            Conclusion::Unreachable => "unreachable",
        },
        unreachable: report.unreachable.as_ref().map(ToString::to_string),
        stopped: report.stopped.map(|stop| match stop {
            Stop::TimeUp => "time-up",
            Stop::PutOff => "put-off",
            Stop::Silence => "silence",
            Stop::GaveUp => "given-up",
            Stop::Blocked => "kept-out",
        }),
        consultants: Consultants { looked_at, active },
        counts: report.counts.into(),
        findings: findings.collect(),
        known: known.collect(),
        checks: report.outcomes.iter().map(check).collect(),
    };
    // A document of texts and numbers is always JSON.
    serde_json::to_string_pretty(&document).unwrap_or_default()
}

fn check(outcome: &Outcome) -> CheckJson<'_> {
    let (state, gaps, causes): (_, &[String], _) = match &outcome.state {
        State::Passed => ("passed", &[], Vec::new()),
        State::Known(gaps) => ("known", gaps, Vec::new()),
        State::NotAsked => ("not-asked", &[], Vec::new()),
        State::Failed(reasons) => {
            let causes = reasons.iter().map(|reason| reason.cause.code());
            ("failed", &[], causes.collect())
        }
    };
    CheckJson {
        name: &outcome.name,
        group: outcome.group,
        state,
        request: outcome.request.as_deref(),
        gaps,
        causes,
    }
}
