//! The evaluation of checks: sends the requests, and decides whether the responses are as expected,
//! or as known of the host.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use super::check::{Check, CopiedHeader};
use super::comparison::{References, compare};
use super::difference::Difference;
use super::exchange::{Exchange, Request, Response, TransportError};
use super::expected_response::ExpectedResponse;
use super::expected_site::ExpectedSite;
use super::known_deviation::{Deviation, KnownDeviation};
use super::limits::max_length;
use crate::error::Result;

/// How many responses are cached to compare others with them.
const CACHED_RESPONSES: usize = 64;
/// How many bytes their bodies may have together.
const CACHED_BYTES: usize = 16 << 20;

/// The result of a check.
#[derive(Debug)]
pub struct Evaluation {
    /// The request as it was sent.
    pub request: Request,
    /// The response, or the reason why there is none.
    pub outcome: std::result::Result<Response, TransportError>,
    /// Whether the response is as expected.
    pub verdict: Verdict,
    /// The indices of the known deviations that change the expected responses, ascending.
    pub applicable: Vec<usize>,
    /// Whether several responses are right, so that a known deviation need not show.
    pub has_alternatives: bool,
}

/// Whether a response is as expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is.
    Passed,
    /// It is as known of these deviations, by index.
    Known(Vec<usize>),
    /// It is not: the differences from the closest expected response.
    Failed(Vec<Difference>),
}

/// The responses that are expected of a server with some of the known deviations.
struct Variant {
    deviations: Vec<usize>,
    expected: Vec<ExpectedResponse>,
}

/// Evaluates checks of one server. Several threads may use it at the same time.
pub struct Evaluator<'a> {
    site: &'a ExpectedSite,
    deviations: &'a [KnownDeviation],
    exchange: &'a dyn Exchange,
    /// The checks by request: where a server serves another target, that target's check applies.
    table: BTreeMap<(&'a Request, &'a Option<CopiedHeader>), &'a Check>,
    cache: Mutex<VecDeque<(Request, Arc<Response>)>>,
}

impl<'a> Evaluator<'a> {
    /// Creates an evaluator for a server with these known deviations, whose rewrites are applied in
    /// order.
    pub fn new(
        site: &'a ExpectedSite,
        deviations: &'a [KnownDeviation],
        table: &'a [Check],
        exchange: &'a dyn Exchange,
    ) -> Self {
        let table = table.iter();
        Self {
            site,
            deviations,
            exchange,
            table: table.map(|check| ((&check.request, &check.copied), check)).collect(),
            cache: Mutex::default(),
        }
    }

    /// Evaluates a check.
    ///
    /// # Errors
    /// If a published file cannot be rendered.
    pub fn evaluate(&self, check: &Check) -> Result<Evaluation> {
        let applicable = self.applicable(check);
        let variants = self.variants(check, &applicable);
        let max_body = self.max_body(&variants)?;
        let references = Fetcher { evaluator: self, max_body, error: RefCell::default() };
        let (request, outcome) = self.send(check, max_body);
        let mut closest: Option<Vec<Difference>> = None;
        let mut verdict = None;
        for Variant { deviations, expected } in &variants {
            for response in expected {
                let found = compare(response, &request, &outcome, self.site, &references)?;
                if closest.as_ref().is_none_or(|best| found.len() < best.len()) {
                    closest = Some(found);
                }
            }
            if closest.as_ref().is_some_and(Vec::is_empty) {
                verdict = Some(match deviations.is_empty() {
                    true => Verdict::Passed,
                    false => Verdict::Known(deviations.clone()),
                });
                break;
            }
        }
        // Without the responses to compare with, no verdict is possible.
        let missing = references.error.take().filter(|_| verdict.is_none());
        let closest = closest.expect("a check has an expected response");
        Ok(Evaluation {
            request,
            outcome: missing.map_or(outcome, Err),
            verdict: verdict.unwrap_or(Verdict::Failed(closest)),
            has_alternatives: variants.iter().any(|variant| variant.expected.len() > 1),
            applicable,
        })
    }

    fn send(
        &self,
        check: &Check,
        max_body: usize,
    ) -> (Request, std::result::Result<Response, TransportError>) {
        let mut request = check.request.clone();
        if let Some(copied) = &check.copied {
            match self.fetch(&copied.response_to, max_body) {
                Err(error) => return (request, Err(error)),
                Ok(response) => {
                    if let Some(value) = response.value(copied.value_of) {
                        request = request.with(copied.header, value);
                    }
                }
            }
        }
        let outcome = self.exchange.exchange(&request, max_body);
        (request, outcome)
    }

    /// Returns the deviations without which another response is expected of a server that has all
    /// others.
    fn applicable(&self, check: &Check) -> Vec<usize> {
        let all: Vec<usize> = (0..self.deviations.len()).collect();
        let with_all = self.expected(check, &all);
        let changes = |index: &usize| {
            let others: Vec<usize> = all.iter().copied().filter(|other| other != index).collect();
            self.expected(check, &others) != with_all
        };
        all.iter().copied().filter(changes).collect()
    }

    /// Returns the responses that are expected without a deviation, with each single one, and with
    /// all applicable ones.
    fn variants(&self, check: &Check, applicable: &[usize]) -> Vec<Variant> {
        let single = applicable.iter().map(|index| vec![*index]);
        let mut combinations: Vec<Vec<usize>> = std::iter::once(vec![]).chain(single).collect();
        if applicable.len() > 1 {
            combinations.push(applicable.to_vec());
        }
        let combinations = combinations.into_iter();
        combinations
            .map(|deviations| Variant { expected: self.expected(check, &deviations), deviations })
            .collect()
    }

    /// Returns the expected responses of a server with these deviations.
    fn expected(&self, check: &Check, deviations: &[usize]) -> Vec<ExpectedResponse> {
        let deviations = || deviations.iter().flat_map(|index| &self.deviations[*index].deviations);
        let served =
            deviations().fold(check.request.clone(), |request, deviation| match deviation {
                Deviation::Rewrites(rewrite) => {
                    Request { target: rewrite(request.path(), request.query()), ..request }
                }
                Deviation::Responds(_) => request,
            });
        // A target without a check of its own changes nothing.
        let served = self.table.get(&(&served, &check.copied));
        let mut expected = served.copied().unwrap_or(check).expected.clone();
        for deviation in deviations() {
            if let Deviation::Responds(change) = deviation {
                for response in &mut expected {
                    change(&check.request, response);
                }
            }
        }
        expected
    }

    /// Returns how much of a body is read at most.
    fn max_body(&self, variants: &[Variant]) -> Result<usize> {
        let responses = variants.iter().flat_map(|variant| &variant.expected);
        let mut longest = 0;
        for path in responses.filter_map(|response| response.body.file()) {
            longest = longest.max(self.site.file(path)?.len());
        }
        Ok(max_length(longest))
    }

    /// Returns the response to a request that others are compared with, from the cache if possible.
    fn fetch(
        &self,
        request: &Request,
        max_body: usize,
    ) -> std::result::Result<Arc<Response>, TransportError> {
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, response)) = cache().iter().find(|(cached, _)| cached == request) {
            return Ok(Arc::clone(response));
        }
        let response = Arc::new(self.exchange.exchange(request, max_body)?);
        let mut cache = cache();
        cache.push_front((request.clone(), Arc::clone(&response)));
        let mut bytes = 0;
        let sizes = cache.iter().take(CACHED_RESPONSES);
        let sizes = sizes.map(|(_, response)| response.body.len());
        let kept = sizes.take_while(|size| {
            bytes += size;
            bytes <= CACHED_BYTES
        });
        let kept = kept.count();
        cache.truncate(kept);
        Ok(response)
    }
}

/// Fetches references for one check, and records the first error.
struct Fetcher<'a> {
    evaluator: &'a Evaluator<'a>,
    max_body: usize,
    error: RefCell<Option<TransportError>>,
}

impl References for Fetcher<'_> {
    fn fetch(&self, request: &Request) -> std::result::Result<Arc<Response>, TransportError> {
        let fetched = self.evaluator.fetch(request, self.max_body);
        if let Err(error) = &fetched {
            self.error.borrow_mut().get_or_insert(error.clone());
        }
        fetched
    }
}
