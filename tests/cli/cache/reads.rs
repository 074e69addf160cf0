//! A command reads no file that did not change since the last one.

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use super::anna;
use crate::linters::installed;
use crate::project::{Project, profile, text};

/// Returns the profiles and photos that a command opens.
fn opened(project: &Project, strace: &Path, command: &str) -> Vec<String> {
    let output = Command::new(strace)
        .current_dir(&project.root)
        .args(["-f", "-o", "trace", "-e", "trace=openat"])
        .arg(cargo_bin("vitae"))
        .args(command.split(' '))
        .output()
        .expect("strace runs");
    assert!(output.status.success(), "{command}: {}", text(&output));
    let trace = project.read("trace");
    let paths = trace.lines().filter_map(|line| line.split('"').nth(1)?.strip_prefix("content/"));
    let mut paths: Vec<_> = paths.filter(|path| path.contains('.')).map(str::to_owned).collect();
    paths.retain(|path| path != "site.yaml");
    paths.sort();
    paths.dedup();
    paths
}

#[test]
fn a_command_reads_only_what_changed() {
    let strace = Path::new("/usr/bin/strace");
    let Some(strace) = installed(strace, "apt-get install strace") else { return };
    let project = anna("reads-changed");
    // A photo that no identifier names: which profile names it?
    let photo = std::fs::read(project.root.join(super::PHOTO)).expect("a photo");
    project.write("content/photos/holiday.jpg", &photo);
    project.write("content/photos/portrait.jpg", &photo);
    project.write(
        "content/consultants/bo-ek.yaml",
        format!("{}photo: holiday.jpg\n", profile("Bo Ek")),
    );
    let inactive = profile("Cy Dahl").replace("active: true", "active: false");
    project.write("content/consultants/cy-dahl.yaml", format!("{inactive}photo: portrait.jpg\n"));
    let translation = "content/translations/sv/consultants/anna-berg.yaml";
    project.write(translation, "name: Anna Bergh\n");
    // Later, the stamps of these files are trusted.
    std::thread::sleep(std::time::Duration::from_millis(2100));
    project.succeed("build");
    project.succeed("build --language sv --out sv/dist");
    let opened = |command: &str| opened(&project, &strace, command);
    let nothing: [&str; 0] = [];
    for command in ["check", "build", "check anna-berg", "check bo-ek", "due", "diff dist"] {
        assert_eq!(opened(command), nothing, "{command}");
    }
    for command in ["check", "check anna-berg", "due", "build --out sv/dist"] {
        assert_eq!(opened(&format!("{command} --language sv")), nothing, "{command}");
    }
    // The profile that names a photo is known without reading it.
    project.write(translation, "name: Anna Ek\n");
    let read = opened("check --language sv");
    assert!(read.contains(&translation.replace("content/", "")), "{read:?}");
    assert!(read.iter().all(|path| path.contains("anna-berg")), "{read:?}");
    project.write("content/consultants/anna-berg.yaml", profile("Anna Ek"));
    for command in ["check anna-berg", "check"] {
        let read = opened(command);
        assert!(read.iter().all(|path| path.contains("anna-berg")), "{command}: {read:?}");
        assert!(read.iter().any(|path| path.contains("anna-berg.yaml")), "{command}: {read:?}");
    }
}
