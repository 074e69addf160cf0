//! Keeps the newest state of a project up to date in a background thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::{oneshot, watch};

use super::incremental::{Compiler, PreviewedProject};
use super::last_build::profiles_directory;
use super::state::{PreviewState, error_chain};
use super::watch::{Signal, Watcher};
use crate::error::{Error, Result};
use crate::source::possible_git_logs;
use crate::templates;

/// The pause after the watcher failed.
const WATCH_RETRY: Duration = Duration::from_secs(1);

/// The longest time that a request waits for the comparison of the files, which lists a large content for longer, and for
/// a compilation.
const MAX_WAIT: Duration = Duration::from_millis(300);

/// The states of a project.
#[derive(Clone)]
pub struct LiveStates {
    pub(super) states: watch::Receiver<Arc<PreviewState>>,
    requests: Sender<Signal>,
}

impl LiveStates {
    /// Returns the newest state after a comparison with the files. The system reports no changes of other machines: on
    /// network drives, in containers, and under WSL.
    pub(super) async fn current(&self) -> Arc<PreviewState> {
        let is_compiled = self.states.borrow().first_total.is_none();
        let (request, finished) = oneshot::channel();
        if is_compiled && self.requests.send(Signal::Request(request)).is_ok() {
            let _ = tokio::time::timeout(MAX_WAIT, finished).await;
        }
        Arc::clone(&self.states.borrow())
    }
}

/// A project that is not compiled yet, and the watcher of its files.
pub struct Live {
    watcher: Watcher,
    compiler: Compiler,
}

impl Live {
    /// Watches the files of `project`.
    ///
    /// # Errors
    /// Returns an error if the project cannot be found or watched, or its templates cannot be read.
    pub fn new(project: PreviewedProject) -> Result<Self> {
        let templates = project.templates.clone();
        let templates = templates.unwrap_or_else(|| templates::DEFAULT_DIRECTORY.into());
        let mut shallow = vec![project.published.directory(profiles_directory())];
        // Commits change the last-modified dates.
        shallow.extend(possible_git_logs(&project.content));
        // Watching starts before reading, so that no change is missed in between.
        let watcher = Watcher::new(&[project.content.clone(), templates], &shallow)?;
        Ok(Self { watcher, compiler: Compiler::new(project)? })
    }

    /// Compiles the project now and again after each change until the program ends. Calls `report` with
    /// each complete state and with the time that the compilation took.
    ///
    /// # Errors
    /// Returns an error if the thread cannot be started.
    pub fn follow(
        self,
        mut report: impl FnMut(&PreviewState, Duration) + Send + 'static,
    ) -> Result<LiveStates> {
        let Self { mut watcher, mut compiler } = self;
        let (sender, states) = watch::channel(Arc::clone(compiler.state()));
        let requests = watcher.sender();
        let show = move |state: Arc<PreviewState>| drop(sender.send_replace(state));
        let run = move || {
            loop {
                let step = || step(&mut watcher, &mut compiler, &|state| show(Arc::new(state)));
                let outcome = catch_unwind(AssertUnwindSafe(step));
                let (state, time) = outcome.unwrap_or_else(|_| {
                    let failure =
                        "the compilation failed because of a bug; please report it".to_owned();
                    (compiler.fail(failure).cloned(), Duration::ZERO)
                });
                if let Some(state) = state {
                    show(Arc::clone(&state));
                    report(&state, time);
                }
                watcher.finish_requests();
            }
        };
        let thread = thread::Builder::new().name("compiler".to_owned());
        thread.spawn(run).map_err(|source| Error::with_source("cannot start a thread", source))?;
        Ok(LiveStates { states, requests })
    }
}

/// Compiles a new project; otherwise waits a moment for a change, a request or another day and compiles it. Returns the new
/// state, if any, and the time that it took.
fn step(
    watcher: &mut Watcher,
    compiler: &mut Compiler,
    show: &(dyn Fn(PreviewState) + Sync),
) -> (Option<Arc<PreviewState>>, Duration) {
    let is_new = compiler.state().revision == 0;
    let has_changed = match is_new {
        true => Ok(true),
        false => watcher.wait(),
    };
    let has_changed = has_changed
        .map(|has_changed| has_changed || compiler.is_another_day() || compiler.is_outdated());
    let started = Instant::now();
    let state = match has_changed {
        Ok(true) => compiler.compile(show),
        Ok(false) => None,
        Err(error) => {
            thread::sleep(WATCH_RETRY);
            compiler.fail(error_chain(&error))
        }
    };
    (state.cloned(), started.elapsed())
}
