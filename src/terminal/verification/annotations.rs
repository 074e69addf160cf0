//! The report as GitHub annotations, one per finding.

use std::fmt::Write as _;

use vitae::verify::report::VerificationReport;

use super::{checks, former_summary, lines, reason, summary};
use crate::terminal::annotations::{data, property};

/// Renders one workflow command per line, and the summary.
pub(super) fn render(report: &VerificationReport) -> String {
    let mut commands = annotations(&summary(report), report);
    for deploy in &report.former_deploys {
        commands += &annotations(&former_summary(deploy), deploy);
    }
    commands + &summary(report)
}

/// Renders the annotations of the site or of a former deploy.
fn annotations(summary: &str, report: &VerificationReport) -> String {
    let mut commands = String::new();
    let mut command = |level: &str, title: &str, text: &str| {
        let _ = writeln!(commands, "::{level} title={}::{}", property(title), data(text));
    };
    if let Some(unreachable) = &report.unreachable {
        let text = format!("{summary}: {unreachable}");
        command("error", "no-response", &text);
    }
    for finding in &report.findings {
        let title = format!("{}: {} ({})", report.site, finding.title, checks(finding.checks));
        let text = format!("{title}\n{}\n{}", lines(finding).join("\n"), finding.hint);
        command("error", finding.code, &text);
    }
    if let Some(stop) = report.stopped {
        let not_sent = checks(report.counts().not_sent);
        let text = format!("{}: {not_sent} not sent, because {}", report.site, reason(stop));
        command("error", "not-sent", &text);
    }
    for known in report.occurred() {
        let text = format!("limitation: {} ({})", known.title, checks(known.checks));
        command("notice", &known.id, &text);
    }
    commands
}
