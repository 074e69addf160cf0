//! The program `vitae`: parses the command line, runs the command and returns its exit code.
//!
//! Exit codes: 0 on success, 1 on errors in the content or on failed checks, 2 on wrong usage or an
//! error of the environment. `vitae diff --exit-code` exits with 3 if something changes in public.

mod cli;
mod commands;
mod progress;
mod terminal;

use std::panic::{resume_unwind, set_hook};
use std::process::ExitCode;
use std::thread;

use clap::{CommandFactory, FromArgMatches};
use vitae::error::Error;

use cli::Cli;
use commands::version;

// The allocator of musl has one lock for all threads: with it, a build takes 2.5 times as long.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The size of the stack in bytes: the default of Linux. A limit of the machine (`ulimit -s`) applies to the
/// main thread only.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    set_hook(Box::new(terminal::print_panic));
    match thread::Builder::new().stack_size(STACK).spawn(parse_and_run) {
        // The thread has reported a panic.
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(error) => {
            terminal::print_error(&Error::with_source("cannot start a thread", error));
            ExitCode::from(2)
        }
    }
}

fn parse_and_run() -> ExitCode {
    let parsed = Cli::command().try_get_matches().and_then(|matches| {
        let cli = Cli::from_arg_matches(&matches)?;
        Ok((cli.command, matches))
    });
    let (command, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return terminal::print_usage(&error),
    };
    let result = version::warn_of_another_version(&matches).and_then(|()| command.run());
    result.unwrap_or_else(|error| {
        terminal::print_error(&error);
        ExitCode::from(2)
    })
}
