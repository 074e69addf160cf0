//! Every mistake an author is likely to make, and exactly what they are told.
//!
//! `tests/fixtures/mistakes/<name>.yaml` is a profile with a mistake, `<name>.txt` what
//! `vitae check` says of it. With `VITAE_BLESS=1` the texts are written instead of compared.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::project::{Project, repository};

#[test]
fn every_mistake_is_told_as_expected() {
    let folder = repository().join("tests/fixtures/mistakes");
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
    let mut differences = Vec::new();
    for yaml in names {
        let told = check(&yaml);
        let expected = yaml.with_extension("txt");
        if env::var_os("VITAE_BLESS").is_some() {
            fs::write(&expected, &told).expect("writable");
        }
        let expected = fs::read_to_string(&expected).unwrap_or_default();
        if told != expected {
            differences.push(format!(
                "{}\nexpected:\n{expected}\ntold:\n{told}",
                yaml.display()
            ));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// What `vitae check` says about a content of one site and this profile; it must find something.
fn check(yaml: &Path) -> String {
    let name = yaml.file_stem().expect("a name");
    let project = Project::site(&format!("mistakes/{}", name.to_string_lossy()));
    project.write(
        "content/consultants/anna-berg.yaml",
        fs::read(yaml).expect("readable"),
    );
    let output = project.run("check");
    let code = output.status.code();
    let told = String::from_utf8_lossy(&output.stderr);
    let summary = String::from_utf8_lossy(&output.stdout);
    assert!(
        code == Some(1) || (code == Some(0) && told.contains("warning")),
        "{}: exit code {code:?}\n{told}{summary}",
        yaml.display(),
    );
    format!("{told}{summary}")
}
