//! `vitae schema`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use vitae::document::Document;
use vitae::document::profile::ProfileDocument;
use vitae::document::site::SiteDocument;
use vitae::error::{Error, Result};
use vitae::publish::{differing, write_files};

use crate::terminal;

/// Write the schemas by which editors complete and check the content, into the content's folder
/// `schema`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The folder with site.yaml, consultants and photos
    #[arg(long, value_name = "FOLDER", default_value = "content")]
    content: PathBuf,
    /// Write nothing; fail if a schema is not the one that would be written
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    if !arguments.content.is_dir() {
        let folder = arguments.content.display();
        return Err(Error::new(format!("there is no content folder {folder}")));
    }
    let files = files(&arguments.content)?;
    if arguments.check {
        let drifted = drifted(&files);
        for what in &drifted {
            terminal::print_stderr(&format!("error: {what}\n"));
        }
        if drifted.is_empty() {
            terminal::print_stdout(UP_TO_DATE)?;
        }
        return Ok(ExitCode::from(u8::from(!drifted.is_empty())));
    }
    let written = write_files(&files)?;
    for path in &written {
        terminal::print_stdout(&format!("wrote {}", path.display()))?;
    }
    if written.is_empty() {
        terminal::print_stdout(UP_TO_DATE)?;
    }
    Ok(ExitCode::SUCCESS)
}

const UP_TO_DATE: &str = "the schemas are up to date";

/// What is wrong with each schema by which editors complete and check something else than this
/// program does, and the cure.
pub(super) fn drifted(files: &[(PathBuf, Vec<u8>)]) -> Vec<String> {
    let told = |(path, _): &(PathBuf, Vec<u8>)| {
        let what = match path.exists() {
            true => "not up to date",
            false => "missing",
        };
        let cure = "run `vitae schema` and commit what it writes";
        format!("{} is {what}; {cure}", path.display())
    };
    differing(files).map(told).collect()
}

/// The schemas' files in a content folder.
pub(super) fn files(content: &Path) -> Result<[(PathBuf, Vec<u8>); 2]> {
    Ok([
        file::<ProfileDocument>(content)?,
        file::<SiteDocument>(content)?,
    ])
}

fn file<T: Document>(content: &Path) -> Result<(PathBuf, Vec<u8>)> {
    let mut bytes = serde_json::to_vec_pretty(&T::schema())
        .map_err(|error| Error::with_source("cannot write JSON", error))?;
    bytes.push(b'\n');
    Ok((content.join(T::SCHEMA_PATH), bytes))
}
