//! `.vitae-version`: `vitae pin`, and the warning about another version.

use std::fs;

use crate::project::{Project, text};

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn pin_updates_the_version_and_the_schemas() {
    let project = Project::site("pinned-version/pin");
    let new = project.succeed("pin");
    assert!(new.starts_with("wrote .vitae-version\nwrote content/schema/"), "{new}");
    let pin = project.read(".vitae-version");
    assert!(pin.contains(&format!("\nversion={VERSION}\n")), "{pin}");
    assert_eq!(project.succeed("pin"), ".vitae-version and the schemas are up to date\n");
    assert!(project.succeed("schema --check").contains("up to date"));

    let older = pin
        .replace(&format!("version={VERSION}"), "version=0.0.1")
        .replace("git=", "git=https://git.example.com/vitae.git")
        .replace("rev=", "rev=abc\n# My comment.")
        + "x86_64-unknown-linux-musl=00\n";
    project.write(".vitae-version", &older);
    let changes = format!(
        "wrote .vitae-version\nchanges in .vitae-version:\n  \
         - version=0.0.1\n  - rev=abc\n  - x86_64-unknown-linux-musl=00\n  \
         + version={VERSION}\n  + rev=\nnote: this program has no digests; \
         other machines build vitae from source\n"
    );
    assert_eq!(project.succeed("pin"), changes);
    let expected = older.replace("version=0.0.1", &format!("version={VERSION}"));
    let expected = expected.replace("rev=abc", "rev=");
    let expected = expected.replace("x86_64-unknown-linux-musl=00\n", "");
    assert_eq!(project.read(".vitae-version"), expected);
    assert_eq!(project.run("pin --content nowhere").status.code(), Some(2));
}

#[test]
fn pin_lists_files_that_differ_from_those_of_a_new_project() {
    let project = Project::empty("pinned-version/outdated");
    project.succeed("init site --host nginx");
    let project = Project { root: project.root.join("site") };
    let up_to_date = ".vitae-version and the schemas are up to date\n";
    assert_eq!(project.succeed("pin"), up_to_date);
    // People edit these files, and git can change the line breaks of others.
    for edited in ["README.md", ".gitignore", "content/consultants/sample-consultant.yaml"] {
        project.write(edited, project.read(edited) + "# Mine.\n");
    }
    let workflow = ".github/workflows/publish.yml";
    project.write(workflow, project.read(workflow).replace('\n', "\r\n"));
    fs::remove_file(project.root.join(".github/workflows/verify.yml")).expect("removable");
    assert_eq!(project.succeed("pin"), up_to_date);

    let old = project.read("scripts/vitae.sh") + "# Old.\n";
    project.write("scripts/vitae.sh", &old);
    project.write(".github/workflows/check.yml", "on: push\n");
    let note = "note: these files differ from those of a new project:\n  \
                .github/workflows/check.yml\n  scripts/vitae.sh\n  \
                help: run `vitae init <directory> --host nginx` and copy the changes that you need\n";
    assert_eq!(project.succeed("pin"), format!("{up_to_date}{note}"));
    assert_eq!(project.read("scripts/vitae.sh"), old);
    // A host of the project itself has no files in new projects.
    project.write("content/site.yaml", project.read("content/site.yaml").replace("nginx", "own"));
    assert_eq!(project.succeed("pin"), up_to_date);
}

#[test]
fn commands_on_a_project_warn_of_another_version() {
    let project = Project::site("pinned-version/warning");
    let warning = format!(
        "warning: .vitae-version names vitae 9.9.9, but this is vitae {VERSION}\n  \
         help: install vitae 9.9.9, or run `vitae pin` to use this version\n"
    );
    let commands = ["check", "build", "schema", "new anna-berg"];
    for command in commands {
        project.write(".vitae-version", "version=9.9.9\n");
        let output = project.run(command);
        assert!(output.status.success(), "{command}: {}", text(&output));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(stderr.matches(&warning).count(), 1, "{command}: {stderr}");
    }
    // The warning is not part of the report.
    let output = project.run("check --format json");
    assert!(output.stdout.starts_with(b"{") && !output.stderr.is_empty());
    for quiet in ["hosts", "pin", "check", "check --content content/../content"] {
        assert!(project.run(quiet).stderr.is_empty(), "{quiet}");
    }
    for (invalid, message) in [
        ("version=\n", "has no line `version=<version>`"),
        ("0.1.0\n", "has no line `version=<version>`"),
    ] {
        project.write(".vitae-version", invalid);
        let output = project.run("check");
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(message), "{}", text(&output));
    }
}

#[test]
fn commands_report_a_file_that_cannot_be_read() {
    let project = Project::site("pinned-version/unreadable");
    let path = project.root.join(".vitae-version");
    let fails = |why: &str| {
        for command in ["check", "build", "pin"] {
            let output = project.run(command);
            assert_eq!(output.status.code(), Some(2), "{command}: {}", text(&output));
            for part in ["cannot read .vitae-version", "help: delete .vitae-version, and run", why]
            {
                assert!(text(&output).contains(part), "{command}: {part}\n{}", text(&output));
            }
        }
    };
    fs::write(&path, [0xFF, b'\n']).expect("writable");
    fails("UTF-8");
    fs::remove_file(&path).expect("removable");
    fs::create_dir(&path).expect("a directory");
    fails("not a regular file");
    #[cfg(unix)]
    {
        fs::remove_dir(&path).expect("removable");
        let created = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
        assert!(created.success());
        fails("not a regular file");
    }
}
