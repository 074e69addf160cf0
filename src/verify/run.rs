//! Puts all checks to a server, several at a time and not longer than there is time.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::cause::Cause;
use super::check::Check;
use super::client::Client;
use super::consequence;
use super::diagnosis::Diagnosis;
use super::discretion::conceal;
use super::exchange::{Exchange, Request};
use super::gone;
use super::judge::{Judge, Verdict};
use super::questions::Questions;
use super::redirect;
use super::report::{Outcome, Report, State, Stop};
use crate::discovery::OPENAPI;
use crate::error::Result;
use crate::render::PROFILES;

/// After so many requests in a row without an answer it is asked whether there is anybody.
const SILENT: usize = 4;
/// After so many answers in a row of something that keeps programs out, nothing more is asked.
const KEPT_OUT: usize = 10;

/// Asks everything, `jobs` requests at a time, and puts what comes back into `report`. `progress` is
/// told after each check.
///
/// # Errors
/// When a published file that is to be compared with cannot be made.
pub fn run(
    questions: &Questions<'_>,
    client: &Client,
    jobs: usize,
    mut report: Report,
    progress: &(dyn Fn() + Sync),
) -> Result<Report> {
    if let Err(failure) = client.exchange(&Request::get(OPENAPI)) {
        report.unreachable = Some(failure);
        return Ok(report);
    }
    let expectation = questions.expectation;
    let nobody = format!("{PROFILES}{}", expectation.nobody());
    let anything = client.exchange(&Request::get(nobody)).ok();
    let run = Run {
        questions,
        client,
        judge: Judge::new(expectation, questions.gaps, &questions.table, client),
        diagnosis: Diagnosis::new(expectation, &questions.gone, anything),
        turn: AtomicUsize::new(0),
        silent: AtomicUsize::new(0),
        kept_out: AtomicUsize::new(0),
        stopped: Mutex::new(None),
    };
    let mut asked = run.ask(jobs.max(1), progress)?;
    report.stopped = *run.stopped.lock().unwrap_or_else(PoisonError::into_inner);
    gone::tell_caches(&mut asked, &questions.fresh);
    consequence::fold(&mut asked);
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
            finding.notes.extend(redirect::way(client, &url));
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
    questions: &'a Questions<'a>,
    client: &'a Client,
    judge: Judge<'a>,
    diagnosis: Diagnosis<'a>,
    /// The next turn that nobody has taken.
    turn: AtomicUsize,
    /// How many requests in a row had no answer.
    silent: AtomicUsize,
    /// How many answers in a row kept us out.
    kept_out: AtomicUsize,
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
        let judgement = self.judge.judge(check)?;
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
            Verdict::Failed(differences) => differences,
        };
        // What is missing may be what there was no time for.
        if self.client.is_out_of_time() {
            self.stop(self.time_up());
            return Ok(State::NotAsked);
        }
        let (request, outcome) = (&judgement.request, &judgement.outcome);
        let reasons = self.diagnosis.reasons(request, outcome, &differences);
        if outcome.is_err() {
            self.missed();
        } else if reasons.iter().any(|reason| keeps_out(&reason.cause)) {
            if self.kept_out.fetch_add(1, Ordering::Relaxed) + 1 >= KEPT_OUT {
                self.stop(Stop::KeptOut);
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
        match self.client.exchange(&Request::get(OPENAPI)) {
            Ok(_) => self.heard(),
            Err(_) if self.client.is_out_of_time() => self.stop(self.time_up()),
            Err(_) => self.stop(Stop::Silence),
        }
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

fn keeps_out(cause: &Cause) -> bool {
    matches!(cause, Cause::BotProtection | Cause::RateLimited)
}
