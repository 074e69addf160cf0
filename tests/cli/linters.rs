//! The published OpenAPI description passes common linters.
//!
//! `.ci/run` installs the linters; so do `npm ci` and `pip install -r requirements.txt` in
//! `tests/linters`. Tests of missing linters are skipped with a message, and fail with
//! `VITAE_REQUIRE_ALL=1`.

use std::env;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::project::{Project, repository, text};

/// Returns `path` if the program exists. Panics if it is missing and required.
pub(crate) fn installed(path: &Path, install: &str) -> Option<PathBuf> {
    let message = format!("{} is missing; to install it: {install}", path.display());
    required(path.exists().then(|| path.to_owned()), &message)
}

/// Returns what a test needs. If it is `None`, prints the `message`, or panics if nothing may be skipped.
pub(crate) fn required<T>(needed: Option<T>, message: &str) -> Option<T> {
    if needed.is_none() {
        assert!(env::var_os("VITAE_REQUIRE_ALL").is_none(), "{message}");
        // The test harness hides the output of `eprintln!` in successful tests.
        let _ = writeln!(stderr(), "skipped: {message}");
    }
    needed
}

/// Returns the descriptions of a site without and with a base URL.
fn descriptions(test: &str) -> [PathBuf; 2] {
    [None, Some("base_url: https://profiles.example.net\n")].map(|base_url| {
        let name =
            format!("linters/{test}-{}", if base_url.is_some() { "absolute" } else { "relative" });
        let project = Project::sample_with_one_photo(&name);
        let site = project.read("content/site.yaml");
        project.write("content/site.yaml", site + base_url.unwrap_or_default());
        project.succeed("build");
        project.root.join("dist/api/openapi.json")
    })
}

fn assert_passes(test: &str, program: &Path, arguments: &[&str]) {
    let descriptions = descriptions(test);
    for description in &descriptions {
        let output = Command::new(program)
            .args(arguments)
            .arg(description)
            .env("REDOCLY_TELEMETRY", "off")
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{}", text(&output));
    }
    // The linter reports an error in a wrong description.
    let project = Project::site(&format!("linters/{test}-wrong"));
    let text = std::fs::read_to_string(&descriptions[0]).expect("readable");
    project.write(
        "wrong.json",
        text.replace("\"operationId\": \"getConsultantPhoto\",", "\"operationId\": 7,"),
    );
    let wrong = project.root.join("wrong.json");
    let output = Command::new(program).args(arguments).arg(wrong).output().expect("it runs");
    assert!(!output.status.success());
}

fn directory() -> PathBuf {
    repository().join("tests/linters")
}

#[test]
fn passes_redocly_recommended_strict() {
    let program = directory().join("node_modules/.bin/redocly");
    if let Some(program) = installed(&program, "npm ci --ignore-scripts, in tests/linters") {
        assert_passes("redocly", &program, &["lint", "--extends=recommended-strict"]);
    }
}

#[test]
fn passes_spectral_oas() {
    let program = directory().join("node_modules/.bin/spectral");
    if let Some(program) = installed(&program, "npm ci --ignore-scripts, in tests/linters") {
        let ruleset = directory().join("spectral.yaml");
        let ruleset = ruleset.display().to_string();
        assert_passes(
            "spectral",
            &program,
            &["lint", "--fail-severity=hint", "--ruleset", &ruleset],
        );
    }
}

#[test]
fn passes_openapi_spec_validator() {
    let install =
        "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt, in tests/linters";
    let program = directory().join(".venv/bin/openapi-spec-validator");
    if let Some(program) = installed(&program, install) {
        assert_passes("openapi-spec-validator", &program, &[]);
    }
}
