//! The report as JUnit XML for test reports: a group of checks is a suite, a known limitation of the
//! host is skipped, and a request that was not sent is an error.

use vitae::characters::printable_line;
use vitae::verify::check::Group;
use vitae::verify::check_result::CheckResult;
use vitae::verify::evaluation::Verdict;
use vitae::verify::report::{CheckCounts, VerificationReport};

use super::{reason, summary};

pub(super) fn render(report: &VerificationReport) -> String {
    let mut text = suites("", report);
    for deploy in &report.former_deploys {
        text += &suites(&format!("former deploy {}: ", deploy.site), deploy);
    }
    let name = escaped(&summary(report));
    format!("<?xml version=\"1.0\"?>\n<testsuites name=\"{name}\">\n{text}</testsuites>\n")
}

/// Renders the suites of the site or of a former deploy.
fn suites(prefix: &str, report: &VerificationReport) -> String {
    if let Some(unreachable) = &report.unreachable {
        let error = element("error", "no-answer", &unreachable.to_string(), "");
        let case =
            format!("    <testcase name=\"reachable\" classname=\"verify\">{error}</testcase>\n");
        let counts = CheckCounts { not_sent: 1, ..CheckCounts::default() };
        return suite(&format!("{prefix}reachable"), counts, &case);
    }
    let of_group = |group: Group| {
        let results = || report.results.iter().filter(|result| result.group == group);
        let (name, counts) = (format!("{prefix}{}", group.title()), CheckCounts::of(results()));
        suite(&name, counts, &results().map(|one| case(report, &name, one)).collect::<String>())
    };
    let is_sent = |group: &Group| report.results.iter().any(|result| result.group == *group);
    Group::ALL.into_iter().filter(is_sent).map(of_group).collect()
}

fn suite(name: &str, counts: CheckCounts, cases: &str) -> String {
    let CheckCounts { passed, failed, known, not_sent } = counts;
    let (name, tests) = (escaped(name), passed + failed + known + not_sent);
    format!(
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failed}\" errors=\"{not_sent}\" skipped=\"{known}\">\n{cases}  </testsuite>\n"
    )
}

fn case(report: &VerificationReport, suite: &str, result: &CheckResult) -> String {
    let text = match &result.verdict {
        Some(Verdict::Passed) => String::new(),
        Some(Verdict::Known(known)) => {
            let ids: Vec<_> = known.iter().map(|index| &*report.known[*index].id).collect();
            format!("<skipped message=\"known: {}\"/>", escaped(&ids.join(", ")))
        }
        Some(Verdict::Failed(differences)) => {
            let lines = differences.iter().map(|one| printable_line(&one.to_string()));
            let lines: Vec<String> = lines.collect();
            let title = result.cause.map_or(&*lines[0], |cause| cause.title());
            let text = format!("{}\n{}", result.request, lines.join("\n"));
            element("failure", result.codes()[0], title, &text)
        }
        None => element("error", "not-sent", report.stopped.map_or("", reason), ""),
    };
    let (name, class) = (escaped(&result.name), escaped(suite));
    format!("    <testcase name=\"{name}\" classname=\"{class}\">{text}</testcase>\n")
}

fn element(name: &str, code: &str, message: &str, text: &str) -> String {
    let (message, text) = (escaped(message), escaped(text));
    format!("<{name} message=\"{message}\" type=\"{code}\">{text}</{name}>")
}

/// Escapes text. Printing replaces control characters.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace(['\u{FFFE}', '\u{FFFF}'], "\u{FFFD}")
}
