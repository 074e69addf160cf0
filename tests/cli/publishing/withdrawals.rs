//! A withdrawn profile does not stay public, whatever the output directory contains.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

use crate::own_server::replace;
use crate::project::{Project, SITE, copy, files, git, profile, repository, text};

const ANNA: &str = "content/consultants/anna-berg.yaml";
const BO: &str = "content/consultants/bo-lind.yaml";
const MANIFEST: &str = "dist/_internal/manifest";

/// Creates a site with precompressed files, and publishes a profile.
fn published(name: &str) -> Project {
    let project = Project::site(&format!("withdrawals/{name}"));
    project.write("content/site.yaml", format!("{SITE}host: nginx\nprecompress: true\n"));
    project.write(ANNA, profile("Anna Berg").replace("name:", "title: Designer of systems\nname:"));
    let photo = fs::read(repository().join("content/photos/amara-ndukwe.jpg"));
    project.write("content/photos/bo-lind.jpg", photo.expect("readable"));
    deactivate(&project);
    project.succeed("build");
    project
}

fn activate(project: &Project) {
    project.write(BO, profile("Bo Lind"));
}

fn deactivate(project: &Project) {
    project.write(BO, profile("Bo Lind").replace("active: true", "active: false"));
}

fn activate_and_build(project: &Project) {
    activate(project);
    project.succeed("build");
    assert!(traces(project).len() >= 3, "the profile, the JSON Resume and the photo");
}

/// Returns the paths of Bo's files.
fn traces(project: &Project) -> Vec<String> {
    let contains = |bytes: &[u8]| bytes.windows(7).any(|window| window == b"Bo Lind");
    let files = project.files("dist").into_iter();
    let traces = files.filter(|(path, bytes)| path.contains("bo-") || contains(bytes));
    traces.map(|(path, _)| path).collect()
}

/// Kills a build as soon as its first file is published.
fn kill_build(project: &Project) {
    let mut command = Command::new(cargo_bin("vitae"));
    command.current_dir(&project.root).arg("build");
    let mut build = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    let profile = project.root.join("dist/api/consultant-public/bo-lind");
    while !profile.exists() && build.try_wait().expect("a status").is_none() {}
    let _ = build.kill();
    build.wait().expect("it ends");
}

/// Something that happens to a site before the build that withdraws Bo, and the options of that build.
type History = (&'static str, fn(&Project), &'static str);

const HISTORIES: [History; 11] = [
    (
        // `dist/` is committed, and the build that published Bo was not.
        "checkout",
        |project| {
            git(&project.root, "2026-01-02T03:04:05+02:00", &["init", "-q"]);
            git(&project.root, "2026-01-02T03:04:05+02:00", &["add", "."]);
            git(&project.root, "2026-01-02T03:04:05+02:00", &["commit", "-qm", "Site"]);
            activate_and_build(project);
            git(&project.root, "", &["checkout", "-q", "--", "."]);
        },
        "",
    ),
    (
        "restored-backup",
        |project| {
            copy(&project.root.join("dist"), &project.root.join("backup"));
            activate_and_build(project);
            copy(&project.root.join("backup"), &project.root.join("dist"));
        },
        "",
    ),
    (
        "edited-manifest",
        |project| {
            let before = project.read(MANIFEST);
            activate_and_build(project);
            let flip = |line: &str| match (before.contains(line), line.strip_prefix('0')) {
                (true, _) => format!("{line}\n"),
                (false, Some(rest)) => format!("1{rest}\n"),
                (false, None) => format!("0{}\n", &line[1..]),
            };
            let edited: String = project.read(MANIFEST).lines().map(flip).collect();
            assert_ne!(edited, project.read(MANIFEST));
            project.write(MANIFEST, edited);
        },
        "",
    ),
    (
        "damaged-manifest",
        |project| {
            activate_and_build(project);
            project.write(MANIFEST, "");
        },
        "",
    ),
    (
        "older-backup",
        |project| {
            activate_and_build(project);
            copy(&project.root.join("dist"), &project.root.join("backup"));
            deactivate(project);
            project.succeed("build");
            copy(&project.root.join("backup"), &project.root.join("dist"));
        },
        "",
    ),
    (
        "renamed",
        |project| {
            activate_and_build(project);
            let manifest = project.read(MANIFEST);
            for file in ["consultants/bo-lind.yaml", "photos/bo-lind.jpg"] {
                let renamed = file.replace("lind", "ek");
                let [from, to] =
                    [file, &renamed].map(|file| project.root.join("content").join(file));
                fs::rename(from, to).expect("movable");
            }
            project.succeed("build");
            assert!(!traces(project).iter().any(|path| path.contains("bo-lind")));
            project.write(MANIFEST, manifest);
            for file in ["consultants/bo-ek.yaml", "photos/bo-ek.jpg"] {
                fs::remove_file(project.root.join("content").join(file)).expect("removable");
            }
            let photo = fs::read(repository().join("content/photos/amara-ndukwe.jpg"));
            project.write("content/photos/bo-lind.jpg", photo.expect("readable"));
        },
        "",
    ),
    (
        "killed",
        |project| {
            activate(project);
            kill_build(project);
        },
        "",
    ),
    ("other-host", activate_and_build, " --host netlify"),
    (
        "other-directory",
        |project| {
            activate_and_build(project);
            deactivate(project);
            project.succeed("build --out other");
            fs::remove_dir_all(project.root.join("other")).expect("removable");
        },
        "",
    ),
    ("without-cache", activate_and_build, " --no-cache"),
    ("denied-warnings", activate_and_build, " --deny warnings"),
];

#[test]
fn no_history_of_the_output_directory_keeps_a_withdrawn_profile_public() {
    for (name, happen, options) in HISTORIES {
        let project = published(name);
        project.write("dist/notes.txt", "mine");
        happen(&project);
        let before = traces(&project);
        assert!(before.len() >= 3 || name == "killed", "{name}: {before:?}");
        deactivate(&project);
        let said = project.succeed(&format!("build{options}"));
        assert!(before.is_empty() || said.contains("withdrawn: bo-"), "{name}: {said}");
        assert!(before.is_empty() || said.contains("--gone bo-"), "{name}: {said}");
        assert_eq!(traces(&project), Vec::<String>::new(), "{name}");
        let mut found = project.files("dist");
        assert_eq!(found.remove("notes.txt").as_deref(), Some(&b"mine"[..]), "{name}");
        project.succeed(&format!("build --out fresh{options}"));
        assert_eq!(found, project.files("fresh"), "{name}");
    }
}

/// Returns the files without those of Bo, and without the manifest.
fn of_others(mut files: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    files.retain(|path, _| !path.contains("bo-lind") && path != "_internal/manifest");
    files
}

/// What conflicts with the site, the options of the build, and a part of its error.
type Conflict = (&'static str, fn(&Project), &'static str, &'static str);

#[test]
fn a_conflict_does_not_keep_a_withdrawn_profile_public() {
    let conflicts: [Conflict; 4] = [
        (
            "file",
            |project| project.write("dist/.htaccess", "mine"),
            " --host apache-htaccess",
            "dist/.htaccess was not written by vitae",
        ),
        (
            "directory",
            |project| {
                fs::create_dir(project.root.join("dist/api/consultant-public/carl-ek"))
                    .expect("a directory");
                project.write("content/consultants/carl-ek.yaml", profile("Carl Ek"));
            },
            "",
            "consultant-public/carl-ek is a directory",
        ),
        (
            "linked-directory",
            |project| {
                let photos = project.root.join("dist/_internal/photo");
                fs::rename(&photos, project.root.join("outside")).expect("movable");
                symlink(project.root.join("outside"), photos).expect("a link");
            },
            "",
            "dist/_internal/photo is a symbolic link",
        ),
        (
            "deployment",
            |project| {
                fs::remove_dir_all(project.root.join("deploy")).expect("removable");
                symlink("outside", project.root.join("deploy")).expect("a link");
            },
            "",
            "deploy is a symbolic link",
        ),
    ];
    for (name, create, options, expected) in conflicts {
        let project = published(&format!("conflicts/{name}"));
        activate_and_build(&project);
        create(&project);
        let before = project.files("dist");
        deactivate(&project);
        replace(&project, ANNA, "Designer of", "Architect of");
        let output = project.run(&format!("build{options}"));
        let said = text(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
        assert_eq!(traces(&project), Vec::<String>::new(), "{name}");
        if name != "deployment" {
            assert_eq!(of_others(before), of_others(project.files("dist")), "{name}");
        }
        assert!(!project.root.join(".dist.vitae").exists(), "an error leaves no staged files");
        if name == "linked-directory" {
            assert_eq!(project.files("outside").len(), 1, "the target of a link stays");
        }
    }
}

#[test]
fn every_file_in_the_directories_of_consultants_belongs_to_vitae() {
    let project = published("owned");
    let whole = project.files("dist");
    project.write("outside/note.txt", "mine");
    let profiles = project.root.join("dist/api/consultant-public");
    symlink(project.root.join("outside/note.txt"), profiles.join("bo-lind")).expect("a link");
    symlink(project.root.join("outside"), profiles.join("linked")).expect("a link");
    fs::hard_link(project.root.join("outside/note.txt"), profiles.join("hard")).expect("a link");
    let pipes = [profiles.join("pipe"), profiles.join("anna-berg")];
    fs::remove_file(&pipes[1]).expect("removable");
    assert!(Command::new("mkfifo").args(&pipes).status().expect("`mkfifo` runs").success());
    for path in [
        "api/consultant-public/anna-berg.zst",
        "api/consultant-public/former/bo-lind",
        "api/consultant-public/carl-ek/index.html",
        "_internal/json-resume/bo-lind.json.gz",
        "_internal/photo/former/deeply/bo-lind.jpg",
        "api/notes.txt",
        "_internal/notes.txt",
    ] {
        project.write(&format!("dist/{path}"), "mine");
    }
    // The profile takes the place of a directory.
    project.write("content/consultants/carl-ek.yaml", profile("Carl Ek"));
    project.succeed("build");
    fs::remove_file(project.root.join("content/consultants/carl-ek.yaml")).expect("removable");
    let said = project.succeed("build");
    assert!(said.contains("dist/api/notes.txt was not written by vitae"), "{said}");
    let mut found = project.files("dist");
    for path in ["api/notes.txt", "_internal/notes.txt"] {
        assert_eq!(found.remove(path).as_deref(), Some(&b"mine"[..]), "{path}");
    }
    assert_eq!(found, whole);
    assert_eq!(fs::read_dir(profiles).expect("listable").count(), 2, "one profile, no links");
    assert_eq!(files(&project.root.join("outside")).len(), 1);
    assert_eq!(project.read("outside/note.txt"), "mine");
}

#[test]
fn a_directory_without_a_manifest_stays_as_it_is() {
    let project = published("no-manifest");
    activate_and_build(&project);
    fs::remove_file(project.root.join(MANIFEST)).expect("removable");
    let before = project.files("dist");
    deactivate(&project);
    for options in ["", " --no-cache", " --deny warnings", " --host netlify"] {
        let output = project.run(&format!("build{options}"));
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains("has files that vitae did not write"), "{}", text(&output));
        assert_eq!(before, project.files("dist"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_name_that_is_not_utf_8_does_not_keep_a_withdrawn_profile_public() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let project = published("not-utf-8");
    activate_and_build(&project);
    deactivate(&project);
    let name = OsStr::from_bytes(b"carl\xFF");
    fs::write(project.root.join("dist/api/consultant-public").join(name), "old").expect("writable");
    let output = project.run("build");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("has a name that is not UTF-8"), "{}", text(&output));
    assert_eq!(traces(&project), Vec::<String>::new());
}
