//! The formats of diagnostics for programs, the fixes in them, and `--deny warnings`.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::project::{Project, printed, profile, repository};

fn project(name: &str) -> Project {
    let project = Project::site(&format!("diagnostics/{name}"));
    let errors = "titel: Å\nbio_short: \"**50 %, a:b**\"\n";
    let path = "content/consultants/anna-berg.yaml";
    project.write(path, profile("Anna Berg") + errors);
    project.write("content/photos/åsa berg.jpg", "no photo");
    project
}

fn check(project: &Project, format: &str, code: i32) -> String {
    let output = project.run(&format!("check --format {format}"));
    assert_eq!(output.status.code(), Some(code));
    assert!(output.stderr.is_empty(), "{format} writes to stdout only");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn json_has_the_documented_form() {
    let document: Json = serde_json::from_str(&check(&project("json"), "json", 1)).expect("JSON");
    assert_eq!(document["version"], 1);
    assert_eq!(document["summary"], "1 error, 2 warnings in 2 of 3 files");
    assert_eq!(
        document["diagnostics"][0],
        json!({
            "code": "unknown-field",
            "severity": "error",
            "message": "`titel` is not a field of the profile",
            "hint": "did you mean `title`?",
            "file": "content/consultants/anna-berg.yaml",
            "line": 4,
            "column": 1,
            "end_line": 4,
            "end_column": 6,
            "source_line": "titel: Å",
            "replacement": {
                "text": "title",
                "line": 4,
                "column": 1,
                "end_line": 4,
                "end_column": 6,
            },
        })
    );
    let formats = std::fs::read_to_string(repository().join("docs/formats.md")).expect("readable");
    for (key, _) in document["diagnostics"][0].as_object().expect("an object") {
        assert!(formats.contains(&format!("`{key}`")), "{key} is not documented");
    }
}

#[test]
fn github_format_prints_annotations() {
    let stdout = check(&project("github"), "github", 1);
    let lines: Vec<&str> = stdout.lines().collect();
    let position = "file=content/consultants/anna-berg.yaml,line=4,endLine=4,col=1,endColumn=6";
    let text = "`titel` is not a field of the profile%0Adid you mean `title`?";
    assert_eq!(lines[0], format!("::error {position},title=unknown-field::{text}"));
    assert!(lines[1].starts_with("::warning file="), "{stdout}");
    assert!(lines[1].contains("::`**50 %25, a:b**` is markup"), "{stdout}");
    assert!(lines[2].starts_with("::warning file=content/photos/åsa berg.jpg,title="));
    assert_eq!(lines[3..], ["1 error, 2 warnings in 2 of 3 files"]);
}

#[test]
fn replacements_fix_their_diagnostics() {
    let fixtures = crate::project::files(&repository().join("tests/fixtures/diagnostics"));
    let profiles: BTreeMap<String, String> = fixtures
        .into_iter()
        .filter_map(|(path, bytes)| {
            let name = path.strip_suffix(".yaml")?;
            Some((name.to_owned(), String::from_utf8(bytes).ok()?))
        })
        .collect();
    let mut fixed: BTreeMap<String, String> = BTreeMap::new();
    let mut fixes: Vec<(String, Json)> = Vec::new();
    for (name, diagnostics) in Project::site("diagnostics/unfixed").check_profiles(&profiles) {
        for diagnostic in diagnostics {
            // What follows a deleted line takes its place, and can have the same error.
            let is_deletion = diagnostic["replacement"]["text"] == "";
            if !diagnostic["replacement"].is_null() && !is_deletion {
                let id = format!("{name}-{}", fixes.len());
                let yaml = replaced(&profiles[&name], &diagnostic["replacement"]);
                fixed.insert(id.clone(), yaml);
                fixes.push((id, diagnostic));
            }
        }
    }
    assert!(fixes.len() > 25, "only {} replacements", fixes.len());
    let remaining = Project::site("diagnostics/fixed").check_profiles(&fixed);
    for (id, diagnostic) in fixes {
        let same = |other: &Json| {
            ["code", "line", "column"].iter().all(|key| other[key] == diagnostic[key])
        };
        assert!(!remaining[&id].iter().any(same), "{diagnostic} remains in\n{}", fixed[&id]);
    }
}

fn replaced(text: &str, replacement: &Json) -> String {
    let number = |key: &str| {
        let number = replacement[key].as_u64().expect("a number");
        usize::try_from(number).expect("small")
    };
    let text = text.trim_start_matches('\u{FEFF}');
    let offset = |line: usize, column: usize| {
        let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let columns = text[start..].chars().take(column - 1);
        start + columns.map(char::len_utf8).sum::<usize>()
    };
    let start = offset(number("line"), number("column"));
    let end = offset(number("end_line"), number("end_column"));
    let new = replacement["text"].as_str().expect("a text");
    format!("{}{new}{}", &text[..start], &text[end..])
}

#[test]
fn shows_ten_diagnostics_of_a_code_in_a_file_with_many() {
    let project = Project::site("diagnostics/many");
    let unknown: String = (0..50).map(|number| format!("field_{number}: x\n")).collect();
    project.write("content/consultants/bo-ek.yaml", format!("{}{unknown}", profile("Bo Ek")));
    let shown = printed(&project.run("check"));
    assert_eq!(shown.matches("[unknown-field]").count(), 10, "{shown}");
    assert!(
        shown.contains("and 40 more `unknown-field` in content/consultants/bo-ek.yaml"),
        "{shown}"
    );
    assert_eq!(check(&project, "json", 1).matches("\"unknown-field\"").count(), 50);
}

#[test]
fn deny_warnings_prevents_publishing() {
    let project = Project::site("diagnostics/deny");
    let path = "content/consultants/anna-berg.yaml";
    let country = "personal:\n  location:\n    country: Swedn\n";
    project.write(path, profile("Anna Berg") + country);
    assert_eq!(project.run("check").status.code(), Some(0));
    let denied = project.run("check --deny warnings");
    assert_eq!(denied.status.code(), Some(1));
    let build = project.run("build --deny warnings");
    assert_eq!(build.status.code(), Some(1));
    let printed = String::from_utf8_lossy(&build.stdout).into_owned();
    assert!(printed.contains("1 warning in 1 of 2 files; nothing was published"), "{printed}");
    assert!(project.files("dist").is_empty());
    project.succeed("build");
    assert!(!project.files("dist").is_empty());
    project.write(path, profile("Anna Berg"));
    project.succeed("build --deny warnings");
}

#[test]
fn reports_fifteen_kinds_of_errors_in_one_run() {
    let project = Project::site("diagnostics/fifteen");
    let fixture = repository().join("tests/fixtures/diagnostics/fifteen-errors.yaml");
    let text = std::fs::read_to_string(fixture).expect("readable");
    project.write("content/consultants/anna-berg.yaml", &text);
    let document: Json = serde_json::from_str(&check(&project, "json", 1)).expect("JSON");
    let diagnostics = document["diagnostics"].as_array().expect("a list");
    let codes: std::collections::BTreeSet<_> =
        diagnostics.iter().map(|d| d["code"].as_str()).collect();
    assert!(codes.len() >= 15, "{} kinds: {codes:?}", codes.len());
    for diagnostic in diagnostics {
        let line = usize::try_from(diagnostic["line"].as_u64().expect("a line")).expect("small");
        assert_eq!(diagnostic["source_line"].as_str(), text.lines().nth(line - 1), "{diagnostic}");
    }
}
