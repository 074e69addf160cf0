//! `vitae build --swap` beside files that vitae did not write.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::linters::installed;
use crate::own_server::replace;
use crate::project::{Project, SITE, profile, text};

fn strace() -> Option<PathBuf> {
    installed(Path::new("/usr/bin/strace"), "apt-get install strace")
}

/// Creates a published site with one foreign file, then withdraws a consultant and changes another file.
fn changed_site(name: &str) -> Project {
    let project = Project::site(&format!("swap/{name}"));
    project.write("content/site.yaml", format!("{SITE}cache_seconds: 300\n"));
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    project.write("content/consultants/bo-lind.yaml", profile("Bo Lind"));
    project.succeed("build");
    project.write("dist/private/note.txt", "mine");
    replace(&project, "content/site.yaml", "cache_seconds: 300", "cache_seconds: 60");
    fs::remove_file(project.root.join("content/consultants/bo-lind.yaml")).expect("removable");
    project
}

/// Runs `vitae build --swap` with options of `strace`, and meanwhile `concurrently`.
fn trace(
    project: &Project,
    strace: &Path,
    options: &[&str],
    concurrently: impl FnOnce(),
) -> Output {
    let mut command = Command::new(strace);
    command.args(["-f", "-o", "/dev/null"]).args(options);
    command.args([env!("CARGO_BIN_EXE_vitae"), "build", "--swap"]).current_dir(&project.root);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("strace runs");
    concurrently();
    child.wait_with_output().expect("strace exits")
}

/// Asserts that `dist/` has the new state and these other files.
fn assert_is_published(project: &Project, others: &[(&str, &str)]) {
    project.succeed("build --out fresh");
    let mut published = project.files("dist");
    for (path, content) in others {
        let found = published.remove(*path);
        assert_eq!(found.as_deref(), Some(content.as_bytes()), "{path}");
    }
    assert_eq!(published, project.files("fresh"));
    assert!(!project.root.join(".dist.vitae").exists());
}

#[test]
fn keeps_files_that_other_programs_create_until_the_exchange() {
    let Some(strace) = strace() else { return };
    for (name, faults) in
        [("late", None), ("late-killed", Some("inject=syncfs:signal=KILL:when=2"))]
    {
        let project = changed_site(name);
        let dist = project.root.join("dist").display().to_string();
        let delay = "inject=renameat2:delay_enter=2s";
        let mut options = vec!["-P", &dist, "-e", "trace=renameat2", "-e", delay];
        if let Some(kill) = faults {
            // All calls, because `syncfs` has the path of another directory.
            options = vec!["-e", "trace=renameat2,syncfs", "-e", delay, "-e", kill];
        }
        let output = trace(&project, &strace, &options, || {
            let is_linked = || {
                let paths =
                    ["files", "exchanged"].map(|name| format!(".dist.vitae/{name}/private"));
                paths.iter().any(|path| project.root.join(path).exists())
            };
            for _ in 0..1_000 {
                if is_linked() {
                    break;
                }
                sleep(Duration::from_millis(10));
            }
            sleep(Duration::from_millis(500));
            project.write("dist/late.txt", "late");
            project.write("dist/.well-known/acme/token", "token");
        });
        assert_eq!(output.status.success(), faults.is_none(), "{}", text(&output));
        if faults.is_some() {
            project.succeed("build");
        }
        let others = [
            ("private/note.txt", "mine"),
            ("late.txt", "late"),
            (".well-known/acme/token", "token"),
        ];
        assert_is_published(&project, &others);
    }
}

#[test]
fn keeps_a_file_whose_path_became_occupied_and_reports_it() {
    let project = changed_site("occupied");
    project.write(".dist.vitae/exchanged/private/note.txt", "another");
    project.write(".dist.vitae/exchanged/late.txt", "late");
    let manifest = fs::read(project.root.join("dist/_internal/manifest")).expect("readable");
    project.write(".dist.vitae/exchanged/_internal/manifest", manifest);
    project.write(".dist.vitae/exchanged/index.html", "old");
    for mode in [" --swap", ""] {
        let output = project.run(&format!("build{mode}"));
        let said = text(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(".dist.vitae/exchanged/private/note.txt: "), "{said}");
        assert!(said.contains("the site was published"), "{said}");
        assert_eq!(project.read("dist/private/note.txt"), "mine");
        assert_eq!(project.read("dist/late.txt"), "late");
        assert_eq!(project.read(".dist.vitae/exchanged/private/note.txt"), "another");
        assert!(!project.root.join(".dist.vitae/exchanged/index.html").exists());
    }
    fs::remove_file(project.root.join("dist/private/note.txt")).expect("removable");
    project.succeed("build");
    assert_is_published(&project, &[("private/note.txt", "another"), ("late.txt", "late")]);
}

#[test]
fn a_directory_that_cannot_be_exchanged_stays_unchanged() {
    let Some(strace) = strace() else { return };
    for fault in ["linkat:error=EPERM", "linkat:error=EPERM:when=2+", "renameat2:error=EINVAL"] {
        let project = changed_site("unsupported");
        let before = project.files("dist");
        let call = fault.split(':').next().expect("a call");
        let options = ["-e", &format!("trace={call}"), "-e", &format!("inject={fault}")];
        let output = trace(&project, &strace, &options, || {});
        let said = text(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("help: publish without --swap"), "{said}");
        assert!(before == project.files("dist"), "{fault} changed files");
        assert!(!project.root.join(".dist.vitae").exists());
        project.succeed("build");
        assert_is_published(&project, &[("private/note.txt", "mine")]);
    }
}

#[test]
fn keeps_the_owners_of_directories() {
    const OWNER: (u32, u32) = (65533, 65532);
    let project = changed_site("owners");
    let directories = ["dist", "dist/private", "dist/api", "dist/_internal/json-resume"];
    for path in directories {
        let (user, group) = OWNER;
        if chown(project.root.join(path), Some(user), Some(group)).is_err() {
            // Only root can change owners.
            return;
        }
    }
    project.succeed("build --swap");
    for path in directories {
        let metadata = fs::metadata(project.root.join(path)).expect("metadata");
        assert_eq!((metadata.uid(), metadata.gid()), OWNER, "{path}");
    }
}

#[test]
fn repairs_a_damaged_manifest() {
    let project = changed_site("damaged");
    project.write("dist/_internal/manifest", "");
    project.succeed("build --swap");
    assert_is_published(&project, &[("private/note.txt", "mine")]);
}

#[test]
fn refuses_files_that_can_only_be_appended_to() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("swap/append-only");
    let chattr = |option: &str, path: &str| {
        let mut command = Command::new("chattr");
        command.args(["-R", option]).arg(root.join(path));
        command.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    // Makes the directory removable again after a failed test.
    chattr("-a", "");
    let project = changed_site("append-only");
    let before = project.files("dist");
    if !chattr("+a", "dist/_headers") {
        // Only root can set the attribute, and only on some file systems.
        return;
    }
    let output = project.run("build --swap");
    let after = project.files("dist");
    assert!(chattr("-a", ""));
    let said = text(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("dist/_headers could not be removed after the exchange"), "{said}");
    assert!(before == after, "the build changed files");
    project.succeed("build --swap");
    assert_is_published(&project, &[("private/note.txt", "mine")]);
}
