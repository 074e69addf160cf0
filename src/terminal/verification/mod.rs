//! How a verification is shown: to people and to programs. One form a file.

mod annotations;
mod human;
mod json;
mod junit;

use clap::ValueEnum;
use vitae::characters::printable;
use vitae::error::Result;
use vitae::verify::report::{Conclusion, Finding, Stop, VerificationReport};

use super::print_stdout;

/// How to show what was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people: what explains most on top
    Human,
    /// For programs: one JSON document (docs/formats.md)
    Json,
    /// For test reports: JUnit's XML
    Junit,
    /// For workflows of GitHub: annotations
    Github,
}

/// Shows what was found.
///
/// # Errors
/// When the standard output cannot be written to.
pub(crate) fn show(format: Format, report: &VerificationReport) -> Result<()> {
    match format {
        Format::Human => print_stdout(&printable(human::render(report).trim_end())),
        Format::Json => print_stdout(&json::render(report)),
        Format::Junit => print_stdout(junit::render(report).trim_end()),
        Format::Github => print_stdout(&printable(annotations::render(report).trim_end())),
    }
}

/// How it ended, in one sentence.
fn summary(report: &VerificationReport) -> String {
    let address = &report.address;
    let counts = report.counts;
    let mut parts = match report.conclusion() {
        Conclusion::Unreachable => return format!("{address} cannot be reached"),
        Conclusion::RenderCache => vec![format!(
            "{address} answers as promised: {}",
            checks(counts.passed)
        )],
        Conclusion::Broken if counts.failed == 0 => vec![format!(
            "{address} was not asked everything: {} answered as promised",
            checks(counts.passed)
        )],
        Conclusion::Broken => vec![format!(
            "{address} does not answer as promised: {} of {} failed",
            counts.failed,
            checks(counts.all())
        )],
    };
    if counts.not_asked > 0 {
        parts.push(format!("{} not asked", counts.not_asked));
    }
    if counts.known > 0 {
        parts.push(format!("{} known not to be kept by the host", counts.known));
    }
    parts.push(match report.consultants {
        (_, 0) => "nobody is active".to_owned(),
        (0, all) => format!("of {all} consultants nobody was looked at"),
        (1, 1) => "the one consultant was looked at".to_owned(),
        (looked_at, all) if looked_at < all && report.stopped.is_some() => {
            format!("{looked_at} of {all} consultants were looked at")
        }
        (looked_at, all) if looked_at < all => {
            format!("{looked_at} of {all} consultants were looked at (--all for everybody)")
        }
        (_, all) => format!("all {all} consultants were looked at"),
    });
    parts.join("; ")
}

/// "1 check", "2 checks".
fn checks(count: usize) -> String {
    match count {
        1 => "1 check".to_owned(),
        _ => format!("{count} checks"),
    }
}

/// Why not everything was asked.
fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::TimeUp => "time was up; --timeout gives more",
        Stop::PutOff => {
            "the server limits the rate of requests (status 429); set `rate_limit` in site.yaml if it is the site's own, or ask with --jobs 1 and a longer --timeout"
        }
        Stop::Silence => "the server did not answer any more",
        Stop::GaveUp => "requests before them about the same had no answer",
        Stop::Blocked => "it would have been kept out like those before",
    }
}

/// The subjects of a finding, at most `most`, and how many more there are.
fn subjects(finding: &Finding, most: usize) -> (Vec<String>, usize) {
    let lines = finding.subjects.iter().take(most).map(|(subject, texts)| {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        format!("{subject}: {}", texts.join("; "))
    });
    let more = finding.subjects.len().saturating_sub(most) + finding.more;
    (lines.collect(), more)
}
