//! `vitae pin`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ArgMatches, Args};
use vitae::characters::printable_line;
use vitae::error::Result;
use vitae::lower;
use vitae::publish::{outdated, write_files};
use vitae::render::host;
use vitae::render::project::{self, CONTENT, GUIDE, LISTS, NewSite};
use vitae::source::pinned_version::Program;
use vitae::source::{Sources, pinned_version};
use vitae::templates::Templates;

use super::shared_arguments::ContentArguments;
use super::{release, schema};
use crate::terminal;

/// Use this version of vitae for the project
///
/// Writes the version, and for a release also the digests of its programs, to .vitae-version beside
/// the content directory, and clears the revision of another version. The script scripts/vitae.sh gets
/// that version on other machines. Also writes the schemas, like `vitae schema`, and lists the scripts
/// and workflows that differ from those of a new project.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    content: ContentArguments,
}

/// The default Git URL of vitae's source; empty if unknown.
pub(super) const GIT: &str = env!("CARGO_PKG_REPOSITORY");

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let content = arguments.content.existing()?;
    let program = release::running_program()?;
    let old = pinned_version::read(content)?;
    let text = match &old {
        Some(old) => pinned_version::update(old, &program),
        None => project::version_file(GIT, &program, &Templates::embedded())?,
    };
    let mut files = vec![(pinned_version::path(content), text.clone().into_bytes())];
    files.extend(schema::files(content)?);
    let up_to_date = format!("{} and the schemas are up to date", pinned_version::FILE);
    terminal::print_written(&write_files(&files)?, &up_to_date)?;
    if let Some(old) = old {
        print_changes(&old, &text)?;
    }
    print_outdated_files(content, &program)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the changed lines of `.vitae-version`.
fn print_changes(old: &str, new: &str) -> Result<()> {
    let changed = pinned_version::changed_lines(old, new);
    if !changed.is_empty() {
        let file = pinned_version::FILE;
        terminal::print_stdout(&format!("changes in {file}:\n  {}", changed.join("\n  ")))?;
    }
    if pinned_version::has_digest(old) && !pinned_version::has_digest(new) {
        terminal::print_stdout(
            "note: this program has no digests; other machines build vitae from source",
        )?;
    }
    Ok(())
}

/// Lists the files of the project, such as scripts and workflows, that differ from those that `vitae
/// init` creates. Missing files and files for people to edit are not compared.
fn print_outdated_files(content: &Path, program: &Program<'_>) -> Result<()> {
    let templates = Templates::embedded();
    let sources = Sources::listed(content)?;
    let settings = lower::settings(&sources, &host::names(&templates), &mut Vec::new())?;
    let site = NewSite { host: settings.and_then(|settings| settings.host), ..NewSite::default() };
    // A host of the project itself adds no files to new projects.
    let Ok(host) = site.host_name(&templates) else {
        return Ok(());
    };
    let in_project = |path: &str| pinned_version::path(content).with_file_name(path);
    let is_replaced = in_project(GUIDE[1]).is_file();
    let guide = if is_replaced { GUIDE[1] } else { GUIDE[0] };
    let is_edited = |path: &str| {
        let edited = [LISTS, GUIDE].concat();
        path == pinned_version::FILE
            || edited.contains(&path)
            || path.starts_with(&format!("{CONTENT}/"))
    };
    let files = project::render(&site, guide, GIT, program, &templates)?.into_iter();
    let files = files.filter(|(path, _)| !is_edited(path));
    let files = files.map(|(path, text)| (in_project(&path), text.into_bytes()));
    let files: Vec<_> = files.filter(|(path, _)| path.is_file()).collect();
    let paths: Vec<String> =
        outdated(&files).map(|(path, _)| printable_line(&path.display().to_string())).collect();
    if paths.is_empty() {
        return Ok(());
    }
    terminal::print_stdout(&format!(
        "note: these files differ from those of a new project:\n  {}\n  \
         help: run `vitae init <directory> --host {host}` and copy the changes that you need",
        paths.join("\n  ")
    ))
}

/// Warns if a command works on a project that names another version of vitae.
///
/// # Errors
/// Returns an error if the project's `.vitae-version` cannot be read or names no version.
pub(crate) fn warn_of_another_version(matches: &ArgMatches) -> Result<()> {
    let Some((command, arguments)) = matches.subcommand() else {
        return Ok(());
    };
    // Only commands on a project have this option.
    let content = arguments.try_get_one::<PathBuf>("content").ok().flatten();
    let Some(content) = content.filter(|_| command != "pin") else {
        return Ok(());
    };
    let own = env!("CARGO_PKG_VERSION");
    if let Some(version) = pinned_version::version(content)?.filter(|version| version != own) {
        let path = pinned_version::path(content);
        terminal::print_stderr(&format!(
            "warning: {} names vitae {version}, but this is vitae {own}\n  \
             help: install vitae {version}, or run `vitae pin` to use this version\n",
            printable_line(&path.display().to_string())
        ));
    }
    Ok(())
}
