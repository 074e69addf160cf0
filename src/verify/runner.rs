//! Runs all checks of a plan in parallel until a deadline.

use std::iter::Enumerate;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use super::cause::Cause;
use super::check::Check;
use super::check_result::CheckResult;
use super::client::SiteClient;
use super::diagnosis::{Diagnosis, compare_results};
use super::difference::Difference;
use super::evaluation::{Evaluator, Verdict};
use super::exchange::{Exchange, Request, TransportError};
use super::finding::findings;
use super::known_deviation::KnownDeviation;
use super::limits::max_length;
use super::report::{Known, Stop, VerificationReport};
use super::response_kind::is_challenge;
use super::test_plan::TestPlan;
use crate::discovery::OPENAPI;
use crate::error::Result;

/// After this many timeouts, or responses in a row that block programs, the run stops.
const MAX_EVENTS: usize = 10;

/// Runs a plan with `jobs` requests at a time. Calls `progress` after each check.
///
/// # Errors
/// Returns an error if a published file cannot be rendered.
pub fn run(
    plan: &TestPlan<'_>,
    client: &SiteClient,
    jobs: usize,
    progress: &(dyn Fn() + Sync),
) -> Result<VerificationReport> {
    let mut report = VerificationReport {
        site: client.site.clone(),
        checked: plan.checked,
        active: plan.site.compiled.entries.len(),
        unreachable: unreachable(client),
        stopped: None,
        findings: Vec::new(),
        known: Vec::new(),
        results: Vec::new(),
        former_deploys: Vec::new(),
    };
    if report.unreachable.is_some() {
        return Ok(report);
    }
    let run = Run {
        plan,
        client,
        evaluator: Evaluator::new(plan.site, plan.deviations, &plan.table, client),
        diagnosis: Diagnosis::new(plan, client),
        checks: Mutex::new(plan.checks().enumerate()),
        blocked: AtomicUsize::new(0),
        timeouts: AtomicUsize::new(0),
        stopped: OnceLock::new(),
    };
    let mut results = run.check_all(jobs, progress)?;
    results.sort_by_key(|result| result.index);
    compare_results(&mut results, &plan.nonce);
    let is_complete = results.iter().all(|result| result.verdict.is_some());
    // A check is left out on its own only if the server rate-limits its request.
    report.stopped = run.stopped.get().copied().or((!is_complete).then_some(Stop::RateLimited));
    results.iter_mut().for_each(|result| result.anonymize(&plan.site.compiled.inactive));
    report.findings = findings(&results);
    report.known = known(plan, &results);
    report.results = results;
    Ok(report)
}

/// Returns why the server responds to no request. Requests two documents, because one of them may time
/// out although the site responds to others.
fn unreachable(client: &SiteClient) -> Option<TransportError> {
    let mut first = None;
    for target in [OPENAPI, "/"] {
        match client.exchange(&Request::get(target), max_length(0)) {
            // The server responds, although possibly with an error.
            Ok(_) | Err(TransportError::RateLimited) => return None,
            Err(mut error) => {
                error.detail_mut().into_iter().for_each(|text| client.redactor.redact(text));
                first.get_or_insert(error);
            }
        }
    }
    first
}

/// Counts the checks in which known deviations of the host showed.
fn known(plan: &TestPlan<'_>, results: &[CheckResult]) -> Vec<Known> {
    let deviations = plan.deviations.iter().enumerate();
    let known = deviations.map(|(index, KnownDeviation { id, title, .. })| {
        let shows = |result: &&CheckResult| {
            matches!(&result.verdict, Some(Verdict::Known(known)) if known.contains(&index))
        };
        let checks = results.iter().filter(shows).count();
        Known { id: id.clone(), title: title.clone(), checks }
    });
    known.collect()
}

/// A run, shared by its workers.
struct Run<'a, I> {
    plan: &'a TestPlan<'a>,
    client: &'a SiteClient,
    evaluator: Evaluator<'a>,
    diagnosis: Diagnosis<'a>,
    /// The checks that are not done, with their indices.
    checks: Mutex<Enumerate<I>>,
    /// The number of responses in a row that block programs.
    blocked: AtomicUsize,
    timeouts: AtomicUsize,
    stopped: OnceLock<Stop>,
}

impl<I: Iterator<Item = Check> + Send> Run<'_, I> {
    fn check_all(&self, jobs: usize, progress: &(dyn Fn() + Sync)) -> Result<Vec<CheckResult>> {
        let results = Mutex::new(Vec::new());
        let next = || self.checks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some((index, check)) = next() {
                let result = self.check(&check).map(|checked| {
                    let (verdict, cause) = checked.unzip();
                    CheckResult::new(index, &check, verdict, cause.flatten())
                });
                results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
                progress();
            }
        };
        thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(work))));
        results.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect()
    }

    /// Returns the verdict and the cause of a failure, or `None` if the request was not sent, or not in
    /// time.
    fn check(&self, check: &Check) -> Result<Option<(Verdict, Option<Cause>)>> {
        if self.is_stopped() {
            return Ok(None);
        }
        let evaluation = self.evaluator.evaluate(check)?;
        // The status of a challenge can be that of a former deploy that the public cannot read.
        let is_blocked =
            self.plan.is_former && evaluation.response.as_ref().is_ok_and(is_challenge);
        let mut differences = match evaluation.verdict {
            Verdict::Failed(differences) => differences,
            Verdict::Passed if is_blocked => vec![Difference::Body("a challenge for browsers")],
            verdict => {
                self.blocked.store(0, Ordering::Relaxed);
                return Ok(Some((verdict, None)));
            }
        };
        // The response may be missing only because the time was up.
        if self.is_stopped() {
            return Ok(None);
        }
        if differences.iter().any(Difference::is_of_status) {
            differences.retain(Difference::is_of_status);
        }
        let cause = match &evaluation.response {
            Err(TransportError::RateLimited) => {
                self.count(&self.blocked, Stop::RateLimited);
                return Ok(None);
            }
            Err(error) => {
                differences = vec![Difference::NoResponse(error.clone())];
                if *error == TransportError::TimedOut {
                    self.count(&self.timeouts, Stop::NotResponding);
                }
                None
            }
            Ok(response) => {
                let cause = self.diagnosis.cause(check, response, &differences);
                match cause {
                    Some(Cause::BotProtection) => self.count(&self.blocked, Stop::Blocked),
                    _ => self.blocked.store(0, Ordering::Relaxed),
                }
                cause
            }
        };
        differences.iter_mut().for_each(|difference| difference.redact(&self.client.redactor));
        Ok(Some((Verdict::Failed(differences), cause)))
    }

    /// Counts an event, and stops the run after too many.
    fn count(&self, events: &AtomicUsize, stop: Stop) {
        if events.fetch_add(1, Ordering::Relaxed) + 1 >= MAX_EVENTS {
            self.stop(stop);
        }
    }

    fn stop(&self, stop: Stop) {
        self.stopped.get_or_init(|| stop);
    }

    /// Returns whether the run has stopped, or stops it if the time is up.
    fn is_stopped(&self) -> bool {
        if self.client.is_out_of_time() {
            let is_limited = self.client.was_rate_limited();
            self.stop(if is_limited { Stop::RateLimited } else { Stop::OutOfTime });
        }
        self.stopped.get().is_some()
    }
}
