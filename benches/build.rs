//! How long a build takes, as ratios against floors measured in the same run: copying what it
//! publishes, reading the YAML with the bare parser, and gzip on every document.
//!
//! `cargo bench` prints a table. Absolute times depend on the machine; the ratios hardly do.

mod content;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};

use serde_yaml::granit_parser::Parser;
use vitae::yaml;

/// Consultants in the content that is measured.
const CONSULTANTS: usize = 1_000;
/// Of so many runs the fastest counts: whatever else a machine does only makes it slower.
const RUNS: usize = 5;
/// A host that is sent compressed files.
const HOST: &str = "\
title: A server of our own
summary: It sends files as they lie.
documentation: https://example.com/
precompressed: true
modification_times: content
";
/// gzip on every document of `dist`, in one process.
const GZIP: &str = "find dist/api dist/_internal/json-resume -type f | xargs gzip -9 -c | wc -c";

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench");
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    let texts = content::write(&root, CONSULTANTS)?;

    let bare = fastest(|| {
        Ok(texts
            .iter()
            .map(|text| Parser::new_from_str(text).count())
            .sum::<usize>())
    })?;
    let tree = fastest(|| {
        let mut told = Vec::new();
        let trees = texts
            .iter()
            .map(|text| yaml::parse("a.yaml", text.as_bytes(), &mut told));
        Ok(trees.flatten().count())
    })?;
    let check = fastest(|| vitae(&root, &["check"]))?;
    let full = fastest(|| {
        let _ = fs::remove_dir_all(root.join("dist"));
        vitae(&root, &["build"])
    })?;
    let unchanged = fastest(|| vitae(&root, &["build"]))?;
    let swap = fastest(|| vitae(&root, &["build", "--swap"]))?;
    fs::create_dir_all(root.join("templates/hosts/own"))?;
    fs::write(root.join("templates/hosts/own/host.yaml"), HOST)?;
    let site = root.join("content/site.yaml");
    fs::write(&site, fs::read_to_string(&site)? + "precompress: true\n")?;
    let compressed = ["build", "--host", "own", "--out", "compressed"];
    let full_compressed = fastest(|| {
        let _ = fs::remove_dir_all(root.join("compressed"));
        vitae(&root, &compressed)
    })?;
    let unchanged_compressed = fastest(|| vitae(&root, &compressed))?;
    let gzip = fastest(|| {
        let mut command = Command::new("sh");
        command.current_dir(&root).args(["-c", GZIP]);
        Ok(command.stdout(Stdio::null()).status()?.success())
    })?;
    let copy = fastest(|| {
        let _ = fs::remove_dir_all(root.join("copy"));
        let status = Command::new("cp")
            .current_dir(&root)
            .args(["-r", "dist", "copy"])
            .status()?;
        Ok(status.success())
    })?;

    let rows = [
        ("bare parser, one thread", bare, bare),
        ("positioned tree, one thread", tree, bare),
        ("cp -r dist", copy, copy),
        ("vitae check", check, copy),
        ("vitae build, everything new", full, copy),
        ("vitae build, nothing new", unchanged, copy),
        ("vitae build --swap, nothing new", swap, copy),
        ("gzip -9, one thread", gzip, gzip),
        ("compressed too, everything new", full_compressed, gzip),
        ("compressed too, nothing new", unchanged_compressed, gzip),
    ];
    say(&format!(
        "{CONSULTANTS} consultants, the fastest of {RUNS} runs\n"
    ));
    for (name, time, floor) in rows {
        let ratio = time.as_secs_f64() / floor.as_secs_f64();
        say(&format!(
            "{name:34} {:8.1} ms {ratio:8.2} x floor",
            time.as_secs_f64() * 1e3
        ));
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the table is what a benchmark is for")]
fn say(line: &str) {
    println!("{line}");
}

fn fastest<T>(mut work: impl FnMut() -> io::Result<T>) -> io::Result<Duration> {
    let mut fastest = Duration::MAX;
    for _ in 0..RUNS {
        let started = Instant::now();
        std::hint::black_box(work()?);
        fastest = fastest.min(started.elapsed());
    }
    Ok(fastest)
}

fn vitae(root: &Path, arguments: &[&str]) -> io::Result<bool> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vitae"));
    command
        .current_dir(root)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let status = command.status()?;
    assert!(status.success(), "vitae {arguments:?} failed");
    Ok(true)
}
