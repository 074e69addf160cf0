//! The hosts there are, those of a project among them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value as Json;

use crate::project::{Project, files, profile, repository, text};

/// What `vitae hosts` says to programs.
fn told(project: &Project, arguments: &str) -> Vec<Json> {
    let said = project.succeed(&format!("hosts {arguments} --format json"));
    let document: Json = serde_json::from_str(&said).expect("JSON");
    assert_eq!(document["version"], 1);
    document["hosts"].as_array().expect("a list").clone()
}

fn names(hosts: &[Json]) -> BTreeSet<String> {
    let name = |host: &Json| host["name"].as_str().expect("a name").to_owned();
    hosts.iter().map(name).collect()
}

#[test]
fn every_host_is_told_with_what_its_file_says() {
    let project = Project::empty("hosts/list");
    let hosts = told(&project, "");
    let folders = fs::read_dir(repository().join("templates/hosts")).expect("hosts");
    let folders: BTreeSet<String> = folders
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().expect("UTF-8"))
        .collect();
    assert_eq!(names(&hosts), folders);
    let defaults = hosts.iter().filter(|host| host["default"] == true);
    assert_eq!(defaults.count(), 1);
    let list = project.succeed("hosts");
    for host in &hosts {
        let name = host["name"].as_str().expect("a name");
        assert_eq!(told(&project, name), std::slice::from_ref(host));
        let file = format!("templates/hosts/{name}/host.yaml");
        let file = fs::read_to_string(repository().join(file)).expect("a host.yaml");
        let file: Json = serde_yaml::from_str(&file).expect("YAML");
        for field in ["title", "summary", "documentation"] {
            assert_eq!(host[field], file[field], "{name}");
        }
        let ids = |host: &Json| -> Vec<Json> {
            let gaps = host["gaps"].as_array().cloned().unwrap_or_default();
            gaps.iter().map(|gap| gap["id"].clone()).collect()
        };
        assert_eq!(ids(host), ids(&file), "{name}");
        let alone = project.succeed(&format!("hosts {name}"));
        for shown in [&list, &alone] {
            let title = host["title"].as_str().expect("a title");
            assert!(shown.contains(&format!("{name}: {title}")), "{shown}");
        }
        let alone: Vec<&str> = alone.split_whitespace().collect();
        let alone = alone.join(" ");
        assert!(alone.contains(file["documentation"].as_str().expect("an address")));
        for gap in host["gaps"].as_array().expect("a list") {
            for field in ["id", "title", "consequence"] {
                let told = gap[field].as_str().expect("a text");
                assert!(alone.contains(told), "{name}: {told}\n{alone}");
            }
        }
        for file in host["files"]["deployment"].as_array().expect("a list") {
            assert!(alone.contains(file.as_str().expect("a name")), "{alone}");
        }
        let width = list.lines().map(|line| line.chars().count()).max();
        assert!(width <= Some(100), "{list}");
    }
}

#[test]
fn a_host_that_is_not_there_is_wrong_usage() {
    let project = Project::empty("hosts/unknown");
    let output = project.run("hosts gopher");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output).contains("`templates/hosts/gopher/host.yaml`; there are apache"),
        "{}",
        text(&output)
    );
}

/// What other programs keep in a folder is no template; what a host needs hidden is.
#[test]
fn a_project_has_hosts_of_its_own() {
    let project = Project::site("hosts/own");
    project.write("content/consultants/ada-berg.yaml", profile("Ada Berg"));
    let host = "title: Gopher\nsummary: A host of this project.\n\
                documentation: https://example.com/gopher\n";
    project.write("templates/hosts/gopher/host.yaml", host);
    for (file, text) in [
        ("public/.rules.j2", "{{ id_pattern }}\n"),
        ("public/.well-known/host.j2", "{{ host }}\n"),
        ("public/.DS_Store", "\0"),
        ("public/.rules.j2.swp", "\0"),
        ("public/.#rules.j2", "a lock"),
        ("config/start.sh.j2", "serve {{ dist }}\n"),
        (".notes.j2", "{{ nothing }}"),
    ] {
        project.write(&format!("templates/hosts/gopher/{file}"), text);
    }
    let [gopher] = &told(&project, "gopher")[..] else {
        panic!("one host");
    };
    assert_eq!(gopher["summary"], "A host of this project.");
    assert_eq!(gopher["default"], false);
    assert!(names(&told(&project, "")).contains("gopher"));
    project.succeed("build --host gopher");
    assert_eq!(project.read("dist/.rules"), "[a-z0-9-]{1,64}\n");
    assert_eq!(project.read("dist/.well-known/host"), "gopher\n");
    assert_eq!(project.read("deploy/gopher/start.sh"), "serve ../../dist\n");
    let published = project.files("dist");
    let hidden = published
        .keys()
        .filter(|path| path.contains("/.") || path.starts_with('.'));
    let hidden: Vec<&str> = hidden.map(String::as_str).collect();
    assert_eq!(
        hidden,
        [".rules", ".well-known/api-catalog", ".well-known/host"]
    );
}

/// Nothing but its folder makes a host: a copy of it in a project does the same by another name.
#[test]
fn a_host_is_its_folder() {
    let project = Project::site("hosts/copies");
    project.write("content/consultants/ada-berg.yaml", profile("Ada Berg"));
    for name in names(&told(&project, "")) {
        let folder = repository().join("templates/hosts").join(&name);
        for (path, bytes) in files(&folder) {
            project.write(&format!("templates/hosts/copied/{path}"), bytes);
        }
        let build = |host: &str| -> BTreeMap<String, String> {
            project.succeed(&format!("build --host {host}"));
            let published = project.files("dist").into_iter();
            // What a build remembers of another host's files.
            let published = published.filter(|(path, _)| path != "_internal/manifest");
            let deployment = files(&project.root.join("deploy").join(host));
            let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).replace("copied", &name);
            let all = published.chain(deployment);
            all.map(|(path, bytes)| (path, text(bytes))).collect()
        };
        assert_eq!(build("copied"), build(&name), "{name}");
        // The next one is copied to the same place.
        for folder in ["templates", "deploy"] {
            let folder = project.root.join(folder);
            if folder.exists() {
                fs::remove_dir_all(folder).expect("it goes");
            }
        }
    }
}

/// What is wrong in a host's description is told before anything depends on it.
#[test]
fn a_wrong_description_is_refused() {
    let project = Project::site("hosts/wrong");
    let gap = |id: &str, more: &str| {
        let gap = format!("  - id: {id}\n    title: x\n    consequence: y\n{more}");
        format!("title: Tiny\nsummary: Small.\ndocumentation: https://example.com\ngaps:\n{gap}")
    };
    for (description, problem) in [
        (gap("A b", ""), "`A b` is not of lower-case letters"),
        (
            gap("a", "    reads: { pattern: '(', as: x }\n"),
            "unclosed group",
        ),
        (
            gap("a", "    answers: { path: x, status: 9999 }\n"),
            "9999 is no status code",
        ),
        ("limts: {}\n".to_owned(), "limts"),
    ] {
        project.write("templates/hosts/tiny/host.yaml", &description);
        for command in ["hosts tiny", "build --host tiny"] {
            let output = project.run(command);
            let said = text(&output);
            assert_eq!(output.status.code(), Some(2), "{said}");
            assert!(
                said.contains("`templates/hosts/tiny/host.yaml` is wrong"),
                "{said}"
            );
            assert!(said.contains(problem), "{said}");
        }
    }
    let said = text(&project.run("build --host netlfy"));
    assert!(said.contains("did you mean `netlify`?"), "{said}");
    assert!(project.files("dist").is_empty());
}
