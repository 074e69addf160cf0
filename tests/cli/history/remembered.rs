//! A remembered history is extended by the new commits. The dates are those of a complete reading.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestCaseError};
use vitae::source::{History, Modified, Sources};

use super::{PROFILE, commit, repository};
use crate::project::{Project, git};

/// Committer dates: not in order, and two of them at one instant.
const DATES: [&str; 5] = [
    "2026-01-02T03:04:05+02:00",
    "2026-01-02T01:04:05+00:00",
    "2026-01-02T03:00:00-03:30",
    "2025-12-31T00:00:00+00:00",
    "1969-12-31T23:00:00+00:00",
];
const FILES: [&str; 4] = ["consultants/anna.yaml", "consultants/bo.yaml", "photos/bo.jpg", "x\ny"];
const BRANCHES: [&str; 3] = ["main", "other", "third"];

#[derive(Debug, Clone)]
enum Step {
    Edit(&'static str),
    Delete(&'static str),
    Rename(&'static str, &'static str),
    Amend(&'static str),
    Switch(&'static str),
    Merge { branch: &'static str, strategy: &'static str, change: Option<&'static str> },
    Rebase(&'static str),
    Undo,
    RemoveUncommitted(&'static str),
    CollectGarbage,
    MoveContent,
}

fn step() -> impl Strategy<Value = (Step, &'static str)> {
    let file = || select(FILES.to_vec());
    let branch = || select(BRANCHES.to_vec());
    let strategy = select(vec!["--strategy=ours", "-Xours", "-Xtheirs"]);
    let merge = (branch(), strategy, proptest::option::of(file()));
    let step = prop_oneof![
        6 => file().prop_map(Step::Edit),
        2 => file().prop_map(Step::Delete),
        1 => (file(), file()).prop_map(|(from, to)| Step::Rename(from, to)),
        1 => file().prop_map(Step::Amend),
        3 => branch().prop_map(Step::Switch),
        3 => merge.prop_map(|(branch, strategy, change)| Step::Merge { branch, strategy, change }),
        1 => branch().prop_map(Step::Rebase),
        1 => Just(Step::Undo),
        1 => file().prop_map(Step::RemoveUncommitted),
        1 => Just(Step::CollectGarbage),
        1 => Just(Step::MoveContent),
    ];
    (step, select(DATES.to_vec()))
}

struct Repository {
    root: std::path::PathBuf,
    content: &'static str,
    edits: usize,
}

impl Repository {
    fn new(root: &Path) -> Self {
        let _ = fs::remove_dir_all(root);
        fs::create_dir_all(root).expect("creatable");
        git(root, "", &["init", "-q", "-b", "main"]);
        let mut repository = Self { root: root.to_owned(), content: "content", edits: 0 };
        repository.edit(FILES[0]);
        repository.commit(DATES[0]);
        repository
    }

    /// Runs git and returns whether it succeeded: steps need not fit the state of the repository.
    fn git(&self, date: &str, arguments: &[&str]) -> bool {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=Editor", "-c", "user.email=editor@example.com"]);
        command.args(["-c", "core.editor=true", "-c", "advice.detachedHead=false"]);
        command.current_dir(&self.root).args(arguments);
        command.env("GIT_COMMITTER_DATE", date).env("GIT_AUTHOR_DATE", "2001-01-01T00:00:00Z");
        command.output().expect("git").status.success()
    }

    fn edit(&mut self, file: &str) {
        self.edits += 1;
        let path = self.root.join(self.content).join(file);
        fs::create_dir_all(path.parent().expect("a directory")).expect("creatable");
        fs::write(path, format!("{}\n", self.edits)).expect("writable");
    }

    fn commit(&self, date: &str) {
        self.git(date, &["add", "-A"]);
        self.git(date, &["commit", "-q", "--allow-empty", "-m", "Change"]);
    }

    fn apply(&mut self, step: &Step, date: &str) {
        let path = |file: &str| format!("{}/{file}", self.content);
        match step {
            Step::Edit(file) => {
                self.edit(file);
                self.commit(date);
            }
            Step::Delete(file) => {
                self.git(date, &["rm", "-q", "-f", &path(file)]);
                self.commit(date);
            }
            Step::Rename(from, to) => {
                self.git(date, &["mv", "-f", &path(from), &path(to)]);
                self.commit(date);
            }
            Step::Amend(file) => {
                self.edit(file);
                self.git(date, &["add", "-A"]);
                self.git(date, &["commit", "-q", "--amend", "--no-edit", "--allow-empty"]);
            }
            Step::Switch(branch) => {
                self.git(date, &["reset", "-q", "--hard"]);
                let _ = self.git(date, &["checkout", "-q", branch])
                    || self.git(date, &["checkout", "-q", "-b", branch]);
            }
            Step::Merge { branch, strategy, change } => {
                self.git(date, &["reset", "-q", "--hard"]);
                if self.git(date, &["merge", "--no-ff", "--no-commit", strategy, branch]) {
                    change.iter().for_each(|file| self.edit(file));
                    self.commit(date);
                }
                self.git(date, &["reset", "-q", "--hard"]);
            }
            Step::Rebase(branch) => {
                self.git(date, &["reset", "-q", "--hard"]);
                let _ = self.git(date, &["rebase", "-q", "-Xtheirs", branch])
                    || self.git(date, &["rebase", "--abort"]);
            }
            Step::Undo => {
                self.git(date, &["reset", "-q", "--hard", "HEAD~1"]);
            }
            Step::RemoveUncommitted(file) => {
                let _ = fs::remove_file(self.root.join(path(file)));
            }
            Step::CollectGarbage => {
                self.git(date, &["reflog", "expire", "--expire=now", "--all"]);
                self.git(date, &["gc", "-q", "--prune=now"]);
            }
            Step::MoveContent => {
                let to = if self.content == "content" { "profiles" } else { "content" };
                if self.git(date, &["mv", self.content, to]) {
                    self.content = to;
                    self.commit(date);
                }
            }
        }
        // Switching branches can undo the move.
        self.content = if self.root.join("profiles").is_dir() { "profiles" } else { "content" };
        fs::create_dir_all(self.root.join(self.content)).expect("creatable");
    }

    fn content(&self) -> std::path::PathBuf {
        self.root.join(self.content)
    }
}

fn dates(sources: &Sources) -> Vec<(String, Modified)> {
    sources.iter().map(|source| (source.path().to_owned(), source.modified().clone())).collect()
}

/// Returns the history as the cache reads it from its file.
pub(super) fn stored(sources: &Sources) -> History {
    let json = serde_json::to_string(&sources.history_to_store()).expect("JSON");
    serde_json::from_str(&json).expect("a history")
}

pub(super) fn assert_same(content: &Path, remembered: History) {
    let complete = Sources::from_disk(content, &Arc::default()).expect("readable");
    let extended = Sources::from_disk(content, &Arc::new(remembered)).expect("readable");
    assert_eq!(dates(&extended), dates(&complete));
    assert_eq!(extended.history_to_store(), complete.history_to_store());
}

fn check(root: &Path, steps: &[(Step, &str)]) -> Result<(), TestCaseError> {
    let mut repository = Repository::new(root);
    let read = |repository: &Repository| Sources::from_disk(&repository.content(), &Arc::default());
    let mut previous = read(&repository).expect("readable");
    let first = stored(&previous);
    for (step, date) in steps {
        repository.apply(step, date);
        let content = &repository.content();
        let complete = Sources::from_disk(content, &Arc::default()).expect("readable");
        for remembered in [stored(&previous), first.clone()] {
            let extended = Sources::from_disk(content, &Arc::new(remembered));
            let extended = extended.expect("readable");
            prop_assert_eq!(dates(&extended), dates(&complete), "after {:?}", step);
            prop_assert_eq!(
                extended.history_to_store(),
                complete.history_to_store(),
                "after {:?}",
                step
            );
        }
        let extended = Sources::from_disk(content, &previous.history).expect("readable");
        prop_assert_eq!(dates(&extended), dates(&complete), "after {:?}", step);
        previous = extended;
    }
    Ok(())
}

#[test]
fn gives_the_dates_of_a_complete_reading() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("history/random");
    let steps = proptest::collection::vec(step(), 1..16);
    let config = Config { cases: 12, failure_persistence: None, ..Config::default() };
    proptest!(config, |(steps in steps)| check(&root, &steps)?);
}

#[test]
fn follows_a_fetch_of_the_rest_of_a_shallow_clone() {
    let project = repository("history/remembered_original");
    for title in ["Architect", "Manager"] {
        project.write("content/consultants/bo.yaml", format!("{PROFILE}title: {title}\n"));
        commit(&project, DATES[2]);
    }
    let clone = Project::empty("history/remembered_shallow");
    fs::remove_dir_all(clone.root.join("content")).expect("removable");
    let url = format!("file://{}", project.root.display());
    git(&clone.root, "", &["clone", "-q", "--depth", "2", &url, "."]);
    let content = &clone.root.join("content");
    let shallow = Sources::from_disk(content, &Arc::default()).expect("readable");
    let modified = |path: &str| shallow.get(path).expect("listed").modified().clone();
    assert_eq!(modified("consultants/anna-berg.yaml"), Modified::CutOff);
    assert_eq!(modified("consultants/bo.yaml"), Modified::Committed(DATES[2].to_owned()));
    assert_same(content, stored(&shallow));
    clone.write("content/consultants/anna-berg.yaml", format!("{PROFILE}title: Architect\n"));
    commit(&clone, DATES[3]);
    assert_same(content, stored(&shallow));
    git(&clone.root, "", &["fetch", "-q", "--unshallow"]);
    assert_same(content, stored(&shallow));
}

#[test]
fn works_in_a_moved_project() {
    let project = repository("history/remembered_here");
    let remembered = stored(
        &Sources::from_disk(&project.root.join("content"), &Arc::default()).expect("readable"),
    );
    let moved = Project::empty("history/remembered_there");
    fs::remove_dir_all(&moved.root).expect("removable");
    fs::rename(&project.root, &moved.root).expect("movable");
    assert_same(&moved.root.join("content"), remembered.clone());
    // The history of another project has other commits.
    let other = repository("history/remembered_other");
    other.write("content/consultants/anna-berg.yaml", format!("{PROFILE}title: Architect\n"));
    commit(&other, DATES[3]);
    assert_same(&other.root.join("content"), remembered);
}

#[test]
fn reads_only_new_commits() {
    let project = repository("history/remembered_part");
    let content = &project.root.join("content");
    let remembered = stored(&Sources::from_disk(content, &Arc::default()).expect("readable"));
    let json = serde_json::to_string(&remembered).expect("JSON");
    // A date that is not in the repository shows which dates are read.
    let changed = json.replace("1767315845", "1900000000");
    assert_ne!(changed, json);
    project.write("content/consultants/bo.yaml", PROFILE);
    commit(&project, DATES[2]);
    let remembered = serde_json::from_str(&changed).expect("a history");
    let sources = Sources::from_disk(content, &Arc::new(remembered)).expect("readable");
    let date = |path: &str| sources.get(path).expect("listed").modified().clone();
    let committed = |date: &str| Modified::Committed(date.to_owned());
    assert_eq!(date("consultants/anna-berg.yaml"), committed("2030-03-17T19:46:40+02:00"));
    assert_eq!(date("consultants/bo.yaml"), committed(DATES[2]));
}

#[test]
fn stores_no_paths_and_no_dates_of_deleted_files() {
    let project = repository("history/remembered_privacy");
    project.write("content/site.yaml", "title: Nordvik Profiles\n");
    commit(&project, "2026-05-06T07:08:09Z");
    fs::remove_file(project.root.join("content/consultants/anna-berg.yaml")).expect("removable");
    commit(&project, "2026-06-07T08:09:10Z");
    let sources =
        Sources::from_disk(&project.root.join("content"), &Arc::default()).expect("readable");
    let json = serde_json::to_string(&sources.history_to_store()).expect("JSON");
    assert!(json.contains("1778051289"), "{json}");
    assert!(!json.contains("anna") && !json.contains("1780819750"), "{json}");
}

/// A cache can be damaged or come from elsewhere: its commit must not become an option of git.
#[test]
fn ignores_a_commit_that_is_not_an_object_name() {
    let project = repository("history/remembered_option");
    let content = &project.root.join("content");
    let json = serde_json::to_string(
        &Sources::from_disk(content, &Arc::default()).expect("readable").history_to_store(),
    );
    let mut json: serde_json::Value = serde_json::from_str(&json.expect("JSON")).expect("JSON");
    for commit in ["--all", "HEAD", "", "main"] {
        json["head"]["commit"] = commit.into();
        assert_same(content, serde_json::from_value(json.clone()).expect("a history"));
    }
}
