//! The form for programs: one JSON document. `docs/formats.md` describes it.

use serde::Serialize;
use vitae::verify::report::{Conclusion, Counts, Outcome, Report, State, Stop};

use super::{subjects, summary};

/// The version of the form; a change that could break its readers raises it.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    summary: String,
    address: String,
    host: &'a str,
    conclusion: &'static str,
    unreachable: Option<String>,
    stopped: Option<&'static str>,
    consultants: Consultants,
    counts: Count,
    findings: Vec<Entry<'a>>,
    known: Vec<Gap<'a>>,
    checks: Vec<Check<'a>>,
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
struct Entry<'a> {
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
struct Gap<'a> {
    id: &'a str,
    title: &'a str,
    checks: usize,
}

#[derive(Serialize)]
struct Check<'a> {
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
pub(super) fn render(report: &Report) -> String {
    let (looked_at, active) = report.consultants;
    let findings = report.findings.iter().map(|finding| {
        let (subjects, more) = subjects(finding, usize::MAX);
        Entry {
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
    let known = report.known.iter().map(|known| Gap {
        id: &known.id,
        title: &known.title,
        checks: known.checks,
    });
    let document = Document {
        version: VERSION,
        summary: summary(report),
        address: report.address.to_string(),
        host: &report.host,
        conclusion: match report.conclusion() {
            Conclusion::Kept => "kept",
            Conclusion::Broken => "broken",
            Conclusion::Unreachable => "unreachable",
        },
        unreachable: report.unreachable.as_ref().map(ToString::to_string),
        stopped: report.stopped.map(|stop| match stop {
            Stop::TimeUp => "time-up",
            Stop::PutOff => "put-off",
            Stop::Silence => "silence",
            Stop::GivenUp => "given-up",
            Stop::KeptOut => "kept-out",
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

fn check(outcome: &Outcome) -> Check<'_> {
    let (state, gaps, causes): (_, &[String], _) = match &outcome.state {
        State::Passed => ("passed", &[], Vec::new()),
        State::Known(gaps) => ("known", gaps, Vec::new()),
        State::NotAsked => ("not-asked", &[], Vec::new()),
        State::Failed(reasons) => {
            let causes = reasons.iter().map(|reason| reason.cause.code());
            ("failed", &[], causes.collect())
        }
    };
    Check {
        name: &outcome.name,
        group: outcome.group,
        state,
        request: outcome.request.as_deref(),
        gaps,
        causes,
    }
}
