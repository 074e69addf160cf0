//! Puts checks to a server, and says how its answers compare with what is promised.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use super::check::{Check, Copied};
use super::difference::{Difference, References, differences};
use super::exchange::{Exchange, Request, Response, TransportError};
use super::expected_response::ExpectedResponse;
use super::expected_site::ExpectedSite;
use super::known_deviation::{Deviation, KnownDeviation};
use crate::error::Result;

/// How many answers that others are compared with are remembered.
const REMEMBERED: usize = 64;

/// What came of a check.
#[derive(Debug)]
pub struct Evaluation {
    /// The request as it was sent.
    pub request: Request,
    /// What came back.
    pub outcome: std::result::Result<Response, TransportError>,
    /// What that means.
    pub verdict: Verdict,
    /// The gaps without which something else would be wanted, by their place in the list, ascending.
    pub concerned: Vec<usize>,
    /// Whether several answers will do, with some of the gaps or none: then a gap need not show.
    pub is_open: bool,
}

/// What an answer means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is as promised.
    Passed,
    /// It is not, but as it is known of just these gaps, by their place in the list.
    Known(Vec<usize>),
    /// It is neither: how it differs from what it comes closest to.
    Failed(Vec<Difference>),
}

/// Puts checks to one server. Any number of threads may use it.
pub struct Evaluator<'a> {
    expectation: &'a ExpectedSite,
    gaps: &'a [KnownDeviation],
    exchange: &'a dyn Exchange,
    /// What a gap that reads one request as another finds that one's check by.
    table: BTreeMap<(&'a Request, &'a Option<Copied>), &'a Check>,
    remembered: Mutex<VecDeque<(Request, Response)>>,
}

impl<'a> Evaluator<'a> {
    /// A judge who knows this table of checks, and how the server is known to differ: readings come
    /// one after the other, in the order of the list.
    pub fn new(
        expectation: &'a ExpectedSite,
        gaps: &'a [KnownDeviation],
        table: &'a [Check],
        exchange: &'a dyn Exchange,
    ) -> Self {
        let table = table
            .iter()
            .map(|check| ((&check.request, &check.copied), check));
        Self {
            expectation,
            gaps,
            exchange,
            table: table.collect(),
            remembered: Mutex::default(),
        }
    }

    /// Puts a check to the server.
    ///
    /// # Errors
    /// When a published file cannot be made.
    pub fn judge(&self, check: &Check) -> Result<Evaluation> {
        let (request, outcome) = self.ask(check);
        let references = Fetching::by(self);
        let concerned = self.concerned(check);
        let mut closest: Option<Vec<Difference>> = None;
        let mut verdict = None;
        for gaps in subsets(&concerned) {
            let found =
                self.closest(&self.wanted(check, &gaps), &request, &outcome, &references)?;
            if found.is_empty() {
                verdict = Some(if gaps.is_empty() {
                    Verdict::Passed
                } else {
                    Verdict::Known(gaps)
                });
                break;
            }
            if closest.as_ref().is_none_or(|best| found.len() < best.len()) {
                closest = Some(found);
            }
        }
        // Without what it is compared with an answer is neither right nor wrong.
        let missing = references.failed.take().filter(|_| verdict.is_none());
        Ok(Evaluation {
            request,
            outcome: missing.map_or(outcome, Err),
            verdict: verdict.unwrap_or(Verdict::Failed(closest.unwrap_or_default())),
            is_open: subsets(&concerned)
                .iter()
                .any(|gaps| self.wanted(check, gaps).len() > 1),
            concerned,
        })
    }

    fn ask(&self, check: &Check) -> (Request, std::result::Result<Response, TransportError>) {
        let mut request = check.request.clone();
        if let Some(copied) = &check.copied {
            match self.remembered(&copied.answer_to) {
                Err(failure) => return (request, Err(failure)),
                Ok(response) => {
                    if let Some(value) = response.value(copied.value_of) {
                        request = request.with(copied.field, value);
                    }
                }
            }
        }
        let outcome = self.exchange.exchange(&request);
        (request, outcome)
    }

    /// The gaps without which something else is wanted of a server that has all the others.
    fn concerned(&self, check: &Check) -> Vec<usize> {
        let all: Vec<usize> = (0..self.gaps.len()).collect();
        let with_all = self.wanted(check, &all);
        let changes = |gap: &usize| {
            let others: Vec<usize> = all.iter().copied().filter(|other| other != gap).collect();
            self.wanted(check, &others) != with_all
        };
        all.iter().copied().filter(changes).collect()
    }

    /// What a server with these gaps has to answer.
    fn wanted(&self, check: &Check, gaps: &[usize]) -> Vec<ExpectedResponse> {
        let instead = || gaps.iter().flat_map(|gap| &self.gaps[*gap].instead);
        let read_as = instead().fold(check.request.clone(), |request, instead| match instead {
            Deviation::Reads(reading) => Request {
                target: reading(request.path(), request.query()),
                ..request
            },
            Deviation::Answers(_) => request,
        });
        // A reading that leads to no check changes nothing.
        let same = self.table.get(&(&read_as, &check.copied));
        let mut answers = same.copied().unwrap_or(check).wanted.clone();
        for instead in instead() {
            if let Deviation::Answers(change) = instead {
                for answer in &mut answers {
                    change(&check.request, answer);
                }
            }
        }
        answers
    }

    /// How the outcome differs from that wanted answer which is closest to it.
    fn closest(
        &self,
        wanted: &[ExpectedResponse],
        request: &Request,
        outcome: &std::result::Result<Response, TransportError>,
        references: &Fetching<'_>,
    ) -> Result<Vec<Difference>> {
        let mut closest: Option<Vec<Difference>> = None;
        for answer in wanted {
            let found = differences(answer, request, outcome, self.expectation, references)?;
            if closest.as_ref().is_none_or(|best| found.len() < best.len()) {
                closest = Some(found);
            }
        }
        Ok(closest.unwrap_or_default())
    }

    /// The answer to a request with which others are compared.
    fn remembered(&self, request: &Request) -> std::result::Result<Response, TransportError> {
        let remembered = || {
            self.remembered
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some((_, response)) = remembered().iter().find(|(asked, _)| asked == request) {
            return Ok(response.clone());
        }
        let response = self.exchange.exchange(request)?;
        let mut remembered = remembered();
        remembered.truncate(REMEMBERED - 1);
        remembered.push_front((request.clone(), response.clone()));
        Ok(response)
    }
}

/// Fetches what one check's answer is compared with, and keeps why it could not.
struct Fetching<'a> {
    judge: &'a Evaluator<'a>,
    failed: RefCell<Option<TransportError>>,
}

impl<'a> Fetching<'a> {
    fn by(judge: &'a Evaluator<'a>) -> Self {
        Self {
            judge,
            failed: RefCell::default(),
        }
    }
}

impl References for Fetching<'_> {
    fn fetch(&self, request: &Request) -> std::result::Result<Response, TransportError> {
        let fetched = self.judge.remembered(request);
        if let Err(failure) = &fetched {
            self.failed.borrow_mut().get_or_insert(failure.clone());
        }
        fetched
    }
}

/// All subsets, those with fewer members first; members keep their order.
fn subsets(members: &[usize]) -> Vec<Vec<usize>> {
    let mut subsets = vec![Vec::new()];
    for member in members {
        let with = |subset: &Vec<usize>| {
            let mut subset = subset.clone();
            subset.push(*member);
            subset
        };
        let more: Vec<Vec<usize>> = subsets.iter().map(with).collect();
        subsets.extend(more);
    }
    subsets.sort_by_key(Vec::len);
    subsets
}

#[test]
fn subsets_come_smallest_first() {
    let all = subsets(&[0, 2, 5]);
    assert_eq!(all.len(), 8);
    assert_eq!((&all[0], &all[7]), (&vec![], &vec![0, 2, 5]));
    assert!(all.is_sorted_by_key(Vec::len));
}
