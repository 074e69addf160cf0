//! The progress of a command, shown on a terminal when it takes longer than a moment.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Delay before an indicator appears.
const DELAY: Duration = Duration::from_millis(500);

/// A progress bar that counts finished units; `None` if the standard error is no terminal, because the
/// bar would ask the system for each unit. Dropping it removes it from the terminal.
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    /// Creates a bar for `length` units; `unit` is a plural noun.
    pub(crate) fn new(length: usize, unit: &str) -> Self {
        let template = format!("{{bar:40}} {{pos}}/{{len}} {unit}");
        let style = ProgressStyle::with_template(&template).expect("a valid template");
        let hidden = ProgressDrawTarget::hidden();
        let bar = || ProgressBar::with_draw_target(Some(length as u64), hidden).with_style(style);
        Self(stderr().is_terminal().then(bar))
    }

    /// Counts one finished unit.
    pub(crate) fn step(&self) {
        let Some(bar) = &self.0 else { return };
        bar.inc(1);
        if bar.is_hidden() && bar.elapsed() > DELAY {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}
