//! Time, CPU time and memory of `vitae` with many consultants, as ratios against baselines measured in
//! the same run.
//!
//! ```sh
//! cargo bench --bench scale                    # 10,000 consultants
//! cargo bench --bench scale -- 100000 nginx    # more than Netlify can serve
//! cargo bench --bench scale -- content DIRECTORY 10000    # only writes the content
//! cargo bench --bench scale -- program PATH    # compares another build of vitae with this one
//! cargo bench --bench scale -- histories       # repositories with many commits
//! cargo bench --bench scale -- languages       # a site in another language
//! ```
//!
//! | baseline | what it does |
//! |---|---|
//! | copy | `cp -r` of the published directory |
//! | hash | `sha256sum` over every file of the content, in two processes |
//! | log | `git log --name-only` with the options of vitae, in one process |
//! | plain | a Rust program with the same parser, documents and number of threads, without validation and dates: [`plain`] |
//!
//! The content lies in a git repository on a tmpfs if the machine has one, and causes no warnings.

mod content;
mod history;
mod plain;
mod process;
mod translations;

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use std::{env, fs, io, thread};

use process::{Usage, run};

/// Each command runs this often; the fastest run counts, because other processes only slow it down.
const RUNS: usize = 3;

/// The hosts whose rules are rendered: one with a rule per consultant, one with constant rules.
const HOSTS: [&str; 2] = ["netlify", "nginx"];

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).filter(|a| a != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["plain", content, out] => plain::build(Path::new(content), Path::new(out)),
        ["content", root, number] => {
            content::write(Path::new(root), number.parse().map_err(io::Error::other)?)?;
            content::commit(Path::new(root))
        }
        ["program", path] => {
            let path = fs::canonicalize(path)?;
            in_directory(|root| compare(root, &path, 10_000))
        }
        ["histories"] => histories(),
        ["languages"] => in_directory(|root| languages(root, 10_000)),
        [] => {
            in_directory(|root| measure(root, 10_000, &HOSTS))?;
            histories()?;
            in_directory(|root| languages(root, 10_000))
        }
        [number, ref hosts @ ..] => {
            let consultants = number.parse().map_err(io::Error::other)?;
            let hosts = if hosts.is_empty() { &HOSTS[..] } else { hosts };
            in_directory(|root| measure(root, consultants, hosts))
        }
    }
}

/// Hashes the content.
const SUMS: &str = "find content -type f -print0 | xargs -0 -n 500 -P 2 sha256sum";

fn measure(root: &Path, consultants: usize, hosts: &[&str]) -> io::Result<()> {
    content::write(root, consultants)?;
    content::commit(root)?;
    print(&format!("{consultants} consultants in {}, fastest of {RUNS} runs\n", root.display()));

    let bench = env::current_exe()?;
    let hash = fastest(|| Ok(()), &mut command(root, Path::new("sh"), &["-c", SUMS]))?;
    let plain = fastest(
        || remove(&root.join("plain")),
        &mut command(root, &bench, &["plain", "content", "plain"]),
    )?;
    print(&row("hash the content", hash, &[]));
    print(&row("plain program", plain, &[]));

    for host in hosts {
        print(&format!("\nhost {host}"));
        let dist = root.join("dist");
        let mut build = vitae(root, &["build", "--host", host]);
        let clear = || remove(&dist).and_then(|()| remove(&root.join(".vitae")));
        let full = fastest(clear, &mut build)?;
        same_documents(root)?;
        let mut copy = Command::new("cp");
        copy.current_dir(root).args(["-r", "dist", "copy"]);
        let copy = fastest(|| remove(&root.join("copy")), &mut copy)?;
        let unchanged = fastest(|| Ok(()), &mut build)?;
        let check = fastest(|| Ok(()), &mut vitae(root, &["check", "--host", host]))?;
        let selected = ["check", "consultant-5", "--host", host];
        let selected = fastest(|| Ok(()), &mut vitae(root, &selected))?;
        let due = fastest(|| Ok(()), &mut vitae(root, &["due", "--host", host]))?;
        let one = fastest(|| content::change(root, consultants / 2), &mut build)?;
        let diff = fastest(|| Ok(()), &mut vitae(root, &["diff", "--host", host]))?;
        print(&row("cp -r dist", copy, &[]));
        for (name, usage, baselines) in [
            (
                "full build",
                full,
                &[("copy", wall(full, copy)), ("plain CPU (goal 1.25)", cpu(full, plain))][..],
            ),
            ("build, nothing changed", unchanged, &[("hash (goal 1.3)", wall(unchanged, hash))]),
            ("check, nothing changed", check, &[("hash", wall(check, hash))]),
            ("check of one consultant", selected, &[("check (goal 0.7)", wall(selected, check))]),
            ("due", due, &[("hash", wall(due, hash))]),
            ("build, one changed", one, &[("hash (goal 1.5)", wall(one, hash))]),
            ("diff, one changed", diff, &[("hash (goal 1.1)", wall(diff, hash))]),
        ] {
            print(&row(name, usage, baselines));
        }
        let per_consultant = full.cpu.as_secs_f64() * 1e6 / consultants as f64;
        print(&format!("full build: {per_consultant:.0} µs CPU per consultant"));
        let million = 1e6 / consultants as f64;
        print(&format!(
            "a million, in proportion: {:.0} minutes CPU and {:.1} GB for a full build, {:.0} s with nothing changed",
            full.cpu.as_secs_f64() * million / 60.0,
            full.peak_bytes as f64 * million / 1e9,
            unchanged.wall.as_secs_f64() * million,
        ));
        if *host == "nginx" {
            verify(root, hash)?;
            let site = fs::read_to_string(root.join("content/site.yaml"))?;
            fs::write(root.join("content/site.yaml"), format!("{site}precompress: true\n"))?;
            let precompressed = fastest(clear, &mut build)?;
            let ratio = cpu(precompressed, full);
            print(&row(
                "precompressed, full build",
                precompressed,
                &[("full CPU (goal 2.5)", ratio)],
            ));
            let unchanged = fastest(|| Ok(()), &mut build)?;
            let ratio = wall(unchanged, hash);
            print(&row("precompressed, unchanged", unchanged, &[("hash (goal 2.0)", ratio)]));
        }
        content::commit(root)?;
    }
    Ok(())
}

/// Compares the program at `path` with this build of vitae. Both run in turns, because the speed of a
/// machine changes.
fn compare(root: &Path, path: &Path, consultants: usize) -> io::Result<()> {
    content::write(root, consultants)?;
    content::commit(root)?;
    print(&format!("{consultants} consultants for nginx, fastest of {RUNS} runs\n"));
    let clear = || remove(&root.join("dist")).and_then(|()| remove(&root.join(".vitae")));
    for (name, is_full) in [("full build", true), ("nothing changed", false)] {
        let mut fastest: [Option<Usage>; 2] = [None; 2];
        for _ in 0..RUNS {
            for (program, fastest) in [released(), path].into_iter().zip(&mut fastest) {
                let mut build = command(root, program, &["build", "--host", "nginx"]);
                // The other program's cache does not count.
                clear()?;
                if !is_full {
                    run(&mut build)?;
                }
                let usage = run(&mut build)?;
                *fastest = [*fastest, Some(usage)].into_iter().flatten().min_by_key(|run| run.wall);
            }
        }
        let [this, other] = fastest.map(|usage| usage.expect("RUNS is not 0"));
        let memory = other.peak_bytes as f64 / this.peak_bytes as f64;
        let ratios = [("time (goal 1.25)", wall(other, this)), ("memory (goal 2.0)", memory)];
        print(&row(&format!("{name}, target/release"), this, &[]));
        print(&row(&format!("{name}, other"), other, &ratios));
    }
    Ok(())
}

/// Consultants and commits of the repositories of [`histories`].
const HISTORIES: [(usize, usize); 3] = [(1_000, 10_000), (1_000, 50_000), (10_000, 10_000)];

/// Builds content with a long history, without a cache. The goal of the ratio is 1: the log adds 0.6 times the
/// time of one process to a compilation, which may take 1.15 times as long as the plain program.
fn histories() -> io::Result<()> {
    for (consultants, commits) in HISTORIES {
        in_directory(|root| {
            history::write(root, consultants, commits)?;
            print(&format!("\n{consultants} consultants, {commits} commits"));
            let bench = env::current_exe()?;
            let plain = ["plain", "content", "plain"];
            let mut plain = command(root, &bench, &plain);
            let plain = fastest(|| remove(&root.join("plain")), &mut plain)?;
            let options = ["-z", "-c", "--full-history", "--sparse", "--no-renames", "--name-only"];
            let mut log = command(root, Path::new("git"), &["log"]);
            log.args(options).args(["--format=/%H %cd", "HEAD", "--", "content"]);
            let log = fastest(|| Ok(()), &mut log)?;
            let mut build = vitae(root, &["build", "--no-cache", "--host", "nginx"]);
            let build = fastest(|| remove(&root.join("dist")), &mut build)?;
            let check = ["check", "consultant-5", "--no-cache", "--host", "nginx"];
            let check = fastest(|| Ok(()), &mut vitae(root, &check))?;
            let allowed = 1.15 * plain.wall.as_secs_f64() + 0.6 * log.wall.as_secs_f64();
            let ratio = build.wall.as_secs_f64() / allowed;
            print(&row("plain program", plain, &[]));
            print(&row("git log", log, &[]));
            print(&row("full build", build, &[("1.15 plain + 0.6 log (goal 1)", ratio)]));
            print(&row("check of one consultant", check, &[("log", wall(check, log))]));
            Ok(())
        })?;
    }
    Ok(())
}

/// Builds a site in another language, for which each profile has a translation.
fn languages(root: &Path, consultants: usize) -> io::Result<()> {
    content::write(root, consultants)?;
    translations::write(root, consultants)?;
    content::commit(root)?;
    print(&format!("\n{consultants} consultants with a translation, for nginx"));
    let clear = || remove(&root.join("dist")).and_then(|()| remove(&root.join(".vitae")));
    let original = fastest(clear, &mut vitae(root, &["build", "--host", "nginx"]))?;
    let mut build = vitae(root, &["build", "--host", "nginx", "--language", "sv"]);
    let full = fastest(clear, &mut build)?;
    let unchanged = fastest(|| Ok(()), &mut build)?;
    let hash = fastest(|| Ok(()), &mut command(root, Path::new("sh"), &["-c", SUMS]))?;
    print(&row("full build, original", original, &[]));
    let ratios = [("original (goal 1.6)", wall(full, original)), ("CPU", cpu(full, original))];
    print(&row("full build, translated", full, &ratios));
    print(&row("nothing changed", unchanged, &[("hash (goal 1.5)", wall(unchanged, hash))]));
    Ok(())
}

/// Verifies the site on nginx, with a sample of the consultants.
fn verify(root: &Path, hash: Usage) -> io::Result<()> {
    let directory = root.join("deploy/nginx");
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let configuration = fs::read_to_string(directory.join("nginx.conf"))?;
    let configuration = configuration.replace("127.0.0.1:8080", &format!("127.0.0.1:{port}"));
    fs::write(directory.join("bench.conf"), format!("daemon off;\n{configuration}"))?;
    let mut nginx = Command::new("nginx");
    let Ok(mut nginx) = nginx.arg("-p").arg(&directory).args(["-c", "bench.conf"]).spawn() else {
        print("verify: skipped, because nginx is not installed");
        return Ok(());
    };
    let url = format!("http://127.0.0.1:{port}");
    let responds = || TcpStream::connect(("127.0.0.1", port)).is_ok();
    while !responds() && nginx.try_wait()?.is_none() {
        thread::sleep(Duration::from_millis(10));
    }
    for (name, arguments) in [
        ("verify", &["verify", &url, "--host", "nginx"][..]),
        ("verify, no cache", &["verify", &url, "--host", "nginx", "--no-cache"]),
    ] {
        let usage = fastest(|| Ok(()), &mut vitae(root, arguments))?;
        print(&row(name, usage, &[("hash", wall(usage, hash))]));
    }
    // The master process ends its workers.
    Command::new("kill").arg(nginx.id().to_string()).status()?;
    nginx.wait().map(drop)
}

/// Runs `work` in a new directory, and removes it. It is in memory if the machine has a tmpfs, so that
/// the disk's speed does not matter.
fn in_directory(work: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let memory = Path::new("/dev/shm");
    let parent = match memory.is_dir() {
        true => memory,
        false => Path::new(env!("CARGO_TARGET_TMPDIR")),
    };
    let root = parent.join(format!("vitae-bench-scale-{}", std::process::id()));
    let outcome = work(&root);
    remove(&root).and(outcome)
}

fn command(root: &Path, program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root).args(arguments);
    command
}

fn vitae(root: &Path, arguments: &[&str]) -> Command {
    command(root, released(), arguments)
}

fn released() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_vitae"))
}

/// The run with the least wall time; `prepare` runs before each and is not measured.
fn fastest(prepare: impl Fn() -> io::Result<()>, command: &mut Command) -> io::Result<Usage> {
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        prepare()?;
        runs.push(run(command)?);
    }
    Ok(runs.into_iter().min_by_key(|run| run.wall).expect("RUNS is not 0"))
}

/// Fails unless the plain program wrote the same documents as vitae: only then is it a baseline.
fn same_documents(root: &Path) -> io::Result<()> {
    for directory in ["api/consultant-public", "_internal/json-resume"] {
        for entry in fs::read_dir(root.join("plain").join(directory))? {
            let path = entry?.path();
            let published = root
                .join("dist")
                .join(path.strip_prefix(root.join("plain")).map_err(io::Error::other)?);
            if fs::read(&path)? != fs::read(&published)? {
                return Err(io::Error::other(format!(
                    "{} differs from {}",
                    path.display(),
                    published.display()
                )));
            }
        }
    }
    Ok(())
}

fn remove(directory: &Path) -> io::Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn wall(usage: Usage, baseline: Usage) -> f64 {
    usage.wall.as_secs_f64() / baseline.wall.as_secs_f64()
}

fn cpu(usage: Usage, baseline: Usage) -> f64 {
    usage.cpu.as_secs_f64() / baseline.cpu.as_secs_f64()
}

fn row(name: &str, usage: Usage, ratios: &[(&str, f64)]) -> String {
    let ratios = ratios.iter().map(|(baseline, ratio)| format!("{ratio:6.2} x {baseline}"));
    format!(
        "{name:31} {:8.0} ms {:8.0} ms CPU {:6.0} MB   {}",
        usage.wall.as_secs_f64() * 1e3,
        usage.cpu.as_secs_f64() * 1e3,
        usage.peak_bytes as f64 / 1e6,
        ratios.collect::<Vec<_>>().join("  "),
    )
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its table")]
fn print(line: &str) {
    println!("{line}");
}
