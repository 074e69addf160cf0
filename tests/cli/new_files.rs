//! New files: all or none, and never in place of another.

use std::error::Error as _;
use std::path::PathBuf;

use vitae::publish::create_files;

use crate::project::{Project, files};

fn new_files(project: &Project, paths: &[&str]) -> Vec<(PathBuf, Vec<u8>)> {
    let file = |path: &&str| (project.root.join(path), b"new".to_vec());
    paths.iter().map(file).collect()
}

#[test]
fn files_are_created_with_their_folders() {
    let project = Project::empty("creating/folders");
    let wanted = new_files(&project, &["a.txt", "new/b.txt", "new/deep/c.txt"]);
    create_files(&wanted).expect("created");
    let there = files(&project.root);
    let paths: Vec<&str> = there.keys().map(String::as_str).collect();
    assert_eq!(paths, ["a.txt", "new/b.txt", "new/deep/c.txt"]);
    assert!(there.values().all(|bytes| bytes == b"new"));
}

#[test]
fn nothing_is_created_where_one_file_is_there() {
    let project = Project::empty("creating/taken");
    project.write("taken/c.txt", "old");
    let wanted = new_files(&project, &["a.txt", "new/b.txt", "taken/c.txt"]);
    let error = create_files(&wanted).expect_err("taken");
    assert!(error.to_string().contains("taken/c.txt"), "{error}");
    assert_eq!(project.read("taken/c.txt"), "old");
    assert_eq!(files(&project.root).len(), 1);
}

#[test]
fn what_was_created_goes_when_the_rest_fails() {
    let project = Project::empty("creating/failing");
    // The second file would lie in the first.
    let wanted = new_files(&project, &["new/a", "new/a/b"]);
    let error = create_files(&wanted).expect_err("not a folder");
    assert!(error.source().is_some(), "{error}");
    assert!(!project.root.join("new").exists());
    assert!(files(&project.root).is_empty());
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_no_free_place() {
    let project = Project::empty("creating/link");
    let elsewhere = project.root.join("elsewhere");
    std::os::unix::fs::symlink(&elsewhere, project.root.join("a.txt")).expect("a link");
    create_files(&new_files(&project, &["a.txt"])).expect_err("taken");
    assert!(!elsewhere.exists());
}
