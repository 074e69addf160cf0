//! The report for programs: one JSON document, described in `docs/formats.md`.

use serde_json::{Value as Json, json};
use vitae::verify::check_result::CheckResult;
use vitae::verify::evaluation::Verdict;
use vitae::verify::finding::Finding;
use vitae::verify::report::{CheckCounts, Conclusion, Known, Stop, VerificationReport};

use super::{former_summary, summary};

/// The version of the format; only a change that could break readers increments it.
const VERSION: u32 = 2;

pub(super) fn render(host: &str, report: &VerificationReport) -> Json {
    let mut json = of_site(&summary(report), report.conclusion(), report);
    let known = report.occurred();
    let known =
        known.map(|known| json!({ "id": known.id, "title": known.title, "checks": known.checks }));
    let deploys = report.former_deploys.iter();
    let deploys =
        deploys.map(|deploy| of_site(&former_summary(deploy), deploy.own_conclusion(), deploy));
    json["version"] = VERSION.into();
    json["host"] = host.into();
    json["consultants"] = json!({ "checked": report.checked, "active": report.active });
    json["known"] = known.collect();
    json["former_deploys"] = deploys.collect();
    json
}

/// Renders what the site and a former deploy have in common.
fn of_site(summary: &str, conclusion: Conclusion, report: &VerificationReport) -> Json {
    let conclusion = match conclusion {
        Conclusion::Passed => "passed",
        Conclusion::Failed => "failed",
        Conclusion::Unreachable => "unreachable",
    };
    let stopped = report.stopped.map(|stop| match stop {
        Stop::OutOfTime => "out-of-time",
        Stop::RateLimited => "rate-limited",
        Stop::NotResponding => "not-responding",
        Stop::Blocked => "blocked",
    });
    let CheckCounts { passed, failed, known, not_sent } = report.counts();
    let results = report.results.iter().map(|result| check(result, &report.known));
    json!({
        "url": report.site.to_string(),
        "summary": summary,
        "conclusion": conclusion,
        "unreachable": report.unreachable.as_ref().map(ToString::to_string),
        "stopped": stopped,
        "counts": { "passed": passed, "failed": failed, "known": known, "not_sent": not_sent },
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "checks": results.collect::<Vec<_>>(),
    })
}

fn finding(finding: &Finding) -> Json {
    json!({
        "code": finding.code,
        "title": finding.title,
        "hint": finding.hint,
        "checks": finding.checks,
        "details": finding.details,
        "examples": finding.examples,
    })
}

fn check(result: &CheckResult, known: &[Known]) -> Json {
    let (name, group) = (&result.name, result.group.title());
    let mut check = json!({ "name": name, "group": group, "result": "passed" });
    if result.verdict != Some(Verdict::Passed) {
        check["request"] = result.request.to_string().into();
    }
    match &result.verdict {
        Some(Verdict::Passed) => {}
        Some(Verdict::Known(indices)) => {
            check["result"] = "known".into();
            check["known"] = indices.iter().map(|index| &*known[*index].id).collect();
        }
        Some(Verdict::Failed(_)) => {
            check["result"] = "failed".into();
            check["codes"] = result.codes().into_iter().collect();
        }
        None => check["result"] = "not-sent".into(),
    }
    check
}
