//! The report as JUnit XML for test reports: a group of checks is a suite, a known limitation of the
//! host is skipped, and a request that was not sent is an error.

use std::fmt::Write as _;

use vitae::characters::printable_line;
use vitae::verify::outcome::{Outcome, State};
use vitae::verify::report::{Counts, VerificationReport};

use super::causes::describe;
use super::facts::{affected_text, fact_text};
use super::{reason, summary, unreachable_text};

pub(super) fn render(report: &VerificationReport) -> String {
    let mut totals = Counts::default();
    let mut text = suites("", report, &mut totals);
    for deploy in &report.former_deploys {
        text += &suites(&format!("former deploy {}: ", deploy.site), deploy, &mut totals);
    }
    let name = attribute(&summary(report));
    let totals = attributes(totals);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{name}\" {totals}>\n{text}</testsuites>\n"
    )
}

/// Renders the suites of the site or of a former deploy, and adds their counts to `totals`.
fn suites(prefix: &str, report: &VerificationReport, totals: &mut Counts) -> String {
    let mut suites: Vec<(&str, Vec<&Outcome>)> = Vec::new();
    for outcome in &report.outcomes {
        let title = outcome.group.title();
        match suites.iter_mut().find(|(group, _)| *group == title) {
            Some((_, outcomes)) => outcomes.push(outcome),
            None => suites.push((title, vec![outcome])),
        }
    }
    let mut text = String::new();
    *totals += report.counts();
    for (group, outcomes) in suites {
        let group = &format!("{prefix}{group}");
        let cases =
            outcomes.iter().map(|outcome| case(&outcome.name, group, &result(report, outcome)));
        text += &suite(group, Counts::of(outcomes.iter().copied()), &cases.collect::<String>());
    }
    if let Some(unreachable) = &report.unreachable {
        let message = attribute(&unreachable_text(unreachable));
        let result = format!("<error message=\"{message}\" type=\"no-answer\"/>");
        let group = &format!("{prefix}reachable");
        let case = case(&report.site.to_string(), group, &result);
        text += &suite(group, Counts { not_sent: 1, ..Counts::default() }, &case);
        totals.not_sent += 1;
    }
    text
}

fn suite(name: &str, counts: Counts, cases: &str) -> String {
    let (name, attributes, skipped) = (attribute(name), attributes(counts), counts.known);
    format!(
        "  <testsuite name=\"{name}\" {attributes} skipped=\"{skipped}\">\n{cases}  </testsuite>\n"
    )
}

fn attributes(Counts { passed, failed, known, not_sent }: Counts) -> String {
    let tests = passed + failed + known + not_sent;
    format!("tests=\"{tests}\" failures=\"{failed}\" errors=\"{not_sent}\"")
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
            let mut text = printable_line(&outcome.request.to_string());
            for reason in reasons {
                let mut line = describe(&reason.cause).title.into_owned();
                if let Some((affected, fact)) = &reason.detail {
                    let _ = write!(line, ": {}: {}", affected_text(affected), fact_text(fact));
                }
                let _ = write!(text, "\n{}", printable_line(&line));
            }
            let (message, code, text) = (attribute(&first.title), first.code, content(&text));
            format!("<failure message=\"{message}\" type=\"{code}\">{text}</failure>")
        }
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
