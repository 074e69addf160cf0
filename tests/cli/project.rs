//! A project in a folder of its own, to run the program in.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::{env, fs};

use assert_cmd::Command;

/// The smallest `site.yaml`.
pub(crate) const SITE: &str = "\
title: Nordvik Profiles
description: Public profiles of consultants.
contact: {name: Nordvik AB, email: profiles@example.com}
license: {name: Terms of use, url: https://example.com/terms}
accepted_gaps: [trailing-slash, encoded-slash, refused-methods]
";

/// The smallest active profile.
pub(crate) fn profile(name: &str) -> String {
    format!("active: true\nname: {name}\nlast_modified: 2026-03-14T09:30:00+01:00\n")
}

/// A project: a folder with a folder `content`.
pub(crate) struct Project {
    pub(crate) root: PathBuf,
}

impl Project {
    /// An empty folder for the test `name`.
    pub(crate) fn empty(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        if root.exists() {
            fs::remove_dir_all(&root).expect("the former run's folder goes");
        }
        fs::create_dir_all(root.join("content/consultants")).expect("a folder");
        fs::create_dir_all(root.join("content/photos")).expect("a folder");
        Self { root }
    }

    /// A site without consultants.
    pub(crate) fn site(name: &str) -> Self {
        let project = Self::empty(name);
        project.write("content/site.yaml", SITE);
        project
    }

    /// A copy of this repository's own content.
    pub(crate) fn sample(name: &str) -> Self {
        let project = Self::empty(name);
        copy(&repository().join("content"), &project.root.join("content"));
        project
    }

    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("writable");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        let path = self.root.join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The program with arguments separated by spaces, in the project's folder.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::cargo_bin("vitae").expect("the program");
        command
            .current_dir(&self.root)
            .args(arguments.split_whitespace());
        command
    }

    pub(crate) fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().expect("it runs")
    }

    /// Runs the program, which has to succeed.
    pub(crate) fn succeed(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{}", text(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Every file below `folder` with its bytes, by path.
    pub(crate) fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        files(&self.root.join(folder))
    }
}

/// Runs git, which has to succeed, with `date` as the committer's; the author's is another one.
pub(crate) fn git(folder: &Path, date: &str, arguments: &[&str]) {
    let output = std::process::Command::new("git")
        .current_dir(folder)
        .args([
            "-c",
            "user.name=Editor",
            "-c",
            "user.email=editor@example.com",
        ])
        .args(arguments)
        .env("GIT_COMMITTER_DATE", date)
        .env("GIT_AUTHOR_DATE", "2001-01-01T00:00:00Z")
        .output()
        .expect("git");
    assert!(
        output.status.success(),
        "git {arguments:?}: {}",
        text(&output)
    );
}

/// This repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Everything a run said.
pub(crate) fn text(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let stdout = String::from_utf8_lossy(&output.stdout);
    format!("exit code {:?}\n{stderr}{stdout}", output.status.code())
}

/// Every file below `folder` with its bytes, by path; none where there is no folder.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    if !folder.exists() {
        return BTreeMap::new();
    }
    let entries = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.expect("listable"));
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry
                .path()
                .strip_prefix(folder)
                .expect("below")
                .display()
                .to_string();
            (path, fs::read(entry.path()).expect("readable"))
        })
        .collect()
}

/// Copies a folder with everything in it.
pub(crate) fn copy(from: &Path, to: &Path) {
    for (path, bytes) in files(from) {
        let to = to.join(path);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::write(to, bytes).expect("writable");
    }
}
