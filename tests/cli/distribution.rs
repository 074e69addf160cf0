//! The published crate, and the names that the release workflow, the packages and the action share.

use std::collections::BTreeSet;
use std::process::Command;
use std::{env, fs};

use regex::Regex;

use crate::project::{Project, repository};

/// Runs a program in the repository and returns the lines that it prints.
fn lines(program: &str, arguments: &[&str]) -> BTreeSet<String> {
    let mut command = Command::new(program);
    let output = command.current_dir(repository()).args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| line.replace('\\', "/")).collect()
}

#[test]
fn crate_contains_the_sources_and_the_embedded_templates() {
    let cargo = env::var("CARGO").expect("cargo sets the variable");
    let packaged =
        lines(&cargo, &["package", "--list", "--allow-dirty", "--locked", "--offline", "--quiet"]);
    let mut expected = lines(
        "git",
        &["ls-files", "--cached", "--others", "--exclude-standard", "src", "templates"],
    );
    expected.retain(|path| repository().join(path).exists());
    let others = [
        // Cargo writes these.
        ".cargo_vcs_info.json",
        "Cargo.lock",
        "Cargo.toml",
        "Cargo.toml.orig",
        "CHANGELOG.md",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "build.rs",
        "packaging/README.md",
    ];
    expected.extend(others.map(str::to_owned));
    let differences: Vec<_> = packaged.symmetric_difference(&expected).collect();
    assert!(differences.is_empty(), "{differences:?}");
}

#[test]
fn workflow_packages_and_action_have_the_same_targets() {
    let target = Regex::new(r"(aarch64|x86_64)-(apple|pc|unknown)-[a-z]+(-(gnu|msvc|musl))?\b")
        .expect("a valid pattern");
    let targets = |path: &str| -> BTreeSet<String> {
        let text = fs::read_to_string(repository().join(path)).expect("readable");
        target.find_iter(&text).map(|found| found.as_str().to_owned()).collect()
    };
    let built = targets(".github/workflows/release.yml");
    assert_eq!(built.len(), 5);
    assert_eq!(targets("packaging/assemble.py"), built);
    assert_eq!(targets("packaging/action.sh"), built);
}

#[test]
fn version_of_a_program_built_from_source_says_so() {
    let version = Project::empty("distribution").succeed("--version");
    assert_eq!(
        version.trim_end(),
        concat!("vitae ", env!("CARGO_PKG_VERSION"), " (built from source)")
    );
}
