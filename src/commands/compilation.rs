//! What `build` and `check` share: compile, tell the mistakes, say how it ended.

use std::process::ExitCode;

use vitae::bundle::Bundle;
use vitae::diagnostic::{Diagnosed, Diagnostic};
use vitae::error::Result;
use vitae::source::Sources;
use vitae::templates::Templates;
use vitae::{Options, compile};

use crate::cli::{CompileArguments, Deny};
use crate::progress::Waiting;
use crate::terminal;

/// The content, and what became of it.
pub(super) struct Compilation {
    pub(super) sources: Sources,
    pub(super) templates: Templates,
    pub(super) report: Diagnosed<Bundle>,
}

/// Compiles what is published as a folder of this name.
pub(super) fn run(
    arguments: &CompileArguments,
    output_name: Option<String>,
) -> Result<Compilation> {
    let _waiting = Waiting::start("compiling");
    let sources = Sources::from_disk(&arguments.content)?;
    let templates = Templates::of_project(arguments.templates.as_deref())?;
    let options = Options {
        host: arguments.host.clone(),
        output_name,
    };
    let report = compile(&sources, &templates, &options)?;
    Ok(Compilation {
        sources,
        templates,
        report,
    })
}

/// Whether the diagnostics stop the publishing.
pub(super) fn is_stopped(arguments: &CompileArguments, diagnostics: &[Diagnostic]) -> bool {
    match arguments.deny {
        Some(Deny::Warnings) => !diagnostics.is_empty(),
        None => diagnostics.iter().any(Diagnostic::is_error),
    }
}

/// Tells the diagnostics and how it ended; exit code 1 if they stop the publishing.
pub(super) fn print_outcome(
    arguments: &CompileArguments,
    sources: &Sources,
    diagnostics: &[Diagnostic],
    summary: &str,
) -> Result<ExitCode> {
    terminal::show(arguments.format, diagnostics, sources, summary)?;
    let failed = is_stopped(arguments, diagnostics);
    Ok(ExitCode::from(u8::from(failed)))
}
