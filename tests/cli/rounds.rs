//! Profiles with 25 errors and more: `vitae check` reports all of them at once, so that an author
//! needs two rounds at most. `vitae check --fix` fixes two thirds of the errors.
//!
//! `tests/fixtures/rounds/<name>.yaml` is the profile of round 1. In `<name>.fixed.yaml`, the errors
//! of round 1 are fixed line by line.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value as Json;

use vitae::content;
use vitae::diagnostic::Diagnostic;

use crate::project::{Project, files, repository};

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

/// Returns the line and message of each error of a profile.
fn error_lines(profile: &str) -> Vec<(usize, String)> {
    let found = content::check_profile("a.yaml", profile.as_bytes());
    let errors = found.into_iter().filter(Diagnostic::is_error);
    let line = |error: Diagnostic| {
        let start = error.span.map_or(0, |span| span.start);
        let line = profile[..start].matches('\n').count() + 1;
        (line, format!("{}: {}", error.code.id, error.message))
    };
    errors.map(line).collect()
}

/// A quote at a random place of a line is an error on this line, or none.
#[test]
fn one_stray_quote_is_the_only_error() {
    let mut random = 7_usize;
    let mut count = 0;
    for (path, bytes) in files(&repository().join("content/consultants")) {
        let profile = String::from_utf8(bytes).expect("UTF-8");
        let lines: Vec<&str> = profile.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let quote = ['"', '\''][at % 2];
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
            let column = line.floor_char_boundary((random >> 33) % (line.len() + 1));
            let broken = format!("{}{quote}{}", &line[..column], &line[column..]);
            let mut lines = lines.clone();
            lines[at] = &broken;
            let errors = error_lines(&(lines.join("\n") + "\n"));
            let is_right = errors.len() <= 1 && errors.iter().all(|(line, _)| *line == at + 1);
            assert!(is_right, "{path}:{} {broken}\n{errors:#?}", at + 1);
            count += errors.len();
        }
    }
    assert!(count > 500, "only {count} quotes are errors");
}

/// A profile before and after its author follows the hint of an error, and a part of the hint.
const FOLLOWED: [(&str, &str, &str); 16] = [
    (
        "summary:\n  full:\n    • Leads teams\n    • Tools: Rust\n",
        "write `full: |`",
        "summary:\n  full: |\n    • Leads teams\n    • Tools: Rust\n",
    ),
    (
        "summary:\n  full:\n    • Led: a team\n    • Saved money\n",
        "write `full: |`",
        "summary:\n  full: |\n    • Led: a team\n    • Saved money\n",
    ),
    (
        "summary:\n  full:\n    • one\n    • two: x\n    three\n",
        "write `full: |`",
        "summary:\n  full: |\n    • one\n    • two: x\n    three\n",
    ),
    (
        "summary:\n  full:\n    • one\n    • Two: x: y\n    three\n",
        "write `full: |`",
        "summary:\n  full: |\n    • one\n    • Two: x: y\n    three\n",
    ),
    (
        "summary:\n  full: Roles:\n    • two\n    • three\n",
        "write `full: |`",
        "summary:\n  full: |\n    Roles:\n    • two\n    • three\n",
    ),
    (
        "summary:\n  full: Hello: world\n    and all\n",
        "write `full: |`",
        "summary:\n  full: |\n    Hello: world\n    and all\n",
    ),
    (
        "summary:\n  full: • one: x\n    • two: y\n",
        "write `full: |`",
        "summary:\n  full: |\n    • one: x\n    • two: y\n",
    ),
    (
        "summary:\n  full: @ home\n    and away\n",
        "write `full: |`",
        "summary:\n  full: |\n    @ home\n    and away\n",
    ),
    (
        "summary:\n  full: Hello,\n    World: One: two\n",
        "write `full: |`",
        "summary:\n  full: |\n    Hello,\n    World: One: two\n",
    ),
    (
        "summary:\n  full:\n    Leads: teams\n      and projects\n",
        "`|` there and the text on the lines below",
        "summary:\n  full: |\n    Leads: teams\n      and projects\n",
    ),
    (
        "engagement:\n  work_arrangements: distans, på plats\n",
        "write each item on its own line below the key, starting with `- `",
        "engagement:\n  work_arrangements:\n    - remote\n    - onsite\n",
    ),
    (
        "employment:\n  1. organization: X\n     role: Y\n",
        "write `- ` instead of `1. `",
        "employment:\n  -  organization: X\n     role: Y\n",
    ),
    ("title: 'Anna's\n", "delete the quote at the start", "title: Anna's\n"),
    ("”title”: X\n", "did you mean `title`?", "title: X\n"),
    ("title: .nan\n", "write \".nan\"", "title: \".nan\"\n"),
    (
        "skills: {categories: {cloud: [AWS; ]}}\n",
        "delete the `;`",
        "skills: {categories: {cloud: [AWS]}}\n",
    ),
];

#[test]
fn following_a_hint_leads_to_a_valid_profile() {
    let check = |lines: &str| {
        let profile = crate::project::profile("Anna Berg") + lines;
        content::check_profile("a.yaml", profile.as_bytes())
    };
    for (before, hint, after) in FOLLOWED {
        let found = check(before);
        // No hint contradicts the one about `|`, and no fix does.
        let is_only = found.len() == 1 && found[0].replacement.is_none();
        assert!(is_only || hint != "write `full: |`", "{before}{found:#?}");
        let hints: Vec<_> = found.iter().filter_map(|found| found.hint.as_deref()).collect();
        assert!(hints.iter().any(|it| it.contains(hint)), "{before}{hints:#?}");
        assert_eq!(check(after), [], "{after}");
    }
}
