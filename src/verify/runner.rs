//! Runs all checks of a plan in parallel until a deadline.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use super::cause::{Affected, Cause, Fact, Reason};
use super::check::Check;
use super::client::Client;
use super::correlation::correlate;
use super::diagnosis::Diagnosis;
use super::evaluation::{Evaluation, Evaluator, Verdict};
use super::exchange::{Exchange, Request, TransportError};
use super::finding::{Finding, findings};
use super::intermediary::is_challenge;
use super::known_deviation::KnownDeviation;
use super::limits::max_length;
use super::outcome::{Outcome, State};
use super::reachability::reach;
use super::redirect::RedirectChain;
use super::report::{Known, Stop, VerificationReport};
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

/// Runs a plan with `jobs` requests at a time. Calls `progress` after each check.
///
/// # Errors
/// Returns an error if a published file cannot be rendered.
pub fn run(
    plan: &TestPlan<'_>,
    client: &Client,
    jobs: usize,
    progress: &(dyn Fn() + Sync),
) -> Result<VerificationReport> {
    let mut report = VerificationReport {
        site: client.site.clone(),
        checked: 0,
        active: plan.site.compiled.entries.len(),
        unreachable: reach(client).err(),
        stopped: None,
        findings: Vec::new(),
        known: Vec::new(),
        outcomes: Vec::new(),
        former_deploys: Vec::new(),
    };
    if report.unreachable.is_some() {
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
        stopped: OnceLock::new(),
    };
    let mut outcomes = run.examine_all(jobs.max(1), progress)?;
    correlate(&mut outcomes, &plan.nonce);
    if plan.is_former {
        attribute_to_former_deploy(&mut outcomes);
    }
    outcomes.sort_by_key(|outcome| outcome.index);
    let is_complete = outcomes.iter().all(|outcome| outcome.state != State::NotSent);
    let skipped = if client.was_rate_limited() { Stop::RateLimited } else { Stop::Skipped };
    report.stopped = run.stopped.get().copied().or((!is_complete).then_some(skipped));
    let seen: BTreeSet<_> = outcomes.iter().filter_map(|outcome| outcome.seen(plan.site)).collect();
    report.checked = plan.checked.min(seen.len());
    outcomes.iter_mut().for_each(|outcome| outcome.anonymize(plan.site));
    report.findings = findings(&outcomes);
    // A former deploy can belong to another owner by now, who must not choose what is requested.
    if !plan.is_former {
        follow_redirects(&mut report.findings, client);
    }
    report.known = known(plan, &outcomes);
    report.outcomes = outcomes;
    Ok(report)
}

/// Follows the redirects of one finding: a hostile site must not choose many requests.
fn follow_redirects(findings: &mut [Finding], client: &Client) {
    let is_redirect = |finding: &&mut Finding| matches!(finding.cause(), Cause::Redirect { .. });
    for finding in findings.iter_mut().filter(is_redirect) {
        let mut examples = finding.examples.iter();
        if let Some(example) = examples.find(|example| !example.is_anonymous) {
            let url = format!("{}{}", client.site, example.request.target);
            finding.redirects = RedirectChain::follow(client, &url);
        }
        if finding.redirects.is_some() {
            break;
        }
    }
}

/// Replaces the cause of what a former deploy, and not only a cache, still serves.
fn attribute_to_former_deploy(outcomes: &mut [Outcome]) {
    for outcome in outcomes {
        let State::Failed(reasons) = &mut outcome.state else { continue };
        for reason in reasons.iter_mut().filter(|one| one.cause == Cause::StillPublished) {
            reason.cause = Cause::InFormerDeploy;
        }
    }
}

/// Counts the checks in which known deviations of the host showed.
fn known(plan: &TestPlan<'_>, outcomes: &[Outcome]) -> Vec<Known> {
    let known = plan.deviations.iter().map(|KnownDeviation { id, title, .. }| {
        let shows =
            |outcome: &&Outcome| matches!(&outcome.state, State::Known(ids) if ids.contains(id));
        let checks = outcomes.iter().filter(shows).count();
        Known { id: id.clone(), title: title.clone(), checks }
    });
    let mut known: Vec<Known> = known.filter(|known| known.checks > 0).collect();
    known.sort_by(|one, other| one.id.cmp(&other.id));
    known
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
    stopped: OnceLock<Stop>,
}

impl Run<'_> {
    fn examine_all(&self, jobs: usize, progress: &(dyn Fn() + Sync)) -> Result<Vec<Outcome>> {
        thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(|| self.work(progress))).collect();
            let mut outcomes = Vec::new();
            for worker in workers {
                outcomes.extend(worker.join().unwrap_or_else(|panic| resume_unwind(panic))?);
            }
            Ok(outcomes)
        })
    }

    /// Takes turns until the plan has no more.
    fn work(&self, progress: &(dyn Fn() + Sync)) -> Result<Vec<Outcome>> {
        let mut outcomes = Vec::new();
        while let Some(checks) = self.plan.turn(self.turn.fetch_add(1, Ordering::Relaxed)) {
            for (index, check) in checks {
                outcomes.push(Outcome::new(index, &check, self.examine(&check)?));
                progress();
            }
        }
        Ok(outcomes)
    }

    fn examine(&self, check: &Check) -> Result<State> {
        let affected = self.affected(check);
        let is_skipped = self.timeouts().get(&affected).is_some_and(|n| *n >= MAX_TIMEOUTS);
        if is_skipped || self.is_stopped() {
            return Ok(State::NotSent);
        }
        let evaluation = self.evaluator.evaluate(check)?;
        let differences = match &evaluation.verdict {
            Verdict::Passed if self.is_blocked(&evaluation) => &Vec::new(),
            Verdict::Passed => {
                self.note_response();
                return Ok(State::Passed);
            }
            Verdict::Known(deviations) => {
                self.note_response();
                let ids = deviations.iter().map(|index| self.plan.deviations[*index].id.clone());
                return Ok(State::Known(ids.collect()));
            }
            Verdict::Failed(differences) => differences,
        };
        // The response may be missing only because the time was up.
        if self.is_stopped() {
            return Ok(State::NotSent);
        }
        let mut reasons = self.diagnosis.reasons(&evaluation, differences);
        match evaluation.outcome {
            Err(TransportError::RateLimited) => {
                self.note_blocked(Stop::RateLimited);
                return Ok(State::NotSent);
            }
            Err(TransportError::Malformed(_)) => self.note_response(),
            Err(error) => {
                if error == TransportError::TimedOut {
                    *self.timeouts().entry(affected.clone()).or_default() += 1;
                    let fact = match affected {
                        Affected::NotFound => Fact::Status(404),
                        _ => Fact::Request(check.request.clone()),
                    };
                    for reason in &mut reasons {
                        reason.detail = Some((affected.clone(), fact.clone()));
                    }
                }
                self.note_unanswered();
            }
            Ok(_) => match reasons[..] {
                [Reason { cause: Cause::BotProtection | Cause::RateLimited, .. }] => {
                    self.note_blocked(Stop::Blocked);
                }
                _ => self.note_response(),
            },
        }
        Ok(State::Failed(reasons))
    }

    /// Returns whether the response of a former deploy is a challenge for browsers. Its status can be
    /// that of a deploy that the public cannot read.
    fn is_blocked(&self, evaluation: &Evaluation) -> bool {
        self.plan.is_former && evaluation.outcome.as_ref().is_ok_and(is_challenge)
    }

    fn note_response(&self) {
        self.unanswered.store(0, Ordering::Relaxed);
        self.blocked.store(0, Ordering::Relaxed);
    }

    /// A server may close the connection instead of responding to a malformed request. The run
    /// therefore stops only if the server is unreachable.
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

    /// Returns the consultant or document that a check is about, without naming inactive ones.
    fn affected(&self, check: &Check) -> Affected {
        let active = &self.plan.site.compiled.entries;
        let is_active = |id: &ConsultantId| active.get(id.as_str()).is_some();
        let mut expected = check.expected.iter();
        match Resource::at(&check.request.target) {
            Resource::Consultant(id, _) if is_active(&id) => Affected::Consultant(id),
            Resource::Path(path) if !expected.any(|response| response.status.allows(404)) => {
                Affected::Path(path)
            }
            Resource::Consultant(..) | Resource::Path(_) => Affected::NotFound,
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

    fn timeouts(&self) -> MutexGuard<'_, BTreeMap<Affected, usize>> {
        self.timeouts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
