//! Converts a LinkedIn archive, the ZIP or the extracted directory, to a JSON Resume.
//!
//! The archive has a CSV file for each kind of data. `tables.tsv` lists the files and columns that are read; messages,
//! contacts, phone numbers, the birth date and all other data are neither in the profile nor in the report. An error is
//! the predicate of a sentence about the archive.

mod basics;
mod file_selection;
mod table;
mod zip_archive;

pub(super) use table::is_table;
pub(super) use zip_archive::is_zip;

use std::path::Path;

use serde_json::{Map, Value as Json, json};

use super::read;
use crate::error;
use crate::source::Sources;
use file_selection::{ArchiveFiles, select};
use table::{MAX_BYTES, tables};

/// What to import in place of a file that is not a JSON Resume, as a hint.
pub(super) const GET_ARCHIVE: &str = "for a LinkedIn profile, set the language of LinkedIn to English and import the \
    ZIP from Settings & Privacy > Data privacy > Get a copy of your data (the larger archive); convert other \
    documents to JSON Resume, or create a profile with `vitae new`";

/// Converts a ZIP to the text of a JSON Resume.
pub(super) fn from_zip(bytes: &[u8]) -> Result<String, String> {
    json_resume(&zip_archive::read_files(bytes)?)
}

/// Converts an extracted archive to the text of a JSON Resume.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub(super) fn from_directory(directory: &Path) -> error::Result<Result<String, String>> {
    let sources = Sources::listed(directory)?;
    let selected = match select(sources.iter().map(|source| (source.path().to_owned(), source))) {
        Ok(selected) => selected,
        Err(problem) => return Ok(Err(problem)),
    };
    let mut files = ArchiveFiles::new();
    for (name, source) in selected {
        let bytes = source.read(MAX_BYTES)?.into_owned();
        if bytes.len() > MAX_BYTES {
            return Ok(Err(format!("has a `{name}` that is larger than 1 MiB")));
        }
        files.insert(name, bytes);
    }
    Ok(json_resume(&files))
}

fn json_resume(files: &ArchiveFiles<Vec<u8>>) -> Result<String, String> {
    let mut document = Map::from_iter([("basics".to_owned(), json!({}))]);
    for table in tables() {
        let Some(bytes) = files.get(table.file) else { continue };
        let text = read::text(bytes)
            .ok_or_else(|| format!("has a `{}` that is not UTF-8 or UTF-16 text", table.file))?;
        let rows = table.rows(&text)?;
        match document.entry(table.section).or_insert_with(|| json!([])) {
            Json::Array(items) => items.extend(rows.into_iter().map(Json::from)),
            basics => basics::add(basics, rows),
        }
    }
    Ok(Json::from(document).to_string())
}
