//! The report for people: the most severe problems first.

use std::fmt::Write as _;

use vitae::characters::printable_line;
use vitae::verify::finding::Finding;
use vitae::verify::report::VerificationReport;

use super::{checks, former_summary, lines, reason, summary};

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
    for finding in &report.findings {
        text += &format!("\n{}", render_finding(finding));
    }
    if let Some(stop) = report.stopped {
        let not_sent = checks(report.counts().not_sent);
        let _ = writeln!(text, "\nnot sent: {not_sent}, because {}", reason(stop));
    }
    for (index, known) in report.occurred().enumerate() {
        let (start, checks) = (if index == 0 { "\n" } else { "" }, checks(known.checks));
        let _ = writeln!(text, "{start}limitation: {} ({}, {checks})", known.title, known.id);
    }
    text
}

fn render_finding(finding: &Finding) -> String {
    let help = format!("= help: {}", finding.hint);
    let lines = lines(finding).into_iter().chain([help]);
    let lines: String = lines.map(|line| format!("  {}\n", printable_line(&line))).collect();
    format!("{} ({})\n{lines}", printable_line(&finding.title), checks(finding.checks))
}
