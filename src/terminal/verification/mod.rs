//! The report of a verification for people and programs, one format per file.

mod annotations;
mod causes;
mod facts;
mod human;
mod json;
mod junit;

use clap::ValueEnum;
use vitae::error::Result;
use vitae::verify::finding::Finding;
use vitae::verify::reachability::Unreachable;
use vitae::verify::redirect::{End, RedirectChain};
use vitae::verify::report::{Conclusion, Stop, VerificationReport};

use self::facts::{affected_text, fact_text};
use super::{plural, print_json, print_stdout};

/// The format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people: the most severe problems first
    Human,
    /// For programs: one JSON document (docs/formats.md)
    Json,
    /// For test reports: JUnit XML
    Junit,
    /// For GitHub workflows: annotations
    Github,
}

/// Prints a report.
pub(crate) fn show(format: Format, host: &str, report: &VerificationReport) -> Result<()> {
    match format {
        Format::Human => print_stdout(human::render(report).trim_end()),
        Format::Json => print_json(&json::render(host, report)),
        Format::Junit => print_stdout(junit::render(report).trim_end()),
        Format::Github => print_stdout(annotations::render(report).trim_end()),
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
            let (failed, all) = (counts.failed, checks(report.outcomes.len()));
            format!("{site} is not as expected: {failed} of {all} failed")
        }
    };
    let mut parts = vec![conclusion];
    if counts.not_sent > 0 {
        parts.push(format!("{} not sent", counts.not_sent));
    }
    if counts.known > 0 {
        parts.push(format!("{} with known limitations of the host", checks(counts.known)));
    }
    parts.push(match (report.checked, report.active) {
        (_, 0) => "no active consultants".to_owned(),
        (checked, active) if checked < active => {
            let is_sample = checked > 0 && report.stopped.is_none();
            let hint = if is_sample { " (--all checks the others)" } else { "" };
            format!("{checked} of {active} consultants checked{hint}")
        }
        (_, 1) => "1 consultant checked".to_owned(),
        (_, active) => format!("all {active} consultants checked"),
    });
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
    let is_exposed = |finding: &Finding| finding.cause().is_exposure();
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
        Conclusion::Failed if report.findings.iter().any(is_exposed) => "still serves",
        Conclusion::Failed => "may still serve",
    };
    let all = checks(report.outcomes.len());
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
        Stop::Skipped => "earlier requests for the same consultant or document got no response",
        Stop::Blocked => "the responses before them came from a bot protection",
    }
}

/// Returns at most `limit` affected consultants and documents of a finding with what was observed,
/// and how many more there are.
fn affected(finding: &Finding, limit: usize) -> (Vec<String>, usize) {
    let affected = finding.affected.iter().take(limit);
    let lines = affected.map(|(affected, facts)| {
        let mut facts: Vec<String> = facts.iter().map(fact_text).collect();
        facts.sort();
        facts.dedup();
        format!("{}: {}", affected_text(affected), facts.join("; "))
    });
    let more = finding.affected.len().saturating_sub(limit) + finding.more;
    (lines.collect(), more)
}

fn unreachable_text(unreachable: &Unreachable) -> String {
    let Unreachable { urls, error, hint } = unreachable;
    let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
    format!("{error}{hint} (requested: {})", urls.join(", "))
}

fn redirects_text(RedirectChain { urls, end }: &RedirectChain) -> String {
    let end = match end {
        End::Status(status) => format!(", which responds with status {status}"),
        End::Error(error) => format!(", which fails: {error}"),
        End::NoResponse => ", which does not respond".to_owned(),
        End::InvalidLocation => ", which redirects to an invalid URL".to_owned(),
        End::Loop => ", which is an endless loop".to_owned(),
        End::TooLong => " -> ..., which are too many".to_owned(),
    };
    format!("redirects: {}{end}", urls.join(" -> "))
}
