//! The build plugin for Netlify keeps `.vitae` from one build to the next.
//!
//! Runs Netlify's own build program. `.ci/run` installs it; so does `npm ci --ignore-scripts` in
//! `tests/conformance/netlify/dev`. The test is skipped without it, and fails with `VITAE_REQUIRE_ALL=1`.

#![cfg(unix)]

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::linters::installed;
use crate::project::{Project, copy, install, repository, text};

/// In place of vitae and Cargo: prints what earlier builds left in `.vitae`, adds a line, and fails if
/// the file `fail` exists.
const PROGRAM: &str = concat!(
    "#!/bin/sh\ncase $1 in --version) echo 'vitae ",
    env!("CARGO_PKG_VERSION"),
    "'; exit ;; esac\nwc -l >earlier <.vitae/bin/builds\n\
     mkdir -p .vitae/bin dist\necho >>.vitae/bin/builds\n[ ! -e fail ]\n"
);

/// Runs Netlify's build in a fresh checkout. Returns how many builds left something in `.vitae`, and
/// whether the build succeeded.
fn build(project: &Project, netlify: &Path) -> (usize, bool) {
    let _ = fs::remove_dir_all(project.root.join(".vitae"));
    let path = env::var_os("PATH").expect("PATH");
    let path = [project.root.join("programs")].into_iter().chain(env::split_paths(&path));
    let output = Command::new(netlify)
        .current_dir(&project.root)
        .args(["--offline", "--config", "netlify.toml", "--repositoryRoot"])
        .arg(&project.root)
        .env("PATH", env::join_paths(path).expect("a path"))
        .output()
        .expect("it runs");
    let earlier = fs::read_to_string(project.root.join("earlier"));
    let earlier = earlier.unwrap_or_else(|error| panic!("{error}: {}", text(&output)));
    let _ = fs::remove_file(project.root.join("earlier"));
    (earlier.trim().parse().unwrap_or(0), output.status.success())
}

/// Tests that the second of two builds finds what the first one left, which `fails` or succeeds.
fn assert_keeps_the_cache(project: &Project, program: &str, fails: bool) {
    let netlify =
        repository().join("tests/conformance/netlify/dev/node_modules/.bin/netlify-build");
    let how = "npm ci --ignore-scripts, in tests/conformance/netlify/dev";
    let Some(netlify) = installed(&netlify, how) else {
        return;
    };
    let path = format!("programs/{program}");
    install(&project.root.join(path), PROGRAM);
    if fails {
        project.write("fail", "");
    }
    assert_eq!(build(project, &netlify), (0, !fails));
    let _ = fs::remove_file(project.root.join("fail"));
    assert_eq!(build(project, &netlify), (1, true));
}

#[test]
fn plugin_keeps_the_cache_of_a_new_project() {
    let parent = Project::empty("netlify-cache/new");
    parent.succeed("init site --host netlify");
    assert_keeps_the_cache(&Project { root: parent.root.join("site") }, "vitae", true);
}

#[test]
fn plugin_keeps_the_cache_of_this_repository() {
    let project = Project::empty("netlify-cache/repository");
    let plugin = "templates/hosts/netlify/project/netlify";
    copy(&repository().join(plugin), &project.root.join(plugin));
    project.write("netlify.toml", fs::read(repository().join("netlify.toml")).expect("readable"));
    assert_keeps_the_cache(&project, "cargo", false);
}
