//! The report for programs: one JSON document, described in `docs/formats.md`.

use std::borrow::Cow;

use serde::Serialize;
use vitae::verify::outcome::{Outcome, State};
use vitae::verify::report::{Conclusion, Counts, Stop, VerificationReport};

use super::causes::{Description, describe, describe_all};
use super::{affected, redirects_text, summary, unreachable_text};

/// The version of the format; only a change that could break readers increments it.
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
    consultants: ConsultantsJson,
    counts: CountsJson,
    findings: Vec<FindingJson>,
    known: Vec<KnownJson<'a>>,
    checks: Vec<CheckJson<'a>>,
}

#[derive(Serialize)]
struct ConsultantsJson {
    looked_at: usize,
    active: usize,
}

#[derive(Serialize)]
struct CountsJson {
    passed: usize,
    failed: usize,
    known: usize,
    not_asked: usize,
}

#[derive(Serialize)]
struct FindingJson {
    code: &'static str,
    title: Cow<'static, str>,
    hint: Option<&'static str>,
    checks: usize,
    subjects: Vec<String>,
    more: usize,
    examples: Vec<String>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct KnownJson<'a> {
    id: &'a str,
    title: &'a str,
    checks: usize,
}

#[derive(Serialize)]
struct CheckJson<'a> {
    name: String,
    group: &'static str,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<String>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    gaps: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    causes: Vec<&'static str>,
}

/// Renders the report.
pub(super) fn render(host: &str, report: &VerificationReport) -> String {
    let Counts { passed, failed, known, not_sent } = report.counts();
    let document = VerificationJson {
        version: VERSION,
        summary: summary(report),
        address: report.site.to_string(),
        host,
        conclusion: match report.conclusion() {
            Conclusion::Passed => "kept",
            Conclusion::Failed => "broken",
            Conclusion::Unreachable => "unreachable",
        },
        unreachable: report.unreachable.as_ref().map(unreachable_text),
        stopped: report.stopped.map(|stop| match stop {
            Stop::OutOfTime => "time-up",
            Stop::RateLimited => "put-off",
            Stop::NotResponding => "silence",
            Stop::Skipped => "given-up",
            Stop::Blocked => "kept-out",
        }),
        consultants: ConsultantsJson { looked_at: report.checked, active: report.active },
        counts: CountsJson { passed, failed, known, not_asked: not_sent },
        findings: findings(report),
        known: known_deviations(report),
        checks: report.outcomes.iter().map(check).collect(),
    };
    serde_json::to_string_pretty(&document).expect("strings and numbers are valid JSON")
}

fn findings(report: &VerificationReport) -> Vec<FindingJson> {
    let findings = report.findings.iter().map(|finding| {
        let (subjects, more) = affected(finding, usize::MAX);
        let Description { code, title, hint } = describe_all(&finding.causes);
        FindingJson {
            code,
            title,
            hint,
            checks: finding.checks,
            subjects,
            more,
            examples: finding.examples.iter().map(|check| check.request.to_string()).collect(),
            notes: finding.redirects.iter().map(redirects_text).collect(),
        }
    });
    findings.collect()
}

fn known_deviations(report: &VerificationReport) -> Vec<KnownJson<'_>> {
    let known = report.known.iter().map(|known| KnownJson {
        id: &known.id,
        title: &known.title,
        checks: known.checks,
    });
    known.collect()
}

fn check(outcome: &Outcome) -> CheckJson<'_> {
    let (state, limitations, causes): (_, &[String], _) = match &outcome.state {
        State::Passed => ("passed", &[], Vec::new()),
        State::Known(ids) => ("known", ids, Vec::new()),
        State::NotSent => ("not-asked", &[], Vec::new()),
        State::Failed(reasons) => {
            let causes = reasons.iter().map(|reason| describe(&reason.cause).code);
            ("failed", &[], causes.collect())
        }
    };
    CheckJson {
        name: outcome.name.clone(),
        group: outcome.group.title(),
        state,
        request: (outcome.state != State::Passed).then(|| outcome.request.to_string()),
        gaps: limitations,
        causes,
    }
}
