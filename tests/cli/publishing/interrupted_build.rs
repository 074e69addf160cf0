//! Builds that a signal interrupts.

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;

use crate::project::{Project, profile, text};

fn kill(child: &Child, signal: &str) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(status.expect("`kill` runs").success());
}

/// Starts a build, and sends a signal as soon as a file is staged.
fn interrupt(project: &Project, signal: &str) -> Output {
    let mut command = Command::new(cargo_bin("vitae"));
    command.current_dir(&project.root).args(["build", "--no-cache"]);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("vitae runs");
    let staged = project.root.join(".dist.vitae/files/api");
    while !staged.exists() {
        assert!(child.try_wait().expect("a status").is_none(), "the build was too fast");
        sleep(Duration::from_millis(1));
    }
    kill(&child, signal);
    child.wait_with_output().expect("vitae exits")
}

fn write_profiles(project: &Project, name: &str) {
    for number in 0..1_500 {
        let path = format!("content/consultants/consultant-{number}.yaml");
        project.write(&path, profile(name));
    }
}

#[test]
fn completes_what_it_publishes() {
    let project = Project::site("interrupted-publishing");
    write_profiles(&project, "Anna Berg");
    project.succeed("build --no-cache");
    let manifest = project.root.join("dist/_internal/manifest");
    let written = || fs::metadata(&manifest).and_then(|file| file.modified()).expect("a time");
    write_profiles(&project, "Anna Borg");
    project.write("content/consultants/bo-lind.yaml", profile("Bo Lind"));
    let before = written();
    let mut command = Command::new(cargo_bin("vitae"));
    command.current_dir(&project.root).args(["build", "--no-cache"]);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("vitae runs");
    while written() == before {
        assert!(child.try_wait().expect("a status").is_none(), "the build was too fast");
    }
    // The second signal ends the build no earlier.
    for _ in 0..2 {
        kill(&child, "-TERM");
    }
    let output = child.wait_with_output().expect("vitae exits");
    let said = text(&output);
    assert_eq!(output.status.code(), Some(143), "{said}");
    assert!(said.contains("error: SIGTERM: the site had been published before\n"), "{said}");
    let found = project.files("dist");
    project.succeed("build --no-cache --out fresh");
    assert_eq!(found, project.files("fresh"));
}

#[test]
fn removes_what_it_staged_and_changes_nothing() {
    let project = Project::site("interrupted");
    write_profiles(&project, "Anna Berg");
    for (signal, name, code) in [("-TERM", "SIGTERM", 143), ("-INT", "SIGINT", 130)] {
        let output = interrupt(&project, signal);
        assert_eq!(output.status.code(), Some(code), "{}", text(&output));
        let expected = format!("error: {name}: nothing was published\n");
        assert!(text(&output).ends_with(&expected), "{}", text(&output));
        let mut names = fs::read_dir(&project.root).expect("readable");
        let left = names.find(|entry| entry.as_ref().expect("an entry").file_name() != "content");
        assert!(left.is_none(), "{left:?}");
    }
    project.succeed("build --no-cache");
}
