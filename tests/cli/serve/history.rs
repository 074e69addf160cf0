//! The preview follows commits and builds.

use super::{FILE, PROFILE, Preview, anna};
use crate::project::{Project, SITE, git, profile};
use crate::scratch::Scratch;

#[test]
fn follows_commits() {
    let project = anna("serve_commit");
    project.write(FILE, "active: true\nname: Anna Berg\n");
    git(&project.root, "2026-01-01T00:00:00Z", &["init", "--quiet"]);
    git(&project.root, "2026-01-01T00:00:00Z", &["add", "."]);
    let commit =
        |date| git(&project.root, date, &["commit", "--quiet", "--allow-empty", "-am", "x"]);
    commit("2026-01-02T03:04:05+01:00");
    let preview = Preview::start(&project.root, &[]);
    let mut events = preview.events();
    events.revision();
    let has_date = |date: &str| preview.get(PROFILE).text().contains(date);
    assert!(has_date("2026-01-02T03:04:05+01:00"));
    project.write(FILE, "active: true\nname: Anna Nyberg\n");
    events.until(|| preview.get(PROFILE).text().contains("Anna Nyberg"));
    assert!(has_date("2026-01-02T03:04:05+01:00"));
    commit("2026-02-03T04:05:06+01:00");
    events.until(|| has_date("2026-02-03T04:05:06+01:00"));
}

#[test]
fn follows_a_repository_created_later() {
    let scratch = Scratch::new("serve");
    let root = scratch.path();
    let project = Project { root: root.to_owned() };
    project.write("content/site.yaml", SITE);
    project.write(FILE, "active: true\nname: Anna Berg\n");
    let preview = Preview::start(root, &[]);
    let mut events = preview.events();
    events.revision();
    let has_date = |date: &str| preview.get(PROFILE).text().contains(date);
    git(root, "2026-01-01T00:00:00Z", &["init", "--quiet"]);
    git(root, "2026-01-01T00:00:00Z", &["add", "."]);
    for date in ["2026-01-02T03:04:05+01:00", "2026-02-03T04:05:06+01:00"] {
        let commit = ["commit", "--quiet", "--allow-empty", "-am", "x"];
        project.write(FILE, format!("active: true\nname: Anna of {date}\n"));
        git(root, date, &commit);
        events.until(|| has_date(date));
    }
}

/// Open pages compare the content with the last build.
#[test]
fn follows_builds() {
    let project = anna("serve_publication");
    let preview = Preview::start(&project.root, &[]);
    for name in ["Anna Berg", "Anna A", "Anna B"] {
        let mut events = preview.events();
        project.write(FILE, profile(name));
        events.until(|| preview.get(PROFILE).text().contains(name));
        let mut events = preview.events();
        let before = events.revision();
        project.succeed("build");
        assert!(events.revision() > before, "{name}");
    }
}

/// The derived card is left out.
#[test]
fn shows_the_card_that_the_author_wrote() {
    let project = anna("serve_card");
    project.write(FILE, profile("Anna Berg") + "title: Architect\n");
    project.succeed("build");
    let card = "title: Data architect\ncard: {location: 14 Home Street}\n";
    project.write(FILE, profile("Anna Berg") + card);
    let preview = Preview::start(&project.root, &[]);
    let page = preview.get("/_preview/anna-berg").text();
    let (_, changes) = page.split_once("<ul class=\"changes\">").expect("the changes");
    let (changes, _) = changes.split_once("</ul>").expect("the end of the list");
    assert!(changes.contains("14 Home Street") && changes.contains("Data architect"), "{changes}");
    assert!(!changes.contains("headline"), "{changes}");
}
