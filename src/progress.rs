//! Progress indicators, shown on a terminal when a run takes longer than a moment.

use std::io::IsTerminal;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Delay before an indicator appears.
const DELAY: Duration = Duration::from_millis(500);

/// A spinner for work of unknown length. Dropping it removes it from the terminal.
pub(crate) struct Spinner {
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Spinner {
    pub(crate) fn start(message: &'static str) -> Self {
        let running = std::io::stderr().is_terminal().then(|| {
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
        });
        Self { running }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.running.take() {
            drop(sender);
            // A panic of the thread must not stop the program.
            let _ = thread.join();
        }
    }
}

/// A progress bar that counts finished units. Dropping it removes it from the terminal.
pub(crate) struct Progress {
    started: Instant,
    length: u64,
    unit: &'static str,
    finished: AtomicU64,
    is_visible: bool,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// Creates a bar for `length` units; `unit` is a plural noun.
    pub(crate) fn new(length: usize, unit: &'static str) -> Self {
        Self {
            started: Instant::now(),
            length: length as u64,
            unit,
            finished: AtomicU64::new(0),
            is_visible: std::io::stderr().is_terminal(),
            bar: OnceLock::new(),
        }
    }

    /// Counts one finished unit.
    pub(crate) fn step(&self) {
        let finished = self.finished.fetch_add(1, Ordering::Relaxed) + 1;
        if self.is_visible && self.started.elapsed() > DELAY {
            let bar = self.bar.get_or_init(|| {
                let template = format!("{{bar:40}} {{pos}}/{{len}} {}", self.unit);
                let style = ProgressStyle::with_template(&template).expect("a valid template");
                ProgressBar::new(self.length).with_style(style)
            });
            bar.set_position(finished);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
