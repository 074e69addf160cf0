//! Findings: causes with the checks that they explain.

use std::collections::{BTreeMap, BTreeSet};

use super::cause::{Cause, Destination, HeaderProblem, Reason};
use super::expected_response::ExpectedHeader;
use super::fact::{Affected, Detail, Fact};
use super::redirect::RedirectChain;

/// How many affected consultants and documents a finding lists.
const MAX_AFFECTED: usize = 1_000;
/// How many requests a finding lists.
const MAX_EXAMPLES: usize = 3;
/// Up to this many findings that differ in a value are reported individually.
const MAX_INDIVIDUAL: usize = 5;
/// How many values are listed if the findings are merged.
const MAX_VALUES: usize = 3;

/// A cause and what it explains.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The cause.
    pub cause: Cause,
    /// The number of failed checks.
    pub checks: usize,
    /// The affected consultants and documents.
    pub affected: BTreeMap<Affected, Vec<Fact>>,
    /// The number of checks of affected consultants and documents that are not listed.
    pub more: usize,
    /// A few requests by the index of their check.
    pub examples: BTreeMap<usize, String>,
    /// The way of a redirect.
    pub redirects: Vec<RedirectChain>,
}

impl Finding {
    pub(super) fn new(cause: Cause) -> Self {
        Self {
            cause,
            checks: 0,
            affected: BTreeMap::new(),
            more: 0,
            examples: BTreeMap::new(),
            redirects: Vec::new(),
        }
    }

    /// Adds a check with this reason.
    pub(super) fn add(&mut self, index: usize, request: &str, reason: &Reason) {
        self.checks += 1;
        self.examples.insert(index, request.to_owned());
        self.limit_examples();
        if let Some(Detail { affected, fact }) = &reason.detail {
            let is_listed = self.affected.contains_key(affected);
            if is_listed || self.affected.len() < MAX_AFFECTED {
                let facts = self.affected.entry(affected.clone()).or_default();
                if !facts.contains(fact) {
                    facts.push(fact.clone());
                }
            } else {
                self.more += 1;
            }
        }
    }

    fn limit_examples(&mut self) {
        while self.examples.len() > MAX_EXAMPLES {
            self.examples.pop_last();
        }
    }

    /// Adds the checks of a finding with another cause.
    fn merge(&mut self, other: Self) {
        self.checks += other.checks;
        self.more += other.more;
        self.examples.extend(other.examples);
        self.limit_examples();
        for (affected, facts) in other.affected {
            self.affected.entry(affected).or_default().extend(facts);
        }
    }
}

/// Merges findings that differ only in a value, if there are many, and sorts them by severity, then
/// by the number of checks.
pub(super) fn summarize(findings: Vec<Finding>) -> Vec<Finding> {
    let mut families: Vec<(Option<Family>, Vec<Finding>)> = Vec::new();
    for finding in findings {
        let family = Family::of(&finding.cause);
        let existing = families.iter_mut().find(|(other, _)| family.is_some() && *other == family);
        match existing {
            Some((_, members)) => members.push(finding),
            None => families.push((family, vec![finding])),
        }
    }
    let mut findings: Vec<Finding> = families
        .into_iter()
        .flat_map(|(family, members)| match family {
            Some(family) if members.len() > MAX_INDIVIDUAL => vec![family.merged(members)],
            _ => members,
        })
        .collect();
    findings.sort_by_key(|finding| (finding.cause.severity(), usize::MAX - finding.checks));
    findings
}

/// What causes that differ in a value have in common.
#[derive(Debug, PartialEq, Eq)]
enum Family {
    /// The status of redirects.
    Redirect(u16),
    /// A header, and its expected value.
    Header(String, ExpectedHeader),
}

impl Family {
    fn of(cause: &Cause) -> Option<Self> {
        match cause {
            Cause::Redirect { status, to: Some(_) } => Some(Self::Redirect(*status)),
            Cause::Header { name, problem: HeaderProblem::Value { expected, .. } } => {
                Some(Self::Header(name.clone(), expected.clone()))
            }
            _ => None,
        }
    }

    fn merged(self, members: Vec<Finding>) -> Finding {
        let causes = || members.iter().map(|member| &member.cause);
        let cause = match self {
            Self::Redirect(status) => Cause::Redirects {
                status,
                count: members.len(),
                examples: causes().filter_map(destination).take(MAX_VALUES).collect(),
            },
            Self::Header(name, expected) => Cause::Header {
                name,
                problem: HeaderProblem::Values {
                    count: causes().filter_map(value).collect::<BTreeSet<_>>().len(),
                    examples: causes().filter_map(value).take(MAX_VALUES).collect(),
                    expected,
                },
            },
        };
        let mut merged = Finding::new(cause);
        members.into_iter().for_each(|member| merged.merge(member));
        merged
    }
}

fn destination(cause: &Cause) -> Option<Destination> {
    match cause {
        Cause::Redirect { to, .. } => to.clone(),
        _ => None,
    }
}

fn value(cause: &Cause) -> Option<String> {
    match cause {
        Cause::Header { problem: HeaderProblem::Value { got, .. }, .. } => Some(got.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_ages(ages: std::ops::Range<u32>) -> Vec<Finding> {
        let finding = |age| {
            let mut finding = Finding::new(Cause::Header {
                name: "cache-control".to_owned(),
                problem: HeaderProblem::Value {
                    got: format!("max-age={age}"),
                    expected: ExpectedHeader::Is("max-age=300".to_owned()),
                },
            });
            finding.checks = 2;
            finding
        };
        summarize(ages.map(finding).collect())
    }

    #[test]
    fn merges_many_values() {
        assert_eq!(with_ages(0..5).len(), 5);
        let merged = with_ages(0..100);
        assert_eq!((merged.len(), merged[0].checks), (1, 200));
        assert_eq!(
            merged[0].cause.to_string(),
            "Cache-Control: 100 different values, such as `max-age=0`, `max-age=1`, `max-age=2`, instead of `max-age=300`"
        );
    }

    #[test]
    fn sorts_by_severity_before_frequency() {
        let finding = |cause, checks| Finding { checks, ..Finding::new(cause) };
        let sorted = summarize(vec![
            finding(Cause::Head, 9),
            finding(Cause::OlderVersion, 1),
            finding(Cause::Rewritten, 10),
            finding(Cause::StillPublished, 1),
        ]);
        let causes: Vec<&Cause> = sorted.iter().map(|finding| &finding.cause).collect();
        let expected =
            [&Cause::StillPublished, &Cause::OlderVersion, &Cause::Rewritten, &Cause::Head];
        assert_eq!(causes, expected);
    }
}
