//! The output of the program in all its formats, for mutated profiles and responses.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{fs, str};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::Value as Json;

use crate::mutation::{apply, mutations};
use crate::seeds;
use crate::targets::{FILES, HEADER, SECRET, Server};

/// The number of mutated profiles, which one run of the program checks.
const PROFILES: usize = 150;
/// The number of mutated responses, each with one run of the program per format.
const RESPONSES: usize = 3;

/// Creates a project with the content of the targets.
fn project(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz").join(name);
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("content/consultants")).expect("a writable directory");
    for (path, text) in FILES {
        fs::write(root.join("content").join(path), text).expect("a writable directory");
    }
    root
}

/// Returns random mutations of seeds, the same ones for the same `PROPTEST_RNG_SEED`.
fn mutated(seeds: &[Vec<u8>], dictionary: &str, count: usize) -> Vec<Vec<u8>> {
    let tokens = seeds::tokens(dictionary);
    let mut runner = TestRunner::new(ProptestConfig::default());
    let strategy = (any::<Index>(), mutations());
    let input = |_| {
        let (at, mutations) = strategy.new_tree(&mut runner).expect("a value").current();
        apply(at.get::<Vec<u8>>(seeds), &mutations, seeds, &tokens)
    };
    (0..count).map(input).collect()
}

fn run(root: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_vitae"));
    let program = program.current_dir(root).args(arguments).env("NO_COLOR", "1");
    program.output().expect("the program runs")
}

#[test]
fn diagnostics_in_all_formats() {
    let root = project("diagnostics");
    for (number, yaml) in mutated(&seeds::profiles(), "yaml", PROFILES).iter().enumerate() {
        let path = format!("content/consultants/profile-{number}.yaml");
        fs::write(root.join(path), yaml).expect("a writable directory");
    }
    for format in ["human", "json", "github"] {
        let output = run(&root, &["check", "--no-cache", "--format", format]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{format}: {errors}");
        let text = str::from_utf8(&output.stdout).expect("UTF-8");
        if format == "json" {
            assert!(serde_json::from_str::<Json>(text).is_ok(), "{format}: {text}");
        }
        let is_unsafe = |c: char| c != '\n' && vitae::characters::is_unsafe(c);
        assert!(!text.chars().chain(errors.chars()).any(is_unsafe), "{format}: {text}{errors}");
    }
}

#[test]
fn reports_in_all_formats_hide_secrets() {
    let root = project("reports");
    let server = Server::start();
    let url = server.url.to_string();
    for response in mutated(&seeds::connections(), "http", RESPONSES) {
        if !server.send(&response) {
            continue;
        }
        for format in ["human", "json", "github"] {
            let options = ["--header", HEADER, "--timeout", "2", "--format", format];
            let output = run(&root, &[&["verify", &url][..], &options].concat());
            let text = [output.stdout, output.stderr].concat();
            let text = String::from_utf8(text).expect("UTF-8");
            assert!(matches!(output.status.code(), Some(0..=2)), "{format}: {text}");
            assert!(!text.contains(SECRET), "{format}: {text}");
            assert!(!text.contains("panicked"), "{format}: {text}");
        }
    }
}
