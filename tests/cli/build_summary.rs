//! What `vitae build` says that it published.

use std::fs;

use crate::golden::assert_matches;
use crate::project::{Project, SITE, profile, repository};

fn yaml(name: &str, more: &str) -> String {
    profile(name) + more
}

#[test]
fn names_the_consultants() {
    let project = Project::site("build-summary/names");
    let id = |id: &str| format!("content/consultants/{id}.yaml");
    project.write(&id("anna-berg"), yaml("Anna Berg", "title: Architect\n"));
    project.write(&id("kalle-anka"), yaml("Kalle Anka", ""));
    let photo = |id: &str| {
        let from = repository().join("content/photos/amara-ndukwe.jpg");
        fs::copy(from, project.root.join(format!("content/photos/{id}.jpg"))).expect("a photo");
    };
    photo("liv-sand");
    project.write(&id("liv-sand"), yaml("Liv Sand", ""));
    assert!(project.succeed("build").contains("\nadded: anna-berg, kalle-anka, liv-sand\n"));
    let contract = "contracts: [{organization: Nordvik, start_date: 2024}]\n";
    let changed = yaml("Anna Berg", "title: Engineer\n") + contract;
    project.write(&id("anna-berg"), changed);
    project.write(&id("kalle-anka"), yaml("Kalle Anka", "").replace("true", "false"));
    project.write(&id("ada-lind"), yaml("Ada Lind", ""));
    fs::remove_file(project.root.join("content/photos/liv-sand.jpg")).expect("removable");
    let printed = project.succeed("build");
    let lines = "\nadded: ada-lind\n\
                 changed: anna-berg, liv-sand\n\
                 withdrawn: kalle-anka\n";
    assert!(printed.contains(lines), "{printed}");
    let printed = project.succeed("build");
    assert!(!printed.contains("added:") && !printed.contains("changed:"), "{printed}");
    assert_eq!(project.succeed("build --quiet"), "");
    // Only a date.
    let ada = yaml("Ada Lind", "").replace("2026-03-14", "2026-05-02");
    assert_ne!(ada, yaml("Ada Lind", ""));
    project.write(&id("ada-lind"), ada);
    let printed = project.succeed("build");
    assert!(printed.contains(", 2 changed, ") && !printed.contains("changed:"), "{printed}");
}

#[test]
fn counts_consultants_above_twenty() {
    let project = Project::site("build-summary/many");
    for number in 10..=40 {
        let path = format!("content/consultants/person-{number}.yaml");
        project.write(&path, yaml(&format!("Person {number}"), ""));
    }
    let printed = project.succeed("build");
    assert!(printed.contains("person-29, and 11 more\n"), "{printed}");
    let site = project.read("content/site.yaml");
    project.write("content/site.yaml", site + "base_url: https://profiles.example.com\n");
    let printed = project.succeed("build");
    assert!(printed.contains("\nchanged: person-10, "), "{printed}");
}

/// Builds a site with these consultants, then one without them and without options. Returns what the
/// second build printed.
fn withdraw(project: &Project, ids: &[String], build: &str) -> String {
    let path = |id: &str| format!("content/consultants/{id}.yaml");
    project.write(&path("anna-berg"), yaml("Anna Berg", ""));
    for id in ids {
        project.write(&path(id), yaml("Canary Name", "title: Canary\n"));
    }
    project.succeed(build);
    for id in ids {
        project.write(&path(id), yaml("Canary Name", "").replace("true", "false"));
    }
    project.succeed(build)
}

#[test]
fn a_withdrawal_ends_with_the_checklist_of_the_host() {
    for entry in fs::read_dir(repository().join("templates/hosts")).expect("hosts") {
        let entry = entry.expect("an entry");
        if !entry.path().is_dir() {
            continue;
        }
        let host = entry.file_name().into_string().expect("UTF-8");
        let project = Project::site(&format!("build-summary/withdrawal-{host}"));
        project.write("content/site.yaml", format!("{SITE}host: {host}\n"));
        let printed = withdraw(&project, &["kalle-anka".to_owned()], "build");
        let (_, checklist) = printed.split_once("withdrawn: kalle-anka\n").expect("a withdrawal");
        assert!(!printed.contains("Canary"), "{printed}");
        assert_matches(&format!("tests/fixtures/withdrawal/{host}.txt"), checklist);
        assert!(!project.succeed("build").contains("withdrawn"));
    }
}

#[test]
fn the_checklist_counts_consultants_above_twenty() {
    let project = Project::site("build-summary/withdrawal-many");
    project.write("content/site.yaml", format!("{SITE}base_url: https://profiles.example.com\n"));
    let ids: Vec<String> = (10..=40).map(|number| format!("person-{number}")).collect();
    let printed = withdraw(&project, &ids, "build --host nginx");
    assert!(printed.contains("\ncheck: vitae verify --host nginx --gone person-10 "), "{printed}");
    assert!(printed.ends_with(" --gone person-29\n  and --gone for 11 more\n"), "{printed}");
}

#[test]
fn only_a_summary_for_people_has_a_checklist() {
    let ids = ["kalle-anka".to_owned()];
    for (name, build) in [
        ("quiet", "build --quiet"),
        ("json", "build --format json"),
        ("github", "build --format github"),
    ] {
        let project = Project::site(&format!("build-summary/withdrawal-{name}"));
        let printed = withdraw(&project, &ids, build);
        assert!(!printed.contains("--gone"), "{printed}");
    }
    // Without an earlier build, nothing is withdrawn.
    let project = Project::site("build-summary/withdrawal-first");
    project.write("content/consultants/kalle-anka.yaml", yaml("K", "").replace("true", "false"));
    assert!(!project.succeed("build").contains("withdrawn"));
}
