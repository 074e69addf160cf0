//! Measures builds as ratios to baselines that are measured in the same run: copying the output,
//! parsing the YAML without validation, and compressing every document with gzip. Then compares the
//! levels of compression.
//!
//! `cargo bench --bench build` prints a table. The times depend on the machine; the ratios hardly do.

mod content;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};

use flate2::{Compress, Compression, FlushCompress};
use serde_yaml::granit_parser::Parser;
use vitae::yaml;

/// The number of consultants in the measured content.
const CONSULTANTS: usize = 1_000;
/// The number of runs; the fastest one counts, because other load only makes a run slower.
const RUNS: usize = 5;
/// A host that serves precompressed files.
const HOST: &str = "\
title: Own server
summary: A server of static files.
documentation: https://example.com/
precompressed: true
modification_times: content
";
/// Compresses every document of `dist` in one process.
const GZIP: &str = "find dist/api dist/_internal/json-resume -type f | xargs gzip -9 -c | wc -c";
const COPY: &str = "rm -rf copy && cp -r dist copy";

/// A measured time and the baseline to compare it with.
struct Row {
    name: &'static str,
    time: Duration,
    baseline: Duration,
}

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench");
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    let texts = content::write(&root, CONSULTANTS)?;
    println(&format!("{CONSULTANTS} consultants, fastest of {RUNS} runs\n"));
    let rows = [parsing(&texts)?, building(&root)?, compressing(&root)?].into_iter().flatten();
    for Row { name, time, baseline } in rows {
        let milliseconds = time.as_secs_f64() * 1e3;
        let ratio = time.as_secs_f64() / baseline.as_secs_f64();
        println(&format!("{name:34} {milliseconds:8.1} ms {ratio:8.2} x baseline"));
    }
    levels(&root)
}

fn parsing(texts: &[String]) -> io::Result<Vec<Row>> {
    let events = |text: &String| Parser::new_from_str(text).count();
    let baseline = fastest(|| Ok(texts.iter().map(events).sum::<usize>()))?;
    let tree = fastest(|| {
        let mut diagnostics = Vec::new();
        let trees = texts
            .iter()
            .filter_map(|text| yaml::parse("a.yaml", text.as_bytes(), &mut diagnostics));
        Ok(trees.count())
    })?;
    Ok(rows(
        baseline,
        [("YAML parser alone, one thread", baseline), ("tree with positions, one thread", tree)],
    ))
}

fn building(root: &Path) -> io::Result<Vec<Row>> {
    let check = fastest(|| vitae(root, &["check"]))?;
    let full = fastest(|| {
        remove(&root.join("dist"))?;
        vitae(root, &["build"])
    })?;
    let unchanged = fastest(|| vitae(root, &["build"]))?;
    let baseline = fastest(|| shell(root, COPY))?;
    let times = [
        ("cp -r dist", baseline),
        ("vitae check", check),
        ("vitae build, all files new", full),
        ("vitae build, unchanged", unchanged),
    ];
    Ok(rows(baseline, times))
}

fn compressing(root: &Path) -> io::Result<Vec<Row>> {
    fs::create_dir_all(root.join("templates/hosts/own"))?;
    fs::write(root.join("templates/hosts/own/host.yaml"), HOST)?;
    let site = root.join("content/site.yaml");
    fs::write(&site, fs::read_to_string(&site)? + "precompress: true\n")?;
    let build = ["build", "--host", "own", "--out", "compressed"];
    let full = fastest(|| {
        remove(&root.join("compressed"))?;
        vitae(root, &build)
    })?;
    let unchanged = fastest(|| vitae(root, &build))?;
    let baseline = fastest(|| shell(root, GZIP))?;
    let times = [
        ("gzip -9, one thread", baseline),
        ("with compression, all files new", full),
        ("with compression, unchanged", unchanged),
    ];
    Ok(rows(baseline, times))
}

/// Compresses one document with each level.
fn levels(root: &Path) -> io::Result<()> {
    println("\none document, one thread");
    let directory = fs::read_dir(root.join("dist/api/consultant-public"))?;
    let paths: io::Result<Vec<_>> = directory.map(|entry| Ok(entry?.path())).collect();
    let document = fs::read(paths?.iter().min().expect("there are consultants"))?;
    for level in 1..=9 {
        let mut compressor = Compress::new(Compression::new(level), false);
        let mut compressed = Vec::with_capacity(2 * document.len());
        let time = fastest(|| {
            compressor.reset();
            compressed.clear();
            Ok(compressor.compress_vec(&document, &mut compressed, FlushCompress::Finish)?)
        })?;
        let microseconds = time.as_secs_f64() * 1e6;
        let size = 100.0 * compressed.len() as f64 / document.len() as f64;
        println(&format!("gzip {level} {microseconds:6.0} µs {size:8.1} % of the size"));
    }
    Ok(())
}

fn rows<const N: usize>(baseline: Duration, times: [(&'static str, Duration); N]) -> Vec<Row> {
    let row = |(name, time)| Row { name, time, baseline };
    times.into_iter().map(row).collect()
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its results")]
fn println(line: &str) {
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

fn remove(directory: &Path) -> io::Result<()> {
    match directory.exists() {
        true => fs::remove_dir_all(directory),
        false => Ok(()),
    }
}

fn vitae(root: &Path, arguments: &[&str]) -> io::Result<()> {
    run(Command::new(env!("CARGO_BIN_EXE_vitae")).args(arguments), root)
}

fn shell(root: &Path, script: &str) -> io::Result<()> {
    run(Command::new("sh").args(["-c", script]), root)
}

fn run(command: &mut Command, root: &Path) -> io::Result<()> {
    let status = command.current_dir(root).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    assert!(status.success(), "{command:?} failed");
    Ok(())
}
