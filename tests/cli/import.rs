//! `vitae import`: real résumés, values that YAML is known to lose, and what is refused.
//!
//! `tests/fixtures/json-resume/corpus/` holds the résumés; its README says where they come from.

mod command;
mod corpus;
mod hostile;
mod leaves;
mod lossless;
mod readers;
mod round_trip;

use serde_json::Value as Json;
use vitae::import::{Imported, Options, import};
use vitae::source::Sources;

use crate::project::{files, repository};

/// The résumés that give no profile, and why.
const REFUSED: [(&str, &str); 2] = [
    ("239.json", "the résumé has no name"),
    ("242.json", "the résumé has no name"),
];

/// The résumés by file name.
fn corpus() -> Vec<(String, Vec<u8>)> {
    let files = files(&repository().join("tests/fixtures/json-resume/corpus"));
    let resumes = files
        .into_iter()
        .filter(|(name, _)| name.ends_with(".json"));
    let resumes: Vec<_> = resumes.collect();
    assert_eq!(resumes.len(), 46, "the résumés are not where they were");
    resumes
}

/// The identifier under which a résumé of the corpus is imported.
fn id(file: &str) -> String {
    format!("resume-{}", file.trim_end_matches(".json"))
}

/// Imports by the library; the error is what is told.
fn imported(bytes: &[u8], id: &str) -> Result<Imported, String> {
    let options = Options {
        id: Some(id.to_owned()),
        content: Sources::default(),
    };
    let report = import("resume.json", bytes, &options).expect("no fault of the program");
    report.output.ok_or_else(|| {
        let told = report.diagnostics.iter().map(|told| told.message.clone());
        told.collect::<Vec<_>>().join("\n")
    })
}

/// The same profile, published.
fn activated(yaml: &str) -> String {
    assert!(yaml.contains("\nactive: false\n"), "{yaml}");
    yaml.replacen("\nactive: false\n", "\nactive: true\n", 1)
}

fn json(bytes: &[u8]) -> Json {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    serde_json::from_slice(bytes).expect("JSON")
}
