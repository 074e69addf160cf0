//! Converts a LinkedIn archive, the ZIP or the extracted directory, to a JSON Resume.
//!
//! The archive has a CSV file for each kind of data. `tables.tsv` lists the files and columns that are read. The report
//! names the other columns of these files, without their values. Messages, contacts, phone numbers, the birth date and
//! all other data are neither in the profile nor in the report. An error is the predicate of a sentence about the archive.

mod basics;
mod file_selection;
mod table;
mod zip_archive;

pub(super) use table::is_table;
pub(super) use zip_archive::is_zip;

use std::path::Path;

use serde_json::{Map, Value as Json, json};

use super::report::{ImportOutcome, ReportEntry};
use crate::error;
use crate::source::Sources;
use file_selection::{ArchiveFiles, select};
use table::{MAX_BYTES, tables};

/// What to import in place of a file that is not a JSON Resume, as a hint.
pub(super) const GET_ARCHIVE: &str = "for a LinkedIn profile, set the language of LinkedIn to English and import the \
    ZIP from Settings & Privacy > Data privacy > Get a copy of your data (the larger archive); convert other \
    documents to JSON Resume, or create a profile with `vitae new`";

/// The text of a JSON Resume, and the parts of the archive that it lacks.
pub(super) type Converted = (String, Vec<ReportEntry>);

/// Converts a ZIP to the text of a JSON Resume.
pub(super) fn from_zip(bytes: &[u8]) -> Result<Converted, String> {
    json_resume(&zip_archive::read_files(bytes)?)
}

/// Converts an extracted archive to the text of a JSON Resume.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub(super) fn from_directory(directory: &Path) -> error::Result<Result<Converted, String>> {
    let sources = Sources::listed(directory)?;
    let selected = match select(sources.iter().map(|source| (source.path().to_owned(), source))) {
        Ok(selected) => selected,
        Err(problem) => return Ok(Err(problem)),
    };
    let mut files = ArchiveFiles::new();
    for (name, source) in selected {
        let bytes = match is_read(name) {
            true => source.read(MAX_BYTES)?.into_owned(),
            false => Vec::new(),
        };
        if bytes.len() > MAX_BYTES {
            return Ok(Err(format!("has a `{name}` that is larger than 1 MiB")));
        }
        files.insert(name, bytes);
    }
    Ok(json_resume(&files))
}

fn is_read(file: &str) -> bool {
    tables().any(|table| table.file == file && table.section.is_some())
}

fn json_resume(files: &ArchiveFiles<Vec<u8>>) -> Result<Converted, String> {
    let mut document = Map::from_iter([("basics".to_owned(), json!({}))]);
    let mut entries = Vec::new();
    let mut note = |file: &str, note: String| {
        entries
            .push(ReportEntry { path: file.to_owned(), outcome: ImportOutcome::Archive { note } });
    };
    for table in tables() {
        let Some(bytes) = files.get(table.file) else { continue };
        let Some(section) = table.section else {
            note(table.file, "the file is not imported".to_owned());
            continue;
        };
        let (text, is_windows_1252) = table::text(bytes);
        if is_windows_1252 {
            note(table.file, "read as Windows-1252, because it is not UTF-8".to_owned());
        }
        let (rows, mut other_values) = table.rows(&text)?;
        match document.entry(section).or_insert_with(|| json!([])) {
            Json::Array(items) => {
                for row in rows.into_iter().map(Json::from) {
                    // Some archives have a skill twice.
                    if section != "skills" || !items.contains(&row) {
                        items.push(row);
                    }
                }
            }
            basics => {
                for key in basics::add(basics, rows) {
                    *other_values.entry(table.header(&key).to_owned()).or_default() += 1;
                }
            }
        }
        for (header, rows) in other_values {
            let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
            note(table.file, format!("`{header}` of {rows} is not imported"));
        }
    }
    if !["Positions.csv", "Education.csv"].iter().any(|file| files.contains_key(file)) {
        let missing = "it has neither `Positions.csv` nor `Education.csv`: jobs and education are \
            missing. LinkedIn's larger archive has them";
        note("the archive", missing.to_owned());
    }
    Ok((Json::from(document).to_string(), entries))
}
