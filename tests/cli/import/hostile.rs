//! Property tests: any JSON is rejected, or becomes a valid profile that loses no value.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value as Json, json};
use vitae::source::{Modified, Sources};
use vitae::templates::Templates;

use super::leaves::lost;
use super::{activated, corpus, imported, json};
use crate::compilation::compile;
use crate::formats::official_schema;
use crate::project::{Project, SITE, files, repository};

/// Checks the guarantees of an import: a valid profile, a valid JSON Resume and no lost value.
fn check(original: &Json, schema: &jsonschema::Validator) {
    let bytes = serde_json::to_vec(original).expect("JSON");
    let imported = match imported(&bytes, "anna-berg") {
        Ok(imported) => imported,
        Err(message) => {
            assert!(!message.is_empty());
            return;
        }
    };
    let yaml = &imported.yaml;
    let files = [("site.yaml", SITE.to_owned()), ("consultants/anna-berg.yaml", activated(yaml))];
    let sources =
        Sources::from_memory(files, &Modified::Committed("2026-03-14T09:30:00+01:00".into()));
    let compiled =
        compile(&sources, &Templates::embedded(), &vitae::Options::on(crate::project::day()));
    let (outcome, files) = compiled.expect("no internal error");
    assert!(outcome.site.is_some(), "{:?}\n{yaml}", outcome.diagnostics);
    let artifact = files.iter().find(|artifact| artifact.path.ends_with("anna-berg.json"));
    let body = &artifact.expect("a JSON Resume").body;
    let vitae::bundle::Body::Document(body) = body else {
        panic!("no bytes");
    };
    let export = json(body);
    let errors: Vec<String> =
        schema.iter_errors(&export).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{}\n{yaml}", errors.join("\n"));
    let lost = lost(original, &export, &imported.report);
    assert!(lost.is_empty(), "{}\n{}\n{yaml}", lost.join("\n"), imported.report.lines().join("\n"));
}

/// Returns the value number `at` in a depth-first traversal.
fn nth<'a>(value: &'a mut Json, at: &mut usize) -> Option<&'a mut Json> {
    if *at == 0 {
        return Some(value);
    }
    *at -= 1;
    match value {
        Json::Array(items) => items.iter_mut().find_map(|item| nth(item, at)),
        Json::Object(fields) => fields.iter_mut().find_map(|(_, field)| nth(field, at)),
        _ => None,
    }
}

fn size(value: &Json) -> usize {
    match value {
        Json::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Json::Object(fields) => 1 + fields.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

fn any_key() -> impl Strategy<Value = String> {
    let known = [
        "basics",
        "name",
        "label",
        "location",
        "countryCode",
        "profiles",
        "network",
        "url",
        "work",
        "company",
        "startDate",
        "endDate",
        "highlights",
        "keywords",
        "skills",
        "level",
        "languages",
        "language",
        "fluency",
        "awards",
        "title",
        "references",
        "reference",
        "position",
        "role",
        "internal",
        "meta",
        "consultantProfile",
        "attributes",
        "personal",
        "category_names",
        "education",
        "certificates",
        "employmentType",
        "extra",
        "",
        "start_date",
        "key_results",
        "json_resume",
        "email",
        "website",
        "image",
        "certifications",
    ];
    prop_oneof![
        8 => proptest::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,12}",
    ]
}

fn any_leaf() -> impl Strategy<Value = Json> {
    let texts = [
        "",
        " ",
        "Present",
        "2020",
        "2020-13",
        "March 2020",
        "2019 - 2021",
        "SE",
        "example.com",
        "https://example.com",
        "a@example.com",
        "Native",
        "CONTRACTOR",
        "freelance",
        "C#",
        "LinkedIn",
        "a\nb",
        "x, y",
        "data:image/png;base64,AAAA",
    ];
    prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i32>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        proptest::sample::select(texts.to_vec()).prop_map(Json::from),
        any::<String>().prop_map(Json::from),
    ]
}

fn any_json() -> impl Strategy<Value = Json> {
    any_leaf().prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Json::Array),
            proptest::collection::vec((any_key(), inner), 0..6)
                .prop_map(|fields| fields.into_iter().collect::<Map<_, _>>().into()),
        ]
    })
}

/// The JSON Resumes of the sample content and of all cases.
fn published() -> Vec<Json> {
    let project = Project::sample_with_one_photo("import/hostile");
    project.succeed("build");
    let of_sample = project.files("dist/_internal/json-resume").into_values();
    let of_cases = files(&repository().join("tests/cases")).into_iter();
    let of_cases = of_cases.filter(|(path, _)| path.contains("/json-resume/"));
    let of_cases = of_cases.map(|(_, bytes)| bytes).filter(|bytes| bytes.starts_with(b"{"));
    let published: Vec<Json> = of_sample.chain(of_cases).map(|bytes| json(&bytes)).collect();
    assert!(published.len() > 12);
    published
}

pub(super) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

#[test]
fn imports_or_rejects_any_json() {
    let schema = official_schema();
    proptest!(config(96), |(value in any_json(), section in any_key(), basics in any_json())| {
        check(&value, &schema);
        let mut resume = json!({"basics": {"name": "Anna Berg"}});
        resume["basics"]["more"] = basics;
        resume[section] = value;
        check(&resume, &schema);
    });
}

#[test]
fn imports_or_rejects_any_mutated_resume() {
    let schema = official_schema();
    let mut resumes: Vec<Json> = corpus().iter().map(|(_, bytes)| json(bytes)).collect();
    resumes.extend(published());
    let other = prop_oneof![
        Just(Json::Null),
        Just(json!("")),
        Just(json!(7)),
        Just(json!([])),
        Just(json!({})),
        any_json(),
    ];
    let mutations = proptest::collection::vec((any::<Index>(), other), 1..8);
    proptest!(config(96), |(file in any::<Index>(), mutations in mutations)| {
        let mut resume = file.get(&resumes).clone();
        for (at, other) in &mutations {
            let mut at = at.index(size(&resume));
            if let Some(place) = nth(&mut resume, &mut at) {
                *place = other.clone();
            }
        }
        check(&resume, &schema);
    });
}

#[test]
fn reports_an_item_with_only_an_employment_type() {
    let schema = official_schema();
    let dated = json!({"name": "Volvo", "startDate": "2020"});
    for employment_type in ["CONTRACTOR", "Freelance", "FULL_TIME"] {
        let item = json!({"employmentType": employment_type, "name": "", "startDate": null});
        for work in [json!([item]), json!([item, dated]), json!([dated, item])] {
            check(&json!({"basics": {"name": "Anna Berg"}, "work": work}), &schema);
        }
    }
}

#[test]
fn imports_or_rejects_any_mutated_bytes() {
    let corpus = corpus();
    let mutation = (any::<Index>(), any::<Index>(), proptest::collection::vec(any::<u8>(), 0..6));
    proptest!(config(64), |((file, at, bytes) in mutation)| {
        let mut resume = file.get(&corpus).1.clone();
        let at = at.index(resume.len());
        resume.splice(at..=at, bytes);
        let message = imported(&resume, "anna-berg").err();
        prop_assert!(message.is_none_or(|message| !message.is_empty()));
    });
}

#[test]
fn imports_linkedin_profiles_and_contacts() {
    let schema = official_schema();
    let linkedin = |fields: Json| {
        let mut profile = json!({"network": "LinkedIn"});
        let fields = fields.as_object().cloned().unwrap_or_default();
        profile.as_object_mut().expect("an object").extend(fields);
        profile
    };
    let url = json!({"url": "https://example.com/anna"});
    let other = json!({"url": "https://example.com/other"});
    let github = json!({"network": "GitHub", "username": "anna"});
    for profiles in [
        vec![linkedin(url.clone())],
        vec![linkedin(url.clone()), github.clone()],
        vec![github.clone(), linkedin(url.clone())],
        vec![linkedin(url.clone()), linkedin(json!({}))],
        vec![linkedin(json!({})), linkedin(url.clone())],
        vec![linkedin(url), linkedin(other)],
        vec![linkedin(json!({"url": "anna"}))],
        vec![github],
        vec![],
    ] {
        for own in [
            json!({}),
            json!({"id": "a"}),
            json!({"personal": {"linkedin": "https://example.com/anna"}}),
        ] {
            check(
                &json!({
                    "basics": {"name": "Anna", "profiles": profiles, "linkedin": "https://example.com/own"},
                    "meta": {"consultantProfile": own},
                }),
                &schema,
            );
        }
    }
}

#[test]
fn limits_size_and_nesting() {
    let deep =
        format!(r#"{{"basics": {{"name": "A", "x": {}1{}}}}}"#, "[".repeat(100), "]".repeat(100));
    assert!(imported(deep.as_bytes(), "a").expect_err("refused").contains("nested"));
    let deepest = "[".repeat(100_000);
    assert!(imported(deepest.as_bytes(), "a").expect_err("refused").contains("recursion limit"));
    let large = json!({"basics": {"name": "Anna", "summary": "x ".repeat(600_000)}});
    let large = serde_json::to_vec(&large).expect("JSON");
    assert!(imported(&large, "a").expect_err("refused").contains("larger than 1 MiB"));
    let picture = format!("data:image/png;base64,{}", "A".repeat(2_000_000));
    let picture = json!({"basics": {"name": "Anna", "image": picture}});
    let picture = serde_json::to_vec(&picture).expect("JSON");
    let imported_picture = imported(&picture, "a").expect("a picture is not imported");
    assert!(imported_picture.yaml.len() < 2_000);
    let many = json!({"basics": {"name": "Anna"}, "skills": vec![json!({"name": "C", "keywords": ["x"]}); 4_000]});
    let many_skills = serde_json::to_vec(&many).expect("JSON");
    let imported_skills = imported(&many_skills, "a").expect("many");
    assert!(imported_skills.yaml.contains("c_4000: [x]"));
    let more = json!({"basics": {"name": "Anna"}, "interests": vec!["Birds"; 20_000]});
    let more = serde_json::to_vec(&more).expect("JSON");
    assert!(imported(&more, "a").expect_err("refused").contains("more than 20000 values"));
    let huge = vec![b' '; vitae::import::MAX_BYTES + 1];
    assert!(imported(&huge, "a").expect_err("refused").contains("larger than 16 MiB"));
}
