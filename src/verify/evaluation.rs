//! Evaluates checks: sends the requests, and decides whether each response is as expected or differs
//! only in limitations of the host.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::check::Check;
use super::comparison::ResponseComparison;
use super::difference::Difference;
use super::exchange::{Exchange, Request, Response, TransportError};
use super::expected_limitation::ExpectedLimitation;
use super::expected_response::ExpectedResponse;
use super::expected_site::ExpectedSite;
use super::limits::max_length;
use crate::error::Error;

/// The result of a check.
#[derive(Debug)]
pub struct Evaluation {
    /// The response, or the reason why there is none.
    pub response: Result<Response, TransportError>,
    /// Whether the response is as expected.
    pub verdict: Verdict,
    /// The indices of the limitations that change the expected response.
    pub applicable: Vec<usize>,
}

/// Whether a response is as expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The response is as expected.
    Passed,
    /// The response differs only in these limitations, by index.
    Known(Vec<usize>),
    /// The differences from the expected response, with or without the limitations.
    Failed(Vec<Difference>),
}

/// Evaluates checks of one server. Several threads may use it at the same time.
pub struct Evaluator<'a> {
    site: &'a ExpectedSite,
    limitations: &'a [ExpectedLimitation],
    exchange: &'a dyn Exchange,
    /// The checks by request: where a server serves another target, that target's check applies.
    table: BTreeMap<&'a Request, &'a Check>,
    /// The references that are 404 responses: the response for an unknown consultant is compared with the responses for
    /// all inactive ones.
    not_found: Mutex<BTreeMap<Request, Response>>,
}

impl<'a> Evaluator<'a> {
    /// Creates an evaluator for a server with these limitations, whose rewrites are applied in
    /// order.
    pub fn new(
        site: &'a ExpectedSite,
        limitations: &'a [ExpectedLimitation],
        table: &'a [Check],
        exchange: &'a dyn Exchange,
    ) -> Self {
        let table = table.iter().map(|check| (&check.request, check)).collect();
        Self { site, limitations, exchange, table, not_found: Mutex::default() }
    }

    /// Evaluates a check.
    ///
    /// # Errors
    /// Returns an error if a published file cannot be rendered.
    pub fn evaluate(&self, check: &Check) -> Result<Evaluation, Error> {
        let (applicable, known) = self.known(check);
        let mut longest = 0;
        for path in [&check.expected, &known].into_iter().filter_map(|one| one.body.file()) {
            longest = longest.max(self.site.file(path)?.len());
        }
        let received = self.send(check, max_length(longest));
        let verdict = match self.compare(check, &check.expected, &received)? {
            differences if differences.is_empty() => Verdict::Passed,
            differences => match self.compare(check, &known, &received)? {
                others if others.is_empty() => Verdict::Known(applicable.clone()),
                others if distance(&others) < distance(&differences) => Verdict::Failed(others),
                _ => Verdict::Failed(differences),
            },
        };
        Ok(Evaluation { response: received.map(|(response, _)| response), verdict, applicable })
    }

    /// Returns the response to a check, and the one with which it is compared.
    fn send(
        &self,
        check: &Check,
        max_body: usize,
    ) -> Result<(Response, Option<Response>), TransportError> {
        let reference = check.reference().map(|request| self.reference(&request, max_body));
        let reference = reference.transpose()?;
        let mut request = check.request.clone();
        let tag = reference.as_ref().and_then(|response| response.value("etag"));
        if let Some(tag) = tag.filter(|_| request.revalidates) {
            request = request.with("If-None-Match", tag);
        }
        Ok((self.exchange.exchange(&request, max_body)?, reference))
    }

    /// Returns the response to the request of a reference. A 404 is requested once.
    fn reference(&self, request: &Request, max_body: usize) -> Result<Response, TransportError> {
        let not_found = || self.not_found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(response) = not_found().get(request) {
            return Ok(response.clone());
        }
        let response = self.exchange.exchange(request, max_body)?;
        if response.status == 404 {
            not_found().insert(request.clone(), response.clone());
        }
        Ok(response)
    }

    /// Returns the limitations that change the expected response, by index, and the response of a
    /// server with all of them.
    fn known(&self, check: &Check) -> (Vec<usize>, ExpectedResponse) {
        let mut applicable = Vec::new();
        let (mut request, mut expected) = (check.request.clone(), check.expected.clone());
        for (index, limitation) in self.limitations.iter().enumerate() {
            let mut changed = expected.clone();
            if let Some(rewrite) = &limitation.rewrite {
                let target = rewrite(request.path(), request.query());
                let is_other = target != request.target;
                request.target = target;
                // A target without a check of its own changes nothing.
                if let Some(served) = self.table.get(&request).filter(|_| is_other) {
                    changed.clone_from(&served.expected);
                }
            }
            if let Some(change) = &limitation.change {
                change(&check.request, &mut changed);
            }
            if changed != expected {
                applicable.push(index);
                expected = changed;
            }
        }
        (applicable, expected)
    }

    /// Returns the differences from an expected response.
    fn compare(
        &self,
        check: &Check,
        expected: &ExpectedResponse,
        received: &Result<(Response, Option<Response>), TransportError>,
    ) -> Result<Vec<Difference>, Error> {
        match received {
            Err(error) => Ok(vec![Difference::NoResponse(error.clone())]),
            Ok((response, reference)) => {
                let (site, request, reference) = (self.site, &check.request, reference.as_ref());
                ResponseComparison { site, request, response, reference }.differences(expected)
            }
        }
    }
}

/// Returns how far a response is from an expected one. A response with the right status is closer.
fn distance(differences: &[Difference]) -> (bool, usize) {
    (differences.iter().any(Difference::is_of_status), differences.len())
}
