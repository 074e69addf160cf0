//! Every mistake an author is likely to make, and exactly what they are told.
//!
//! `tests/fixtures/diagnostics/<name>.yaml` is a profile with a mistake, `<name>.txt` what
//! `vitae check` says of it. Below `made/` are the texts about what cannot lie in a folder of
//! fixtures, such as a pipe; `tests/fixtures/refusals/` has files that `vitae import` refuses. With `VITAE_BLESS=1` the texts are written instead of compared.

use std::path::{Path, PathBuf};
use std::process::Output;
use std::{env, fs};

use crate::project::{Project, SITE, repository};

#[test]
fn every_mistake_is_told_as_expected() {
    let folder = repository().join("tests/fixtures/diagnostics");
    let mut names: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the fixtures")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "yaml")
        })
        .collect();
    names.sort();
    assert!(names.len() > 50, "the fixtures are not where they were");
    let differences: Vec<String> = names
        .iter()
        .filter_map(|yaml| {
            let name = yaml.file_stem().expect("a name").to_string_lossy();
            let project = Project::site(&format!("mistakes/{name}"));
            let profile = fs::read(yaml).expect("readable");
            project.write("content/consultants/anna-berg.yaml", profile);
            difference(&project, &yaml.with_extension("txt"))
        })
        .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// A mistake's name, and what makes it in a project.
type Made = (&'static str, fn(&Project));

#[cfg(unix)]
const MADE: [Made; 6] = [
    ("file-name-encoding", |project| {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"content/consultants/\xC5sa.yaml");
        fs::write(project.root.join(name), PROFILE).expect("writable");
    }),
    ("file-too-large", |project| {
        let notes = format!("internal:\n  notes: {}\n", "x".repeat(1 << 20));
        project.write(ANNA, PROFILE.to_owned() + &notes);
    }),
    ("not-a-file", |project| {
        let pipe = project.root.join("content/photos/anna-berg.jpg");
        let status = std::process::Command::new("mkfifo").arg(pipe).status();
        assert!(status.expect("mkfifo").success());
    }),
    ("not-in-history", |project| {
        project.write(ANNA, "active: true\nname: Anna Berg\n");
    }),
    ("symbolic-link", |project| {
        let link = project.root.join("content/photos/anna-berg.jpg");
        std::os::unix::fs::symlink("/etc/hostname", link).expect("a link");
    }),
    ("too-many-rules", |project| {
        let host = "title: Tiny\nsummary: Small\ndocumentation: https://example.com\nlimits: {rules: {max: 1}}\n";
        project.write("templates/hosts/tiny/host.yaml", host);
        project.write("templates/hosts/tiny/public/rules.txt.j2", "rules\n");
        project.write("content/site.yaml", format!("{SITE}host: tiny\n"));
        project.write(ANNA, PROFILE);
    }),
];

#[cfg(unix)]
const ANNA: &str = "content/consultants/anna-berg.yaml";

#[cfg(unix)]
const PROFILE: &str = "active: true\nname: Anna Berg\nlast_modified: 2026-03-14T09:30:00+01:00\n";

#[test]
#[cfg(unix)]
fn what_no_folder_of_fixtures_holds_is_told_as_expected() {
    let folder = repository().join("tests/fixtures/diagnostics/generated");
    let told = MADE.iter().filter_map(|(name, make)| {
        let project = Project::site(&format!("mistakes/made-{name}"));
        make(&project);
        difference(&project, &folder.join(name).with_extension("txt"))
    });
    let differences: Vec<String> = told.collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn every_refused_import_is_told_as_expected() {
    let folder = repository().join("tests/fixtures/refusals");
    let names = fs::read_dir(&folder).expect("the fixtures");
    let names = names.map(|entry| entry.expect("an entry").path());
    let told = names
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .filter_map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy();
            let project = Project::site(&format!("refusals/{name}"));
            project.write("resume.json", fs::read(&path).expect("readable"));
            let output = project.run("import resume.json");
            assert_eq!(output.status.code(), Some(1), "{name}");
            assert!(project.files("content/consultants").is_empty(), "{name}");
            as_expected(&said(&output), &path.with_extension("txt"))
        });
    let differences: Vec<String> = told.collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// How what `vitae check` says differs from what it should; it must find something.
fn difference(project: &Project, expected_in: &Path) -> Option<String> {
    let output = project.run("check");
    let code = output.status.code();
    let told = said(&output);
    assert!(
        code == Some(1) || (code == Some(0) && told.contains("warning[")),
        "{}: exit code {code:?}\n{told}",
        project.root.display(),
    );
    as_expected(&told, expected_in)
}

fn as_expected(told: &str, expected_in: &Path) -> Option<String> {
    if env::var_os("VITAE_BLESS").is_some() {
        fs::write(expected_in, told).expect("writable");
    }
    let expected = fs::read_to_string(expected_in).unwrap_or_default();
    let name = expected_in.display();
    (told != expected).then(|| format!("{name}\nexpected:\n{expected}\ntold:\n{told}"))
}

fn said(output: &Output) -> String {
    let told = String::from_utf8_lossy(&output.stderr);
    let summary = String::from_utf8_lossy(&output.stdout);
    format!("{told}{summary}")
}
