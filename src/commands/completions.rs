//! `vitae completions`

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use vitae::error::Result;

use crate::cli::Cli;
use crate::terminal;

/// Print what a shell needs to complete vitae's commands and options.
///
/// In bash: `source <(vitae completions bash)`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    terminal::print_stdout(String::from_utf8_lossy(&script).trim_end())?;
    Ok(ExitCode::SUCCESS)
}
