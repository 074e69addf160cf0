//! `vitae completions`

use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::Shell;
use vitae::error::Result;

use crate::terminal;

/// Print a shell completion script
///
/// In bash: `source <(vitae completions bash)`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Shell to print the script for
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, mut command: Command) -> Result<ExitCode> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    terminal::print_verbatim(String::from_utf8_lossy(&script).trim_end())?;
    Ok(ExitCode::SUCCESS)
}
