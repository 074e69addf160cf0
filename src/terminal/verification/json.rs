//! The report for programs: one JSON document, described in `docs/formats.md`.

use serde_json::{Value as Json, json};
use vitae::verify::finding::Finding;
use vitae::verify::outcome::{Outcome, State};
use vitae::verify::report::{Conclusion, Counts, Stop, VerificationReport};

use super::causes::{Description, describe, describe_all};
use super::{affected, former_summary, redirects_text, summary, unreachable_text};

/// The version of the format; only a change that could break readers increments it.
const VERSION: u32 = 1;

pub(super) fn render(host: &str, report: &VerificationReport) -> Json {
    let limitations = report
        .known
        .iter()
        .map(|known| json!({ "id": known.id, "title": known.title, "checks": known.checks }));
    json!({
        "version": VERSION,
        "summary": summary(report),
        "address": report.site.to_string(),
        "host": host,
        "conclusion": conclusion(report.conclusion()),
        "unreachable": report.unreachable.as_ref().map(unreachable_text),
        "stopped": report.stopped.map(stopped),
        "consultants": { "looked_at": report.checked, "active": report.active },
        "counts": counts(report),
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "known": limitations.collect::<Vec<_>>(),
        "checks": report.outcomes.iter().map(check).collect::<Vec<_>>(),
        "former_deploys": report.former_deploys.iter().map(former_deploy).collect::<Vec<_>>(),
    })
}

fn former_deploy(report: &VerificationReport) -> Json {
    json!({
        "address": report.site.to_string(),
        "summary": former_summary(report),
        "conclusion": conclusion(report.own_conclusion()),
        "unreachable": report.unreachable.as_ref().map(unreachable_text),
        "stopped": report.stopped.map(stopped),
        "counts": counts(report),
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "checks": report.outcomes.iter().map(check).collect::<Vec<_>>(),
    })
}

fn conclusion(conclusion: Conclusion) -> &'static str {
    match conclusion {
        Conclusion::Passed => "kept",
        Conclusion::Failed => "broken",
        Conclusion::Unreachable => "unreachable",
    }
}

fn stopped(stop: Stop) -> &'static str {
    match stop {
        Stop::OutOfTime => "time-up",
        Stop::RateLimited => "put-off",
        Stop::NotResponding => "silence",
        Stop::Skipped => "given-up",
        Stop::Blocked => "kept-out",
    }
}

fn counts(report: &VerificationReport) -> Json {
    let Counts { passed, failed, known, not_sent } = report.counts();
    json!({ "passed": passed, "failed": failed, "known": known, "not_asked": not_sent })
}

fn finding(finding: &Finding) -> Json {
    let (subjects, more) = affected(finding, usize::MAX);
    let Description { code, title, hint } = describe_all(&finding.causes);
    let examples = finding.examples.iter().map(|check| check.request.to_string());
    json!({
        "code": code,
        "title": title,
        "hint": hint,
        "checks": finding.checks,
        "subjects": subjects,
        "more": more,
        "examples": examples.collect::<Vec<_>>(),
        "notes": finding.redirects.iter().map(redirects_text).collect::<Vec<_>>(),
    })
}

fn check(outcome: &Outcome) -> Json {
    let state = match outcome.state {
        State::Passed => "passed",
        State::Known(_) => "known",
        State::NotSent => "not-asked",
        State::Failed(_) => "failed",
    };
    let mut check = json!({ "name": outcome.name, "group": outcome.group.title(), "state": state });
    if outcome.state != State::Passed {
        check["request"] = outcome.request.to_string().into();
    }
    match &outcome.state {
        State::Known(limitations) => check["gaps"] = json!(limitations),
        State::Failed(reasons) => {
            check["causes"] = reasons.iter().map(|reason| describe(&reason.cause).code).collect();
        }
        State::Passed | State::NotSent => {}
    }
    check
}
