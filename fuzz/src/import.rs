//! `vitae import`: a JSON Resume is rejected, or becomes a valid profile that loses no value.

#[path = "../../tests/cli/import/leaves.rs"]
mod leaves;

use serde_json::Value as Json;
use vitae::content::SITE_PATH;
use vitae::import::{self, Imported};

use super::compilation::{EMBEDDED, PROFILE, compile, sources};
use super::project::{self, SITE};

/// Imports a file.
pub fn import(bytes: &[u8]) {
    let options = import::ImportOptions {
        id: Some("anna-berg".to_owned()),
        ..import::ImportOptions::default()
    };
    let imported = import::import("resume.json", bytes, &options).expect("the identifier is valid");
    let Imported { yaml, report, .. } = match imported {
        Ok(imported) => imported,
        Err(diagnostic) => return assert!(!diagnostic.message.is_empty()),
    };
    let lines = report.lines();
    let active = yaml.replacen("\nactive: false\n", "\nactive: true\n", 1);
    assert_ne!(active, yaml);
    let sources = sources([(SITE_PATH, SITE.as_bytes()), (PROFILE, active.as_bytes())]);
    let compiled = compile(&sources, &EMBEDDED, &project::options());
    let (outcome, files) = compiled.expect("content causes no error of the environment");
    assert!(outcome.site.is_some(), "{:?}\n{yaml}", outcome.diagnostics);
    let resume = files.iter().find(|file| file.path.ends_with("anna-berg.json"));
    let resume = resume.expect("a JSON Resume").body.bytes().expect("a document is in memory");
    let export: Json = serde_json::from_slice(&resume).expect("a document is JSON");
    // The other encodings have tests of their own.
    let Ok(original) = serde_json::from_slice(bytes) else { return };
    let lost = leaves::lost(&original, &export, &report);
    assert!(lost.is_empty(), "{}\n{}\n{yaml}", lost.join("\n"), lines.join("\n"));
}
