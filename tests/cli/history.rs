//! Last-modified dates (`lastModified`) from the git history.

mod future_dates;
mod incomplete_checkouts;
mod invalid_dates;
mod long;
mod partial_clones;
mod remembered;
mod unreadable;

use crate::project::{Project, SITE, git, text};

const PROFILE: &str = "active: true\nname: Anna Berg\n";

fn commit(project: &Project, date: &str) {
    git(&project.root, date, &["add", "."]);
    git(&project.root, date, &["commit", "-qm", "Change"]);
}

fn repository(name: &str) -> Project {
    let project = Project::site(name);
    git(&project.root, "", &["init", "-q", "-b", "main"]);
    project.write("content/consultants/anna-berg.yaml", PROFILE);
    project.write("content/consultants/Åsa.yaml.bak", "not read");
    commit(&project, "2026-01-02T03:04:05+02:00");
    project
}

/// Creates a repository with a merge that is newer than the profile's change on the merged branch.
fn merged(name: &str) -> Project {
    let project = repository(name);
    git(&project.root, "2026-01-03T00:00:00Z", &["checkout", "-qb", "other"]);
    project.write("content/consultants/anna-berg.yaml", format!("{PROFILE}title: Architect\n"));
    commit(&project, "2026-01-04T00:00:00Z");
    git(&project.root, "2026-01-05T00:00:00Z", &["checkout", "-q", "-"]);
    project.write("content/consultants/bo.yaml", PROFILE);
    commit(&project, "2026-01-06T00:00:00Z");
    git(&project.root, "2026-01-07T00:00:00Z", &["merge", "-q", "-m", "Merge", "other"]);
    project
}

fn last_modified(project: &Project) -> String {
    let output = project.run("build");
    assert!(output.status.success(), "{}", text(&output));
    let profile = project.read("dist/api/consultant-public/anna-berg");
    let profile: serde_json::Value = serde_json::from_str(&profile).expect("JSON");
    profile["lastModified"].as_str().expect("a string").to_owned()
}

#[test]
fn uses_the_newest_commit_of_profile_or_photo() {
    let project = repository("history/newest");
    assert_eq!(last_modified(&project), "2026-01-02T03:04:05+02:00");
    project.write("content/site.yaml", format!("{SITE}indexing: true\n"));
    commit(&project, "2026-02-01T00:00:00Z");
    assert_eq!(last_modified(&project), "2026-01-02T03:04:05+02:00");
    let photo = std::fs::read(crate::project::repository().join("content/photos/amara-ndukwe.jpg"));
    project.write("content/photos/anna-berg.jpg", photo.expect("a photo"));
    commit(&project, "2026-03-01T00:00:00Z");
    assert_eq!(last_modified(&project), "2026-03-01T00:00:00+00:00");
    project.write(
        "content/consultants/anna-berg.yaml",
        format!("{PROFILE}last_modified: 2020-01-01T00:00:00-05:00\n"),
    );
    commit(&project, "2026-04-01T00:00:00Z");
    assert_eq!(last_modified(&project), "2020-01-01T00:00:00-05:00");
}

#[test]
fn reads_dates_in_any_encoding_of_logs() {
    let project = repository("history/encoding");
    git(&project.root, "", &["config", "i18n.logOutputEncoding", "UTF-16"]);
    assert_eq!(last_modified(&project), "2026-01-02T03:04:05+02:00");
}

#[test]
fn ignores_merges_that_did_not_change_the_profile() {
    let project = merged("history/merge");
    assert_eq!(last_modified(&project), "2026-01-04T00:00:00+00:00");
}

#[test]
fn uses_the_time_of_a_merge_that_changed_the_profile() {
    let project = repository("history/merge_change");
    git(&project.root, "2026-01-03T00:00:00Z", &["checkout", "-qb", "other"]);
    project.write("content/consultants/bo.yaml", PROFILE);
    commit(&project, "2026-01-04T00:00:00Z");
    git(&project.root, "", &["checkout", "-q", "main"]);
    let merge = ["merge", "-q", "--no-ff", "--no-commit", "other"];
    git(&project.root, "2026-01-05T00:00:00Z", &merge);
    project.write("content/consultants/anna-berg.yaml", format!("{PROFILE}title: Architect\n"));
    commit(&project, "2026-01-06T00:00:00Z");
    assert_eq!(last_modified(&project), "2026-01-06T00:00:00+00:00");
}

#[test]
fn counts_changes_that_a_merge_discarded() {
    let project = repository("history/discarded");
    git(&project.root, "", &["checkout", "-qb", "other"]);
    project.write("content/consultants/anna-berg.yaml", format!("{PROFILE}title: Architect\n"));
    commit(&project, "2026-01-04T00:00:00Z");
    git(&project.root, "", &["checkout", "-q", "main"]);
    git(&project.root, "2026-01-05T00:00:00Z", &["merge", "-q", "--strategy=ours", "other"]);
    assert_eq!(last_modified(&project), "2026-01-04T00:00:00+00:00");
}

/// The clocks of two computers differ, and so do their time zones.
#[test]
fn uses_the_greatest_instant_and_not_the_last_commit() {
    let project = repository("history/clocks");
    for (title, date) in [
        ("Architect", "2026-03-01T00:30:00+02:00"),
        ("Manager", "2026-02-28T23:00:00+00:00"),
        ("Engineer", "2026-02-28T23:30:00+01:00"),
    ] {
        let profile = format!("{PROFILE}title: {title}\n");
        project.write("content/consultants/anna-berg.yaml", profile);
        commit(&project, date);
    }
    assert_eq!(last_modified(&project), "2026-02-28T23:00:00+00:00");
}

#[test]
fn warns_if_it_uses_the_time_of_an_uncommitted_file() {
    let project = Project::site("history/none");
    project.write("content/consultants/anna-berg.yaml", PROFILE);
    let path = project.root.join("content/consultants/anna-berg.yaml");
    let file = std::fs::File::options().write(true).open(path).expect("writable");
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000);
    file.set_modified(time).expect("settable");
    assert_eq!(last_modified(&project), "2023-11-14T22:13:20+00:00");
    let output = text(&project.run("build"));
    assert!(output.contains("warning[not-in-history]"), "{output}");
}

#[test]
fn rejects_a_shallow_clone_and_suggests_to_unshallow() {
    let project = repository("history/original");
    project.write("content/consultants/bo.yaml", PROFILE);
    commit(&project, "2026-02-01T00:00:00Z");
    let clone = Project::empty("history/shallow");
    std::fs::remove_dir_all(clone.root.join("content")).expect("removable");
    let url = format!("file://{}", project.root.display());
    git(&clone.root, "", &["clone", "-q", "--depth", "1", &url, "."]);
    let output = clone.run("build");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    for advice in [
        "`git fetch --unshallow`",
        "`git fetch --unshallow <URL>`",
        "`fetch-depth: 0`",
        "`GIT_DEPTH: 0`",
    ] {
        assert!(text(&output).contains(advice), "{}", text(&output));
    }
    assert!(!clone.root.join("dist").exists());
    git(&clone.root, "", &["remote", "remove", "origin"]);
    // git fetches nothing.
    git(&clone.root, "", &["fetch", "-q", "--unshallow"]);
    assert_eq!(clone.run("build").status.code(), Some(2));
    git(&clone.root, "", &["fetch", "-q", "--unshallow", &url]);
    assert_eq!(last_modified(&clone), "2026-01-02T03:04:05+02:00");
}
