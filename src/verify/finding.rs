//! Findings: causes with the checks that they explain.

use std::collections::BTreeMap;

use super::cause::{Affected, Cause, Fact, Reason};
use super::difference::{Difference, HeaderProblem};
use super::outcome::Outcome;
use super::redirect::RedirectChain;

/// How many affected consultants and documents a finding lists.
const MAX_AFFECTED: usize = 1_000;
/// How many requests a finding lists.
const MAX_EXAMPLES: usize = 3;
/// Up to this many findings that differ in a value are reported individually.
const MAX_INDIVIDUAL: usize = 5;

/// A cause and what it explains.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The cause, or many that differ only in a value.
    pub causes: Vec<Cause>,
    /// The number of failed checks.
    pub checks: usize,
    /// The affected consultants and documents.
    pub affected: BTreeMap<Affected, Vec<Fact>>,
    /// The number of checks of affected consultants and documents that are not listed.
    pub more: usize,
    /// The first failed checks.
    pub examples: Vec<Outcome>,
    /// Where a redirect leads.
    pub redirects: Option<RedirectChain>,
}

type Failure<'a> = (&'a Outcome, &'a Reason);

/// Groups failures by cause, and merges causes that differ only in a value if there are many. The
/// most severe findings come first, then those that explain the most checks.
pub(super) fn findings(outcomes: &[Outcome]) -> Vec<Finding> {
    let failures = outcomes.iter().flat_map(|outcome| {
        outcome.reasons().iter().map(move |reason| (&reason.cause, (outcome, reason)))
    });
    let by_cause = group(failures, |one, other| one == other).into_iter();
    let families = group(by_cause.map(|(cause, failures)| (cause, (cause, failures))), is_similar);
    let mut findings: Vec<Finding> = families
        .into_iter()
        .flat_map(|(_, members)| match members.len() {
            0..=MAX_INDIVIDUAL => members.into_iter().map(|one| Finding::new(vec![one])).collect(),
            _ => vec![Finding::new(members)],
        })
        .collect();
    findings.sort_by_key(|finding| (finding.cause().severity(), usize::MAX - finding.checks));
    findings
}

/// Groups values by key, in the order of the first value of each key.
fn group<'a, V>(
    items: impl IntoIterator<Item = (&'a Cause, V)>,
    is_same: impl Fn(&Cause, &Cause) -> bool,
) -> Vec<(&'a Cause, Vec<V>)> {
    let mut groups: Vec<(&Cause, Vec<V>)> = Vec::new();
    for (key, value) in items {
        match groups.iter_mut().find(|(other, _)| is_same(other, key)) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

/// Returns whether two causes differ at most in the value of a header or the target of a redirect.
fn is_similar(one: &Cause, other: &Cause) -> bool {
    use Difference::Header;
    use HeaderProblem::Value;
    match (one, other) {
        (
            Cause::Redirect { status, to: Some(_) },
            Cause::Redirect { status: other, to: Some(_) },
        ) => status == other,
        (
            Cause::Difference(Header { name, problem: Value { expected, .. } }),
            Cause::Difference(Header { name: other, problem: Value { expected: same, .. } }),
        ) => (name, expected) == (other, same),
        _ => one == other,
    }
}

impl Finding {
    fn new(members: Vec<(&Cause, Vec<Failure<'_>>)>) -> Self {
        let (causes, failures): (Vec<_>, Vec<_>) = members.into_iter().unzip();
        let mut failures = failures.concat();
        failures.sort_by_key(|(outcome, _)| outcome.index);
        let (mut affected, mut more) = (BTreeMap::<Affected, Vec<Fact>>::new(), 0);
        for (subject, fact) in failures.iter().filter_map(|(_, reason)| reason.detail.as_ref()) {
            if affected.len() >= MAX_AFFECTED && !affected.contains_key(subject) {
                more += 1;
                continue;
            }
            let facts = affected.entry(subject.clone()).or_default();
            if !facts.contains(fact) {
                facts.push(fact.clone());
            }
        }
        let checks = failures.len();
        failures.dedup_by_key(|(outcome, _)| outcome.index);
        let examples = failures.iter().take(MAX_EXAMPLES).map(|(outcome, _)| (*outcome).clone());
        let (causes, examples) = (causes.into_iter().cloned().collect(), examples.collect());
        Self { causes, checks, affected, more, examples, redirects: None }
    }

    /// Returns the cause, or the first of many that differ only in a value.
    pub fn cause(&self) -> &Cause {
        self.causes.first().expect("a finding has a cause")
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::{Check, Group};
    use super::super::exchange::Request;
    use super::super::expected_response::{ExpectedResponse, Status};
    use super::super::outcome::State;
    use super::*;

    fn of(causes: impl IntoIterator<Item = Cause>) -> Vec<Finding> {
        let expected = ExpectedResponse::of(Status::Is(200));
        let check = Check::new(Group::Profile, "profile", Request::get("/"), [expected]);
        let states = causes.into_iter().map(|cause| State::Failed(vec![cause.reason()]));
        let outcomes = states.enumerate().map(|(index, state)| Outcome::new(index, &check, state));
        findings(&outcomes.collect::<Vec<_>>())
    }

    fn age(age: usize) -> Cause {
        let expected = "max-age=300".to_owned();
        let problem = HeaderProblem::Value { got: format!("max-age={age}"), expected };
        Cause::Difference(Difference::Header { name: "cache-control".to_owned(), problem })
    }

    #[test]
    fn merges_many_values() {
        assert_eq!(of((0..10).map(|index| age(index % 5))).len(), 5);
        let merged = of((0..200).map(|index| age(index % 100)));
        assert_eq!((merged.len(), merged[0].checks), (1, 200));
        assert_eq!(merged[0].causes, (0..100).map(age).collect::<Vec<_>>());
    }

    #[test]
    fn sorts_by_severity_before_frequency() {
        let sorted = of([
            vec![Cause::Head; 9],
            vec![Cause::OlderVersion],
            vec![Cause::Rewritten; 10],
            vec![Cause::StillPublished],
        ]
        .concat());
        let causes: Vec<&Cause> = sorted.iter().map(Finding::cause).collect();
        let expected =
            [&Cause::StillPublished, &Cause::OlderVersion, &Cause::Rewritten, &Cause::Head];
        assert_eq!(causes, expected);
    }
}
