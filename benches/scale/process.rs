//! Runs a process and reads what it used.

use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

/// What one process used.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage {
    pub(crate) wall: Duration,
    /// User and system time of all threads.
    pub(crate) cpu: Duration,
    /// Peak resident set size.
    pub(crate) peak_bytes: u64,
}

/// Runs `command` without output.
///
/// # Errors
/// Returns an error if it cannot be started or fails.
pub(crate) fn run(command: &mut Command) -> io::Result<Usage> {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let started = Instant::now();
    let used = command.spawn()?.wait4()?;
    let wall = started.elapsed();
    if !used.status.success() {
        return Err(io::Error::other(format!("{command:?} failed")));
    }
    Ok(Usage { wall, cpu: used.rusage.utime + used.rusage.stime, peak_bytes: used.rusage.maxrss })
}
