//! The progress of a command, shown on a terminal when it takes longer than a moment.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Delay before an indicator appears.
const DELAY: Duration = Duration::from_millis(500);

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
