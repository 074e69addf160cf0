//! Keeps the newest state of a project up to date in a background thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::incremental::{Compiler, PreviewedProject};
use super::last_build::profiles_directory;
use super::state::{PreviewState, error_chain};
use super::watch::Watcher;
use crate::error::{Error, Result};
use crate::source::possible_git_logs;
use crate::templates;

/// The pause after the watcher failed.
const WATCH_RETRY: Duration = Duration::from_secs(1);

/// Compiles `project` now and again after each change until the program ends. Calls `report` with
/// each new state and with the time that the compilation took.
///
/// # Errors
/// Returns an error if the project cannot be read or watched.
pub fn follow(
    project: PreviewedProject,
    mut report: impl FnMut(&PreviewState, Duration) + Send + 'static,
) -> Result<watch::Receiver<Arc<PreviewState>>> {
    let started = Instant::now();
    let templates = project.templates.clone();
    let directories =
        [project.content.clone(), templates.unwrap_or_else(|| templates::DEFAULT_DIRECTORY.into())];
    let mut shallow = vec![project.published.directory(profiles_directory())];
    // Commits change the last-modified dates.
    shallow.extend(possible_git_logs(&project.content));
    // Watching starts before reading, so that no change is missed in between.
    let mut watcher = Watcher::new(&directories, &shallow)?;
    let mut compiler = Compiler::new(project)?;
    report(compiler.state(), started.elapsed());
    let (sender, receiver) = watch::channel(Arc::clone(compiler.state()));
    let run = move || {
        loop {
            let outcome = catch_unwind(AssertUnwindSafe(|| step(&mut watcher, &mut compiler)));
            let (state, time) = outcome.unwrap_or_else(|_| {
                let failure =
                    "the compilation failed because of a bug; please report it".to_owned();
                (compiler.fail(failure).cloned(), Duration::ZERO)
            });
            if let Some(state) = state {
                sender.send_replace(Arc::clone(&state));
                report(&state, time);
            }
        }
    };
    let thread = thread::Builder::new().name("compiler".to_owned());
    thread.spawn(run).map_err(|source| Error::with_source("cannot start a thread", source))?;
    Ok(receiver)
}

/// Waits for a change and compiles it; while idle, encodes photos. Returns the new state, if any, and the
/// time that it took.
fn step(watcher: &mut Watcher, compiler: &mut Compiler) -> (Option<Arc<PreviewState>>, Duration) {
    let timeout = compiler.has_pending_photos().then_some(Duration::ZERO);
    let has_changed = watcher.wait(timeout);
    let started = Instant::now();
    let state = match has_changed {
        Ok(true) => compiler.compile(),
        Ok(false) => compiler.encode_photos(),
        Err(error) => {
            thread::sleep(WATCH_RETRY);
            compiler.fail(error_chain(&error))
        }
    };
    (state.cloned(), started.elapsed())
}
