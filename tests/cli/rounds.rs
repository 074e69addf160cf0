//! Profiles with 25 errors and more: `vitae check` reports all of them at once, so that an author
//! needs two rounds at most. `vitae check --fix` fixes two thirds of the errors.
//!
//! `tests/fixtures/rounds/<name>.yaml` is the profile of round 1. In `<name>.fixed.yaml`, the errors
//! of round 1 are fixed line by line.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value as Json;

use crate::project::{Project, repository};

const FIXTURES: &str = "tests/fixtures/rounds";

/// The least number of errors of a profile.
const ERRORS: usize = 25;

/// The codes of syntax errors.
const SYNTAX: [&str; 12] = [
    "alias",
    "escape",
    "indentation",
    "merge-conflict",
    "missing-space",
    "needs-quotes",
    "syntax",
    "tab",
    "tag",
    "unclosed-bracket",
    "unclosed-quote",
    "no-break-space",
];
/// The least number of syntax errors of a profile.
const SYNTAX_ERRORS: usize = 6;

/// Returns the code and line of each error that `vitae check` with `arguments` reports for a profile.
fn errors(name: &str, profile: &str, arguments: &str) -> Vec<(String, u64)> {
    let project = Project::site(&format!("rounds/{name}"));
    project.write("content/consultants/anna-berg.yaml", profile);
    let output = project.run(&format!("check --format json {arguments}"));
    let document: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    let diagnostics = document["diagnostics"].as_array().expect("a list");
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic["severity"] == "error");
    let error = |error: &Json| {
        let code = error["code"].as_str().expect("a code").to_owned();
        (code, error["line"].as_u64().expect("a line"))
    };
    errors.map(error).collect()
}

fn needs_two_rounds_at_most(name: &str) {
    let read = |file: &str| {
        let path = repository().join(FIXTURES).join(file);
        fs::read_to_string(path).expect("a fixture")
    };
    let (bad, fixed) = (read(&format!("{name}.yaml")), read(&format!("{name}.fixed.yaml")));
    let first_round = errors(name, &bad, "");
    let syntax = first_round.iter().filter(|(code, _)| SYNTAX.contains(&code.as_str()));
    assert!(first_round.len() >= ERRORS, "{} {first_round:#?}", first_round.len());
    assert!(syntax.count() >= SYNTAX_ERRORS, "{first_round:#?}");
    // Only the lines of errors are fixed: a merge conflict has five.
    let reported: BTreeSet<u64> = first_round.iter().map(|(_, line)| *line).collect();
    let changed: Vec<u64> = (1..)
        .zip(bad.lines().zip(fixed.lines()))
        .filter(|(_, (bad, fixed))| bad != fixed)
        .map(|(line, _)| line)
        .collect();
    let unreported: Vec<&u64> = changed
        .iter()
        .filter(|line| reported.range(line.saturating_sub(4)..=*line + 1).next().is_none())
        .collect();
    assert_eq!(bad.lines().count(), fixed.lines().count());
    assert_eq!(unreported, Vec::<&u64>::new());
    assert_eq!(errors(name, &fixed, ""), []);
    let left = errors(name, &bad, "--fix");
    assert!(
        left.len() * 3 <= first_round.len(),
        "{} of {}: {left:#?}",
        left.len(),
        first_round.len()
    );
}

#[test]
fn a_profile_written_in_a_hurry_needs_two_rounds() {
    needs_two_rounds_at_most("consultant-in-a-hurry");
}

#[test]
fn a_profile_indented_with_tabs_needs_two_rounds() {
    needs_two_rounds_at_most("tabs");
}

#[test]
fn a_profile_merged_from_notes_needs_two_rounds() {
    needs_two_rounds_at_most("merged-notes");
}
