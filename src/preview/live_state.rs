//! A project's newest state, kept up to date in the background.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::incremental::{Compiler, Project, published_profiles};
use super::state::{State, in_words};
use super::watch::Watcher;
use crate::error::{Error, Result};
use crate::source::{git_directory, possible_git_directories};
use crate::templates;

/// After the system failed to watch, it is tried again in so long.
const PAUSE: Duration = Duration::from_secs(1);

/// Compiles `project`, and again after each change, until the program ends. `tell` is called with
/// each new state and the time it took since its changes were over.
///
/// # Errors
/// When the project cannot be read or watched at all.
pub fn follow(
    project: Project,
    mut report: impl FnMut(&State, Duration) + Send + 'static,
) -> Result<watch::Receiver<Arc<State>>> {
    let started = Instant::now();
    let mut folders = vec![project.content.clone()];
    let templates = project.templates.clone();
    folders.push(templates.unwrap_or_else(|| templates::DEFAULT_DIRECTORY.into()));
    let mut shallow = vec![project.published.directory(published_profiles())];
    if project.content.is_dir() {
        shallow.extend(possible_git_directories(&project.content));
    }
    // Watched before it is read, so that no change is missed between.
    let mut watcher = Watcher::new(&folders, &shallow)?;
    let has_repository = follow_history(&mut watcher, &project)?;
    let compiler = Compiler::new(project)?;
    report(compiler.state(), started.elapsed());
    let (sender, receiver) = watch::channel(Arc::clone(compiler.state()));
    let mut live = Live {
        watcher,
        compiler,
        has_repository,
    };
    let run = move || {
        loop {
            let outcome = catch_unwind(AssertUnwindSafe(|| live.step()));
            let (state, time) = outcome.unwrap_or_else(|_| {
                let failure = "the program itself failed to compile this content; please report it";
                (
                    live.compiler.fail(failure.to_owned()).cloned(),
                    Duration::ZERO,
                )
            });
            if let Some(state) = state {
                report(&state, time);
                sender.send_replace(state);
            }
        }
    };
    let thread = thread::Builder::new().name("compiler".to_owned());
    thread
        .spawn(run)
        .map_err(|source| Error::with_source("cannot start a thread", source))?;
    Ok(receiver)
}

/// A project that is followed.
struct Live {
    watcher: Watcher,
    compiler: Compiler,
    /// Whether the repository is followed in which the content lies.
    has_repository: bool,
}

impl Live {
    /// Waits for a change and compiles it; as long as none comes, photos are rehearsed. Gives the
    /// new state, if there is one, and the time it took.
    fn step(&mut self) -> (Option<Arc<State>>, Duration) {
        let patience = self.compiler.is_dry_run_pending().then_some(Duration::ZERO);
        let changes = self.watcher.wait(patience);
        let started = Instant::now();
        let state = match changes {
            Ok(Some(changes)) => {
                let project = self.compiler.project();
                if !self.has_repository {
                    // What is wrong with one is told when it is read.
                    let outcome = follow_history(&mut self.watcher, project);
                    self.has_repository = outcome.unwrap_or_default();
                }
                let paths = changes.below(&project.content);
                self.compiler.compile(&paths).cloned()
            }
            Ok(None) => self.compiler.dry_run().cloned(),
            Err(error) => {
                thread::sleep(PAUSE);
                self.compiler.fail(in_words(&error)).cloned()
            }
        };
        (state, started.elapsed())
    }
}

/// Watches for commits, which change when profiles were last modified; whether there is a
/// repository for that.
fn follow_history(watcher: &mut Watcher, project: &Project) -> Result<bool> {
    let content = &project.content;
    let git = content.is_dir().then(|| git_directory(content));
    let Some(git) = git.transpose()?.flatten() else {
        return Ok(false);
    };
    watcher.also(&[git.join("logs"), git])?;
    Ok(true)
}
