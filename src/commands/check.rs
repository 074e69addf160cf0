//! `vitae check`

use std::process::ExitCode;

use clap::Args;
use vitae::compile;
use vitae::did_you_mean::did_you_mean;
use vitae::error::{Error, Result};

use super::compilation::{Project, print_outcome};
use super::shared_arguments::CompileArguments;
use crate::terminal::{count_in_files, print_stdout};

/// Check the content and report every error
///
/// Compiles the content, photos included, and writes nothing but the cache.
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
    let project = Project::read(&arguments.compile, None, None)?;
    let diagnostics = project.run(&project.compilation()?, &compile::Check)?.diagnostics;
    let summary = count_in_files(&diagnostics, &project.sources);
    print_outcome(&arguments.compile, &project.sources, &diagnostics, &summary)
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
