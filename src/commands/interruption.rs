//! Interruption of a build by Ctrl-C (SIGINT) or SIGTERM.

use std::io;
use std::process::{ExitCode, exit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;

use tokio::runtime::Builder;
use vitae::compile::{CompiledConsultant, Inputs, Sink};
use vitae::diagnostic::Diagnostic;
use vitae::entry::Entry;
use vitae::error::{Error, Result};
use vitae::lower::inventory::ConsultantFiles;
use vitae::model::id::ConsultantId;

use crate::terminal::print_error;

/// The numbers of the signals (POSIX, `kill`).
const INTERRUPT: u8 = 2;
const TERMINATE: u8 = 15;

/// What a shell adds to the number of the signal that ended a program.
const SIGNALED: u8 = 128;

/// Ends a build in an orderly way: before it publishes, so that nothing changes and no staged file is left,
/// or after it has published completely. A second signal ends the program at once.
pub(super) struct Interruption {
    /// The number of the signal, or 0.
    signal: Arc<AtomicU8>,
    is_publishing: AtomicBool,
}

impl Interruption {
    /// Starts to wait for a signal.
    pub(super) fn watch() -> Result<Self> {
        let failed = |source| Error::with_source("cannot wait for signals", source);
        let runtime = Builder::new_current_thread().enable_io().build().map_err(failed)?;
        let mut signals = {
            let _context = runtime.enter();
            Signals::watch().map_err(failed)?
        };
        let signal = Arc::new(AtomicU8::new(0));
        let received = Arc::clone(&signal);
        thread::spawn(move || {
            loop {
                let number = runtime.block_on(signals.next());
                if received.swap(number, Ordering::SeqCst) != 0 {
                    exit((SIGNALED + number).into());
                }
            }
        });
        Ok(Self { signal, is_publishing: AtomicBool::new(false) })
    }

    fn signal(&self) -> Option<u8> {
        Some(self.signal.load(Ordering::SeqCst)).filter(|number| *number != 0)
    }

    /// Returns an error after a signal.
    fn check(&self) -> Result<()> {
        match self.signal() {
            Some(_) => Err(Error::new("interrupted")),
            None => Ok(()),
        }
    }

    /// From now on, the build is completed in spite of a signal.
    pub(super) fn start_publishing(&self) -> Result<()> {
        self.check()?;
        self.is_publishing.store(true, Ordering::SeqCst);
        Ok(())
    }

    /// Returns the outcome of the command; after a signal, reports what was published and returns the exit
    /// code of a program that the signal ended.
    pub(super) fn conclude(&self, outcome: Result<ExitCode>) -> Result<ExitCode> {
        let Some(number) = self.signal() else { return outcome };
        let name = if number == TERMINATE { "SIGTERM" } else { "SIGINT" };
        match (self.is_publishing.load(Ordering::SeqCst), outcome) {
            // Other errors follow from the signal, which git gets, too.
            (false, _) => print_error(&Error::new(format!("{name}: nothing was published"))),
            (true, Ok(_)) => {
                print_error(&Error::new(format!("{name}: the site had been published before")));
            }
            (true, Err(error)) => print_error(&error),
        }
        Ok(ExitCode::from(SIGNALED + number))
    }
}

/// The signals that end a program.
struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// Replaces the default action of the signals. Needs the context of a runtime.
    fn watch() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for the next signal and returns its number.
    async fn next(&mut self) -> u8 {
        tokio::select! {
            _ = self.interrupt.recv() => INTERRUPT,
            _ = self.terminate.recv() => TERMINATE,
        }
    }
}

#[cfg(not(unix))]
impl Signals {
    fn watch() -> io::Result<Self> {
        Ok(Self {})
    }

    async fn next(&mut self) -> u8 {
        // An error means that no signal can arrive.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        INTERRUPT
    }
}

/// A sink that takes nothing after a signal.
pub(super) struct Interruptible<'a, S> {
    pub(super) sink: &'a S,
    pub(super) interruption: &'a Interruption,
}

impl<S: Sink> Sink for Interruptible<'_, S> {
    fn has(&self, id: &ConsultantId, entry: Option<&Entry>) -> bool {
        self.sink.has(id, entry)
    }

    fn take(
        &self,
        compiled: CompiledConsultant,
        sources: ConsultantFiles<'_>,
        inputs: &Inputs<'_>,
    ) -> Result<Vec<Diagnostic>> {
        self.interruption.check()?;
        self.sink.take(compiled, sources, inputs)
    }
}
