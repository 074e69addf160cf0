//! A project's newest state, kept up to date in the background.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::compiler::{Compiler, Project};
use super::state::{State, in_words};
use super::watch::Watcher;
use crate::error::{Error, Result};
use crate::source::git_folder;
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
    mut tell: impl FnMut(&State, Duration) + Send + 'static,
) -> Result<watch::Receiver<Arc<State>>> {
    let started = Instant::now();
    let mut folders = vec![project.content.clone()];
    let templates = project.templates.clone();
    folders.push(templates.unwrap_or_else(|| templates::FOLDER.into()));
    // A commit changes when profiles were last modified.
    let git = project
        .content
        .is_dir()
        .then(|| git_folder(&project.content));
    let git = git.transpose()?.flatten();
    let of_git = git.map_or_else(Vec::new, |git| vec![git.join("logs"), git]);
    // Watched before it is read, so that no change is missed between.
    let mut watcher = Watcher::new(&folders, &of_git)?;
    let mut compiler = Compiler::new(project)?;
    tell(compiler.state(), started.elapsed());
    let (sender, receiver) = watch::channel(Arc::clone(compiler.state()));
    let run = move || {
        loop {
            let outcome = catch_unwind(AssertUnwindSafe(|| step(&mut watcher, &mut compiler)));
            let (state, time) = outcome.unwrap_or_else(|_| {
                let failure = "the program itself failed to compile this content; please report it";
                (compiler.fail(failure.to_owned()).cloned(), Duration::ZERO)
            });
            if let Some(state) = state {
                tell(&state, time);
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

/// Waits for a change and compiles it; as long as none comes, photos are rehearsed. Gives the new
/// state, if there is one, and the time it took.
fn step(watcher: &mut Watcher, compiler: &mut Compiler) -> (Option<Arc<State>>, Duration) {
    let patience = compiler.is_rehearsing().then_some(Duration::ZERO);
    let changes = watcher.wait(patience);
    let started = Instant::now();
    let state = match changes {
        Ok(Some(changes)) => {
            let paths = changes.below(&compiler.project().content);
            compiler.compile(&paths).cloned()
        }
        Ok(None) => compiler.rehearse().cloned(),
        Err(error) => {
            thread::sleep(PAUSE);
            compiler.fail(in_words(&error)).cloned()
        }
    };
    (state, started.elapsed())
}
