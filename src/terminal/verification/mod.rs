//! The report of a verification for people and programs, one format per file.

mod annotations;
mod human;
mod json;

use vitae::error::Result;
use vitae::verify::finding::Finding;
use vitae::verify::report::{Conclusion, Stop, VerificationReport};

use super::{ReportFormat, plural, print_json, print_stdout};

/// How many details of a finding are listed.
const LISTED: usize = 10;
/// How many details of an exposure of data are listed.
const LISTED_EXPOSED: usize = 50;

/// Prints a report.
pub(crate) fn show(format: ReportFormat, host: &str, report: &VerificationReport) -> Result<()> {
    match format {
        ReportFormat::Human => print_stdout(human::render(report).trim_end()),
        ReportFormat::Json => print_json(&json::render(host, report)),
        ReportFormat::Github => print_stdout(annotations::render(report).trim_end()),
    }
}

/// Returns the conclusion in one sentence.
fn summary(report: &VerificationReport) -> String {
    let (site, counts) = (&report.site, report.counts());
    let conclusion = match report.own_conclusion() {
        Conclusion::Unreachable => {
            let mut parts = vec![format!("{site} cannot be reached")];
            parts.extend(former_deploys(report));
            return parts.join("; ");
        }
        Conclusion::Passed => {
            let itself = if report.conclusion() == Conclusion::Passed { "" } else { " itself" };
            format!("{site}{itself} is as expected: {} passed", checks(counts.passed))
        }
        Conclusion::Failed if counts.failed == 0 => {
            format!("{site} was not checked completely: {} passed", checks(counts.passed))
        }
        Conclusion::Failed => {
            let (failed, all) = (counts.failed, checks(report.results.len()));
            format!("{site} is not as expected: {failed} of {all} failed")
        }
    };
    let mut parts = vec![conclusion];
    if counts.not_sent > 0 {
        parts.push(format!("{} not sent", counts.not_sent));
    }
    if counts.known > 0 {
        parts.push(format!("{} with limitations of the host", checks(counts.known)));
    }
    match (report.checked, report.active) {
        _ if report.stopped.is_some() => {}
        (_, 0) => parts.push("no active consultants".to_owned()),
        (checked, active) if checked < active => {
            parts.push(format!(
                "{checked} of {active} consultants checked (--all checks the others)"
            ));
        }
        (_, 1) => parts.push("1 consultant checked".to_owned()),
        (_, active) => parts.push(format!("all {active} consultants checked")),
    }
    let shallow = "profiles that older commits deleted not checked (shallow clone)";
    parts.extend(report.is_shallow.then(|| shallow.to_owned()));
    parts.extend(former_deploys(report));
    parts.join("; ")
}

/// Returns how many of the former deploys serve no withdrawn consultants.
fn former_deploys(report: &VerificationReport) -> Option<String> {
    let deploys = &report.former_deploys;
    let is_gone = |deploy: &&VerificationReport| deploy.own_conclusion() == Conclusion::Passed;
    let gone = deploys.iter().filter(is_gone).count();
    (!deploys.is_empty()).then(|| {
        let all = plural(deploys.len(), "former deploy");
        format!("{gone} of {all} without withdrawn consultants")
    })
}

/// Returns the conclusion about a former deploy in one sentence.
fn former_summary(report: &VerificationReport) -> String {
    let (site, counts) = (&report.site, report.counts());
    let verb = match report.own_conclusion() {
        Conclusion::Unreachable => {
            return format!(
                "former deploy {site} cannot be reached: it may still serve withdrawn consultants"
            );
        }
        Conclusion::Passed => {
            let passed = checks(counts.passed);
            return format!(
                "former deploy {site} serves no withdrawn consultants: {passed} passed"
            );
        }
        Conclusion::Failed if report.findings.iter().any(|finding| finding.is_exposure) => {
            "still serves"
        }
        Conclusion::Failed => "may still serve",
    };
    let all = checks(report.results.len());
    let not_sent = match counts.not_sent {
        0 => String::new(),
        not_sent => format!(", {not_sent} not sent"),
    };
    let failed = counts.failed;
    format!("former deploy {site} {verb} withdrawn consultants: {failed} of {all} failed{not_sent}")
}

/// Returns "1 check", "2 checks".
fn checks(count: usize) -> String {
    plural(count, "check")
}

/// Returns the reason why some requests were not sent.
fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::OutOfTime => "the time limit was reached; use a longer --timeout",
        Stop::RateLimited => {
            "the server is rate-limiting requests (429); set `rate_limit` in site.yaml if the limit is the site's own, or use --jobs 1 and a longer --timeout"
        }
        Stop::NotResponding => "the server stopped responding",
        Stop::Blocked => "the responses before them came from a bot protection",
    }
}

/// Returns the first details of a finding and an example, or the first examples without details.
fn lines(finding: &Finding) -> Vec<String> {
    let limit = if finding.is_exposure { LISTED_EXPOSED } else { LISTED };
    let (listed, count) = match finding.details.is_empty() {
        true => (&finding.examples, finding.checks),
        false => (&finding.details, finding.details.len()),
    };
    let mut lines: Vec<String> = listed.iter().take(limit).cloned().collect();
    if count > lines.len() {
        lines.push(format!("and {} more", count - lines.len()));
    }
    let example = finding.examples.first().filter(|_| !finding.details.is_empty());
    lines.extend(example.map(|example| format!("for example {example}")));
    lines
}
