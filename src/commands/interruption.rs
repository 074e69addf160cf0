//! Interruption of a build by Ctrl-C (SIGINT) or SIGTERM: before it publishes, so that nothing changes, or
//! after it has published completely.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::register_usize;
use vitae::error::{Error, Result};

use crate::terminal::print_error;

/// What a shell adds to the number of the signal that ended a program.
const SIGNALED: u8 = 128;

/// The number of the signal that the process received, or 0.
static SIGNAL: AtomicUsize = AtomicUsize::new(0);

static IS_PUBLISHING: AtomicBool = AtomicBool::new(false);

/// Replaces the default action of the signals, which ends the process at any moment.
pub(super) fn watch() -> Result<()> {
    for signal in [SIGINT, SIGTERM] {
        let number = usize::try_from(signal).expect("a positive number");
        register_usize(signal, &SIGNAL, number)
            .map_err(|source| Error::with_source("cannot wait for signals", source))?;
    }
    Ok(())
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
    let name = if i32::try_from(number) == Ok(SIGINT) { "SIGINT" } else { "SIGTERM" };
    match (IS_PUBLISHING.load(Ordering::SeqCst), outcome) {
        // Other errors follow from the signal, which git gets, too.
        (false, _) => print_error(&Error::new(format!("{name}: nothing was published"))),
        (true, Ok(_)) => {
            print_error(&Error::new(format!("{name}: the site had been published before")));
        }
        (true, Err(error)) => print_error(&error),
    }
    let number = u8::try_from(number).expect("a number below 128");
    Ok(ExitCode::from(SIGNALED + number))
}
