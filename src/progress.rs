//! Signs of life on a terminal, when something takes longer than a moment.

use std::io::IsTerminal;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long a run stays silent.
const MOMENT: Duration = Duration::from_millis(500);

/// A sign that something goes on whose length is not known, until it is dropped.
pub(crate) struct Waiting {
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Waiting {
    pub(crate) fn start(message: &'static str) -> Self {
        let running = std::io::stderr().is_terminal().then(|| {
            let (done, is_done) = channel();
            let sign = spawn(move || {
                if is_done.recv_timeout(MOMENT) == Err(RecvTimeoutError::Timeout) {
                    let bar = ProgressBar::new_spinner().with_message(message);
                    bar.enable_steady_tick(Duration::from_millis(100));
                    // Ends when the sender is dropped.
                    let _ = is_done.recv();
                    bar.finish_and_clear();
                }
            });
            (done, sign)
        });
        Self { running }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some((done, sign)) = self.running.take() {
            drop(done);
            // A sign that panicked has ended too.
            let _ = sign.join();
        }
    }
}

/// A bar that counts, until it is dropped.
pub(crate) struct Progress {
    started: Instant,
    length: u64,
    /// What is counted.
    unit: &'static str,
    counted: AtomicU64,
    visible: bool,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// Counts files.
    pub(crate) fn new(length: usize) -> Self {
        Self::of(length, "files")
    }

    /// Counts something else.
    pub(crate) fn of(length: usize, unit: &'static str) -> Self {
        Self {
            started: Instant::now(),
            length: length as u64,
            unit,
            counted: AtomicU64::new(0),
            visible: std::io::stderr().is_terminal(),
            bar: OnceLock::new(),
        }
    }

    /// One more is done.
    pub(crate) fn step(&self) {
        let counted = self.counted.fetch_add(1, Ordering::Relaxed) + 1;
        if self.visible && self.started.elapsed() > MOMENT {
            let bar = self.bar.get_or_init(|| {
                let style = format!("{{bar:40}} {{pos}}/{{len}} {}", self.unit);
                let style = ProgressStyle::with_template(&style);
                let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
                ProgressBar::new(self.length).with_style(style)
            });
            bar.set_position(counted);
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
