//! `vitae man`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Command};
use clap_mangen::Man;
use vitae::error::{Error, Result};
use vitae::publish::write_files;

use crate::terminal;

/// Print the man page, or write the man pages of all commands
///
/// To read it: `vitae man | man -l -`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Directory to write one page per command into, such as ~/.local/share/man/man1
    #[arg(long, value_name = "DIRECTORY")]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, command: Command) -> Result<ExitCode> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let Some(out) = &arguments.out else {
        let (_, page) = page(command)?;
        terminal::print_verbatim(String::from_utf8_lossy(&page).trim_end())?;
        return Ok(ExitCode::SUCCESS);
    };
    let subcommands: Vec<_> = command.get_subcommands().cloned().collect();
    let files = subcommands
        .into_iter()
        .chain([command])
        .map(|command| page(command).map(|(name, page)| (out.join(name), page)))
        .collect::<Result<Vec<_>>>()?;
    terminal::print_written(&write_files(&files)?, "the man pages are up to date")?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the file name and the text of a command's page, in section 1 of the manual.
fn page(command: Command) -> Result<(String, Vec<u8>)> {
    let man = Man::new(command);
    let mut page = Vec::new();
    man.render(&mut page)
        .map_err(|error| Error::with_source("cannot render the man page", error))?;
    Ok((man.get_filename(), page))
}
