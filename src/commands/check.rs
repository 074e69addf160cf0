//! `vitae check`

use std::process::ExitCode;

use clap::Args;
use vitae::error::Result;
use vitae::publish::rehearse;

use super::compilation::{self, Compilation, tell};
use crate::cli::CompileArguments;
use crate::progress::Progress;
use crate::terminal::count;

/// Compile the content and tell every mistake, without writing anything.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    compile: CompileArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Compilation { sources, report } = compilation::run(&arguments.compile)?;
    let mut diagnostics = report.diagnostics;
    if let Some(bundle) = report.output {
        let progress = Progress::new(bundle.len());
        diagnostics.extend(rehearse(&bundle, &|| progress.step())?.diagnostics);
    }
    let summary = if diagnostics.is_empty() {
        "no mistakes".to_owned()
    } else {
        count(&diagnostics)
    };
    tell(arguments.compile.format, &sources, &diagnostics, &summary)
}
