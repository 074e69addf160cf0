//! `vitae man`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_mangen::Man;
use vitae::error::{Error, Result};
use vitae::publish::write_files;

use crate::cli::Cli;
use crate::terminal;

/// Print the manual, or write its pages into a folder.
///
/// To read it: `vitae man | man -l -`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Write a page a command into this folder, such as ~/.local/share/man/man1
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let Some(out) = &arguments.out else {
        let (_, page) = page(command)?;
        terminal::print_stdout(String::from_utf8_lossy(&page).trim_end())?;
        return Ok(ExitCode::SUCCESS);
    };
    let commands = command.get_subcommands().cloned().collect::<Vec<_>>();
    let pages = commands.into_iter().chain([command]).map(page);
    let files = pages.map(|page| page.map(|(name, page)| (out.join(name), page)));
    let written = write_files(&files.collect::<Result<Vec<_>>>()?)?;
    for path in &written {
        terminal::print_stdout(&format!("wrote {}", path.display()))?;
    }
    if written.is_empty() {
        terminal::print_stdout("the manual is up to date")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The file name and text of a command's page, in section 1 of the manual.
fn page(command: clap::Command) -> Result<(String, Vec<u8>)> {
    let man = Man::new(command);
    let mut page = Vec::new();
    man.render(&mut page)
        .map_err(|error| Error::with_source("cannot write the manual", error))?;
    Ok((man.get_filename(), page))
}
