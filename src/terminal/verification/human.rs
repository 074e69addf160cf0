//! The report for people: the most severe problems in detail, the others briefly.

use std::fmt::Write as _;

use vitae::verify::finding::Finding;
use vitae::verify::report::VerificationReport;

use super::causes::describe_all;
use super::{affected, checks, reason, redirects_text, summary, unreachable_text};

/// How many affected consultants and documents the first finding lists.
const LISTED_FIRST: usize = 10;
/// How many an exposure of data lists.
const LISTED_EXPOSED: usize = 50;
/// How many any other finding lists.
const LISTED_OTHER: usize = 3;
/// How many findings are printed.
const MAX_FINDINGS: usize = 40;

pub(super) fn render(report: &VerificationReport) -> String {
    let mut text = format!("{}\n", summary(report));
    if let Some(unreachable) = &report.unreachable {
        let _ = writeln!(text, "  {}", unreachable_text(unreachable));
    }
    for (index, finding) in report.findings.iter().enumerate().take(MAX_FINDINGS) {
        text.push('\n');
        text.push_str(&render_finding(finding, index == 0));
    }
    let more = report.findings.len().saturating_sub(MAX_FINDINGS);
    if more > 0 {
        let _ = writeln!(text, "\nand {more} more findings: --format json lists all");
    }
    if let Some(stop) = report.stopped {
        let not_sent = checks(report.counts().not_sent);
        let _ = writeln!(text, "\nnot sent: {not_sent}, because {}", reason(stop));
    }
    if !report.known.is_empty() {
        text.push('\n');
    }
    for known in &report.known {
        let (title, checks) = (&known.title, checks(known.checks));
        let _ = writeln!(text, "known limitation: {title} ({}, {checks})", known.id);
    }
    text
}

fn render_finding(finding: &Finding, is_first: bool) -> String {
    let cause = describe_all(&finding.causes);
    let mut text = format!("{} ({})\n", cause.title, checks(finding.checks));
    let limit = if finding.cause().is_exposure() {
        LISTED_EXPOSED
    } else if is_first {
        LISTED_FIRST
    } else {
        LISTED_OTHER
    };
    if let Some(redirects) = &finding.redirects {
        let _ = writeln!(text, "  {}", redirects_text(redirects));
    }
    let (lines, more) = affected(finding, limit);
    for line in &lines {
        let _ = writeln!(text, "  {line}");
    }
    if more > 0 {
        let _ = writeln!(text, "  and {more} more");
    }
    let mut examples = finding.examples.iter().map(|check| check.request.to_string());
    if lines.is_empty() {
        let limit = if is_first { finding.examples.len() } else { 1 };
        for example in examples.take(limit) {
            let _ = writeln!(text, "  {example}");
        }
        if finding.checks > limit {
            let _ = writeln!(text, "  and {} more", finding.checks - limit);
        }
    } else if let Some(example) = examples.next() {
        let _ = writeln!(text, "  for example {example}");
    }
    if let Some(hint) = cause.hint {
        let _ = writeln!(text, "  = help: {hint}");
    }
    text
}
