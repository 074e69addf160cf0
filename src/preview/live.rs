//! Keeps the newest state of a project up to date in a background thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::incremental::{Compiler, PreviewedProject};
use super::last_build::profiles_directory;
use super::state::{PreviewState, error_chain};
use super::watch::{Watcher, below};
use crate::error::{Error, Result};
use crate::source::{git_directory, possible_git_directories};
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
    if project.content.is_dir() {
        shallow.extend(possible_git_directories(&project.content));
    }
    // Watching starts before reading, so that no change is missed in between.
    let mut watcher = Watcher::new(&directories, &shallow)?;
    let watches_repository = watch_repository(&mut watcher, &project)?;
    let compiler = Compiler::new(project)?;
    report(compiler.state(), started.elapsed());
    let (sender, receiver) = watch::channel(Arc::clone(compiler.state()));
    let mut live = Live { watcher, compiler, watches_repository };
    let run = move || {
        loop {
            let outcome = catch_unwind(AssertUnwindSafe(|| live.step()));
            let (state, time) = outcome.unwrap_or_else(|_| {
                let failure =
                    "the compilation failed because of a bug; please report it".to_owned();
                (live.compiler.fail(failure).cloned(), Duration::ZERO)
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

struct Live {
    watcher: Watcher,
    compiler: Compiler,
    /// Whether the content's git repository was found and is watched.
    watches_repository: bool,
}

impl Live {
    /// Waits for a change and compiles it; while idle, encodes photos. Returns the
    /// new state, if any, and the time that it took.
    fn step(&mut self) -> (Option<Arc<PreviewState>>, Duration) {
        let timeout = self.compiler.has_pending_photos().then_some(Duration::ZERO);
        let changes = self.watcher.wait(timeout);
        let started = Instant::now();
        let state = match changes {
            Ok(Some(changes)) => {
                let project = &self.compiler.project;
                if !self.watches_repository {
                    // The compilation reports a repository that cannot be read.
                    let outcome = watch_repository(&mut self.watcher, project);
                    self.watches_repository = outcome.unwrap_or(false);
                }
                let paths = below(&project.content, &changes);
                self.compiler.compile(&paths).cloned()
            }
            Ok(None) => self.compiler.encode_photos().cloned(),
            Err(error) => {
                thread::sleep(WATCH_RETRY);
                self.compiler.fail(error_chain(&error)).cloned()
            }
        };
        (state, started.elapsed())
    }
}

/// Watches the content's git repository, because commits change the last-modified dates. Returns
/// whether a repository exists.
fn watch_repository(watcher: &mut Watcher, project: &PreviewedProject) -> Result<bool> {
    let content = &project.content;
    let git = content.is_dir().then(|| git_directory(content));
    let Some(git) = git.transpose()?.flatten() else {
        return Ok(false);
    };
    watcher.add(&[git.join("logs"), git])?;
    Ok(true)
}
