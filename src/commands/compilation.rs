//! What `build` and `check` share: compile, tell the mistakes, say how it ended.

use std::process::ExitCode;

use vitae::bundle::Bundle;
use vitae::diagnostic::{Diagnostic, Report};
use vitae::error::Result;
use vitae::source::Sources;
use vitae::templates::Templates;
use vitae::{Options, compile};

use crate::cli::CompileArguments;
use crate::progress::Waiting;
use crate::terminal::{self, Format};

/// The content, and what became of it.
pub(super) struct Compilation {
    pub(super) sources: Sources,
    pub(super) report: Report<Bundle>,
}

pub(super) fn run(arguments: &CompileArguments) -> Result<Compilation> {
    let _waiting = Waiting::start("compiling");
    let sources = Sources::from_disk(&arguments.content)?;
    let templates = Templates::of_project(arguments.templates.as_deref())?;
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
) -> Result<ExitCode> {
    match format {
        Format::Human => {
            terminal::tell(&terminal::human(diagnostics, sources));
            terminal::say(&terminal::visible(summary))?;
        }
        Format::Json => terminal::say(&terminal::json(diagnostics, sources, summary))?,
    }
    let failed = diagnostics.iter().any(Diagnostic::is_error);
    Ok(ExitCode::from(u8::from(failed)))
}
