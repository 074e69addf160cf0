//! Compiling and reporting, shared by `build` and `check`.

use std::process::ExitCode;

use vitae::bundle::Bundle;
use vitae::diagnostic::{Diagnosed, Diagnostic};
use vitae::error::Result;
use vitae::source::Sources;
use vitae::templates::Templates;
use vitae::{Options, compile};

use super::shared_arguments::{CompileArguments, Deny};
use crate::progress::Spinner;
use crate::terminal;

pub(super) struct Compilation {
    pub(super) sources: Sources,
    pub(super) templates: Templates,
    pub(super) report: Diagnosed<Bundle>,
}

/// Compiles the content for an output directory of the given name.
pub(super) fn run(
    arguments: &CompileArguments,
    output_name: Option<String>,
) -> Result<Compilation> {
    let _spinner = Spinner::start("compiling");
    let site = &arguments.site;
    let sources = Sources::from_disk(&site.content.directory)?;
    let templates = site.templates.read()?;
    let options = Options { host: site.host.clone(), output_name };
    let report = compile(&sources, &templates, &options)?;
    Ok(Compilation { sources, templates, report })
}

/// Returns whether the diagnostics prevent publishing.
pub(super) fn is_stopped(arguments: &CompileArguments, diagnostics: &[Diagnostic]) -> bool {
    match arguments.deny {
        Some(Deny::Warnings) => !diagnostics.is_empty(),
        None => diagnostics.iter().any(Diagnostic::is_error),
    }
}

/// Prints the diagnostics and the summary. Returns exit code 1 if the diagnostics prevent
/// publishing.
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
