//! The form for test reports: the XML of JUnit as servers for continuous integration read it. A
//! group of checks is a suite; what was not asked is an error, what the host is known not to keep
//! is skipped.

use std::fmt::Write as _;

use vitae::verify::report::{Outcome, Reason, State, VerificationReport};

use super::{reason, summary};

/// The report as a test report.
pub(super) fn render(report: &VerificationReport) -> String {
    let mut suites: Vec<(&str, Vec<&Outcome>)> = Vec::new();
    for outcome in &report.outcomes {
        match suites.iter_mut().find(|(group, _)| *group == outcome.group) {
            Some((_, outcomes)) => outcomes.push(outcome),
            None => suites.push((outcome.group, vec![outcome])),
        }
    }
    let mut cases = String::new();
    let mut sum = Sum::default();
    for (group, outcomes) in suites {
        let mut own = Sum::default();
        let mut text = String::new();
        for outcome in outcomes {
            own.add(&outcome.state);
            case(&mut text, report, outcome);
        }
        let _ = write!(
            cases,
            "  <testsuite name=\"{}\" {own}>\n{text}  </testsuite>\n",
            attribute(group)
        );
        sum = sum.plus(own);
    }
    if let Some(failure) = &report.unreachable {
        let own = Sum {
            tests: 1,
            errors: 1,
            ..Sum::default()
        };
        let message = attribute(&failure.to_string());
        let _ = write!(
            cases,
            "  <testsuite name=\"reachable\" {own}>\n    <testcase name=\"{}\" classname=\"reachable\">\n      <error message=\"{message}\" type=\"no-answer\"/>\n    </testcase>\n  </testsuite>\n",
            attribute(&report.address.to_string())
        );
        sum = sum.plus(own);
    }
    let name = attribute(&summary(report));
    let Sum {
        tests,
        failures,
        errors,
        ..
    } = sum;
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n{cases}</testsuites>\n"
    )
}

fn case(text: &mut String, report: &VerificationReport, outcome: &Outcome) {
    let name = attribute(&outcome.name);
    let class = attribute(outcome.group);
    let _ = write!(text, "    <testcase name=\"{name}\" classname=\"{class}\"");
    let result = match &outcome.state {
        State::Passed => {
            text.push_str("/>\n");
            return;
        }
        State::Known(gaps) => format!(
            "<skipped message=\"known: {}\"/>",
            attribute(&gaps.join(", "))
        ),
        State::NotAsked => {
            let why = report.stopped.map_or("", reason);
            format!(
                "<error message=\"not asked: {}\" type=\"not-asked\"/>",
                attribute(why)
            )
        }
        State::Failed(reasons) => {
            let first = reasons.first();
            let title = first.map_or_else(String::new, |reason| reason.cause.title());
            let code = first.map_or("", |reason| reason.cause.code());
            let mut lines = vec![outcome.request.clone().unwrap_or_default()];
            lines.extend(reasons.iter().map(line));
            format!(
                "<failure message=\"{}\" type=\"{code}\">{}</failure>",
                attribute(&title),
                content(&lines.join("\n"))
            )
        }
    };
    let _ = write!(text, ">\n      {result}\n    </testcase>\n");
}

fn line(reason: &Reason) -> String {
    let title = reason.cause.title();
    match &reason.detail {
        Some(detail) => format!("{title}: {}: {}", detail.subject, detail.text),
        None => title,
    }
}

/// The numbers of a suite.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Sum {
    fn add(&mut self, state: &State) {
        self.tests += 1;
        match state {
            State::Passed => {}
            State::Known(_) => self.skipped += 1,
            State::NotAsked => self.errors += 1,
            State::Failed(_) => self.failures += 1,
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            tests: self.tests + other.tests,
            failures: self.failures + other.failures,
            errors: self.errors + other.errors,
            skipped: self.skipped + other.skipped,
        }
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            tests,
            failures,
            errors,
            skipped,
        } = self;
        write!(
            f,
            "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\""
        )
    }
}

/// A text between tags. Characters that XML has no way to write are replaced (XML 1.0, §2.2).
fn content(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\n' | '\t' => escaped.push(letter),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            control if control.is_control() => escaped.push('\u{FFFD}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A text between double quotes.
fn attribute(text: &str) -> String {
    content(text)
        .replace('"', "&quot;")
        .replace(['\n', '\t'], " ")
}
