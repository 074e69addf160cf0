//! The rules of a host without a rule limit do not depend on the number of consultants: its files are
//! identical, so its server starts equally fast with 100,000 consultants.

use std::collections::BTreeMap;
use std::fs;

use vitae::render::host;
use vitae::templates::Templates;

use crate::project::{Project, repository};

#[test]
fn only_hosts_with_a_rule_limit_have_rules_per_consultant() {
    let all = project("all");
    let one = project("one");
    for entry in fs::read_dir(one.root.join("content/consultants")).expect("consultants") {
        let path = entry.expect("an entry").path();
        if !path.ends_with("rosalind-pike.yaml") {
            fs::remove_file(path).expect("removable");
        }
    }
    fs::remove_dir_all(one.root.join("content/photos")).expect("removable");
    let templates = Templates::embedded();
    for name in host::names(&templates) {
        let is_limited = host::read(&name, &templates).expect("a host").limits.rules.is_some();
        let (all, one) = (rules(&all, &name), rules(&one, &name));
        let differing: Vec<&String> =
            all.keys().chain(one.keys()).filter(|path| all.get(*path) != one.get(*path)).collect();
        assert_eq!(!differing.is_empty(), is_limited, "{name}: {differing:?}");
    }
}

fn project(name: &str) -> Project {
    let project = Project::sample_with_one_photo(&format!("constant_rules/{name}"));
    let site = project.read("content/site.yaml");
    let settings = "precompress: true\nrate_limit: { requests: 10, seconds: 1 }\n";
    project.write("content/site.yaml", site + settings);
    // Rules of limited hosts depend on the format of a photo.
    let png = repository().join("content/photos/priya-raghunathan.png");
    let png = fs::read(png).expect("a photo");
    project.write("content/photos/priya-raghunathan.png", png);
    project
}

/// Returns all files of a build except the documents of consultants.
fn rules(project: &Project, host: &str) -> BTreeMap<String, Vec<u8>> {
    let out = format!("{host}/dist");
    project.succeed(&format!("build --host {host} --out {out}"));
    let mut files = project.files(host);
    let of_consultants = [
        "dist/api/consultant-public/",
        "dist/_internal/json-resume/",
        "dist/_internal/photo/",
        "dist/_internal/manifest",
    ];
    files.retain(|path, _| !of_consultants.iter().any(|start| path.starts_with(start)));
    assert!(files.contains_key("dist/api/openapi.json"));
    files
}
