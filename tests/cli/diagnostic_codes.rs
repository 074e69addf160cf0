//! Each diagnostic code has a page with tested examples, a fixture and an entry in docs/diagnostics.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value as Json;
use vitae::diagnostic_code::{DiagnosticCode, Severity};

use crate::golden::assert_matches;
use crate::project::{Project, SITE, printed, profile, repository};

/// The section of a code's page under a heading.
fn section<'a>(code: &'a DiagnosticCode, heading: &str) -> &'a str {
    let start = format!("## {heading}\n\n");
    let (_, rest) = code
        .page
        .split_once(&start)
        .unwrap_or_else(|| panic!("the page of `{}` has no section \"{heading}\"", code.id));
    rest.split("\n## ").next().unwrap_or(rest).trim()
}

/// A fenced code block: its language and its lines.
fn example(section: &str) -> Option<(&str, &str)> {
    let fenced = section.strip_prefix("```")?;
    let (language, rest) = fenced.split_once('\n')?;
    Some((language, rest.strip_suffix("```")?))
}

/// Adds the required fields that an example of a profile leaves out.
fn completed(example: &str) -> String {
    let has = |key: &str| example.lines().any(|line| line.starts_with(key));
    let required = [("active:", "active: false\n"), ("name:", "name: Anna Berg\n")];
    let missing = required.iter().filter(|(key, _)| !has(key) && !has("# Anna"));
    missing.map(|(_, line)| *line).collect::<String>() + example
}

/// Returns the codes that the program reports for an example that is not a profile.
fn reported(name: &str, (language, text): (&str, &str)) -> BTreeSet<String> {
    let project = Project::site(&format!("diagnostic-codes/{name}"));
    match language {
        "yaml site.yaml" => project.write("content/site.yaml", format!("{SITE}{text}")),
        "json" => {
            project.write("resume.json", text);
            let printed = printed(&project.run("import resume.json"));
            let code = printed.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
            return code.map(|(code, _)| code.to_owned()).into_iter().collect();
        }
        "yaml translation" => {
            let texts = "title: Architect\nemployment:\n  - {organization: Region Skåne, role: Architect, key_results: [Costs halved, No downtime]}\n";
            place(&project, "consultants/anna-berg.yaml");
            let path = "content/consultants/anna-berg.yaml";
            project.write(path, project.read(path) + texts);
            project.write("content/translations/sv/consultants/anna-berg.yaml", text);
        }
        "text" => {
            for line in text.lines() {
                place(&project, line);
            }
        }
        other => panic!("an example of `{name}` is in `{other}`"),
    }
    let output = project.run("check --format json");
    let document: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    codes(document["diagnostics"].as_array().expect("a list"))
}

fn codes(diagnostics: &[Json]) -> BTreeSet<String> {
    diagnostics
        .iter()
        .map(|diagnostic| diagnostic["code"].as_str().expect("a code").to_owned())
        .collect()
}

/// Creates a file of the content from its path, or a symbolic link from `path -> target`.
fn place(project: &Project, line: &str) {
    if let Some((path, target)) = line.split_once(" -> ") {
        let path = project.root.join("content").join(path);
        #[cfg(unix)]
        std::os::unix::fs::symlink(target, path).expect("a link");
        return;
    }
    let bytes = match line.rsplit_once('.').map(|(_, extension)| extension) {
        Some("jpg" | "jpeg") => {
            let photo = repository().join("content/photos/linnea-sjoqvist.jpg");
            fs::read(photo).expect("a photo")
        }
        _ if line.starts_with("translations/") => b"title: Arkitekt\n".to_vec(),
        _ => profile("Anna Berg").into_bytes(),
    };
    project.write(&format!("content/{line}"), bytes);
}

#[test]
fn pages_are_complete() {
    for code in vitae::diagnostic_codes() {
        for heading in ["What it does", "Why it matters", "Wrong", "Right"] {
            let length = section(code, heading).len();
            assert!(length >= 10, "`{}`: \"{heading}\" is empty", code.id);
        }
    }
}

/// The program reports the code of a page for its wrong example, and nothing for its right one.
#[test]
fn examples_of_pages_are_correct() {
    let mut profiles: BTreeMap<String, String> = BTreeMap::new();
    let mut results: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for code in vitae::diagnostic_codes() {
        for heading in ["Wrong", "Right"] {
            let name = format!("{}-{}", code.id, heading.to_lowercase());
            match example(section(code, heading)) {
                Some(("yaml", text)) => drop(profiles.insert(name, completed(text))),
                Some(other) => {
                    let codes = reported(&name, other);
                    results.insert(name, codes);
                }
                None => {}
            }
        }
    }
    let checked = Project::site("diagnostic-codes/profiles").check_profiles(&profiles);
    let checked = checked.into_iter();
    results.extend(checked.map(|(name, diagnostics)| (name, codes(&diagnostics))));
    for (name, codes) in results {
        match name.strip_suffix("-wrong") {
            Some(code) => assert!(codes.contains(code), "{name}: {codes:?}"),
            None => assert!(codes.is_empty(), "{name}: {codes:?}"),
        }
    }
}

/// Looks for every `<severity>[<code>]` in the golden files, and for the position after it.
#[test]
fn every_code_has_a_fixture_with_a_position() {
    let mut positions: BTreeMap<String, usize> = BTreeMap::new();
    let directories = ["tests/fixtures/diagnostics", "tests/fixtures/refusals", "tests/cases"];
    for directory in directories.map(|directory| repository().join(directory)) {
        for (path, bytes) in crate::project::files(&directory) {
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
                    "{path}: `{code}` has no position"
                );
                *positions.entry(code.to_owned()).or_default() += 1;
            }
        }
    }
    let codes = vitae::diagnostic_codes();
    let without: Vec<&str> =
        codes.iter().map(|code| code.id).filter(|code| !positions.contains_key(*code)).collect();
    assert!(without.is_empty(), "without a fixture: {without:?}");
    let known = |code: &&String| codes.iter().all(|known| known.id != code.as_str());
    let unknown: Vec<&String> = positions.keys().filter(known).collect();
    assert!(unknown.is_empty(), "reported, but without a page: {unknown:?}");
}

#[test]
fn codes_are_unique_and_every_page_belongs_to_one() {
    let codes = vitae::diagnostic_codes();
    let ids: BTreeSet<&str> = codes.iter().map(|code| code.id).collect();
    assert_eq!(ids.len(), codes.len(), "a code occurs twice");
    let pages = crate::project::files(&repository().join("src"));
    let mut unused = ids;
    for page in pages.keys().filter_map(|path| path.strip_suffix(".md")) {
        let code = page.rsplit('/').next().expect("a name");
        assert!(unused.remove(code), "src/{page}.md is not the page of a code, or a second one");
    }
}

#[test]
fn docs_diagnostics_is_up_to_date() {
    let mut list = String::from(
        "# Diagnostics\n\n\
         Each error and warning of `vitae check` has a code in brackets. Errors prevent publishing,\n\
         warnings do not. `vitae check --explain <code>` prints the page of a code.\n\n\
         | code | severity | what it does |\n|---|---|---|\n",
    );
    let codes = vitae::diagnostic_codes();
    for code in &codes {
        let id = code.id;
        let severity = code.severity.word();
        list += &format!("| [`{id}`](#{id}) | {severity} | {} |\n", code.summary());
    }
    for code in &codes {
        let severity = match code.severity {
            Severity::Error => "Severity: error.",
            Severity::Warning => "Severity: warning.",
        };
        let page = code.page.replace("## ", "### ");
        list += &format!("\n## {}\n\n{severity}\n\n{}\n", code.id, page.trim_end());
    }
    assert_matches("docs/diagnostics.md", list);
}

#[test]
fn check_explains_a_code() {
    let project = Project::empty("explain");
    for code in vitae::diagnostic_codes() {
        let stdout = project.succeed(&format!("check --explain {}", code.id));
        assert!(stdout.contains(code.page.trim_end()), "{stdout}");
    }
    for copied in ["[tab]", "error[tab]", "warning[tab]:"] {
        assert!(project.succeed(&format!("check --explain {copied}")).contains("[tab]"));
    }
    let unknown = project.run("check --explain unknown-feld");
    assert_eq!(unknown.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(stderr.contains("did you mean `unknown-field`?"), "{stderr}");
}
