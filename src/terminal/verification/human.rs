//! The report for people: the most severe problems in detail, the others briefly.

use std::fmt::Write as _;

use vitae::characters::printable_line;
use vitae::verify::finding::Finding;
use vitae::verify::report::VerificationReport;

use super::{checks, details, former_summary, reason, summary};

/// How many details the first finding lists.
const LISTED_FIRST: usize = 10;
/// How many an exposure of data lists.
const LISTED_EXPOSED: usize = 50;
/// How many any other finding lists.
const LISTED_OTHER: usize = 3;

pub(super) fn render(report: &VerificationReport) -> String {
    let mut text = render_site(&summary(report), report);
    for deploy in &report.former_deploys {
        text += &format!("\n{}", render_site(&former_summary(deploy), deploy));
    }
    text
}

/// Renders the report of the site or of a former deploy.
fn render_site(summary: &str, report: &VerificationReport) -> String {
    let mut text = format!("{summary}\n");
    if let Some(unreachable) = &report.unreachable {
        let _ = writeln!(text, "  {}", printable_line(&unreachable.to_string()));
    }
    for (index, finding) in report.findings.iter().enumerate() {
        text += &format!("\n{}", render_finding(finding, index == 0));
    }
    if let Some(stop) = report.stopped {
        let not_sent = checks(report.counts().not_sent);
        let _ = writeln!(text, "\nnot sent: {not_sent}, because {}", reason(stop));
    }
    for (index, known) in report.occurred().enumerate() {
        let (start, checks) = (if index == 0 { "\n" } else { "" }, checks(known.checks));
        let _ = writeln!(text, "{start}known limitation: {} ({}, {checks})", known.title, known.id);
    }
    text
}

fn render_finding(finding: &Finding, is_first: bool) -> String {
    let limit = match finding.is_exposure {
        true => LISTED_EXPOSED,
        false if is_first => LISTED_FIRST,
        false => LISTED_OTHER,
    };
    let mut lines = details(finding, limit);
    let mut examples = finding.examples.iter().cloned();
    if lines.is_empty() {
        let limit = if is_first { finding.examples.len() } else { 1 };
        lines.extend(examples.take(limit));
        if finding.checks > limit {
            lines.push(format!("and {} more", finding.checks - limit));
        }
    } else {
        lines.extend(examples.next().map(|example| format!("for example {example}")));
    }
    lines.push(format!("= help: {}", finding.hint));
    let lines: String = lines.iter().map(|line| format!("  {}\n", printable_line(line))).collect();
    format!("{} ({})\n{lines}", printable_line(&finding.title), checks(finding.checks))
}
