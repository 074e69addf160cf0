//! The form for people: what explains most on top, the rest below it short.

use std::fmt::Write as _;

use vitae::verify::report::{Finding, VerificationReport};

use super::{checks, reason, subjects, summary};

/// How many subjects of the first finding are shown, of one that endangers people, and of others.
const SHOWN: (usize, usize, usize) = (10, 50, 3);

/// How many causes are told; the gravest come first.
const CAUSES: usize = 40;

/// The report for people.
pub(super) fn render(report: &VerificationReport) -> String {
    let mut text = format!("{}\n", summary(report));
    if let Some(failure) = &report.unreachable {
        let _ = writeln!(text, "  {failure}");
    }
    for (place, finding) in report.findings.iter().enumerate().take(CAUSES) {
        text.push('\n');
        text.push_str(&told(finding, place == 0));
    }
    let more = report.findings.len().saturating_sub(CAUSES);
    if more > 0 {
        let _ = writeln!(text, "\nand {more} more causes: --format json has them all");
    }
    if let Some(stop) = report.stopped {
        let not_asked = checks(report.counts.not_asked);
        let _ = writeln!(text, "\nnot asked: {not_asked}, since {}", reason(stop));
    }
    if !report.known.is_empty() {
        text.push('\n');
    }
    for known in &report.known {
        let (title, checks) = (&known.title, checks(known.checks));
        let _ = writeln!(text, "known: {title} ({}, {checks})", known.id);
    }
    text
}

fn told(finding: &Finding, is_first: bool) -> String {
    let mut text = format!("{} ({})\n", finding.cause.title(), checks(finding.checks));
    let (first, dangerous, other) = SHOWN;
    let most = if finding.cause.endangers() {
        dangerous
    } else if is_first {
        first
    } else {
        other
    };
    for note in &finding.notes {
        let _ = writeln!(text, "  {note}");
    }
    let (lines, more) = subjects(finding, most);
    for line in &lines {
        let _ = writeln!(text, "  {line}");
    }
    if more > 0 {
        let _ = writeln!(text, "  and {more} more");
    }
    // What has no subject is explained by what was asked; what has one can be tried with it.
    if let (false, Some(example)) = (lines.is_empty(), finding.examples.values().next()) {
        let _ = writeln!(text, "  for example {example}");
    }
    if lines.is_empty() {
        let most = if is_first { finding.examples.len() } else { 1 };
        for example in finding.examples.values().take(most) {
            let _ = writeln!(text, "  {example}");
        }
        if finding.checks > most {
            let _ = writeln!(text, "  and {} more", finding.checks - most);
        }
    }
    if let Some(hint) = finding.cause.hint() {
        let _ = writeln!(text, "  = help: {hint}");
    }
    text
}
