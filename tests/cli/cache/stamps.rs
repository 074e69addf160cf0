//! Which stamps of files are trusted.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value as Json;

use super::{PROFILE, anna, lines, write_lines};
use crate::own_server::replace;
use crate::project::{Project, SITE, profile, text};

/// Changes the recorded stamp of the profile to its current one, as if it had changed again within one
/// tick of the clock.
fn record_current_stamp(project: &Project) {
    let mut rows = lines(project, "rows");
    let mut row: Json = serde_json::from_str(&rows[1]).expect("JSON");
    let metadata = fs::metadata(project.root.join(PROFILE)).expect("metadata");
    row[2]["profile"]["stamp"] = serde_json::json!({
        "length": metadata.len(),
        "modified": metadata.mtime() * 1_000_000_000 + metadata.mtime_nsec(),
        "identity": { "device_and_inode": [metadata.dev(), metadata.ino()] },
        "changed": metadata.ctime() * 1_000_000_000 + metadata.ctime_nsec(),
    });
    rows[1] = row.to_string();
    write_lines(project, "rows", &rows);
}

#[test]
fn finds_a_second_change_in_one_tick_of_the_clock() {
    let project = anna("second-change");
    project.succeed("build");
    replace(&project, PROFILE, "Anna Berg", "Anna Borg");
    record_current_stamp(&project);
    project.succeed("build");
    assert!(project.read("dist/api/consultant-public/anna-berg").contains("Anna Borg"));
    // With a trusted stamp, the file is not read. This proves that the stamp above is the right one.
    replace(&project, PROFILE, "Anna Borg", "Anna Burg");
    let header = r#"{"secs_since_epoch":9000000000,"nanos_since_epoch":0}"#;
    let rows = lines(&project, "rows");
    write_lines(&project, "rows", &[header.to_owned(), rows[1].clone()]);
    record_current_stamp(&project);
    project.succeed("build");
    assert!(project.read("dist/api/consultant-public/anna-berg").contains("Anna Borg"));
}

/// The stamps in kept rows are older than the command that keeps them.
#[test]
fn kept_rows_keep_the_time_of_their_compilation() {
    let project = anna("kept-rows");
    project.write("content/consultants/bo-lind.yaml", profile("Bo Lind"));
    project.succeed("build");
    let before = lines(&project, "rows");
    fs::remove_file(project.root.join("content/consultants/bo-lind.yaml")).expect("removable");
    project.write("content/site.yaml", format!("{SITE}host: nowhere\n"));
    assert_eq!(project.run("build").status.code(), Some(1));
    assert_eq!(lines(&project, "rows"), before[..2]);
}

#[test]
fn reports_warnings_each_time() {
    let project = anna("warnings");
    let yaml = format!("{}engagement: {{work_arrangements: [remotee]}}\n", profile("Anna Berg"));
    project.write(PROFILE, yaml);
    for command in ["check", "build", "build", "check"] {
        let output = text(&project.run(command));
        assert!(output.contains("warning[unknown-word]"), "{command}: {output}");
    }
}

#[test]
fn parallel_commands_give_the_same_result() {
    let project = anna("parallel");
    for number in 0..30 {
        let yaml = format!("content/consultants/consultant-{number}.yaml");
        project.write(&yaml, profile(&format!("Person {number}")));
    }
    project.succeed("build --no-cache --out reference/dist");
    let expected = project.files("reference/dist");
    let start = |arguments: &[&str]| {
        let mut command = Command::new(cargo_bin("vitae"));
        command.current_dir(&project.root).args(arguments);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("vitae runs")
    };
    for round in 0..8 {
        replace(&project, PROFILE, "Anna", "Anne");
        replace(&project, PROFILE, "Anne", "Anna");
        if round % 3 == 0 {
            let _ = fs::remove_dir_all(project.root.join(".vitae"));
        }
        let commands: [&[&str]; 4] =
            [&["build", "--out", "a/dist"], &["check"], &["build", "--out", "b/dist"], &["check"]];
        for child in commands.map(start) {
            let output = child.wait_with_output().expect("vitae exits");
            assert!(output.status.success(), "{}", text(&output));
        }
        for out in ["a/dist", "b/dist"] {
            assert_eq!(project.files(out), expected, "{out}");
        }
    }
    project.succeed("check");
    let rows = lines(&project, "rows");
    assert_eq!(rows.len(), 32, "{rows:?}");
    let temporary = project.files(".vitae").into_keys().find(|path| path.ends_with(".new"));
    assert_eq!(temporary, None);
}
