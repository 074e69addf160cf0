//! Runs all checks of a plan in parallel until a deadline.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use super::check::Check;
use super::check_result::CheckResult;
use super::client::SiteClient;
use super::diagnosis::{
    Diagnosis, apply_to_same_document, distinguish_caches, find_changes_in_front,
    find_ignored_rules, find_older_build, find_other_language,
};
use super::difference::Difference;
use super::evaluation::{Evaluator, Verdict};
use super::exchange::TransportError;
use super::expected_limitation::ExpectedLimitation;
use super::expected_response::Status;
use super::failure_cause::FailureCause;
use super::finding::{Finding, findings};
use super::other_language::{OtherLanguage, other_language};
use super::report::{Known, Stop, VerificationReport};
use super::response_kind::is_challenge;
use super::test_plan::TestPlan;
use crate::error::Result;

/// How many missing documents are requested again.
const MAX_MISSING: usize = 100;
/// After this many timeouts, or responses in a row that block programs, the run stops.
const MAX_EVENTS: usize = 10;

/// Runs a plan with `jobs` requests at a time, and then checks that the profiles with the names that `deleted` returns are
/// not public. It also returns whether older ones are unknown, because the clone is shallow.
/// Calls `progress` after each check of the plan.
///
/// # Errors
/// Returns the error of `deleted`, or one if a published file cannot be rendered.
pub fn run(
    plan: &TestPlan<'_>,
    client: &SiteClient,
    jobs: usize,
    progress: &(dyn Fn() + Sync),
    deleted: impl FnOnce() -> Result<(Vec<String>, bool)>,
) -> Result<VerificationReport> {
    let mut report = VerificationReport {
        site: client.site.clone(),
        checked: plan.checked,
        active: plan.site.compiled.entries.len(),
        unreachable: None,
        stopped: None,
        findings: Vec::new(),
        known: Vec::new(),
        results: Vec::new(),
        is_shallow: false,
        former_deploys: Vec::new(),
    };
    let diagnosis = match Diagnosis::new(plan, client) {
        Ok(diagnosis) => diagnosis,
        Err(error) => {
            report.unreachable = Some(error);
            return Ok(report);
        }
    };
    let run = Run {
        plan,
        client,
        evaluator: Evaluator::new(plan.site, plan.limitations, &plan.checks, client),
        diagnosis,
        blocked: AtomicUsize::new(0),
        timeouts: AtomicUsize::new(0),
        stopped: OnceLock::new(),
    };
    let mut results = run.check_all(&plan.checks, 0, jobs, progress)?;
    let (names, is_shallow) = deleted()?;
    let (deleted, checks) = plan.deleted(&names);
    results.extend(run.check_all(&checks, plan.checks.len(), jobs, &|| ())?);
    report.is_shallow = is_shallow;
    results.sort_by_key(|result| result.index);
    run.find_cached_not_found(&mut results)?;
    find_changes_in_front(&mut results);
    apply_to_same_document(&mut results);
    find_ignored_rules(&mut results);
    distinguish_caches(&mut results, &plan.nonce);
    find_older_build(&mut results);
    let other_language = (!plan.is_former).then(|| other_language(plan.site, client)).flatten();
    if other_language.is_some() {
        find_other_language(&mut results);
    }
    let is_complete = results.iter().all(|result| result.verdict.is_some());
    // A check is left out on its own only if the server rate-limits its request.
    report.stopped = run.stopped.get().copied().or((!is_complete).then_some(Stop::RateLimited));
    for result in &mut results {
        result.anonymize(&plan.site.compiled.inactive, "inactive");
        result.anonymize(&deleted, "deleted");
    }
    report.findings = findings(&results);
    let not_applied = |finding: &&mut Finding| finding.code == FailureCause::RulesNotApplied.code();
    if let Some(finding) = report.findings.iter_mut().find(not_applied) {
        finding.title += &format!(" of `{}`", plan.site.compiled.host);
    }
    let is_other = |finding: &&mut Finding| finding.code == FailureCause::OtherLanguage.code();
    if let Some(OtherLanguage { language, proof }) = other_language
        && let Some(finding) = report.findings.iter_mut().find(is_other)
    {
        finding.title = format!("this is the site {language}");
        finding.details = vec![proof];
    }
    report.known = known(plan, &results);
    report.results = results;
    Ok(report)
}

/// Counts the checks in which limitations of the host showed.
fn known(plan: &TestPlan<'_>, results: &[CheckResult]) -> Vec<Known> {
    let limitations = plan.limitations.iter().enumerate();
    let known = limitations.map(|(index, ExpectedLimitation { id, title, .. })| {
        let shows = |result: &&CheckResult| {
            matches!(&result.verdict, Some(Verdict::Known(known)) if known.contains(&index))
        };
        let checks = results.iter().filter(shows).count();
        Known { id: id.clone(), title: title.clone(), checks }
    });
    known.collect()
}

/// A run, shared by its workers.
struct Run<'a> {
    plan: &'a TestPlan<'a>,
    client: &'a SiteClient,
    evaluator: Evaluator<'a>,
    diagnosis: Diagnosis<'a>,
    /// The number of responses in a row that block programs.
    blocked: AtomicUsize,
    timeouts: AtomicUsize,
    stopped: OnceLock<Stop>,
}

impl Run<'_> {
    /// Runs checks; `first` is the index of the first one in the report.
    fn check_all(
        &self,
        checks: &[Check],
        first: usize,
        jobs: usize,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Vec<CheckResult>> {
        let results = Mutex::new(Vec::new());
        let next = AtomicUsize::new(0);
        let work = || loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(check) = checks.get(index) else { break };
            let result = self.check(check);
            let result = result
                .map(|(verdict, cause)| CheckResult::new(first + index, check, verdict, cause));
            results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
            progress();
        };
        thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(work))));
        results.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect()
    }

    /// Returns the verdict, unless the request was not sent in time, and the cause of a failure.
    fn check(&self, check: &Check) -> Result<(Option<Verdict>, Option<FailureCause>)> {
        if self.is_stopped() {
            return Ok((None, None));
        }
        let evaluation = self.evaluator.evaluate(check)?;
        // The status of a challenge can be the status of a former deploy that the public cannot read.
        let is_blocked =
            self.plan.is_former && evaluation.response.as_ref().is_ok_and(is_challenge);
        let differences = match evaluation.verdict {
            Verdict::Failed(differences) if self.client.has_secrets() => {
                differences.iter().map(Difference::without_values).collect()
            }
            Verdict::Failed(differences) => differences,
            Verdict::Passed if is_blocked => {
                let problem = "a challenge for browsers".to_owned();
                vec![Difference::Body { cause: Some(FailureCause::BotProtection), problem }]
            }
            verdict => {
                self.blocked.store(0, Ordering::Relaxed);
                return Ok((Some(verdict), None));
            }
        };
        let cause = match &evaluation.response {
            Err(TransportError::RateLimited) => {
                self.count(&self.blocked, Stop::RateLimited);
                return Ok((None, None));
            }
            // The response may be missing only because the time was up.
            _ if self.is_stopped() => return Ok((None, None)),
            Err(error) => {
                if *error == TransportError::TimedOut {
                    self.count(&self.timeouts, Stop::NotResponding);
                }
                None
            }
            Ok(response) => {
                let cause = self.diagnosis.cause(check, response, &differences);
                match cause {
                    Some(FailureCause::BotProtection) => self.count(&self.blocked, Stop::Blocked),
                    _ => self.blocked.store(0, Ordering::Relaxed),
                }
                cause
            }
        };
        Ok((Some(Verdict::Failed(differences)), cause))
    }

    /// Requests missing documents again, past caches: one can still have the 404 of a document that was published since, also
    /// in one coding only.
    fn find_cached_not_found(&self, results: &mut [CheckResult]) -> Result<()> {
        use FailureCause::{CachedNotFound, MissingConsultant, MissingDocument, MissingPhoto};
        let is_missing = |result: &&mut CheckResult| {
            let is_404 = |one: &Difference| {
                matches!(one, Difference::Status { expected: Status::Is(200), got: 404 | 410 })
            };
            let missing =
                [None, Some(MissingConsultant), Some(MissingDocument), Some(MissingPhoto)];
            result.request.method == "GET"
                && result.request.target == result.target
                && missing.contains(&result.cause)
                && result.differences().iter().any(is_404)
        };
        for result in results.iter_mut().filter(is_missing).take(MAX_MISSING) {
            let mut check = self.plan.checks[result.index].clone();
            check.request = check.request.past_caches(&self.plan.nonce);
            let is_header = |one: &Difference| matches!(one, Difference::Header { .. });
            if match self.evaluator.evaluate(&check)?.verdict {
                Verdict::Failed(differences) => differences.iter().all(is_header),
                Verdict::Passed | Verdict::Known(_) => true,
            } {
                result.cause = Some(CachedNotFound);
            }
        }
        Ok(())
    }

    /// Counts an event, and stops the run after too many.
    fn count(&self, events: &AtomicUsize, stop: Stop) {
        if events.fetch_add(1, Ordering::Relaxed) + 1 >= MAX_EVENTS {
            self.stopped.get_or_init(|| stop);
        }
    }

    /// Returns whether the run has stopped, or stops it if the time is up.
    fn is_stopped(&self) -> bool {
        if self.client.is_out_of_time() {
            self.stopped.get_or_init(|| match self.client.was_rate_limited() {
                true => Stop::RateLimited,
                false => Stop::OutOfTime,
            });
        }
        self.stopped.get().is_some()
    }
}
