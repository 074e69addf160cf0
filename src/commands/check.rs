//! `vitae check`

use std::process::ExitCode;

use clap::Args;
use vitae::did_you_mean::did_you_mean;
use vitae::error::{Error, Result};
use vitae::publish::dry_run;

use super::compilation::{self, Compilation, print_outcome};
use super::shared_arguments::CompileArguments;
use crate::progress::Progress;
use crate::terminal::{count_in_files, print_stdout};

/// Check the content and report every error
///
/// Compiles the content, photos included, without writing anything.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    compile: CompileArguments,
    /// Explain a diagnostic code, such as `invalid-url`, and exit
    #[arg(long, value_name = "CODE")]
    explain: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(code) = &arguments.explain {
        return explain(code);
    }
    let Compilation { sources, report, .. } = compilation::run(&arguments.compile, None)?;
    let mut diagnostics = report.diagnostics;
    if let Some(bundle) = report.output {
        let progress = Progress::new(bundle.len(), "files");
        diagnostics.extend(dry_run(&bundle, &|| progress.step())?);
    }
    let summary = count_in_files(&diagnostics, &sources);
    print_outcome(&arguments.compile, &sources, &diagnostics, &summary)
}

fn explain(code: &str) -> Result<ExitCode> {
    let codes = vitae::diagnostic_codes();
    // Accept a code that was copied with its brackets.
    let code = code.trim_matches(['[', ']']);
    let Some(code) = codes.iter().find(|known| known.id == code) else {
        let suggestion = did_you_mean(code, codes.iter().map(|known| known.id))
            .map_or_else(String::new, |known| format!("; did you mean `{known}`?"));
        return Err(Error::new(format!("`{code}` is not a diagnostic code{suggestion}")));
    };
    let severity = code.severity.word();
    print_stdout(&format!("# {severity}[{}]\n\n{}", code.id, code.page.trim_end()))?;
    Ok(ExitCode::SUCCESS)
}
