//! Temporary projects, and runs of the program in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::{env, fs};

use assert_cmd::Command;
use serde_json::Value as Json;

/// The smallest `site.yaml`.
pub(crate) const SITE: &str = "\
title: Nordvik Profiles
description: Public profiles of consultants.
contact: {name: Nordvik AB, email: profiles@example.com}
license: {name: Terms of use, url: https://example.com/terms}
";

/// Ends a truncated JPEG so that its structure is complete but decoding fails: a code that is in no
/// Huffman table, and an end marker.
pub(crate) const UNDECODABLE_END: [u8; 10] = [0xFF, 0, 0xFF, 0, 0xFF, 0, 0xFF, 0, 0xFF, 0xD9];

/// The smallest active profile.
pub(crate) fn profile(name: &str) -> String {
    format!("active: true\nname: {name}\nlast_modified: 2026-03-14T09:30:00+01:00\n")
}

/// The day of compilations in the process of a test.
pub(crate) fn day() -> vitae::model::day::Day {
    "2026-11-24".parse().expect("a day")
}

/// A directory with a `content` directory. It is kept after the test, so that you can look into it.
pub(crate) struct Project {
    pub(crate) root: PathBuf,
}

impl Project {
    /// Creates a project without content. `name` is its path below `target/tmp`, or below
    /// `VITAE_TEST_DIRECTORY`, which keeps two processes that run the same tests apart.
    pub(crate) fn empty(name: &str) -> Self {
        let directory = env::var_os("VITAE_TEST_DIRECTORY");
        let root = directory.unwrap_or_else(|| env!("CARGO_TARGET_TMPDIR").into());
        let root = Path::new(&root).join(name);
        if root.exists() {
            fs::remove_dir_all(&root).expect("a removable directory");
        }
        fs::create_dir_all(root.join("content/consultants")).expect("a directory");
        fs::create_dir_all(root.join("content/photos")).expect("a directory");
        Self { root }
    }

    /// Creates a project without consultants.
    pub(crate) fn site(name: &str) -> Self {
        let project = Self::empty(name);
        project.write("content/site.yaml", SITE);
        project
    }

    /// Creates a copy of this repository's content.
    pub(crate) fn sample(name: &str) -> Self {
        let project = Self::empty(name);
        copy(&repository().join("content"), &project.root.join("content"));
        project
    }

    /// Creates a copy of this repository's content with one photo, a small one. Resizing the other
    /// photos takes most of the time of a build.
    pub(crate) fn sample_with_one_photo(name: &str) -> Self {
        let project = Self::sample(name);
        for path in project.files("content/photos").into_keys() {
            if path != "amara-ndukwe.jpg" {
                fs::remove_file(project.root.join("content/photos").join(path)).expect("removable");
            }
        }
        project
    }

    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, bytes).expect("writable");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        let path = self.root.join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Returns a command that runs `vitae` in the project. Spaces separate the arguments.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::cargo_bin("vitae").expect("the binary");
        command.current_dir(&self.root).args(arguments.split_whitespace());
        command
    }

    pub(crate) fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().expect("a started process")
    }

    /// Runs `vitae` and returns its standard output. Panics if it fails.
    pub(crate) fn succeed(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{}", text(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Writes profiles, given as YAML by identifier, and runs `vitae check`. Returns the
    /// diagnostics of each profile as JSON.
    pub(crate) fn check_profiles(
        &self,
        profiles: &BTreeMap<String, String>,
    ) -> BTreeMap<String, Vec<Json>> {
        let path = |id: &String| format!("content/consultants/{id}.yaml");
        for (id, yaml) in profiles {
            self.write(&path(id), yaml);
        }
        let output = self.run("check --format json");
        let document: Json = serde_json::from_slice(&output.stdout).expect("JSON");
        let diagnostics = document["diagnostics"].as_array().expect("a list");
        let of_profile = |id: &String| {
            let of_file = diagnostics.iter().filter(|d| d["file"] == path(id));
            of_file.cloned().collect()
        };
        profiles.keys().map(|id| (id.clone(), of_profile(id))).collect()
    }

    /// Reads all files below a directory, by path.
    pub(crate) fn files(&self, directory: &str) -> BTreeMap<String, Vec<u8>> {
        files(&self.root.join(directory))
    }
}

/// Runs git with `date` as the committer date and a different author date. Panics if it fails.
pub(crate) fn git(directory: &Path, date: &str, arguments: &[&str]) {
    let output = std::process::Command::new("git")
        .current_dir(directory)
        .args(["-c", "user.name=Editor", "-c", "user.email=editor@example.com"])
        .args(arguments)
        .env("GIT_COMMITTER_DATE", date)
        .env("GIT_AUTHOR_DATE", "2001-01-01T00:00:00Z")
        .output()
        .expect("git");
    assert!(output.status.success(), "git {arguments:?}: {}", text(&output));
}

/// Returns the root of this repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the exit code and everything that a run printed.
pub(crate) fn text(output: &Output) -> String {
    format!("exit code {:?}\n{}", output.status.code(), printed(output))
}

/// Returns everything that a run printed: standard error, then standard output.
pub(crate) fn printed(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let stdout = String::from_utf8_lossy(&output.stdout);
    format!("{stderr}{stdout}")
}

/// Reads all files below a directory, by path. A missing directory has no files.
pub(crate) fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    if !directory.exists() {
        return BTreeMap::new();
    }
    let entries = walkdir::WalkDir::new(directory)
        .into_iter()
        .map(|entry| entry.expect("a readable directory"));
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry
                .path()
                .strip_prefix(directory)
                .expect("a path below the directory")
                .display()
                .to_string();
            (path, fs::read(entry.path()).expect("readable"))
        })
        .collect()
}

/// Writes an executable program. Another process writes the file: a program that is open for writing cannot be started,
/// and programs that other tests start inherit the open files of this process for a moment.
pub(crate) fn install(path: &Path, program: &str) {
    let text = path.with_extension("text");
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    fs::write(&text, program).expect("writable");
    let status =
        std::process::Command::new("install").args(["-m", "755"]).args([&text, path]).status();
    assert!(status.is_ok_and(|status| status.success()), "install {}", path.display());
    fs::remove_file(text).expect("removable");
}

/// Copies a directory with everything in it. A missing directory has no files.
pub(crate) fn copy(from: &Path, to: &Path) {
    for (path, bytes) in files(from) {
        let to = to.join(path);
        fs::create_dir_all(to.parent().expect("a directory")).expect("a directory");
        fs::write(to, bytes).expect("writable");
    }
}
