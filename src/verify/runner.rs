//! Runs all checks of a plan in parallel until a deadline.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::cause::{Cause, Reason};
use super::check::Check;
use super::client::Client;
use super::correlation::correlate;
use super::diagnosis::Diagnosis;
use super::evaluation::{Evaluation, Evaluator, Verdict};
use super::exchange::{Exchange, Request, TransportError};
use super::fact::{Affected, Detail, Fact};
use super::limits::max_length;
use super::outcome::{Examined, State};
use super::reachability::reach;
use super::redirect::RedirectChain;
use super::report::{Stop, VerificationReport};
use super::resource::Resource;
use super::test_plan::TestPlan;
use crate::error::Result;
use crate::model::id::ConsultantId;
use crate::render::PROFILES;

/// After this many requests in a row without a response, the server's reachability is tested.
const MAX_UNANSWERED: usize = 4;
/// After this many timeouts, the other checks of the same consultant or document are skipped.
const MAX_TIMEOUTS: usize = 3;
/// After this many responses in a row that block programs, the run stops.
const MAX_BLOCKED: usize = 10;

/// Runs a plan with `jobs` requests at a time, and completes the report. Calls `progress` after each
/// check.
///
/// # Errors
/// If a published file cannot be rendered.
pub fn run(
    plan: &TestPlan<'_>,
    client: &Client,
    jobs: usize,
    mut report: VerificationReport,
    progress: &(dyn Fn() + Sync),
) -> Result<VerificationReport> {
    if let Err(unreachable) = reach(client) {
        report.unreachable = Some(unreachable);
        report.consultants.checked = 0;
        return Ok(report);
    }
    let unknown = Request::get(format!("{PROFILES}{}", plan.site.unknown_id()));
    let unknown = client.exchange(&unknown, max_length(0)).ok();
    let run = Run {
        plan,
        client,
        evaluator: Evaluator::new(plan.site, plan.deviations, &plan.table, client),
        diagnosis: Diagnosis::new(plan, client, unknown),
        turn: AtomicUsize::new(0),
        unanswered: AtomicUsize::new(0),
        blocked: AtomicUsize::new(0),
        timeouts: Mutex::default(),
        stopped: Mutex::new(None),
    };
    let mut examined = run.examine_all(jobs.max(1), progress)?;
    correlate(&mut examined);
    report.stopped = run.stopped().or_else(|| {
        let mut examined = examined.iter();
        let is_complete = examined.all(|check| check.state != State::NotSent);
        let reason = match client.was_rate_limited() {
            true => Stop::RateLimited,
            false => Stop::Skipped,
        };
        (!is_complete).then_some(reason)
    });
    let seen = examined.iter().filter_map(|check| check.seen(plan.site));
    let seen: BTreeSet<ConsultantId> = seen.collect();
    report.consultants.checked = report.consultants.checked.min(seen.len());
    complete(report, plan, client, examined)
}

/// Adds the outcomes to the report, and follows redirects.
fn complete(
    mut report: VerificationReport,
    plan: &TestPlan<'_>,
    client: &Client,
    mut examined: Vec<Examined>,
) -> Result<VerificationReport> {
    examined.sort_by_key(|check| check.index);
    // Targets that the report may contain.
    let mut targets: BTreeMap<usize, String> = BTreeMap::new();
    for mut check in examined {
        if !check.anonymize(plan.site) && !check.reasons().is_empty() {
            targets.insert(check.index, check.request.target.clone());
        }
        report.add(check.into_outcome(), |id| {
            let mut deviations = plan.deviations.iter();
            let deviation = deviations.find(|deviation| deviation.id == id);
            deviation.expect("a deviation of the plan").title.clone()
        });
    }
    report.finish();
    for finding in &mut report.findings {
        let mut examples = finding.examples.keys();
        let target = examples.find_map(|index| targets.get(index));
        let is_redirect = matches!(finding.cause, Cause::Redirect { .. } | Cause::Redirects { .. });
        if let Some(target) = target.filter(|_| is_redirect) {
            let url = format!("{}{target}", client.site());
            finding.redirects.extend(RedirectChain::follow(client, &url));
        }
    }
    Ok(report)
}

/// A run, shared by its workers.
struct Run<'a> {
    plan: &'a TestPlan<'a>,
    client: &'a Client,
    evaluator: Evaluator<'a>,
    diagnosis: Diagnosis<'a>,
    /// The next turn of the plan.
    turn: AtomicUsize,
    /// The number of requests in a row without a response.
    unanswered: AtomicUsize,
    /// The number of responses in a row that block programs.
    blocked: AtomicUsize,
    /// The number of timeouts by consultant or document.
    timeouts: Mutex<BTreeMap<Affected, usize>>,
    stopped: Mutex<Option<Stop>>,
}

impl Run<'_> {
    fn examine_all(&self, jobs: usize, progress: &(dyn Fn() + Sync)) -> Result<Vec<Examined>> {
        thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(|| self.work(progress))).collect();
            let mut examined = Vec::new();
            for worker in workers {
                match worker.join() {
                    Ok(found) => examined.extend(found?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Ok(examined)
        })
    }

    /// Takes turns until the plan has no more.
    fn work(&self, progress: &(dyn Fn() + Sync)) -> Result<Vec<Examined>> {
        let mut examined = Vec::new();
        while let Some(checks) = self.plan.turn(self.turn.fetch_add(1, Ordering::Relaxed)) {
            for (index, check) in checks {
                let state = self.examine(&check)?;
                examined.push(Examined::new(index, &check, state));
                progress();
            }
        }
        Ok(examined)
    }

    fn examine(&self, check: &Check) -> Result<State> {
        if self.is_stopped() || self.is_skipped(&self.affected(check)) {
            return Ok(State::NotSent);
        }
        let evaluation = self.evaluator.evaluate(check)?;
        let differences = match &evaluation.verdict {
            Verdict::Passed => {
                self.note_response();
                return Ok(State::Passed);
            }
            Verdict::Known(deviations) => {
                self.note_response();
                let all = self.plan.deviations;
                let ids = deviations.iter().map(|index| all[*index].id.clone());
                return Ok(State::Known(ids.collect()));
            }
            Verdict::Failed(differences) => differences,
        };
        // The response may be missing only because the time was up.
        if self.is_stopped() {
            return Ok(State::NotSent);
        }
        if evaluation.outcome == Err(TransportError::RateLimited) {
            self.note_blocked(Stop::RateLimited);
            return Ok(State::NotSent);
        }
        let mut reasons = self.diagnosis.reasons(&evaluation, differences);
        if evaluation.outcome == Err(TransportError::TimedOut) {
            let detail = self.note_timeout(check);
            for reason in &mut reasons {
                reason.detail = Some(detail.clone());
            }
        }
        self.note_failure(&evaluation, &reasons);
        Ok(State::Failed(reasons))
    }

    fn note_response(&self) {
        self.unanswered.store(0, Ordering::Relaxed);
        self.blocked.store(0, Ordering::Relaxed);
    }

    fn note_failure(&self, evaluation: &Evaluation, reasons: &[Reason]) {
        let is_blocked = reasons.iter().any(|reason| reason.cause.is_blocking());
        match &evaluation.outcome {
            Err(TransportError::Malformed(_)) => self.note_response(),
            Err(_) => self.note_unanswered(),
            Ok(_) if is_blocked => self.note_blocked(Stop::Blocked),
            Ok(_) => self.note_response(),
        }
    }

    /// Some requests deserve no response, so the reachability decides.
    fn note_unanswered(&self) {
        let unanswered = self.unanswered.fetch_add(1, Ordering::Relaxed) + 1;
        if unanswered < MAX_UNANSWERED || self.is_stopped() {
            return;
        }
        match reach(self.client) {
            Ok(()) => self.note_response(),
            // The check notes that the time is up.
            Err(_) if self.is_stopped() => {}
            Err(_) => self.stop(Stop::NotResponding),
        }
    }

    fn note_blocked(&self, stop: Stop) {
        if self.blocked.fetch_add(1, Ordering::Relaxed) + 1 >= MAX_BLOCKED {
            self.stop(stop);
        }
    }

    fn note_timeout(&self, check: &Check) -> Detail {
        let affected = self.affected(check);
        let fact = match affected {
            Affected::NotFound => Fact::Status(404),
            Affected::Consultant(_) | Affected::Path(_) => Fact::Request(check.request.clone()),
        };
        let mut timeouts = self.timeouts.lock().unwrap_or_else(PoisonError::into_inner);
        *timeouts.entry(affected.clone()).or_default() += 1;
        Detail { affected, fact }
    }

    /// Returns whether requests about this consultant or document have timed out too often.
    fn is_skipped(&self, affected: &Affected) -> bool {
        let timeouts = self.timeouts.lock().unwrap_or_else(PoisonError::into_inner);
        timeouts.get(affected).is_some_and(|count| *count >= MAX_TIMEOUTS)
    }

    /// Returns the consultant or document that a check is about, without naming inactive ones.
    fn affected(&self, check: &Check) -> Affected {
        let mut expected = check.expected.iter();
        match Resource::at(&check.request.target) {
            Resource::Consultant(id, _) if self.is_active(&id) => Affected::Consultant(id),
            Resource::Path(path) if !expected.any(|response| response.status.allows(404)) => {
                Affected::Path(path)
            }
            Resource::Consultant(..) | Resource::Path(_) => Affected::NotFound,
        }
    }

    fn is_active(&self, id: &ConsultantId) -> bool {
        self.plan.site.find_active(id).is_some()
    }

    fn stop(&self, stop: Stop) {
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.get_or_insert(stop);
    }

    fn stopped(&self) -> Option<Stop> {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the run has stopped, or stops it if the time is up.
    fn is_stopped(&self) -> bool {
        if self.client.is_out_of_time() {
            self.stop(match self.client.was_rate_limited() {
                true => Stop::RateLimited,
                false => Stop::OutOfTime,
            });
        }
        self.stopped().is_some()
    }
}
