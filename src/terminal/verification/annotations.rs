//! The form for workflows: one annotation a cause.

use std::fmt::Write as _;

use vitae::verify::report::VerificationReport;

use super::{checks, reason, subjects, summary};
use crate::terminal::annotations::{data, property};

/// How many subjects an annotation names.
const SHOWN: usize = 10;

/// One workflow command a line, and the summary.
pub(super) fn render(report: &VerificationReport) -> String {
    let mut commands = String::new();
    if let Some(failure) = &report.unreachable {
        let text = format!("{}: {failure}", summary(report));
        let _ = writeln!(commands, "::error title=no-answer::{}", data(&text));
    }
    for finding in &report.findings {
        let mut lines = vec![format!(
            "{}: {} ({})",
            report.address,
            finding.cause.title(),
            checks(finding.checks)
        )];
        lines.extend(finding.notes.iter().cloned());
        let (subjects, more) = subjects(finding, SHOWN);
        if subjects.is_empty() {
            lines.extend(finding.examples.values().cloned());
        }
        lines.extend(subjects);
        if more > 0 {
            lines.push(format!("and {more} more"));
        }
        lines.extend(finding.cause.hint().map(str::to_owned));
        let title = property(finding.cause.code());
        let _ = writeln!(
            commands,
            "::error title={title}::{}",
            data(&lines.join("\n"))
        );
    }
    if let Some(stop) = report.stopped {
        let text = format!(
            "{} not asked, since {}",
            checks(report.counts.not_asked),
            reason(stop)
        );
        let _ = writeln!(commands, "::error title=not-asked::{}", data(&text));
    }
    for known in &report.known {
        let text = format!("known: {} ({})", known.title, checks(known.checks));
        let title = property(&known.id);
        let _ = writeln!(commands, "::notice title={title}::{}", data(&text));
    }
    commands + &summary(report)
}
