//! Fields in open places, whatever their keys and values, leave the published documents valid.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value as Json, json};
use vitae::bundle::Artifact;
use vitae::compile::Options;
use vitae::source::{Modified, Sources};
use vitae::templates::Templates;

use crate::compilation::compile;
use crate::formats::{assert_all_valid, component};
use crate::project::{Project, profile};

/// The groups that allow any fields, as JSON pointers.
const OPEN_PLACES: [&str; 18] = [
    "/attributes",
    "/attributes/awards/0",
    "/attributes/interests/0",
    "/attributes/json_resume/basics",
    "/attributes/json_resume/meta",
    "/attributes/json_resume/sections",
    "/attributes/json_resume/skills/cloud",
    "/attributes/location",
    "/attributes/profiles/0",
    "/attributes/projects/0",
    "/attributes/publications/0",
    "/attributes/references/0",
    "/attributes/volunteer/0",
    "/certifications/0/extra",
    "/contracts/0/extra",
    "/education/0/extra",
    "/employment/0/extra",
    "/skills/languages/0/extra",
];

/// A profile with all open places.
fn document() -> Json {
    let own = json!({ "own_field": 1 });
    let item = json!([own]);
    json!({
        "active": true,
        "name": "Anna Berg",
        "last_modified": "2026-03-14T09:30:00Z",
        "skills": {
            "categories": { "cloud": ["Kubernetes"] },
            "languages": [{ "name": "Swedish", "extra": own }],
        },
        "certifications": [{ "name": "CKA", "extra": own }],
        "employment": [{ "organization": "Fossa Energi", "extra": own }],
        "contracts": [{ "organization": "Lindhaga AB", "extra": own }],
        "education": [{ "institution": "Lund University", "extra": own }],
        "attributes": {
            "location": own,
            "profiles": [{ "network": "GitHub" }],
            "volunteer": item, "awards": item, "publications": item, "interests": item,
            "references": item, "projects": item,
            "json_resume": { "basics": own, "meta": own, "sections": own, "skills": { "cloud": own } },
        },
    })
}

/// Returns the names of all properties in a schema.
fn names(schema: &Json, found: &mut BTreeSet<String>) {
    match schema {
        Json::Array(items) => items.iter().for_each(|item| names(item, found)),
        Json::Object(keywords) => {
            found.extend(
                schema["properties"]
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(name, _)| name.clone()),
            );
            keywords.values().for_each(|keyword| names(keyword, found));
        }
        _ => {}
    }
}

/// Values of every type.
fn values() -> Vec<Json> {
    vec![
        json!(5),
        json!(2.5),
        json!(true),
        json!("some text"),
        json!("2024-03"),
        json!("https://example.org"),
        json!([]),
        json!(["word"]),
        json!([5]),
        json!([{ "name": 5, "url": "none" }]),
        json!({}),
        json!({ "name": 5, "summary": ["word"] }),
    ]
}

fn published(artifact: &Artifact) -> Json {
    let bytes = artifact.body.bytes().expect("a document");
    serde_json::from_slice(&bytes).expect("JSON")
}

#[test]
fn published_documents_match_their_schemas_whatever_open_places_contain() {
    let project = Project::site("open-places");
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    project.succeed("build");
    let description: Json =
        serde_json::from_str(&project.read("dist/api/openapi.json")).expect("JSON");
    let mut known = BTreeSet::new();
    names(&description["components"]["schemas"], &mut known);
    for name in ["employmentType", "fluency", "countryCode", "lastModified", "key_results"] {
        assert!(known.contains(name), "{name} is not in the schema");
    }
    let [profiles, resumes] = ["Profile", "JsonResume"].map(|name| component(&description, name));
    let site = project.read("content/site.yaml");
    let known: Vec<String> = known.into_iter().collect();
    let field = (select(OPEN_PLACES.to_vec()), select(known), select(values()));
    let fields = prop::collection::vec(field, 40);
    let config = ProptestConfig {
        cases: 48,
        max_shrink_iters: 0,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(fields in fields)| {
        let profile = |(number, (place, name, value)): (usize, &(&str, String, Json))| {
            let mut document = document();
            document.pointer_mut(place).expect(place)[name] = value.clone();
            (format!("consultants/anna-{number}.yaml"), document.to_string())
        };
        let mut sources: Vec<_> = fields.iter().enumerate().map(profile).collect();
        sources.push(("site.yaml".to_owned(), site.clone()));
        let sources = sources.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        let sources = Sources::from_memory(sources, &Modified::Committed("2026-03-14T09:30:00+01:00".into()));
        let (outcome, files) = compile(&sources, &Templates::embedded(), &Options::on(crate::project::day()))
            .expect("no error of the environment");
        // Profiles with errors, such as reserved keys, have no files.
        prop_assert!(files.len() > fields.len(), "{} files, {:?}", files.len(), outcome.diagnostics.iter().filter(|d| d.is_error()).map(|d| &d.message).collect::<Vec<_>>());
        for file in files {
            let validator = match file.path.starts_with("_internal") {
                true => &resumes,
                false => &profiles,
            };
            let number = file.path.trim_end_matches(".json").rsplit('-').next();
            let number: usize = number.and_then(|number| number.parse().ok()).expect("a number");
            let name = format!("{} with {:?}", file.path, fields[number]);
            assert_all_valid(validator, &[(name, published(&file))]);
        }
    });
}

#[test]
fn the_employment_type_must_be_text() {
    let project = Project::site("open-places-type");
    for (value, error) in [("[a]", Some("wrong-type")), ("", Some("empty-value")), ("012", None)] {
        project.write(
            "content/consultants/anna-berg.yaml",
            format!("active: true\nname: Anna Berg\nemployment:\n  - organization: Fossa Energi\n    extra:\n      employmentType: {value}\n"),
        );
        let output = project.run("check --format json");
        let output: Json = serde_json::from_slice(&output.stdout).expect("JSON");
        let diagnostics = output["diagnostics"].as_array().expect("a list");
        let errors = diagnostics.iter().filter(|d| d["severity"] == "error");
        let codes: Vec<&str> = errors.filter_map(|error| error["code"].as_str()).collect();
        assert_eq!(codes, Vec::from_iter(error), "{value}");
    }
}
