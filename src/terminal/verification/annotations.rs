//! The report as GitHub annotations, one per finding.

use std::fmt::Write as _;

use vitae::verify::report::VerificationReport;

use super::causes::describe_all;
use super::{affected, checks, former_summary, reason, redirects_text, summary, unreachable_text};
use crate::terminal::annotations::{data, property};

/// How many affected consultants and documents an annotation lists.
const LISTED: usize = 10;

/// Renders one workflow command per line, and the summary.
pub(super) fn render(report: &VerificationReport) -> String {
    let mut commands = String::new();
    let mut command = |level: &str, title: &str, text: &str| {
        let _ = writeln!(commands, "::{level} title={}::{}", property(title), data(text));
    };
    annotate(&summary(report), report, &mut command);
    for deploy in &report.former_deploys {
        annotate(&former_summary(deploy), deploy, &mut command);
    }
    commands + &summary(report)
}

/// Renders the annotations of the site or of a former deploy.
fn annotate(summary: &str, report: &VerificationReport, command: &mut dyn FnMut(&str, &str, &str)) {
    if let Some(unreachable) = &report.unreachable {
        let text = format!("{summary}: {}", unreachable_text(unreachable));
        command("error", "no-answer", &text);
    }
    for finding in &report.findings {
        let checks = checks(finding.checks);
        let cause = describe_all(&finding.causes);
        let mut lines = vec![format!("{}: {} ({checks})", report.site, cause.title)];
        lines.extend(finding.redirects.iter().map(redirects_text));
        let (affected, more) = affected(finding, LISTED);
        if affected.is_empty() {
            lines.extend(finding.examples.iter().map(|check| check.request.to_string()));
        }
        lines.extend(affected);
        if more > 0 {
            lines.push(format!("and {more} more"));
        }
        lines.push(cause.hint.to_owned());
        command("error", cause.code, &lines.join("\n"));
    }
    if let Some(stop) = report.stopped {
        let not_sent = checks(report.counts().not_sent);
        let text = format!("{}: {not_sent} not sent, because {}", report.site, reason(stop));
        command("error", "not-asked", &text);
    }
    for known in &report.known {
        let text = format!("known limitation: {} ({})", known.title, checks(known.checks));
        command("notice", &known.id, &text);
    }
}
