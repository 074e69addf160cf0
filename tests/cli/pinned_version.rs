//! `.vitae-version`: the warning about another version.

use std::fs;

use crate::project::{Project, text};

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn commands_on_a_project_warn_of_another_version() {
    let project = Project::site("pinned-version/warning");
    let warning = format!(
        "warning: .vitae-version names vitae 9.9.9, but this is vitae {VERSION}\n  \
         help: install vitae 9.9.9, or change the line to `version={VERSION}` and run `vitae schema`\n"
    );
    // Lines of older projects are ignored.
    let older = "rev=abc\nrust=1.90\nx86_64-unknown-linux-musl=00\n";
    for command in ["check", "build", "schema", "new anna-berg"] {
        project.write(".vitae-version", format!("{older}version=9.9.9\n"));
        let output = project.run(command);
        assert!(output.status.success(), "{command}: {}", text(&output));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(stderr.matches(&warning).count(), 1, "{command}: {stderr}");
    }
    // The warning is not part of the report.
    let output = project.run("check --format json");
    assert!(output.stdout.starts_with(b"{") && !output.stderr.is_empty());
    assert!(project.run("hosts").stderr.is_empty());
    project.write(".vitae-version", format!("version={VERSION}\n{older}"));
    for quiet in ["check", "check --content content/../content"] {
        assert!(project.run(quiet).stderr.is_empty(), "{quiet}");
    }
    for invalid in ["version=\n", "0.1.0\n"] {
        project.write(".vitae-version", invalid);
        let output = project.run("check");
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        let message = ".vitae-version lacks `version=`\n  help: add the line `version=<version>`";
        assert!(text(&output).contains(message), "{}", text(&output));
    }
}

#[test]
fn commands_report_a_file_that_cannot_be_read() {
    let project = Project::site("pinned-version/unreadable");
    let path = project.root.join(".vitae-version");
    let fails = |why: &str| {
        for command in ["check", "build"] {
            let output = project.run(command);
            assert_eq!(output.status.code(), Some(2), "{command}: {}", text(&output));
            for part in ["cannot read .vitae-version", "help: replace it by the file of a new", why]
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
