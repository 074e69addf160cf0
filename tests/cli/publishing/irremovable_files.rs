//! Files and directories that a build cannot remove.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

use crate::linters::required;
use crate::project::{Project, SITE, profile, text};

/// Returns a command that starts a program, given as its first argument, as a user who is subject to permissions. Root is
/// without capabilities; with one, root can read everything, so that the program can be in any directory.
fn subject_to_permissions(project: &Project) -> Command {
    // The test itself created this directory.
    let is_root = fs::metadata(&project.root).expect("metadata").uid() == 0;
    let mut command = Command::new(if is_root { "setpriv" } else { "env" });
    if is_root {
        command.arg("--bounding-set=-all,+dac_read_search");
    }
    command.current_dir(&project.root);
    command
}

/// Runs `vitae` as a user who is subject to permissions.
fn run(project: &Project, arguments: &str) -> Output {
    let mut command = subject_to_permissions(project);
    command.arg(cargo_bin("vitae")).args(arguments.split_whitespace());
    command.output().expect("a started process")
}

fn succeed(project: &Project, arguments: &str) {
    let output = run(project, arguments);
    assert!(output.status.success(), "{}", text(&output));
}

/// Runs `vitae`, asserts that the environment prevents its success, and returns what it printed.
fn fail(project: &Project, arguments: &str) -> String {
    let output = run(project, arguments);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    text(&output)
}

fn set_mode(project: &Project, path: &str, mode: u32) {
    fs::set_permissions(project.root.join(path), Permissions::from_mode(mode)).expect("settable");
}

/// Creates a site with 24 consultants, from `consultant-0` on. Returns `None` if no user is subject to permissions.
fn site(name: &str) -> Option<Project> {
    let project = Project::empty(name);
    project.write("content/site.yaml", format!("{}cache_seconds: 300\n", SITE));
    for number in 0..24 {
        project.write(&format!("content/consultants/consultant-{number}.yaml"), profile("Bo Lind"));
    }
    let output = subject_to_permissions(&project).arg("true").output();
    let is_possible = output.is_ok_and(|output| output.status.success());
    required(is_possible.then_some(project), "root cannot drop capabilities with `setpriv`")
}

/// Makes the directory removable again, even after a failed test.
fn reset(name: &str) {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for entry in walkdir::WalkDir::new(root).into_iter().flatten() {
        if entry.file_type().is_dir() {
            fs::set_permissions(entry.path(), Permissions::from_mode(0o755)).expect("settable");
        }
    }
}

#[test]
fn each_withdrawal_is_tried_even_if_another_fails() {
    let name = "irremovable/withdrawn";
    reset(name);
    let Some(project) = site(name) else { return };
    succeed(&project, "build");
    for number in 2..24 {
        let path = format!("content/consultants/consultant-{number}.yaml");
        fs::remove_file(project.root.join(path)).expect("removable");
    }
    project.write("content/consultants/new-one.yaml", profile("New One"));
    // The files in this directory are the first ones to be removed.
    set_mode(&project, "dist/_internal/json-resume", 0o555);
    let before = project.files("dist");
    let said = fail(&project, "build");
    assert!(said.contains("22 withdrawn files cannot be removed"), "{said}");
    assert!(said.contains("dist/_internal/json-resume/consultant-7.json: "), "{said}");
    let named = said.matches("dist/_internal/json-resume/consultant-").count();
    assert_eq!(named, 22, "{said}");
    assert!(!said.contains("api/consultant-public/"), "{said}");
    let after = project.files("dist");
    let is_withdrawn = |path: &str| {
        let number = path.strip_prefix("api/consultant-public/consultant-");
        number.is_some_and(|number| number != "0" && number != "1")
    };
    let mut expected = before;
    expected.retain(|path, _| !is_withdrawn(path));
    assert_eq!(expected, after, "only withdrawn files have changed");
    set_mode(&project, "dist/_internal/json-resume", 0o755);
    succeed(&project, "build");
    succeed(&project, "build --out fresh");
    assert_eq!(project.files("dist"), project.files("fresh"));
}

#[test]
fn names_a_staged_file_that_cannot_be_removed() {
    let name = "irremovable/staged";
    reset(name);
    let Some(project) = site(name) else { return };
    project.write(".dist.vitae/files/private/old.txt", "old");
    set_mode(&project, ".dist.vitae/files/private", 0o555);
    let said = fail(&project, "build");
    assert!(said.contains("cannot remove") && said.contains(".dist.vitae/files"), "{said}");
    assert!(!project.root.join("dist").exists());
    set_mode(&project, ".dist.vitae/files/private", 0o755);
    succeed(&project, "build");
    assert!(!project.root.join(".dist.vitae").exists());
}
