//! Each rule has a page whose examples are true, a fixture, and a place in what is told.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value as Json;
use vitae::diagnostic_code::{DiagnosticCode, Severity};

use crate::golden::assert_matches;
use crate::project::{Project, SITE, profile, repository};

/// The part of a rule's page below a heading.
fn section<'a>(code: &'a DiagnosticCode, heading: &str) -> &'a str {
    let start = format!("## {heading}\n\n");
    let (_, rest) = code
        .page
        .split_once(&start)
        .unwrap_or_else(|| panic!("the page of `{}` has no section \"{heading}\"", code.id));
    rest.split("\n## ").next().unwrap_or(rest).trim()
}

/// A fenced example: its language and its lines.
fn example(section: &str) -> Option<(&str, &str)> {
    let fenced = section.strip_prefix("```")?;
    let (language, rest) = fenced.split_once('\n')?;
    Some((language, rest.strip_suffix("```")?))
}

/// The codes that `vitae check` tells of an example.
fn told(name: &str, (language, text): (&str, &str)) -> BTreeSet<String> {
    let project = Project::site(&format!("rules/{name}"));
    match language {
        "yaml" => {
            let has = |key: &str| text.lines().any(|line| line.starts_with(key));
            let own = [
                ("active:", "active: false\n"),
                ("name:", "name: Anna Berg\n"),
            ];
            let missing = own.iter().filter(|(key, _)| !has(key) && !has("# Anna"));
            let lines: String = missing.map(|(_, line)| *line).collect();
            project.write("content/consultants/anna-berg.yaml", lines + text);
        }
        "yaml site.yaml" => project.write("content/site.yaml", format!("{SITE}{text}")),
        "json" => {
            project.write("resume.json", text);
            let output = project.run("import resume.json");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let code = said
                .split_once('[')
                .and_then(|(_, rest)| rest.split_once(']'));
            return code.map(|(code, _)| code.to_owned()).into_iter().collect();
        }
        "text" => {
            for line in text.lines() {
                place(&project, line);
            }
        }
        other => panic!("an example of `{name}` is in `{other}`"),
    }
    let output = project.run("check --format json");
    let said: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    let diagnostics = said["diagnostics"].as_array().expect("a list").iter();
    diagnostics
        .map(|diagnostic| diagnostic["code"].as_str().expect("a code").to_owned())
        .collect()
}

/// A file of the content, by its path or as `path -> target of a link`.
fn place(project: &Project, line: &str) {
    if let Some((path, target)) = line.split_once(" -> ") {
        let path = project.root.join("content").join(path);
        #[cfg(unix)]
        std::os::unix::fs::symlink(target, path).expect("a link");
        return;
    }
    let bytes = match line.rsplit_once('.').map(|(_, ending)| ending) {
        Some("jpg" | "jpeg") => {
            let photo = repository().join("content/photos/linnea-sjoqvist.jpg");
            fs::read(photo).expect("a photo")
        }
        _ => profile("Anna Berg").into_bytes(),
    };
    project.write(&format!("content/{line}"), bytes);
}

#[test]
fn every_page_is_whole_and_its_examples_are_true() {
    let mut wrong = Vec::new();
    for code in vitae::diagnostic_codes() {
        for heading in ["What it does", "Why it matters", "Wrong", "Right"] {
            if section(code, heading).len() < 10 {
                wrong.push(format!("`{}`: \"{heading}\" says nothing", code.id));
            }
        }
        if let Some(example) = example(section(code, "Wrong")) {
            let told = told(&format!("{}-wrong", code.id), example);
            if !told.contains(code.id) {
                wrong.push(format!("`{}`: its wrong example tells {told:?}", code.id));
            }
        }
        if let Some(example) = example(section(code, "Right")) {
            let told = told(&format!("{}-right", code.id), example);
            if !told.is_empty() {
                wrong.push(format!("`{}`: its right example tells {told:?}", code.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every `<severity>[<code>]` of the expected texts, with the line that names its place.
#[test]
fn every_rule_has_a_fixture_in_which_it_has_a_place() {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let folders = [
        "tests/fixtures/diagnostics",
        "tests/fixtures/refusals",
        "tests/cases",
    ];
    for folder in folders.map(|folder| repository().join(folder)) {
        for (path, bytes) in crate::project::files(&folder) {
            if !path.ends_with(".txt") {
                continue;
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let mut lines = text.lines().peekable();
            while let Some(line) = lines.next() {
                let code = ["error[", "warning["]
                    .iter()
                    .find_map(|start| line.strip_prefix(start)?.split_once("]: "));
                let Some((code, _)) = code else { continue };
                let mut rest = lines.clone().take(3);
                assert!(
                    rest.any(|line| line.trim_start().starts_with("--> ")),
                    "{path}: `{code}` has no place"
                );
                *places.entry(code.to_owned()).or_default() += 1;
            }
        }
    }
    let codes = vitae::diagnostic_codes();
    let without: Vec<&str> = codes
        .iter()
        .map(|code| code.id)
        .filter(|code| !places.contains_key(*code))
        .collect();
    assert!(without.is_empty(), "without a fixture: {without:?}");
    let known = |code: &&String| codes.iter().all(|known| known.id != code.as_str());
    let unknown: Vec<&String> = places.keys().filter(known).collect();
    assert!(unknown.is_empty(), "told, but without a page: {unknown:?}");
}

#[test]
fn codes_are_unique_and_every_page_belongs_to_one() {
    let codes = vitae::diagnostic_codes();
    let ids: BTreeSet<&str> = codes.iter().map(|code| code.id).collect();
    assert_eq!(ids.len(), codes.len(), "a code is there twice");
    let pages = crate::project::files(&repository().join("src"));
    let pages = pages.keys().filter_map(|path| path.strip_suffix(".md"));
    for page in pages {
        let code = page.rsplit('/').next().expect("a name");
        assert!(ids.contains(code), "src/{page}.md is no rule's page");
    }
}

#[test]
fn the_list_of_all_rules_is_up_to_date() {
    let mut list = String::from(
        "# What `vitae check` tells\n\n\
         Each mistake has a code, in brackets behind `error` or `warning`. An error stops the\n\
         publishing, a warning does not. `vitae check --explain <code>` says the same as here.\n\n\
         | code | | what it does |\n|---|---|---|\n",
    );
    let codes = vitae::diagnostic_codes();
    for code in &codes {
        let id = code.id;
        let severity = code.severity.word();
        list += &format!("| [`{id}`](#{id}) | {severity} | {} |\n", code.summary());
    }
    for code in &codes {
        let stops = match code.severity {
            Severity::Error => "An error.",
            Severity::Warning => "A warning.",
        };
        let page = code.page.replace("## ", "### ");
        list += &format!("\n## {}\n\n{stops}\n\n{}\n", code.id, page.trim_end());
    }
    assert_matches("docs/diagnostics.md", list);
}

#[test]
fn check_explains_a_code() {
    let project = Project::empty("explain");
    for code in vitae::diagnostic_codes() {
        let said = project.succeed(&format!("check --explain {}", code.id));
        assert!(said.contains(code.page.trim_end()), "{said}");
    }
    assert!(project.succeed("check --explain [tab]").contains("[tab]"));
    let unknown = project.run("check --explain unknown-feld");
    assert_eq!(unknown.status.code(), Some(2));
    let told = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(told.contains("did you mean `unknown-field`?"), "{told}");
}
