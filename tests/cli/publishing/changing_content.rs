//! Content that an editor saves, in pieces, while a build reads it.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::Duration;

use vitae::source::Sources;

use crate::project::{Project, profile, text};

#[test]
fn a_profile_is_published_whole() {
    let project = Project::site("changing-content");
    for number in 0..40 {
        project.write(&format!("content/consultants/other-{number}.yaml"), profile("Bo Ek"));
    }
    let start = profile("Anna Berg");
    let end = "title: Architect\nbio_short: Designs systems.\n";
    let path = project.root.join("content/consultants/anna-berg.yaml");
    fs::write(&path, format!("{start}{end}")).expect("writable");
    project.succeed("build");
    let is_done = AtomicBool::new(false);
    let builds: Vec<_> = scope(|threads| {
        threads.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                let mut file = OpenOptions::new().write(true).truncate(true).open(&path);
                let file = file.as_mut().expect("writable");
                for piece in [start.as_str(), end] {
                    file.write_all(piece.as_bytes()).expect("writable");
                    sleep(Duration::from_millis(2));
                }
                sleep(Duration::from_millis(300));
            }
        });
        let build = |_| {
            let output = project.run("build");
            (output, fs::read_to_string(project.root.join("dist/api/consultant-public/anna-berg")))
        };
        let builds = (0..40).map(build).collect();
        is_done.store(true, Ordering::Relaxed);
        builds
    });
    let mut published = 0;
    for (output, profile) in builds {
        let said = text(&output);
        match output.status.code() {
            Some(0) => published += 1,
            // On a busy machine, the file can be empty for longer than a build.
            Some(1) => assert!(said.contains("error[empty-file]"), "{said}"),
            code => assert!(code == Some(2) && said.contains("keeps changing"), "{said}"),
        }
        let profile = profile.expect("a published profile");
        assert!(profile.contains("Designs systems."), "a part was published: {said}");
    }
    assert!(published > 20, "{published} of 40 builds published the content");
}

/// An editor renames the old file and writes the new one. The content is listed in between, and read
/// when the new file exists. The project's git writes it, because the content is listed before git
/// runs.
#[cfg(unix)]
#[test]
fn a_profile_that_is_absent_from_the_listing_is_published() {
    let project = Project::site("changing-content-absent");
    let path = project.root.join("content/consultants/anna-berg.yaml");
    crate::project::git(&project.root, "", &["init", "-q"]);
    let script = "#!/bin/sh\nPATH=${PATH#*:}\n[ -e \"$PROFILE\" ] || cp profile \"$PROFILE\"\n\
                  exec git \"$@\"\n";
    crate::project::install(&project.root.join("bin/git"), script);
    project.write("profile", profile("Anna Berg"));
    let paths = std::env::var("PATH").expect("UTF-8");
    let mut command = project.command("build");
    command.env("PROFILE", &path);
    command.env("PATH", format!("{}:{paths}", project.root.join("bin").display()));
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", text(&output));
    let published = project.read("dist/api/consultant-public/anna-berg");
    assert!(published.contains("Anna Berg"), "{published}");
}

#[test]
fn added_and_removed_files_are_changes() {
    let project = Project::site("changing-content-files");
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    let list = || Sources::listed(&project.root.join("content")).expect("readable");
    let sources = list();
    assert!(!sources.have_changed());
    project.write("content/consultants/.anna-berg.yaml.swp", "");
    assert!(!sources.have_changed(), "hidden files are not listed");
    project.write("content/consultants/bo.yaml", profile("Bo Ek"));
    assert!(sources.have_changed());
    let sources = list();
    fs::remove_file(project.root.join("content/consultants/bo.yaml")).expect("removable");
    assert!(sources.have_changed());
    let sources = list();
    fs::remove_dir_all(project.root.join("content")).expect("removable");
    assert!(sources.have_changed());
}
