//! Creating new files without replacing existing ones.

use std::path::PathBuf;

use vitae::publish::create_files;

use crate::project::{Project, files};

fn new_files(project: &Project, paths: &[&str]) -> Vec<(PathBuf, Vec<u8>)> {
    let file = |path: &&str| (project.root.join(path), b"new".to_vec());
    paths.iter().map(file).collect()
}

#[test]
fn creates_files_and_parent_directories() {
    let project = Project::empty("creating/directories");
    let new = new_files(&project, &["a.txt", "new/b.txt", "new/deep/c.txt"]);
    create_files(&project.root, &new).expect("created");
    let existing = files(&project.root);
    let paths: Vec<&str> = existing.keys().map(String::as_str).collect();
    assert_eq!(paths, ["a.txt", "new/b.txt", "new/deep/c.txt"]);
    assert!(existing.values().all(|bytes| bytes == b"new"));
}

#[test]
fn creates_nothing_if_one_file_exists() {
    let project = Project::empty("creating/taken");
    project.write("taken/c.txt", "old");
    let new = new_files(&project, &["a.txt", "new/b.txt", "taken/c.txt"]);
    let error = create_files(&project.root, &new).expect_err("taken");
    assert!(error.to_string().contains("taken/c.txt"), "{error}");
    assert_eq!(project.read("taken/c.txt"), "old");
    assert_eq!(files(&project.root).len(), 1);
}

#[cfg(unix)]
#[test]
fn does_not_replace_broken_symbolic_links() {
    let project = Project::empty("creating/link");
    let elsewhere = project.root.join("elsewhere");
    std::os::unix::fs::symlink(&elsewhere, project.root.join("a.txt")).expect("a link");
    create_files(&project.root, &new_files(&project, &["a.txt"])).expect_err("taken");
    assert!(!elsewhere.exists());
}
