//! Interruption of a build by Ctrl-C (SIGINT) or SIGTERM: before it publishes, so that nothing changes, or
//! after it has published completely.

use std::io;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;

use tokio::runtime::Builder;
use tokio::signal::ctrl_c;
use vitae::error::{Error, Result};

use crate::terminal::print_error;

/// The numbers of the signals (POSIX, `kill`).
const INTERRUPT: u8 = 2;
#[cfg(unix)]
const TERMINATE: u8 = 15;

/// What a shell adds to the number of the signal that ended a program.
const SIGNALED: u8 = 128;

/// The number of the signal that the process received, or 0.
static SIGNAL: AtomicU8 = AtomicU8::new(0);

static IS_PUBLISHING: AtomicBool = AtomicBool::new(false);

/// Replaces the default action of the signals, which ends the process at any moment.
pub(super) fn watch() -> Result<()> {
    let runtime = Builder::new_current_thread().enable_io().build();
    let runtime =
        runtime.map_err(|source| Error::with_source("cannot wait for signals", source))?;
    thread::spawn(move || {
        if let Ok(number) = runtime.block_on(next_signal()) {
            SIGNAL.store(number, Ordering::SeqCst);
        }
    });
    Ok(())
}

#[cfg(unix)]
async fn next_signal() -> io::Result<u8> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        interrupted = ctrl_c() => interrupted.map(|()| INTERRUPT),
        _ = terminate.recv() => Ok(TERMINATE),
    }
}

#[cfg(not(unix))]
async fn next_signal() -> io::Result<u8> {
    ctrl_c().await.map(|()| INTERRUPT)
}

pub(super) fn is_interrupted() -> bool {
    SIGNAL.load(Ordering::SeqCst) != 0
}

/// Returns an error after a signal. From now on, the build is completed in spite of a signal.
pub(super) fn start_publishing() -> Result<()> {
    if is_interrupted() {
        return Err(Error::new("interrupted"));
    }
    IS_PUBLISHING.store(true, Ordering::SeqCst);
    Ok(())
}

/// Returns the outcome of the build; after a signal, reports what was published and returns the exit code of
/// a program that the signal ended.
pub(super) fn conclude(outcome: Result<ExitCode>) -> Result<ExitCode> {
    let number = SIGNAL.load(Ordering::SeqCst);
    if number == 0 {
        return outcome;
    }
    let name = if number == INTERRUPT { "SIGINT" } else { "SIGTERM" };
    match (IS_PUBLISHING.load(Ordering::SeqCst), outcome) {
        // Other errors follow from the signal, which git gets, too.
        (false, _) => print_error(&Error::new(format!("{name}: nothing was published"))),
        (true, Ok(_)) => {
            print_error(&Error::new(format!("{name}: the site had been published before")));
        }
        (true, Err(error)) => print_error(&error),
    }
    Ok(ExitCode::from(SIGNALED + number))
}
