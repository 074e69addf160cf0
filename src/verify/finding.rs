//! Findings: causes, or differences without a known cause, with the failed checks that have them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::check_result::CheckResult;
use super::difference::Difference;
use super::failure_cause::FailureCause;
use super::resource::Resource;

/// How many requests a finding lists.
const MAX_EXAMPLES: usize = 3;
/// The severity of a difference without a cause.
const LEAST_SEVERE: u8 = 6;

/// What is wrong, in which checks.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The stable code for programs.
    pub code: &'static str,
    /// What is wrong.
    pub title: String,
    /// What to do.
    pub hint: &'static str,
    /// 0 is the most severe.
    pub severity: u8,
    /// Whether it exposes data that must not be public.
    pub is_exposure: bool,
    /// The number of failed checks.
    pub checks: usize,
    /// The affected documents with what is wrong, or what the server did.
    pub details: Vec<String>,
    /// The first requests.
    pub examples: Vec<String>,
}

/// A failed check, and one of its differences.
type Failure<'a> = (&'a CheckResult, &'a Difference);

/// Groups failures by their cause, and the others by their difference. The most severe findings come
/// first, then those with the most checks.
pub(super) fn findings(results: &[CheckResult]) -> Vec<Finding> {
    let mut groups: BTreeMap<(Option<FailureCause>, Option<Difference>), Vec<Failure<'_>>> =
        BTreeMap::new();
    for result in results {
        for difference in result.differences() {
            let cause = result.cause.filter(|cause| difference.follows_from(*cause));
            let key = (cause, cause.is_none().then(|| difference.without_values()));
            groups.entry(key).or_default().push((result, difference));
        }
    }
    let groups = groups.into_iter();
    let finding = |((cause, difference), failures): ((_, Option<Difference>), Vec<Failure<'_>>)| {
        let mut finding = Finding::new(cause, &failures);
        if let Some(status) = difference.and_then(|it| only_status(&it, &failures, results)) {
            finding.title += &format!(", only in {status} responses");
        }
        finding
    };
    let mut findings: Vec<Finding> = groups.map(finding).collect();
    findings.sort_by_key(|finding| (finding.severity, Reverse(finding.checks)));
    findings
}

impl Finding {
    /// Describes failures with the same cause, or with the same difference whose cause is not known.
    fn new(cause: Option<FailureCause>, failures: &[Failure<'_>]) -> Self {
        let (_, difference) = failures.first().expect("a group has a failure");
        let mut checks: Vec<&CheckResult> = failures.iter().map(|(result, _)| *result).collect();
        checks.dedup_by_key(|result| result.index);
        let examples = checks.iter().take(MAX_EXAMPLES).map(|result| result.request.to_string());
        Self {
            code: cause.map_or(difference.code(), FailureCause::code),
            title: cause.map_or_else(|| difference.to_string(), |cause| cause.title().to_owned()),
            hint: cause.map_or(difference.hint(), FailureCause::hint),
            severity: cause.map_or(LEAST_SEVERE, FailureCause::severity),
            is_exposure: cause.is_some_and(FailureCause::is_exposure),
            checks: checks.len(),
            details: cause.map_or_else(|| values(failures), |cause| details(cause, failures)),
            examples: examples.collect(),
        }
    }
}

/// Returns the status of the responses with a wrong header, if these are errors or unchanged documents, and that header
/// is right in all other responses.
fn only_status(
    difference: &Difference,
    failures: &[Failure<'_>],
    results: &[CheckResult],
) -> Option<u16> {
    let Difference::Header { name, .. } = difference else { return None };
    let is_of_header =
        |one: &Difference| matches!(one, Difference::Header { name: other, .. } if other == name);
    let status = failures.first()?.0.status.filter(|status| *status >= 300)?;
    let has_status = |result: &CheckResult| result.status == Some(status);
    let mut others = results.iter().filter(|result| !has_status(result));
    let is_only = failures.iter().all(|(result, _)| has_status(result))
        && results.iter().any(|result| result.is_document() && result.has_content())
        && !others.any(|result| result.differences().iter().any(is_of_header));
    is_only.then_some(status)
}

/// Returns the different values of a wrong header.
fn values(failures: &[Failure<'_>]) -> Vec<String> {
    let values = failures.iter().filter_map(|(_, difference)| match difference {
        Difference::Header { received, .. } if !received.is_empty() => {
            let values = received.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>();
            Some(format!("received {}", values.join(" and ")))
        }
        _ => None,
    });
    values.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns the details of failures with the same cause, ordered by consultant.
fn details(cause: FailureCause, failures: &[Failure<'_>]) -> Vec<String> {
    let details = failures.iter().filter_map(|(result, difference)| {
        let resource = (!cause.concerns_server()).then(|| result.resource());
        let text = match difference {
            Difference::Status { got, .. } => format!("status {got}"),
            Difference::Body { problem, .. } if resource.is_some() => problem.clone(),
            // The others follow from these.
            _ => return None,
        };
        Some((resource, text))
    });
    let details: BTreeSet<(Option<Resource>, String)> = details.collect();
    let line = |(resource, text): (Option<Resource>, String)| match resource {
        Some(resource) => format!("{resource}: {text}"),
        None => text,
    };
    details.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::super::check::{Check, Group};
    use super::super::evaluation::Verdict;
    use super::super::exchange::Request;
    use super::super::expected_response::{ExpectedResponse, Status};
    use super::*;

    fn of(cause: Option<FailureCause>, differences: Vec<Difference>) -> CheckResult {
        let expected = ExpectedResponse::of(Status::Is(200));
        let check = Check::new(Group::Profile, "profile", Request::get("/"), expected);
        CheckResult::new(0, &check, Some(Verdict::Failed(differences)), cause)
    }

    fn status(got: u16) -> Difference {
        Difference::Status { expected: Status::Is(200), got }
    }

    fn header(name: &str) -> Difference {
        Difference::Header {
            name: name.to_owned(),
            problem: "missing".to_owned(),
            received: Vec::new(),
        }
    }

    fn body() -> Difference {
        Difference::Body { cause: Some(FailureCause::OlderVersion), problem: "older".to_owned() }
    }

    fn indexed(results: Vec<CheckResult>) -> Vec<CheckResult> {
        let results = results.into_iter().enumerate();
        results.map(|(index, result)| CheckResult { index, ..result }).collect()
    }

    #[test]
    fn sorts_by_severity_before_frequency() {
        let mut results = vec![of(Some(FailureCause::Password), vec![status(401)]); 9];
        results.push(of(Some(FailureCause::OlderVersion), vec![body()]));
        results.extend(vec![of(None, vec![header("link")]); 10]);
        results.push(of(Some(FailureCause::StillPublished), vec![status(200)]));
        let codes: Vec<_> = findings(&indexed(results))
            .iter()
            .map(|finding| (finding.code, finding.checks))
            .collect();
        let expected = [("still-there", 1), ("older-version", 1), ("header", 10), ("password", 9)];
        assert_eq!(codes, expected);
    }

    #[test]
    fn a_cause_explains_only_what_follows_from_it() {
        let differences = vec![body(), header("link")];
        let found = findings(&[of(Some(FailureCause::OlderVersion), differences)]);
        let titles: Vec<&str> = found.iter().map(|finding| &finding.title[..]).collect();
        assert_eq!(titles, ["the site serves an older version", "Link: missing"]);
    }
}
