//! Evaluates checks: sends the requests, and decides whether each response is as expected or differs
//! only in known deviations of the host.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::check::Check;
use super::comparison::ResponseComparison;
use super::difference::Difference;
use super::exchange::{Exchange, Request, Response, TransportError};
use super::expected_response::ExpectedResponse;
use super::expected_site::ExpectedSite;
use super::known_deviation::KnownDeviation;
use super::limits::max_length;
use crate::error::Error;

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
    pub response: Result<Response, TransportError>,
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
    /// The response is as expected.
    Passed,
    /// The response differs only in these known deviations, by index.
    Known(Vec<usize>),
    /// The differences from the closest expected response.
    Failed(Vec<Difference>),
}

/// Evaluates checks of one server. Several threads may use it at the same time.
pub struct Evaluator<'a> {
    site: &'a ExpectedSite,
    deviations: &'a [KnownDeviation],
    exchange: &'a dyn Exchange,
    /// The checks by request: where a server serves another target, that target's check applies.
    table: BTreeMap<&'a Request, &'a Check>,
    cache: Mutex<BTreeMap<Request, Arc<Response>>>,
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
        let table = table.iter().map(|check| (&check.request, check)).collect();
        Self { site, deviations, exchange, table, cache: Mutex::default() }
    }

    /// Evaluates a check.
    ///
    /// # Errors
    /// Returns an error if a published file cannot be rendered.
    pub fn evaluate(&self, check: &Check) -> Result<Evaluation, Error> {
        let applicable = self.applicable(check);
        // Without a deviation, with each single one, and with all applicable ones.
        let mut variants = vec![Vec::new()];
        variants.extend(applicable.iter().map(|index| vec![*index]));
        if applicable.len() > 1 {
            variants.push(applicable.clone());
        }
        let expected: Vec<_> =
            variants.iter().map(|deviations| self.expected(check, deviations)).collect();
        let mut longest = 0;
        for path in expected.iter().flatten().filter_map(|response| response.body.file()) {
            longest = longest.max(self.site.file(path)?.len());
        }
        let max_body = max_length(longest);
        let (request, response) = self.send(check, max_body);
        let missing = RefCell::new(None);
        let fetch = |request: &Request| {
            let fetched = self.fetch(request, max_body);
            fetched.map_err(|error| missing.borrow_mut().get_or_insert(error).clone()).ok()
        };
        let comparison = ResponseComparison { request: &request, site: self.site, fetch: &fetch };
        let mut closest: Option<Vec<Difference>> = None;
        let mut verdict = None;
        for (deviations, expected) in variants.iter().zip(&expected) {
            for expected in expected {
                let found = comparison.differences(expected, &response)?;
                // A response with the right status is closer.
                let distance = |found: &Vec<Difference>| {
                    (found.iter().any(Difference::is_of_status), found.len())
                };
                if closest.as_ref().is_none_or(|best| distance(&found) < distance(best)) {
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
        let missing = missing.take().filter(|_| verdict.is_none());
        let closest = closest.expect("a check has an expected response");
        Ok(Evaluation {
            request,
            response: missing.map_or(response, Err),
            verdict: verdict.unwrap_or(Verdict::Failed(closest)),
            has_alternatives: expected.iter().any(|expected| expected.len() > 1),
            applicable,
        })
    }

    fn send(&self, check: &Check, max_body: usize) -> (Request, Result<Response, TransportError>) {
        let mut request = check.request.clone();
        if let Some(copied) = request.copied.take() {
            let response = match self.fetch(&copied.response_to, max_body) {
                Ok(response) => response,
                Err(error) => return (request, Err(error)),
            };
            if let Some(value) = response.value(copied.value_of) {
                request = request.with(copied.header, value);
            }
        }
        let response = self.exchange.exchange(&request, max_body);
        (request, response)
    }

    /// Returns the deviations that affect the expected response of a server with all deviations.
    fn applicable(&self, check: &Check) -> Vec<usize> {
        let all: Vec<usize> = (0..self.deviations.len()).collect();
        let with_all = self.expected(check, &all);
        let changes = |index: &usize| {
            let others: Vec<usize> = all.iter().copied().filter(|other| other != index).collect();
            self.expected(check, &others) != with_all
        };
        all.iter().copied().filter(changes).collect()
    }

    /// Returns the expected responses of a server with these deviations.
    fn expected(&self, check: &Check, deviations: &[usize]) -> Vec<ExpectedResponse> {
        let deviations = || deviations.iter().map(|index| &self.deviations[*index]);
        let mut served = check.request.clone();
        for rewrite in deviations().filter_map(|deviation| deviation.rewrite.as_ref()) {
            served.target = rewrite(served.path(), served.query());
        }
        // A target without a check of its own changes nothing.
        let mut expected = self.table.get(&served).copied().unwrap_or(check).expected.clone();
        for change in deviations().filter_map(|deviation| deviation.change.as_ref()) {
            expected.iter_mut().for_each(|response| change(&check.request, response));
        }
        expected
    }

    /// Returns the response to a request that others are compared with, from the cache if possible.
    fn fetch(&self, request: &Request, max_body: usize) -> Result<Arc<Response>, TransportError> {
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(response) = cache().get(request) {
            return Ok(Arc::clone(response));
        }
        let response = Arc::new(self.exchange.exchange(request, max_body)?);
        let mut cache = cache();
        let bytes: usize = cache.values().map(|response| response.body.len()).sum();
        if cache.len() == CACHED_RESPONSES || bytes + response.body.len() > CACHED_BYTES {
            cache.clear();
        }
        cache.insert(request.clone(), Arc::clone(&response));
        Ok(response)
    }
}
