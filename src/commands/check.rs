//! `vitae check`

use std::process::ExitCode;

use clap::Args;
use vitae::did_you_mean::did_you_mean;
use vitae::error::{Error, Result};
use vitae::publish::dry_run;

use super::compilation::{self, Compilation, print_outcome};
use crate::cli::CompileArguments;
use crate::progress::Progress;
use crate::terminal::{count, print_stdout};

/// Compile the content and tell every mistake, without writing anything.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    compile: CompileArguments,
    /// Explain a kind of mistake by the code in its brackets, and do nothing else
    #[arg(long, value_name = "CODE")]
    explain: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(code) = &arguments.explain {
        return explain(code);
    }
    let Compilation {
        sources, report, ..
    } = compilation::run(&arguments.compile, None)?;
    let mut diagnostics = report.diagnostics;
    if let Some(bundle) = report.output {
        let progress = Progress::new(bundle.len());
        diagnostics.extend(dry_run(&bundle, &|| progress.step())?.diagnostics);
    }
    let summary = if diagnostics.is_empty() {
        "no mistakes".to_owned()
    } else {
        count(&diagnostics)
    };
    print_outcome(&arguments.compile, &sources, &diagnostics, &summary)
}

/// Says the page of a rule.
fn explain(code: &str) -> Result<ExitCode> {
    let codes = vitae::diagnostic_codes();
    // The code may come with its brackets.
    let code = code.trim_matches(['[', ']']);
    let Some(code) = codes.iter().find(|known| known.id == code) else {
        let meant = did_you_mean(code, codes.iter().map(|known| known.id));
        let meant = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        return Err(Error::new(format!("there is no mistake `{code}`{meant}")));
    };
    let severity = code.severity.word();
    print_stdout(&format!(
        "# {severity}[{}]\n\n{}",
        code.id,
        code.page.trim_end()
    ))?;
    Ok(ExitCode::SUCCESS)
}
