//! Published résumés are imported without errors.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::leaves::lost;
use super::{REJECTED, activated, corpus, id, imported, json};
use crate::formats::{assert_all_valid, official_schema};
use crate::golden::assert_matches;
use crate::project::{Project, text};

#[test]
fn imports_all_resumes_without_manual_changes() {
    let project = Project::site("import/corpus");
    for (file, bytes) in corpus() {
        project.write(&file, &bytes);
        let output = project.run(&format!("import {file} --id {}", id(&file)));
        let rejected = REJECTED.iter().find(|(rejected, _)| *rejected == file);
        let Some((_, reason)) = rejected else {
            assert!(output.status.success(), "{file}: {}", text(&output));
            continue;
        };
        assert_eq!(output.status.code(), Some(1), "{file}: {}", text(&output));
        assert!(text(&output).contains(reason), "{file}: {}", text(&output));
    }
    // The authors of these résumés wrote Markdown, HTML and phone numbers without country codes.
    let texts = ["markup", "missing-country-code", "placeholder"];
    let is_about_text = |diagnostic: &Json| texts.iter().any(|code| diagnostic["code"] == *code);
    let output = project.run("check --format json");
    let document = json(&output.stdout);
    let diagnostics = document["diagnostics"].as_array().expect("a list");
    assert!(diagnostics.iter().all(is_about_text), "{diagnostics:?}");
    let files = project.files("content/consultants");
    assert_eq!(files.len(), corpus().len() - REJECTED.len());
    for (file, yaml) in files {
        let yaml = String::from_utf8(yaml).expect("text");
        let head = "# yaml-language-server: $schema=../schema/consultant.json\n";
        assert!(yaml.starts_with(head), "{file}");
        project.write(&format!("content/consultants/{file}"), activated(&yaml));
    }
    // The other diagnostics are that nothing is committed, and that two résumés are copies of others.
    let output = project.run("build --format json");
    assert!(output.status.success(), "{}", text(&output));
    let document = json(&output.stdout);
    let diagnostics = document["diagnostics"].as_array().expect("a list");
    let others = ["not-in-history", "same-profile"];
    let is_expected = |d: &Json| is_about_text(d) || others.iter().any(|code| d["code"] == *code);
    assert!(diagnostics.iter().all(is_expected), "{diagnostics:?}");

    let exports: Vec<(String, Json)> = project
        .files("dist/_internal/json-resume")
        .into_iter()
        .map(|(path, bytes)| (path, json(&bytes)))
        .collect();
    assert_eq!(exports.len(), corpus().len() - REJECTED.len());
    assert_all_valid(&official_schema(), &exports);
    let exports: BTreeMap<String, Json> = exports.into_iter().collect();
    let mut all_lost = Vec::new();
    for (file, bytes) in corpus() {
        let Some(export) = exports.get(&format!("{}.json", id(&file))) else {
            continue;
        };
        let imported = imported(&bytes, &id(&file)).expect("imported before");
        let lost = lost(&json(&bytes), export, &imported.report);
        all_lost.extend(lost.into_iter().map(|lost| format!("{file}: {lost}")));
    }
    assert!(all_lost.is_empty(), "{}", all_lost.join("\n"));
}

#[test]
fn detects_lost_values() {
    let (file, bytes) = corpus().into_iter().find(|(file, _)| file == "117.json").expect("there");
    let imported = imported(&bytes, &id(&file)).expect("imported");
    let original = json(&bytes);
    let mut export = original.clone();
    assert_eq!(lost(&original, &export, &imported.report), Vec::<String>::new());
    export["work"][0]["summary"] = "Something else".into();
    export["skills"].as_array_mut().expect("a list").pop();
    assert!(lost(&original, &export, &imported.report).len() > 2);
}

#[test]
fn reports_each_conversion() {
    let resume = serde_json::json!({
        "basics": {
            "firstName": "Anna", "lastName": "Berg", "picture": "anna.jpg", "website": "example.com/å b",
            "email": "mailto:anna@example.com", "phone": 46_701_740_605_u64,
            "location": {"countryCode": "SWE", "postalCode": 9800, "planet": "Earth"},
            "profiles": [{"network": "GitHub", "username": "anna"}, {"network": "LinkedIn", "url": "https://example.com/anna"}],
        },
        "work": [
            {"company": "A", "startDate": "March 2019", "endDate": "nu", "highlights": "- One\n- Two"},
            [{"name": "B", "startDate": "2020 - 2021", "employmentType": "Freelance", "keywords": "Rust, Go; C"}],
            {"name": "C", "startDate": 2018, "endDate": "soon", "location": {"city": "Lund", "country": "Sweden"}},
        ],
        "skills": [{"name": "C"}, {"name": "C#", "level": "Master"}, "C++", {"name": "開発", "keywords": []}],
        "languages": [{"language": "Svenska", "fluency": "Modersmål"}, {"fluency": "Fluent"}],
        "awards": [{"title": "", "name": "Prize", "date": "2021-02-30", "position": 1}],
        "certifications": [{"name": "CISSP", "internal": 1, "": 2}],
        "meta": {"theme": "even", "version": "v1.0.0"},
        "hobbies": [null, {"a b": 1e300}],
    });
    let bytes = serde_json::to_vec(&resume).expect("JSON");
    let imported = imported(&bytes, "anna-berg").expect("imported");
    let report = imported.report.lines().join("\n") + "\n";
    let golden = "tests/fixtures/json-resume/repaired";
    assert_matches(&format!("{golden}/profile.yaml"), imported.yaml);
    assert_matches(&format!("{golden}/report.txt"), report);
}

#[test]
fn diagnostics_refer_to_the_imported_file() {
    let options = vitae::import::ImportOptions::default();
    let imported = vitae::import::import("a.json", b"{\n  \"basics\": {,}\n}", &options)
        .expect("no internal error");
    let diagnostic = imported.expect_err("the file is not valid JSON");
    assert_eq!(diagnostic.span, Some(15..16));
}
