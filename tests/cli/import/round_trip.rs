//! A profile that is published as JSON Resume and imported again stays the same.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use vitae::document::Document;
use vitae::model::profile::Profile;

use super::{activated, json};
use crate::privacy::full;
use crate::project::Project;

/// Returns the published profile without its last-modified date and photo, which an import lacks.
fn comparable(bytes: &[u8]) -> Json {
    let mut profile = json(bytes);
    profile["lastModified"] = Json::Null;
    if let Some(card) = profile["card"].as_object_mut() {
        card.shift_remove("photo");
    }
    profile
}

/// Returns the differences of two values.
fn differences(path: &str, before: &Json, after: &Json) -> Vec<String> {
    if let (Json::Object(a), Json::Object(b)) = (before, after) {
        let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
        let fields = keys
            .into_iter()
            .flat_map(|key| differences(&format!("{path}.{key}"), &before[key], &after[key]));
        return fields.collect();
    }
    let same = before == after;
    (!same).then(|| format!("{path}: {before} became {after}")).into_iter().collect()
}

fn assert_round_trip(name: &str, project: &Project, ids: &[String]) {
    project.succeed("build");
    let before: Vec<Json> = ids
        .iter()
        .map(|id| {
            let path = format!("dist/api/consultant-public/{id}");
            comparable(project.read(&path).as_bytes())
        })
        .collect();
    let again = Project::site(&format!("import/again-{name}"));
    for id in ids {
        let resume = project.read(&format!("dist/_internal/json-resume/{id}.json"));
        again.write("resume.json", resume);
        let output = again.succeed("import resume.json");
        assert!(output.contains(&format!("wrote content/consultants/{id}.yaml")), "{output}");
        assert!(!output.contains("not imported") || output.contains("basics.image"), "{output}");
        let path = format!("content/consultants/{id}.yaml");
        again.write(&path, activated(&again.read(&path)));
    }
    again.succeed("build");
    for (id, before) in ids.iter().zip(before) {
        let path = format!("dist/api/consultant-public/{id}");
        let after = comparable(again.read(&path).as_bytes());
        let differences = differences("", &before, &after);
        assert!(differences.is_empty(), "{id}:\n{}", differences.join("\n"));
    }
}

#[test]
fn keeps_every_field() {
    let project = Project::site("import/full");
    let mut document = full(&Profile::editor_schema(), "profile");
    let fields = document.as_object_mut().expect("an object");
    fields.shift_remove("internal");
    let yaml = serde_json::to_string(&document).expect("JSON");
    project.write("content/consultants/full.yaml", yaml);
    assert_round_trip("full", &project, &["full".to_owned()]);
}

#[test]
fn keeps_the_sample_content() {
    let project = Project::sample("import/samples");
    let site = project.read("content/site.yaml");
    let site: Vec<&str> = site.lines().filter(|line| !line.starts_with("base_url")).collect();
    project
        .write("content/site.yaml", site.join("\n") + "\nbase_url: https://profiles.example.net\n");
    project.succeed("build");
    let published = project.files("dist/api/consultant-public");
    let ids: Vec<String> = published.into_keys().collect();
    assert!(ids.len() > 5, "{ids:?}");
    assert_round_trip("samples", &project, &ids);
}

#[test]
fn keeps_fields_that_json_resume_lacks() {
    let project = Project::site("import/unusual");
    project.write(
        "content/consultants/unusual.yaml",
        r#"
active: true
name: Åsa Öberg
personal:
  location: {country: Sverige}
  contact: {linkedin: https://www.example.com/asa}
skills:
  categories: {cpp: [STL], c: [], security_compliance: [GDPR]}
  languages:
    - {name: Svenska, level: native, extra: {fluency: Modersmål}}
    - {name: Engelska}
    - {name: Tyska, level: tourist_german}
employment:
  - {organization: Nordvik AB, start_date: "2018", extra: {employmentType: Full time}}
contracts:
  - {organization: Lindhaga AB, start_date: "2020"}
  - {organization: Aspvik AB, start_date: "2012"}
attributes:
  location: {postal_code: "222 22", door: 3}
  profiles:
    - {network: LinkedIn, username: asa, url: https://www.example.com/other}
    - {network: GitHub, username: asa, role: owner}
    - {username: nameless}
  category_names: {cpp: C++, gone: Gone}
  references: [{name: Bo, role: Boss}]
  json_resume:
    basics: {pronouns: she}
    skills: {c: {level: Master, years: 20}}
    sections: {grants: [{title: Grant}], internships: [{company: Nordvik AB}], x-y: 1}
    meta: {theme: even}
  free: {a: [1, {b: c}]}
card: {headline: On the card}
"#,
    );
    assert_round_trip("unusual", &project, &["unusual".to_owned()]);
}
