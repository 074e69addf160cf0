//! What `build` and `check` share: compile, tell the mistakes, say how it ended.

use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use vitae::bundle::Bundle;
use vitae::diagnostic::{Diagnostic, Report};
use vitae::error::Result;
use vitae::source::Sources;
use vitae::templates::Templates;
use vitae::{Options, compile};

use crate::cli::CompileArguments;
use crate::terminal::{self, Format};

/// The folder of templates that is used without being named.
const TEMPLATES: &str = "templates";

/// How long a run stays silent before it shows its progress.
const SILENCE: Duration = Duration::from_millis(500);

/// The content, and what became of it.
pub(super) struct Compilation {
    pub(super) sources: Sources,
    pub(super) report: Report<Bundle>,
}

pub(super) fn run(arguments: &CompileArguments) -> Result<Compilation> {
    let sources = Sources::from_disk(&arguments.content)?;
    let templates = Templates::embedded();
    let templates = match &arguments.templates {
        Some(folder) => templates.overlaid(folder)?,
        None if Path::new(TEMPLATES).is_dir() => templates.overlaid(Path::new(TEMPLATES))?,
        None => templates,
    };
    let options = Options {
        host: arguments.host.clone(),
    };
    let report = compile(&sources, &templates, &options)?;
    Ok(Compilation { sources, report })
}

/// Tells the diagnostics and how it ended; exit code 1 if a mistake stops the publishing.
pub(super) fn tell(
    format: Format,
    sources: &Sources,
    diagnostics: &[Diagnostic],
    summary: &str,
) -> ExitCode {
    match format {
        Format::Human => {
            terminal::tell(&terminal::human(diagnostics, sources));
            terminal::say(summary);
        }
        Format::Json => terminal::say(&terminal::json(diagnostics, sources, summary)),
    }
    ExitCode::from(u8::from(diagnostics.iter().any(Diagnostic::is_error)))
}

/// A bar on a terminal, shown only when the work takes longer than a moment.
pub(super) struct Progress {
    started: Instant,
    length: usize,
    bar: OnceLock<ProgressBar>,
    counted: std::sync::atomic::AtomicU64,
    visible: bool,
}

impl Progress {
    pub(super) fn new(length: usize) -> Self {
        Self {
            started: Instant::now(),
            length,
            bar: OnceLock::new(),
            counted: std::sync::atomic::AtomicU64::new(0),
            visible: std::io::stderr().is_terminal(),
        }
    }

    pub(super) fn step(&self) {
        let counted = self
            .counted
            .fetch_add(1, std::sync::atomic::Ordering::Relaxed)
            + 1;
        if self.visible && self.started.elapsed() > SILENCE {
            let bar = self.bar.get_or_init(|| {
                let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files");
                let bar = ProgressBar::new(self.length as u64);
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
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
