//! The report as JUnit XML for test reports: a group of checks is a suite, a known limitation of the
//! host is skipped, and a request that was not sent is an error.

use std::fmt::Write as _;

use vitae::verify::outcome::{Outcome, State};
use vitae::verify::report::VerificationReport;

use super::causes::describe;
use super::facts::{affected_text, fact_text};
use super::{reason, summary, unreachable_text};

/// Renders the report.
pub(super) fn render(report: &VerificationReport) -> String {
    let mut suites: Vec<(&str, Vec<&Outcome>)> = Vec::new();
    for outcome in &report.outcomes {
        let title = outcome.group.title();
        match suites.iter_mut().find(|(group, _)| *group == title) {
            Some((_, outcomes)) => outcomes.push(outcome),
            None => suites.push((title, vec![outcome])),
        }
    }
    let mut text = String::new();
    let mut total = Totals::default();
    for (group, outcomes) in suites {
        let mut totals = Totals::default();
        let mut cases = String::new();
        for outcome in outcomes {
            totals.add(&outcome.state);
            cases.push_str(&case(&outcome.name, group, &result(report, outcome)));
        }
        text.push_str(&suite(group, totals, &cases));
        total = total.plus(totals);
    }
    if let Some(unreachable) = &report.unreachable {
        let totals = Totals { tests: 1, errors: 1, ..Totals::default() };
        let message = attribute(&unreachable_text(unreachable));
        let result = format!("<error message=\"{message}\" type=\"no-answer\"/>");
        let case = case(&report.site.to_string(), "reachable", &result);
        text.push_str(&suite("reachable", totals, &case));
        total = total.plus(totals);
    }
    let name = attribute(&summary(report));
    let Totals { tests, failures, errors, .. } = total;
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n{text}</testsuites>\n"
    )
}

fn suite(name: &str, totals: Totals, cases: &str) -> String {
    let name = attribute(name);
    format!("  <testsuite name=\"{name}\" {totals}>\n{cases}  </testsuite>\n")
}

fn case(name: &str, class: &str, result: &str) -> String {
    let (name, class) = (attribute(name), attribute(class));
    let start = format!("    <testcase name=\"{name}\" classname=\"{class}\"");
    match result {
        "" => format!("{start}/>\n"),
        result => format!("{start}>\n      {result}\n    </testcase>\n"),
    }
}

/// Renders the result of a check, which is empty if it passed.
fn result(report: &VerificationReport, outcome: &Outcome) -> String {
    match &outcome.state {
        State::Passed => String::new(),
        State::Known(ids) => {
            format!("<skipped message=\"known: {}\"/>", attribute(&ids.join(", ")))
        }
        State::NotSent => {
            let why = attribute(report.stopped.map_or("", reason));
            format!("<error message=\"not sent: {why}\" type=\"not-asked\"/>")
        }
        State::Failed(reasons) => {
            let first = describe(&reasons.first().expect("a failure has a reason").cause);
            let mut text = outcome.request.to_string();
            for reason in reasons {
                let _ = write!(text, "\n{}", describe(&reason.cause).title);
                if let Some((affected, fact)) = &reason.detail {
                    let _ = write!(text, ": {}: {}", affected_text(affected), fact_text(fact));
                }
            }
            let (message, code, text) = (attribute(&first.title), first.code, content(&text));
            format!("<failure message=\"{message}\" type=\"{code}\">{text}</failure>")
        }
    }
}

/// The attributes of a suite.
#[derive(Debug, Clone, Copy, Default)]
struct Totals {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Totals {
    fn add(&mut self, state: &State) {
        self.tests += 1;
        match state {
            State::Passed => {}
            State::Known(_) => self.skipped += 1,
            State::NotSent => self.errors += 1,
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

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { tests, failures, errors, skipped } = self;
        write!(
            f,
            "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\""
        )
    }
}

/// Escapes text between tags. Characters that XML does not allow are replaced (XML 1.0, §2.2).
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

/// Escapes text between double quotes.
fn attribute(text: &str) -> String {
    content(text).replace('"', "&quot;").replace(['\n', '\t'], " ")
}
