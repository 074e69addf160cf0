//! Unusual environments: few open files, few threads, a removed working directory, names that are not UTF-8, narrow
//! terminals, and clocks that go backwards. Other modules have read-only directories (`cache`, `publishing`),
//! repositories that git cannot read (`history`), and failed system calls (`faults`).

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use assert_cmd::cargo::cargo_bin;

use crate::linters::installed;
use crate::project::{Project, profile, text};

/// Runs a shell command in the project; `$VITAE` is the program.
fn shell(project: &Project, script: &str) -> Output {
    let mut command = Command::new("bash");
    command.current_dir(&project.root).args(["-c", script]);
    command.env("VITAE", cargo_bin("vitae")).output().expect("bash runs")
}

#[test]
fn few_open_files_are_enough() {
    let project = Project::sample_with_one_photo("environment/files");
    let output = shell(&project, "ulimit -n 24 && exec \"$VITAE\" build");
    assert!(output.status.success(), "{}", text(&output));
    let output = shell(&project, "ulimit -n 5 && exec \"$VITAE\" build --out other");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("Too many open files"), "{}", text(&output));
    assert!(!project.root.join("other").exists());
}

/// Where the number of processes is limited, a thread that cannot be started must not make a photo
/// look damaged.
#[test]
fn photos_start_no_threads() {
    let strace = Path::new("/usr/bin/strace");
    let Some(strace) = installed(strace, "apt-get install strace") else { return };
    let project = Project::sample_with_one_photo("environment/threads");
    let build = format!(
        "RAYON_NUM_THREADS=1 {} -f -o trace -e trace=clone,clone3 \"$VITAE\" build --no-cache",
        strace.display()
    );
    let threads = || {
        let output = shell(&project, &build);
        assert!(output.status.success(), "{}", text(&output));
        project.read("trace").matches("CLONE_THREAD").count()
    };
    let with_photo = threads();
    fs::remove_file(project.root.join("content/photos/amara-ndukwe.jpg")).expect("a photo");
    assert_eq!(with_photo, threads());
}

#[test]
fn a_removed_working_directory_is_an_error() {
    let project = Project::site("environment/removed");
    for command in ["check", "build", "new anna-berg", "init site", "diff", "schema"] {
        let script = format!("mkdir gone && cd gone && rmdir ../gone && exec \"$VITAE\" {command}");
        let output = shell(&project, &script);
        assert_eq!(output.status.code(), Some(2), "{command}: {}", text(&output));
        assert!(text(&output).contains("error: "), "{command}: {}", text(&output));
    }
}

#[test]
fn names_outside_utf_8_are_reported_in_any_locale() {
    let project = Project::site("environment/names");
    let name = OsStr::from_bytes(b"b\xE9r.yaml");
    fs::write(project.root.join("content/consultants").join(name), profile("B")).expect("written");
    project.write("content/consultants/zoe.yaml", profile("Zoë 漢字") + "titel: 漢字\n");
    for locale in ["C", "POSIX", "en_US.UTF-8", "tr_TR.ISO-8859-9", "nonsense"] {
        let mut command = project.command("check");
        let output = command.env("LC_ALL", locale).env("LANG", locale).output().expect("it runs");
        let said = text(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("content/consultants/b\u{FFFD}r.yaml"), "{said}");
        assert!(said.contains("titel: 漢字") && said.contains("file-name-encoding"), "{said}");
    }
}

#[test]
fn a_narrow_terminal_shows_whole_messages() {
    let project = Project::site("environment/narrow");
    let long = "漢字 ".repeat(100);
    project.write("content/consultants/zoe.yaml", profile("Zoë") + "titel: " + &long + "\n");
    for columns in [1, 20, 80] {
        let script = format!("script -qec 'stty cols {columns}; \"$VITAE\" check' /dev/null");
        let output = shell(&project, &script);
        let said = text(&output);
        assert!(said.contains("is not a field of the profile"), "{columns}: {said}");
        assert!(said.contains("did you mean `title`?"), "{columns}: {said}");
    }
}

#[test]
fn an_impossible_time_is_an_error() {
    let project = Project::site("environment/year");
    let path = "content/consultants/anna-berg.yaml";
    let undated = "active: true\nname: Anna Berg\n";
    project.write(path, undated);
    project.succeed("build");
    let future = SystemTime::UNIX_EPOCH + Duration::from_secs(10_000_000_000);
    let file = File::options().write(true).open(project.root.join(path)).expect("a file");
    file.set_modified(future).expect("a time");
    for command in ["check", "build", "build --no-cache"] {
        let output = project.run(command);
        assert_eq!(output.status.code(), Some(1), "{command}: {}", text(&output));
        assert!(text(&output).contains("is unknown or out of range"), "{}", text(&output));
    }
    assert!(project.root.join("dist/api/consultant-public/anna-berg").exists());
    project.write(path, profile("Anna Berg"));
    file.set_modified(future).expect("a time");
    project.succeed("build");
}

#[test]
fn changes_are_found_with_times_in_the_future() {
    let project = Project::site("environment/clock");
    let path = "content/consultants/anna-berg.yaml";
    let future = SystemTime::UNIX_EPOCH + Duration::from_secs(4_000_000_000);
    for name in ["Anna Berg", "Anna Bergh"] {
        project.write(path, profile(name));
        let file = File::options().write(true).open(project.root.join(path)).expect("a file");
        // As if the clock was set back after the change.
        file.set_modified(future).expect("a time");
        project.succeed("build");
        let published = project.read("dist/api/consultant-public/anna-berg");
        assert!(published.contains(&format!("\"{name}\"")), "{published}");
        assert!(project.succeed("build").contains(" 0 changed"));
    }
}
