//! A profile that is published as JSON Resume and imported again stays the same.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use vitae::document::Document;
use vitae::model::profile::Profile;

use super::{REJECTED, activated, corpus, id, json};
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

/// The profiles and the orders of lists that JSON Resume shows otherwise.
#[test]
fn keeps_what_the_export_derives_or_sorts() {
    let project = Project::site("import/derived");
    let contact = "personal: {contact: {linkedin: https://www.example.com/asa}}\n";
    let profiles = |items: &str| format!("{contact}attributes: {{profiles: [{items}]}}\n");
    let job = |name: &str, start: &str| format!("{{organization: {name}, start_date: {start}}}");
    let (a, b, c) = (job("A", "\"2012\""), job("B", "\"2020-02\""), "{organization: C}");
    let ids = [
        ("contact-only", contact.to_owned()),
        (
            "user-name",
            profiles("{network: LinkedIn, username: asa}, {network: GitHub, username: asa}"),
        ),
        ("other-spelling", profiles("{network: linkedin, username: asa, role: owner}")),
        ("both", profiles("{network: LinkedIn, url: https://www.example.com/asa}")),
        (
            "both-in-another-order",
            profiles("{url: https://www.example.com/asa, network: LinkedIn, username: asa}"),
        ),
        ("two", profiles("{network: LinkedIn, username: a}, {network: LinkedIn, username: b}")),
        ("short", "summary: {short: Builds bridges.}\n".to_owned()),
        ("full", "summary: {full: Builds bridges.}\n".to_owned()),
        ("same", "summary: {short: Builds bridges., full: Builds bridges.}\n".to_owned()),
        ("oldest-first", format!("employment: [{a}, {b}, {c}]\n")),
        ("without-start-first", format!("employment: [{c}, {b}]\ncontracts: [{b}, {c}]\n")),
        ("contracts", format!("employment: [{b}, {a}]\ncontracts: [{a}, {b}]\n")),
        ("in-order", format!("employment: [{b}, {a}]\ncontracts: [{b}, {c}]\n")),
    ]
    .map(|(id, fields)| {
        let yaml = format!("active: true\nname: Asa\n{fields}");
        project.write(&format!("content/consultants/{id}.yaml"), yaml);
        id.to_owned()
    });
    assert_round_trip("derived", &project, &ids);
    let resume =
        |id: &str| json(project.read(&format!("dist/_internal/json-resume/{id}.json")).as_bytes());
    assert_eq!(resume("short")["basics"]["summary"], "Builds bridges.");
    assert_eq!(resume("short")["meta"]["consultantProfile"]["summary"]["short"], "Builds bridges.");
    assert_eq!(resume("user-name")["basics"]["profiles"][0]["url"], "https://www.example.com/asa");
    let order = |id: &str| resume(id)["meta"]["consultantProfile"]["work_order"].clone();
    assert_eq!(order("oldest-first"), serde_json::json!([1, 0, 2]));
    assert_eq!(order("in-order"), Json::Null);
}

#[test]
fn keeps_values_that_were_edited_after_the_export() {
    let project = Project::site("import/edited");
    project.write(
        "content/consultants/asa.yaml",
        "active: true\nname: Asa\nsummary: {short: Builds bridges.}\n\
         personal: {contact: {linkedin: https://www.example.com/asa}}\n\
         employment: [{organization: A, start_date: \"2012\"}, {organization: B, start_date: \"2020\"}]\n",
    );
    project.succeed("build");
    let mut resume = json(project.read("dist/_internal/json-resume/asa.json").as_bytes());
    resume["basics"]["summary"] = "Builds tunnels.".into();
    resume["basics"]["profiles"][0]["url"] = "https://www.example.com/other".into();
    resume["work"].as_array_mut().expect("a list").pop();
    project.write("resume.json", resume.to_string());
    let output = project.succeed("import resume.json --id bo");
    assert!(output.contains("meta.consultantProfile.work_order"), "{output}");
    let yaml = project.read("content/consultants/bo.yaml");
    for text in ["full: Builds tunnels.", "url: https://www.example.com/other", "organization: B"] {
        assert!(yaml.contains(text), "{text}: {yaml}");
    }
    for derived in [r#""basics.summary""#, "[1]", r#"["work"]"#, "{}", "null"] {
        resume["meta"]["consultantProfile"]["derived"] = json(derived.as_bytes());
        for basics in [r#"{"name": "Asa", "profiles": ["x", 1]}"#, "[]", "1"] {
            resume["basics"] = json(basics.as_bytes());
            project.write("resume.json", resume.to_string());
            let output = project.run("import resume.json --id bo --overwrite");
            assert!(output.status.code().is_some_and(|code| code < 3), "{derived} {basics}");
        }
    }
}

#[test]
fn keeps_published_resumes() {
    let project = Project::site("import/published-resumes");
    let mut ids = Vec::new();
    for (file, bytes) in corpus() {
        if REJECTED.iter().any(|(rejected, _)| *rejected == file) {
            continue;
        }
        project.write(&file, &bytes);
        project.succeed(&format!("import {file} --id {}", id(&file)));
        let path = format!("content/consultants/{}.yaml", id(&file));
        project.write(&path, activated(&project.read(&path)));
        ids.push(id(&file));
    }
    assert_round_trip("published-resumes", &project, &ids);
}
