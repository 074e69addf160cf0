//! `vitae import`: published résumés, values that YAML parsers change, and rejected files.
//!
//! The résumés are in `tests/fixtures/json-resume/corpus/`; its README lists their sources.

mod command;
mod corpus;
mod damaged_texts;
mod hostile;
mod leaves;
mod linkedin;
mod lossless;
mod private_fields;
mod readers;
mod round_trip;
mod unknown_keys;
mod values;

use serde_json::Value as Json;
use vitae::import::{ImportOptions, Imported, import};

use crate::project::{files, repository};

/// The résumés that are rejected, and the reason.
const REJECTED: [(&str, &str); 2] =
    [("239.json", "the résumé has no name"), ("242.json", "the résumé has no name")];

/// Returns the file names and contents of the résumés.
fn corpus() -> Vec<(String, Vec<u8>)> {
    let files = files(&repository().join("tests/fixtures/json-resume/corpus"));
    let resumes = files.into_iter().filter(|(name, _)| name.ends_with(".json"));
    let resumes: Vec<_> = resumes.collect();
    assert_eq!(resumes.len(), 46, "the corpus is incomplete");
    resumes
}

/// Returns the identifier for importing a résumé of the corpus.
fn id(file: &str) -> String {
    format!("resume-{}", file.trim_end_matches(".json"))
}

/// Imports with the library. The error is the message of the diagnostic.
fn imported(bytes: &[u8], id: &str) -> Result<Imported, String> {
    let options = ImportOptions { id: Some(id.to_owned()), ..ImportOptions::default() };
    let imported = import("resume.json", bytes, &options).expect("no internal error");
    imported.map_err(|diagnostic| diagnostic.message)
}

/// Returns the profile with `active: true`.
fn activated(yaml: &str) -> String {
    assert!(yaml.contains("\nactive: false\n"), "{yaml}");
    yaml.replacen("\nactive: false\n", "\nactive: true\n", 1)
}

fn json(bytes: &[u8]) -> Json {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    serde_json::from_slice(bytes).expect("JSON")
}
