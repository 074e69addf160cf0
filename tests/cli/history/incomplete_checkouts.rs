//! Checkouts that lack files of the content: a build would withdraw the consultants and photos in them.

use std::fs;
use std::path::Path;

use super::{PROFILE, commit, merged, repository};
use crate::project::{Project, SITE, git, text};

const COMMANDS: [&str; 6] = [
    "build",
    "check --deny warnings",
    "check --format json",
    "due",
    "diff HEAD",
    "verify http://127.0.0.1:9",
];

/// Runs the commands that read the whole content, and asserts that each one refuses it and changes nothing.
fn assert_refused(project: &Project, expected: &[&str]) {
    let published = project.root.join("dist").exists().then(|| project.files("dist"));
    for command in COMMANDS {
        let output = project.run(command);
        let printed = text(&output);
        assert_eq!(output.status.code(), Some(2), "{command}: {printed}");
        for part in expected {
            assert!(printed.contains(part), "{command}: {printed}");
        }
    }
    assert_eq!(project.root.join("dist").exists().then(|| project.files("dist")), published);
}

#[test]
fn rejects_a_sparse_checkout_without_files_of_the_content() {
    let project = merged("history/sparse");
    project.write("notes/plan.txt", "later");
    commit(&project, "2026-01-08T00:00:00Z");
    project.succeed("build");
    let published = project.files("dist");
    git(
        &project.root,
        "",
        &["sparse-checkout", "set", "--no-cone", "/content/*", "!/content/*/bo.yaml"],
    );
    let assert_lacks = |absent: &str| {
        let message = format!("lacks files of the content, such as {absent}");
        assert_refused(&project, &[&message, "`git sparse-checkout disable`"]);
        assert_eq!(project.files("dist"), published);
    };
    assert_lacks("consultants/bo.yaml");
    // Files outside of the content may be absent.
    git(&project.root, "", &["sparse-checkout", "set", "--cone", "content"]);
    assert!(!project.root.join("notes").exists());
    project.succeed("build");
    assert_eq!(project.files("dist"), published);
    // In a sparse index, a directory is one entry.
    git(&project.root, "", &["sparse-checkout", "set", "--cone", "--sparse-index", "notes"]);
    project.write("content/site.yaml", SITE);
    assert_lacks("consultants/anna-berg.yaml");
    git(&project.root, "", &["sparse-checkout", "disable"]);
    project.write("content/consultants/anna-berg.yaml", format!("{PROFILE}title: Architect\n"));
    project.succeed("build");
}

/// Git marks a file as skipped, too, if its local changes are to be ignored.
#[test]
fn a_skipped_file_that_is_there_is_read() {
    let project = repository("history/skipped");
    git(
        &project.root,
        "",
        &["update-index", "--skip-worktree", "content/consultants/anna-berg.yaml"],
    );
    project.succeed("build");
    fs::remove_file(project.root.join("content/consultants/anna-berg.yaml")).expect("removable");
    assert_refused(&project, &["lacks files of the content"]);
}

/// Adds the files of a directory of the content as a submodule in its place, and commits it.
fn make_submodule(project: &Project, path: &str) {
    let moved = project.root.with_extension("submodule");
    let _ = fs::remove_dir_all(&moved);
    fs::rename(project.root.join(path), &moved).expect("movable");
    git(&moved, "", &["init", "-q", "-b", "main"]);
    git(&moved, "", &["add", "."]);
    git(&moved, "2026-01-09T00:00:00Z", &["commit", "-qm", "Move"]);
    git(&project.root, "", &["rm", "-rq", "--cached", path]);
    add_submodule(project, &moved, path);
    commit(project, "2026-01-09T00:00:00Z");
}

fn add_submodule(project: &Project, from: &Path, path: &str) {
    let from = from.display().to_string();
    let local = ["-c", "protocol.file.allow=always"];
    git(&project.root, "", &[&local[..], &["submodule", "--quiet", "add", &from, path]].concat());
}

fn clone(project: &Project) -> Project {
    let root = project.root.with_extension("clone");
    let _ = fs::remove_dir_all(&root);
    let [from, to] = [&project.root, &root].map(|path| path.display().to_string());
    git(&project.root, "", &["clone", "-q", &from, &to]);
    Project { root }
}

fn update(clone: &Project) {
    let update = ["submodule", "--quiet", "update", "--init"];
    git(&clone.root, "", &[&["-c", "protocol.file.allow=always"][..], &update].concat());
}

const UPDATE: [&str; 2] = ["`git submodule update --init --recursive`", "`submodules: recursive`"];

#[test]
fn rejects_submodules_that_are_not_checked_out() {
    for (number, path) in
        ["content/consultants", "content/photos", "content/translations", "content", "data"]
            .iter()
            .enumerate()
    {
        let project = repository(&format!("history/submodules/{number}"));
        project.write("content/photos/desktop.ini", "");
        project.write("content/translations/sv/consultants/anna-berg.yaml", "title: Arkitekt\n");
        if *path == "data" {
            fs::create_dir(project.root.join("data")).expect("a directory");
            fs::rename(project.root.join("content"), project.root.join("data/content"))
                .expect("movable");
        }
        commit(&project, "2026-01-08T00:00:00Z");
        make_submodule(&project, path);
        let clone = clone(&project);
        let name = match path.strip_prefix("content/") {
            Some(name) => format!("`{name}` is a submodule that is not checked out"),
            None => "is a submodule that is not checked out".to_owned(),
        };
        let expected = [&*name, UPDATE[0], UPDATE[1]];
        if *path == "data" {
            let output = text(&clone.run("build --content data/content"));
            assert!(expected.iter().all(|part| output.contains(part)), "{output}");
            update(&clone);
            clone.succeed("build --content data/content");
            continue;
        }
        assert_refused(&clone, &expected);
        // An interrupted update leaves no directory.
        let directory = clone.root.join(path);
        if *path != "content" {
            fs::remove_dir(&directory).expect("an empty directory");
            assert_refused(&clone, &expected);
        }
        update(&clone);
        match *path {
            "content" => drop(clone.succeed("build")),
            _ => assert_refused(
                &clone,
                &["its history, with the dates, is another one", "one submodule"],
            ),
        }
    }
}

#[test]
fn a_submodule_that_was_removed_is_a_deletion() {
    let project = repository("history/submodules/removed");
    project.write("content/photos/desktop.ini", "");
    commit(&project, "2026-01-08T00:00:00Z");
    make_submodule(&project, "content/photos");
    assert_refused(&project, &["`photos` is a submodule"]);
    git(&project.root, "", &["rm", "-q", "content/photos"]);
    project.succeed("build");
}

#[test]
fn submodules_that_no_build_reads_are_ignored() {
    let project = repository("history/submodules/ignored");
    let other = repository("history/submodules/other");
    for path in ["docs", "content/.theme", "content/schema"] {
        let _ = fs::remove_dir_all(project.root.join(path));
        add_submodule(&project, &other.root, path);
    }
    commit(&project, "2026-01-08T00:00:00Z");
    let clone = clone(&project);
    clone.succeed("build");
    clone.succeed("diff HEAD");
}

/// The files of a submodule are not in the commits that contain it.
#[test]
fn a_comparison_names_the_submodule_of_a_commit() {
    let project = repository("history/submodules/diff");
    make_submodule(&project, "content/consultants");
    git(&project.root, "", &["rm", "-q", "content/consultants"]);
    project.write("content/consultants/anna-berg.yaml", PROFILE);
    commit(&project, "2026-01-10T00:00:00Z");
    for command in ["diff HEAD~1", "diff HEAD --head HEAD~1"] {
        let output = project.run(command);
        assert_eq!(output.status.code(), Some(2), "{command}: {}", text(&output));
        let expected = "`content/consultants` is a submodule, whose files";
        assert!(text(&output).contains(expected), "{command}: {}", text(&output));
    }
    project.succeed("diff HEAD~2");
}

/// A warm cache does not hide that a file is a placeholder.
#[test]
fn rejects_placeholders_of_git_lfs() {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1204\n";
    for path in
        ["content/consultants/anna-berg.yaml", "content/site.yaml", "content/photos/anna-berg.jpg"]
    {
        let project = Project::sample_with_one_photo("history/lfs");
        fs::rename(
            project.root.join("content/consultants/amara-ndukwe.yaml"),
            project.root.join("content/consultants/anna-berg.yaml"),
        )
        .expect("movable");
        project.succeed("build");
        let published = project.files("dist");
        project.write(path, pointer);
        for command in ["check", "build", "diff dist"] {
            let printed = text(&project.run(command));
            assert!(printed.contains("a Git LFS placeholder"), "{command}: {printed}");
            assert!(
                printed.contains("`git lfs pull`") && printed.contains("`lfs: true`"),
                "{printed}"
            );
            assert!(!printed.contains("active: false"), "{printed}");
        }
        assert_eq!(project.files("dist"), published);
    }
}
