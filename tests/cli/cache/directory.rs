//! Where the cache is.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use super::{CACHE, PROFILE, anna};
use crate::project::{Project, text};

#[test]
fn options_and_the_environment_choose_the_directory() {
    let project = anna("options");
    project.succeed("build --no-cache");
    assert!(!project.root.join(".vitae").exists());
    project.succeed("build --cache-dir elsewhere");
    assert!(!project.root.join(".vitae").exists());
    assert!(project.root.join("elsewhere/vitae-cache/rows").exists());
    for (arguments, used) in
        [("check", true), ("check --no-cache", false), ("check --cache-dir x", false)]
    {
        let _ = fs::remove_dir_all(project.root.join("from-environment"));
        let output = project.command(arguments).env("VITAE_CACHE_DIR", "from-environment").output();
        assert!(output.expect("vitae runs").status.success());
        let rows = project.root.join("from-environment/vitae-cache/rows");
        assert_eq!(rows.exists(), used, "{arguments}");
    }
    assert!(!project.root.join(".vitae").exists());
}

#[test]
fn default_directory_is_beside_the_content() {
    let project = anna("default-directory");
    fs::create_dir(project.root.join("content/below")).expect("creatable");
    for content in ["content", "./content", "content/.", "content/below/.."] {
        let _ = fs::remove_dir_all(project.root.join(".vitae"));
        project.succeed(&format!("check --content {content}"));
        assert!(project.root.join(CACHE).join("rows").exists(), "{content}");
        assert!(!project.root.join("content/.vitae").exists(), "{content}");
    }
}

#[test]
fn rejects_a_cache_in_the_content_or_output_directory() {
    let project = anna("inside");
    project.succeed("build --no-cache");
    symlink("content", project.root.join("content-link")).expect("linkable");
    symlink("dist/api", project.root.join("output-link")).expect("linkable");
    let before = [project.files("content"), project.files("dist")];
    for (command, directory) in [
        ("build", "content"),
        ("build", "content/photos/cache"),
        ("check", "content/.cache"),
        ("check", "content-link/cache"),
        ("check --content content-link", "content"),
        ("build", "dist"),
        ("build --out ./dist", "dist/cache"),
        ("check", "dist"),
        ("check", "dist/cache"),
        ("check", "output-link/cache"),
        ("build", "output-link/cache"),
        ("serve --listen 127.0.0.1:0", "content"),
        ("serve --listen 127.0.0.1:0", "dist/cache"),
    ] {
        let name = if directory.starts_with("content") { "content" } else { "output" };
        let output = project.run(&format!("{command} --cache-dir {directory}"));
        assert_eq!(output.status.code(), Some(2), "{command} {directory}: {}", text(&output));
        let message = format!("must not be in the {name} directory");
        assert!(text(&output).contains(&message), "{command} {directory}: {}", text(&output));
        assert!(text(&output).contains("--cache-dir"), "{}", text(&output));
    }
    assert!(before == [project.files("content"), project.files("dist")]);
    assert!(!project.root.join("content/photos/cache").exists());
}

#[test]
fn leaves_other_files_in_the_chosen_directory_unchanged() {
    let project = anna("other-files");
    let name = "0123456789abcdef".repeat(4);
    let names = ["rows", "history", "clock", ".rows.new", "photos/me.jpg", ".gitignore"];
    for path in names.map(str::to_owned).into_iter().chain([format!("photos/{name}")]) {
        project.write(&format!("mine/{path}"), "mine");
    }
    let before = project.files("mine");
    for command in ["check", "build", "build"] {
        project.succeed(&format!("{command} --cache-dir mine"));
    }
    let mut after = project.files("mine");
    after.retain(|path, _| !path.starts_with("vitae-cache/"));
    assert_eq!(after, before);
    assert!(project.root.join("mine/vitae-cache/rows").exists());
}

#[test]
fn files_are_not_read_through_links() {
    let project = anna("read-links");
    project.succeed("build");
    let cache = project.root.join(".vitae/cache");
    let endless = project.root.join("endless");
    assert!(Command::new("mkfifo").arg(&endless).status().expect("mkfifo runs").success());
    let names = project.files(".vitae/cache").into_keys();
    let names: Vec<String> = names.filter(|name| !name.contains(['.', 'C'])).collect();
    assert!(names.iter().any(|name| name.starts_with("photos/")) && names.len() >= 4, "{names:?}");
    for name in names {
        let path = cache.join(name);
        fs::remove_file(&path).expect("removable");
        symlink(&endless, path).expect("linkable");
    }
    project.write(PROFILE, crate::project::profile("Anna Bergh"));
    let vitae = project.command("").get_program().to_owned();
    for command in ["check", "build"] {
        let mut limited = Command::new("timeout");
        limited.current_dir(&project.root).arg("60").arg(&vitae).arg(command);
        let output = limited.output().expect("timeout runs");
        assert!(output.status.success(), "{command}: {}", text(&output));
    }
}

/// The cache has the digests of one output directory, which must not be taken for those of another one.
#[test]
fn builds_into_several_output_directories() {
    let project = anna("many-outputs");
    for _ in 0..2 {
        for out in ["dist-1", "dist-2"] {
            let said = project.succeed(&format!("build --out {out}"));
            assert!(said.contains(" 0 changed"), "{said}");
        }
    }
    assert_eq!(project.files("dist-1"), project.files("dist-2"));
}

#[test]
fn follows_a_link_to_the_chosen_directory() {
    let project = anna("link");
    fs::create_dir(project.root.join("elsewhere")).expect("creatable");
    symlink("elsewhere", project.root.join("chosen")).expect("linkable");
    project.succeed("build --cache-dir chosen");
    project.succeed("check --cache-dir chosen");
    assert!(project.root.join("elsewhere/vitae-cache/rows").exists());
    assert_eq!(project.files("elsewhere/vitae-cache/photos").len(), 1);
}

#[test]
fn works_without_a_writable_directory() {
    let project = anna("unwritable");
    project.write("file", "");
    symlink("nowhere", project.root.join("dangling")).expect("linkable");
    for directory in ["file", "file/cache", "dangling", "dangling/cache", "/proc/self/cache"] {
        for command in ["check", "build"] {
            let output = project.run(&format!("{command} --cache-dir {directory}"));
            assert!(output.status.success(), "{directory}: {}", text(&output));
        }
    }
    assert_eq!(project.read("file"), "");
    assert!(!project.root.join("nowhere").exists());
}

#[test]
fn read_only_project_can_be_checked() {
    use std::os::unix::fs::PermissionsExt;
    let project = anna("read-only");
    let set = |mode| {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(&project.root, permissions).expect("settable");
    };
    set(0o555);
    let output = project.run("check");
    set(0o755);
    assert!(output.status.success(), "{}", text(&output));
}

#[test]
fn git_and_backups_ignore_the_cache() {
    let project = anna("ignored");
    let status = Command::new("git").current_dir(&project.root).args(["init", "-q"]).status();
    assert!(status.expect("git").success());
    project.succeed("check");
    project.succeed("check --cache-dir elsewhere");
    let status = Command::new("git")
        .current_dir(&project.root)
        .args(["status", "--porcelain", "--untracked-files=all"])
        .output();
    let status = String::from_utf8(status.expect("git").stdout).expect("UTF-8");
    assert!(status.contains(PROFILE), "{status}");
    assert!(!status.contains(".vitae") && !status.contains("elsewhere"), "{status}");
    let tag = project.read(&format!("{CACHE}/CACHEDIR.TAG"));
    assert!(tag.starts_with("Signature: 8a477f597d28d172789f06886806bc55"));
}

#[test]
fn missing_content_leaves_no_cache() {
    let project = Project::empty("cache/missing-content");
    fs::remove_dir_all(project.root.join("content")).expect("removable");
    for command in ["check", "build", "serve"] {
        assert_eq!(project.run(command).status.code(), Some(2));
        assert!(project.files(".").is_empty(), "{command}");
    }
}
