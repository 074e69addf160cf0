//! `vitae schema`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::Value as Json;
use vitae::characters::printable_line;
use vitae::document::Document;
use vitae::error::Result;
use vitae::model::profile::Profile;
use vitae::model::settings::Settings;
use vitae::paths::ToSlash;
use vitae::publish::{create_files, outdated, reject_links_below, write_files};

use super::shared_arguments::ContentArguments;
use crate::terminal;

/// Write the JSON Schemas that editors use to complete and check the content
///
/// The schemas are written into the directory `schema` of the content.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    content: ContentArguments,
    /// Write nothing and exit with code 1 if a schema is missing or out of date
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let files = files(arguments.content.existing()?)?;
    write_or_check(&files, arguments.check, COMMAND, "the schemas are up to date")
}

pub(super) const COMMAND: &str = "vitae schema";

/// Writes the files that `command` generates, or only checks them.
pub(super) fn write_or_check(
    files: &[(PathBuf, Vec<u8>)],
    check: bool,
    command: &str,
    up_to_date: &str,
) -> Result<ExitCode> {
    if !check {
        terminal::print_written(&write_files(files)?, up_to_date)?;
        return Ok(ExitCode::SUCCESS);
    }
    let problems = problems(files, command);
    if problems.is_empty() {
        terminal::print_stdout(up_to_date)?;
        return Ok(ExitCode::SUCCESS);
    }
    for problem in &problems {
        terminal::print_stderr(&format!("error: {problem}\n"));
    }
    Ok(ExitCode::from(1))
}

/// Returns a message for each file that is missing or differs from what `command` of this version of vitae writes.
pub(super) fn problems(files: &[(PathBuf, Vec<u8>)], command: &str) -> Vec<String> {
    let message = |(path, _): &(PathBuf, Vec<u8>)| {
        let problem = match path.exists() {
            true => "not up to date",
            false => "missing",
        };
        let path = printable_line(&path.to_slash());
        format!("{path} is {problem}; run `{command}` and commit the changes")
    };
    outdated(files).map(message).collect()
}

/// Returns the paths and the texts of the schemas of a new content directory.
pub(super) fn new_files(content: &Path) -> [(PathBuf, Vec<u8>); 4] {
    [
        file(content, Profile::SCHEMA_PATH, &Profile::editor_schema()),
        file(content, Settings::SCHEMA_PATH, &Settings::editor_schema()),
        file(content, Profile::TRANSLATION_SCHEMA_PATH, &Profile::translation_schema()),
        file(content, Settings::TRANSLATION_SCHEMA_PATH, &Settings::translation_schema()),
    ]
}

/// Returns the paths and the texts of the schemas.
///
/// # Errors
/// Returns an error if the directory of the schemas is a symbolic link.
pub(super) fn files(content: &Path) -> Result<[(PathBuf, Vec<u8>); 4]> {
    let files = new_files(content);
    reject_links_below(content, files.iter().map(|(path, _)| path.as_path()))?;
    Ok(files)
}

/// Creates a file of the content, and the schemas that are missing, which editors need to complete the file.
pub(super) fn create_with_schemas(content: &Path, path: PathBuf, text: String) -> Result<()> {
    let (existing, missing): (Vec<_>, Vec<_>) =
        files(content)?.into_iter().partition(|(path, _)| path.exists());
    let files = [vec![(path, text.into_bytes())], missing].concat();
    create_files(content, &files)?;
    terminal::print_lines(files.iter().map(|(path, _)| format!("wrote {}", path.to_slash())))?;
    for problem in problems(&existing, COMMAND) {
        terminal::print_stderr(&format!("warning: {problem}\n"));
    }
    Ok(())
}

fn file(content: &Path, path: &str, schema: &Json) -> (PathBuf, Vec<u8>) {
    let schema = serde_json::to_string_pretty(schema).expect("a schema is serializable");
    (content.join(path), (schema + "\n").into_bytes())
}
