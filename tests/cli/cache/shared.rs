//! One cache for several projects, a project that moves, and a build beside the preview.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;

use super::{PHOTO, PROFILE, anna};
use crate::own_server::replace;
use crate::project::{Project, profile, text};
use crate::serve::Preview;

/// Returns what a build without a cache publishes.
fn expected(project: &Project) -> std::collections::BTreeMap<String, Vec<u8>> {
    project.succeed("build --no-cache --out reference/dist");
    project.files("reference/dist")
}

#[test]
fn two_projects_share_a_directory() {
    let projects = ["shared-a", "shared-b"].map(anna);
    replace(&projects[1], PROFILE, "Anna Berg", "Anna Lind");
    projects[1].write("content/consultants/bo-ek.yaml", profile("Bo Ek"));
    let cache = projects[0].root.join("cache");
    let expected: Vec<_> = projects.iter().map(expected).collect();
    for _ in 0..3 {
        let builds = projects.iter().map(|project| {
            let mut command = Command::new(cargo_bin("vitae"));
            command.current_dir(&project.root).args(["build", "--cache-dir"]).arg(&cache);
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("vitae runs")
        });
        for child in builds.collect::<Vec<_>>() {
            let output = child.wait_with_output().expect("vitae exits");
            assert!(output.status.success(), "{}", text(&output));
        }
        for (project, expected) in projects.iter().zip(&expected) {
            assert_eq!(project.files("dist"), *expected);
        }
    }
    // The other project is compiled last: nothing of a consultant who is inactive here returns.
    let inactive = profile("Anna Berg").replace("active: true", "active: false");
    projects[0].write(PROFILE, inactive);
    for project in [&projects[0], &projects[1], &projects[0]] {
        project.command("build --cache-dir").arg(&cache).assert().success();
    }
    let published = projects[0].files("dist");
    assert!(!published.keys().any(|path| path.contains("anna-berg")), "{:?}", published.keys());
}

#[test]
fn a_project_can_move() {
    let project = anna("moved-from");
    project.succeed("build");
    let root = project.root.with_file_name("moved-to");
    let _ = fs::remove_dir_all(&root);
    fs::rename(&project.root, &root).expect("moved");
    let moved = Project { root };
    moved.succeed("build");
    assert_eq!(moved.files("dist"), expected(&moved));
    replace(&moved, PROFILE, "Anna Berg", "Anna Lind");
    fs::remove_file(moved.root.join(PHOTO)).expect("removable");
    moved.succeed("build");
    assert_eq!(moved.files("dist"), expected(&moved));
}

#[test]
fn builds_beside_the_preview_publish_the_content() {
    let project = anna("beside-the-preview");
    project.succeed("build");
    let preview = Preview::start(&project.root, &[]);
    for name in ["Anna Ek", "Anna Holm", "Anna Lind"] {
        project.write(PROFILE, profile(name));
        project.succeed("build");
        assert_eq!(preview.get("/api/consultant-photo/anna-berg").status, 200);
        assert!(project.read("dist/api/consultant-public/anna-berg").contains(name));
    }
    let inactive = profile("Anna Berg").replace("active: true", "active: false");
    project.write(PROFILE, inactive);
    project.succeed("build");
    let mut status = 0;
    for _ in 0..200 {
        status = preview.get("/api/consultant-photo/anna-berg").status;
        if status == 404 {
            break;
        }
        sleep(Duration::from_millis(50));
    }
    assert_eq!(status, 404);
    assert_eq!(project.files("dist"), expected(&project));
}
