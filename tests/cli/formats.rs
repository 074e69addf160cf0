//! Published documents are valid against their schemas.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value as Json;
use vitae::compile::Options;
use vitae::document::Document;
use vitae::model::profile::Profile;
use vitae::source::Sources;
use vitae::templates::Templates;

use crate::compilation::compile;
use crate::privacy::full;
use crate::project::{Project, files, repository};

fn json(bytes: &[u8]) -> Json {
    serde_json::from_slice(bytes).expect("JSON")
}

/// Returns the documents in `directory` that the sample content and all cases publish.
fn published(test: &str, directory: &str) -> Vec<(String, Json)> {
    let sample = Project::sample_with_one_photo(&format!("formats/{test}"));
    sample.succeed("build");
    let cases = files(&repository().join("tests/cases"));
    let of_cases =
        cases.into_iter().filter(|(path, _)| path.contains(&format!("/expected/{directory}")));
    let of_sample =
        sample.files("dist").into_iter().filter(|(path, _)| path.starts_with(directory));
    let documents: Vec<_> =
        of_sample.chain(of_cases).map(|(path, bytes)| (path, json(&bytes))).collect();
    assert!(documents.len() >= 12, "{directory} has {} documents", documents.len());
    documents
}

pub(crate) fn assert_all_valid(validator: &jsonschema::Validator, documents: &[(String, Json)]) {
    for (path, document) in documents {
        let errors: Vec<String> = validator
            .iter_errors(document)
            .map(|error| format!("{path}{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
    }
}

/// Returns the schema that published JSON Resume documents name. It validates formats.
pub(crate) fn official_schema() -> jsonschema::Validator {
    let schema = files(&repository().join("tests/fixtures/json-resume"));
    jsonschema::draft7::options()
        .should_validate_formats(true)
        .build(&json(&schema["schema-1.2.1.json"]))
        .expect("a schema")
}

#[test]
fn json_resumes_match_the_official_schema() {
    let validator = official_schema();
    let documents = published("json-resume", "_internal/json-resume/");
    assert_all_valid(&validator, &documents);
    // The validator reports invalid formats.
    let (_, mut wrong) = documents.into_iter().next().expect("a document");
    wrong["basics"]["email"] = "invalid".into();
    assert!(!validator.is_valid(&wrong));
    for (path, resume) in published("json-resume-parts", "_internal/json-resume/") {
        for part in ["name", "location", "profiles"] {
            assert!(!resume["basics"][part].is_null(), "{path}: themes need basics.{part}");
        }
    }
}

/// The profile of the examples on the start page.
const EXAMPLE: &str = r#"
active: true
name: Robin Example
title: Integration Architect
last_modified: "2026-03-02T08:15:00+01:00"
personal:
  location: {city: Uppsala, country: SE}
  company: {name: Example Integration}
  contact: {email: robin@example.com}
engagement:
  available_from: 2026-05-01
  work_arrangements: [remote, hybrid]
  f_skatt: true
  pricing: contact_directly
summary: {short: Connects systems that were never meant to meet.}
skills:
  categories: {integration: [OpenAPI, Apache Kafka]}
  languages: [{name: Swedish, level: native}]
contracts:
  - organization: Example Logistics
    role: Lead architect
    start_date: 2024-09
    technologies: [Apache Kafka]
    key_results: ["Order data in seconds, not overnight"]
"#;

#[test]
fn the_examples_of_the_start_page_are_what_vitae_publishes() {
    let project = Project::site("formats/examples");
    project.write("content/consultants/robin-example.yaml", EXAMPLE);
    project.succeed("build");
    let page = project.read("dist/index.html");
    let examples = page.split("<pre tabindex=\"0\"><code>").skip(1);
    let example = |text: &str| json(text.split("</code>").next().expect("an end").as_bytes());
    let published =
        ["api/consultant-public/robin-example", "_internal/json-resume/robin-example.json"];
    let published = published.map(|path| json(project.read(&format!("dist/{path}")).as_bytes()));
    assert_eq!(examples.map(example).collect::<Vec<_>>(), published);
}

/// Builds a site with a profile that has all fields.
fn full_profile(test: &str) -> Project {
    let project = Project::site(&format!("formats/{test}"));
    let mut document = full(&Profile::editor_schema(), "profile");
    document.as_object_mut().expect("an object").shift_remove("internal");
    let yaml = serde_json::to_string(&document).expect("JSON");
    project.write("content/consultants/full.yaml", yaml);
    project.succeed("build");
    project
}

#[test]
fn json_resume_of_a_profile_with_all_fields_is_valid() {
    let project = full_profile("full");
    let resume = json(project.read("dist/_internal/json-resume/full.json").as_bytes());
    for section in ["volunteer", "awards", "publications", "interests", "references", "projects"] {
        assert!(resume[section][0].is_object(), "{section} is missing");
    }
    assert_all_valid(&official_schema(), &[("full.json".to_owned(), resume)]);
}

/// Returns the schema of this name in an OpenAPI description.
pub(crate) fn component(description: &Json, name: &str) -> jsonschema::Validator {
    let reference = format!("#/components/schemas/{name}");
    let components = &description["components"];
    let schema = serde_json::json!({ "$ref": reference, "components": components });
    jsonschema::draft202012::new(&schema).expect("a schema")
}

/// Returns all parts of a JSON document.
fn parts(document: &Json) -> Vec<&Json> {
    let inner: Vec<&Json> = match document {
        Json::Array(items) => items.iter().collect(),
        Json::Object(fields) => fields.values().collect(),
        _ => Vec::new(),
    };
    std::iter::once(document).chain(inner.into_iter().flat_map(parts)).collect()
}

#[test]
fn generators_of_clients_find_the_type_of_every_field() {
    let project = full_profile("types");
    let description = json(project.read("dist/api/openapi.json").as_bytes());
    for part in parts(&description) {
        assert!(!part["items"].is_boolean(), "openapi-python-client rejects {part}");
        let hides_types = part["properties"].is_object() && !part["additionalProperties"].is_null();
        assert!(!hides_types, "openapi-typescript generates untyped fields for {part}");
    }
    for (name, path) in [
        ("Profile", "dist/api/consultant-public/full"),
        ("JsonResume", "dist/_internal/json-resume/full.json"),
    ] {
        let validator = component(&description, name);
        let document = json(project.read(path).as_bytes());
        assert_all_valid(&validator, &[(path.to_owned(), document.clone())]);
        // A later minor version can add fields.
        let mut later = document.clone();
        let (attributes, group) = match name {
            "Profile" => (&mut later["attributes"], "personal"),
            _ => (&mut later, "basics"),
        };
        attributes["awards"][0]["later"] = serde_json::json!({ "version": 2 });
        later["later"] = serde_json::json!([1]);
        later[group]["later"] = serde_json::json!(true);
        assert!(validator.is_valid(&later), "{name}");
        let mut wrong = document;
        let attributes = if name == "Profile" { &mut wrong["attributes"] } else { &mut wrong };
        attributes["awards"][0]["title"] = Json::from(7);
        assert!(!validator.is_valid(&wrong), "{name}");
    }
}

#[test]
fn the_description_has_every_header_of_the_interface() {
    let project = Project::site("formats/headers");
    project.write("content/translations/sv/site.yaml", "title: Profiler\n");
    let sources =
        Sources::from_disk(&project.root.join("content"), &Arc::default()).expect("readable");
    let sources = sources.in_language(Some("sv")).expect("a language");
    let outcome = compile(&sources, &Templates::embedded(), &Options::on(crate::project::day()));
    let site = outcome.expect("no error of the environment").0.site.expect("valid content");
    project.succeed("build --language sv");
    let description = json(project.read("dist/api/openapi.json").as_bytes());
    assert_eq!(description["components"]["headers"]["ContentLanguage"]["schema"]["const"], "sv");
    // Only search engines read `X-Robots-Tag`.
    let sent = site.headers.into_iter().map(|(name, _)| name);
    let sent: BTreeSet<_> = sent.filter(|name| *name != "X-Robots-Tag").collect();
    let headers = parts(&description).into_iter().filter_map(|part| part["headers"].as_object());
    let of_responses: Vec<_> = headers
        .filter(|headers| headers.values().all(|header| header["$ref"].is_string()))
        .collect();
    assert_eq!(of_responses.len(), 5);
    for headers in of_responses {
        // Error bodies have none.
        let names = headers.keys().map(String::as_str).filter(|name| *name != "ETag");
        assert_eq!(names.collect::<BTreeSet<_>>(), sent);
    }
    project.succeed("build");
    assert!(!project.read("dist/api/openapi.json").contains("ContentLanguage"));
}

#[test]
fn profiles_match_the_published_schema() {
    let project = Project::sample_with_one_photo("formats/schema");
    project.succeed("build");
    let schema = json(project.read("dist/schemas/consultant-profile-1.0.json").as_bytes());
    assert!(jsonschema::meta::is_valid(&schema));
    let validator = jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(&schema)
        .expect("a schema");
    let documents = published("profiles", "api/consultant-public/");
    assert_all_valid(&validator, &documents);
    let (_, mut wrong) = documents.into_iter().next().expect("a document");
    wrong["personal"]["headline"] = Json::Null;
    assert!(!validator.is_valid(&wrong), "optional fields are never null");
}

#[test]
fn profiles_have_the_fields_of_the_interface() {
    const FIELDS: [(&str, &str); 17] = [
        ("id", "string"),
        ("schema_version", "string"),
        ("name", "string"),
        ("title", "string or null"),
        ("bio_short", "string or null"),
        ("lastModified", "string"),
        ("personal", "object"),
        ("engagement", "object"),
        ("summary", "object"),
        ("skills", "object"),
        ("certifications", "array"),
        ("employment", "array"),
        ("contracts", "array"),
        ("education", "array"),
        ("attributes", "object"),
        ("card", "object"),
        ("_links", "object"),
    ];
    for (path, profile) in published("fields", "api/consultant-public/") {
        let profile = profile.as_object().expect("an object");
        let names: Vec<&str> = profile.keys().map(String::as_str).collect();
        assert_eq!(names, FIELDS.map(|(name, _)| name), "{path}");
        for (name, kind) in FIELDS {
            let value = &profile[name];
            let fits = match kind {
                "string" => value.is_string(),
                "string or null" => value.is_string() || value.is_null(),
                "array" => value.is_array(),
                _ => value.is_object(),
            };
            assert!(fits, "{path}: {name} is not {kind}: {value}");
        }
        let id = profile["id"].as_str().expect("a text");
        assert_eq!(profile["_links"]["self"], format!("/api/consultant-public/{id}"));
        assert_eq!(profile["_links"]["photo"], format!("/api/consultant-photo/{id}"));
    }
}
