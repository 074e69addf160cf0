//! Puts all checks to a server, several at a time and not longer than there is time.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::anonymize::conceal;
use super::cause::Cause;
use super::check::Check;
use super::client::Client;
use super::derived_failure;
use super::diagnosis::Diagnosis;
use super::difference::Difference;
use super::evaluation::{Evaluation, Evaluator, Verdict};
use super::exchange::{Exchange, Request, TransportError};
use super::reachability::reach;
use super::redirect;
use super::report::{Detail, Outcome, Reason, State, Stop, VerificationReport};
use super::subject::Subject;
use super::test_plan::TestPlan;
use super::withdrawal;
use crate::error::Result;
use crate::model::id::ConsultantId;
use crate::render::PROFILES;

/// After so many requests in a row without an answer it is asked whether there is anybody.
const SILENT: usize = 4;
/// After so many requests about one consultant or document without an answer in time it is given up.
const SILENT_OF_ONE: usize = 3;
/// What has no name of its own: nobody, what is inactive, what only the host reads.
const ABSENT: &str = "what is not there";
/// After so many answers in a row of something that keeps programs out, nothing more is asked.
const MAX_BLOCKED: usize = 10;

/// Asks everything, `jobs` requests at a time, and puts what comes back into `report`. `progress` is
/// told after each check.
///
/// # Errors
/// When a published file that is to be compared with cannot be made.
pub fn run(
    questions: &TestPlan<'_>,
    client: &Client,
    jobs: usize,
    mut report: VerificationReport,
    progress: &(dyn Fn() + Sync),
) -> Result<VerificationReport> {
    if let Err(unreachable) = reach(client) {
        report.unreachable = Some(unreachable);
        report.consultants.0 = 0;
        return Ok(report);
    }
    let expectation = questions.expectation;
    let unknown_id = format!("{PROFILES}{}", expectation.unknown_id());
    let anything = client.exchange(&Request::get(unknown_id)).ok();
    let run = Run {
        questions,
        client,
        judge: Evaluator::new(expectation, questions.gaps, &questions.table, client),
        diagnosis: Diagnosis::new(expectation, &questions.gone, anything),
        turn: AtomicUsize::new(0),
        silent: AtomicUsize::new(0),
        kept_out: AtomicUsize::new(0),
        given_up: Mutex::default(),
        stopped: Mutex::new(None),
    };
    let mut asked = run.ask(jobs.max(1), progress)?;
    report.stopped = *run.stopped.lock().unwrap_or_else(PoisonError::into_inner);
    withdrawal::attribute_to_caches(&mut asked, &questions.fresh);
    derived_failure::fold(&mut asked);
    let is_not_asked = |asked: &Asked| asked.outcome.state == State::NotAsked;
    if report.stopped.is_none() && asked.iter().any(is_not_asked) {
        report.stopped = Some(match client.was_put_off() {
            true => Stop::PutOff,
            false => Stop::GaveUp,
        });
    }
    let looked_at: BTreeSet<ConsultantId> = asked
        .iter()
        .filter_map(|asked| run.looked_at(asked))
        .collect();
    report.consultants.0 = report.consultants.0.min(looked_at.len());
    asked.sort_by_key(|asked| asked.outcome.index);
    // What may be shown of those that failed.
    let mut targets: BTreeMap<usize, String> = BTreeMap::new();
    for Asked {
        mut outcome,
        target,
        ..
    } in asked
    {
        let is_concealed = conceal(&mut outcome, &target, expectation);
        if outcome.request.is_some() && !is_concealed {
            targets.insert(outcome.index, target);
        }
        report.add(outcome, |id| {
            let gap = questions.gaps.iter().find(|gap| gap.id == id);
            gap.map_or_else(String::new, |gap| gap.title.clone())
        });
    }
    report.finish();
    for finding in &mut report.findings {
        let mut examples = finding.examples.keys();
        let target = examples.find_map(|index| targets.get(index));
        if let (Cause::Redirected { .. }, Some(target)) = (&finding.cause, target) {
            let url = format!("{}{target}", client.address());
            let way = redirect::way(client, &url);
            finding.notes.extend(way.map(|way| client.hide_in(&way)));
        }
    }
    Ok(report)
}

/// A check that was put to the site.
pub(super) struct Asked {
    pub(super) outcome: Outcome,
    /// What was asked for.
    pub(super) target: String,
    /// The published file that is wanted.
    pub(super) file: Option<String>,
}

/// One run, as its workers share it.
struct Run<'a> {
    questions: &'a TestPlan<'a>,
    client: &'a Client,
    judge: Evaluator<'a>,
    diagnosis: Diagnosis<'a>,
    /// The next turn that nobody has taken.
    turn: AtomicUsize,
    /// How many requests in a row had no answer.
    silent: AtomicUsize,
    /// How many answers in a row kept us out.
    kept_out: AtomicUsize,
    /// How many requests about somebody or something had no answer in time.
    given_up: Mutex<BTreeMap<String, usize>>,
    stopped: Mutex<Option<Stop>>,
}

impl Run<'_> {
    /// Lets so many workers take turns.
    fn ask(&self, jobs: usize, progress: &(dyn Fn() + Sync)) -> Result<Vec<Asked>> {
        thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs)
                .map(|_| scope.spawn(|| self.work(progress)))
                .collect();
            let mut asked = Vec::new();
            for worker in workers {
                match worker.join() {
                    Ok(found) => asked.extend(found?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Ok(asked)
        })
    }

    /// Takes turns until there are none.
    fn work(&self, progress: &(dyn Fn() + Sync)) -> Result<Vec<Asked>> {
        let mut asked = Vec::new();
        loop {
            let turn = self.turn.fetch_add(1, Ordering::Relaxed);
            let Some(checks) = self.questions.turn(turn) else {
                return Ok(asked);
            };
            for (index, check) in checks {
                let state = self.state(&check)?;
                let is_as_promised = state == State::Passed;
                let mut wanted = check.wanted.iter();
                asked.push(Asked {
                    outcome: Outcome {
                        index,
                        name: check.name.clone(),
                        group: check.group.title(),
                        request: (!is_as_promised).then(|| check.to_string()),
                        state,
                    },
                    target: check.request.target.clone(),
                    file: wanted.find_map(|answer| answer.body.file().map(str::to_owned)),
                });
                progress();
            }
        }
    }

    fn state(&self, check: &Check) -> Result<State> {
        if self.client.is_out_of_time() {
            self.stop(self.time_up());
        }
        if self.is_stopped() {
            return Ok(State::NotAsked);
        }
        let subject = self.subject(check);
        if self.is_given_up(&subject) {
            return Ok(State::NotAsked);
        }
        let mut judgement = self.judge.judge(check)?;
        self.hide(&mut judgement);
        let differences = match judgement.verdict {
            Verdict::Passed => {
                self.heard();
                return Ok(State::Passed);
            }
            Verdict::Known(gaps) => {
                self.heard();
                let all = self.questions.gaps;
                let ids = gaps.iter().map(|gap| all[*gap].id.clone());
                return Ok(State::Known(ids.collect()));
            }
            Verdict::Failed(ref differences) => differences.clone(),
        };
        // What is missing may be what there was no time for.
        if self.client.is_out_of_time() {
            self.stop(self.time_up());
            return Ok(State::NotAsked);
        }
        let (request, outcome) = (&judgement.request, &judgement.outcome);
        if *outcome == Err(TransportError::PutOff) {
            if self.kept_out.fetch_add(1, Ordering::Relaxed) + 1 >= MAX_BLOCKED {
                self.stop(Stop::PutOff);
            }
            return Ok(State::NotAsked);
        }
        let reasons = self.diagnosis.reasons(request, outcome, &differences);
        let mut reasons: Vec<Reason> = reasons
            .into_iter()
            .map(|reason| reason.map_text(|text| self.client.hide_in(text)))
            .collect();
        if *outcome == Err(TransportError::TimedOut) {
            for reason in &mut reasons {
                reason.detail = Some(Detail {
                    text: if subject == ABSENT {
                        "what would be answered 404".to_owned()
                    } else {
                        request.to_string()
                    },
                    subject: subject.clone(),
                });
            }
            self.note_silence(subject);
        }
        if matches!(outcome, Err(TransportError::Unreadable(_))) {
            self.heard();
        } else if outcome.is_err() {
            self.missed();
        } else if reasons.iter().any(|reason| is_blocking(&reason.cause)) {
            if self.kept_out.fetch_add(1, Ordering::Relaxed) + 1 >= MAX_BLOCKED {
                self.stop(Stop::Blocked);
            }
        } else {
            self.heard();
        }
        Ok(State::Failed(reasons))
    }

    /// There was an answer.
    fn heard(&self) {
        self.silent.store(0, Ordering::Relaxed);
        self.kept_out.store(0, Ordering::Relaxed);
    }

    /// There was none. Some requests deserve none; so it is asked for something that is there.
    fn missed(&self) {
        if self.silent.fetch_add(1, Ordering::Relaxed) + 1 < SILENT || self.is_stopped() {
            return;
        }
        match reach(self.client) {
            Ok(_) => self.heard(),
            Err(_) if self.client.is_out_of_time() => self.stop(self.time_up()),
            Err(_) => self.stop(Stop::Silence),
        }
    }

    /// Takes what must not be shown out of what will be.
    fn hide(&self, judgement: &mut Evaluation) {
        if let Ok(response) = &mut judgement.outcome {
            for (name, value) in &mut response.fields {
                if name == "location" {
                    *value = self.client.hide_in(value);
                }
            }
        }
        if let Verdict::Failed(differences) = &mut judgement.verdict {
            for difference in differences {
                if let Difference::Field { got, .. } = difference {
                    for value in got {
                        *value = self.client.hide_in(value);
                    }
                }
            }
        }
    }

    /// Whom or what a check is about, as far as it may be shown.
    fn subject(&self, check: &Check) -> String {
        match Subject::of(check.request.path(), check.request.query()) {
            Subject::Consultant(id, _) if self.is_active(&id) => id.to_string(),
            Subject::Path(path) if !check.wanted.iter().any(|answer| answer.status.allows(404)) => {
                path
            }
            _ => ABSENT.to_owned(),
        }
    }

    fn is_active(&self, id: &ConsultantId) -> bool {
        let active = self.questions.expectation.active();
        active.binary_search_by(|person| person.id.cmp(id)).is_ok()
    }

    /// The active consultant at whose answers a check looked.
    fn looked_at(&self, asked: &Asked) -> Option<ConsultantId> {
        let is_answered = match &asked.outcome.state {
            State::NotAsked => false,
            State::Passed | State::Known(_) => true,
            State::Failed(reasons) => !reasons.iter().any(|reason| is_of_others(&reason.cause)),
        };
        let (path, query) = asked.target.split_once('?').unwrap_or((&asked.target, ""));
        match Subject::of(path, query) {
            // Below other paths nothing of theirs is to be seen.
            Subject::Consultant(id, _)
                if is_answered && path.starts_with("/api/") && self.is_active(&id) =>
            {
                Some(id)
            }
            _ => None,
        }
    }

    fn is_given_up(&self, subject: &str) -> bool {
        let given_up = self.given_up.lock().unwrap_or_else(PoisonError::into_inner);
        given_up
            .get(subject)
            .is_some_and(|count| *count >= SILENT_OF_ONE)
    }

    /// A request about it had no answer in time.
    fn note_silence(&self, subject: String) {
        let mut given_up = self.given_up.lock().unwrap_or_else(PoisonError::into_inner);
        *given_up.entry(subject).or_default() += 1;
    }

    /// Why there is no more time.
    fn time_up(&self) -> Stop {
        match self.client.was_put_off() {
            true => Stop::PutOff,
            false => Stop::TimeUp,
        }
    }

    fn stop(&self, stop: Stop) {
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.get_or_insert(stop);
    }

    fn is_stopped(&self) -> bool {
        let stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.is_some()
    }
}

fn is_blocking(cause: &Cause) -> bool {
    matches!(cause, Cause::BotProtection | Cause::RateLimited)
}

/// Whether it says nothing of a consultant's documents: something else answered, or nobody did.
fn is_of_others(cause: &Cause) -> bool {
    is_blocking(cause)
        || matches!(
            cause,
            Cause::Unanswered(_)
                | Cause::Password(_)
                | Cause::Redirected { .. }
                | Cause::ServerError(_)
                | Cause::AnswersEverything
                | Cause::Status { .. }
        )
}
