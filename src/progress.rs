//! Progress indicators, shown on a terminal when a run takes longer than a moment.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Delay before an indicator appears.
const DELAY: Duration = Duration::from_millis(500);

/// A spinner for work of unknown length. Dropping it removes it from the terminal.
pub(crate) struct Spinner(Option<(Sender<()>, JoinHandle<()>)>);

impl Spinner {
    pub(crate) fn start(message: &'static str) -> Self {
        Self(std::io::stderr().is_terminal().then(|| {
            let (sender, stopped) = channel();
            let thread = spawn(move || {
                if stopped.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                    let bar = ProgressBar::new_spinner().with_message(message);
                    bar.enable_steady_tick(Duration::from_millis(100));
                    // Returns an error as soon as the sender is dropped.
                    let _ = stopped.recv();
                    bar.finish_and_clear();
                }
            });
            (sender, thread)
        }))
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.0.take() {
            drop(sender);
            // A panic of the thread must not stop the program.
            let _ = thread.join();
        }
    }
}

/// A progress bar that counts finished units. Dropping it removes it from the terminal.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Creates a bar for `length` units; `unit` is a plural noun.
    pub(crate) fn new(length: usize, unit: &str) -> Self {
        let template = format!("{{bar:40}} {{pos}}/{{len}} {unit}");
        let style = ProgressStyle::with_template(&template).expect("a valid template");
        let hidden = ProgressDrawTarget::hidden();
        Self(ProgressBar::with_draw_target(Some(length as u64), hidden).with_style(style))
    }

    /// Counts one finished unit.
    pub(crate) fn step(&self) {
        self.0.inc(1);
        if self.0.is_hidden() && self.0.elapsed() > DELAY {
            // Stays hidden unless the standard error is a terminal.
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}
