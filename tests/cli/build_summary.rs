//! What `vitae build` says that it published.

use std::fs;

use crate::project::{Project, profile, repository};

fn yaml(name: &str, more: &str) -> String {
    profile(name) + more
}

#[test]
fn names_the_consultants_and_the_changed_fields() {
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
                 changed: anna-berg (title, contracts.organization, contracts.start_date), liv-sand (card.photo, photo)\n\
                 withdrawn: kalle-anka\n";
    assert!(printed.contains(lines), "{printed}");
    let printed = project.succeed("build");
    assert!(!printed.contains("added:") && !printed.contains("changed:"), "{printed}");
    assert_eq!(project.succeed("build --quiet"), "");
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
    assert!(printed.contains("\nchanged: person-10 (JSON Resume), "), "{printed}");
}
