//! How long it takes from a save until an open page of the preview is told, beside a floor measured
//! in the same run: reading every file of the content once.
//!
//! `cargo bench --bench serve` prints a table. The content is in a repository, and of what is saved
//! each time something is published.

mod content;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};

/// Consultants, and how long a save may take to arrive.
const SIZES: [(usize, Duration); 2] = [
    (200, Duration::from_millis(300)),
    (10_000, Duration::from_secs(1)),
];
/// How often something is saved.
const SAVES: usize = 20;
/// Of so many runs the fastest is the floor.
const RUNS: usize = 5;

fn main() -> io::Result<()> {
    for (consultants, limit) in SIZES {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-serve");
        if root.exists() {
            fs::remove_dir_all(&root)?;
        }
        let texts = content::write(&root, consultants)?;
        for arguments in [
            &["init", "--quiet"][..],
            &["add", "."],
            &[
                "-c",
                "user.name=Editor",
                "-c",
                "user.email=editor@example.com",
                "commit",
                "--quiet",
                "--message=x",
            ],
        ] {
            let status = Command::new("git")
                .current_dir(&root)
                .args(arguments)
                .status()?;
            assert!(status.success(), "git {arguments:?}");
        }
        let floor = floor(&root.join("content"))?;

        let started = Instant::now();
        let mut preview = Preview::start(&root)?;
        let mut events = preview.events()?;
        let mut revision = revision(&mut events)?;
        let start = started.elapsed();
        let mut times = Vec::new();
        let number = consultants / 2;
        let file = root.join(format!("content/consultants/consultant-{number}.yaml"));
        for save in 0..SAVES {
            let name = format!("\nname: Save {save} of ");
            let text = texts[number].replace("\nname: ", &name);
            assert_ne!(text, texts[number], "every profile has a name");
            let started = Instant::now();
            fs::write(&file, text)?;
            loop {
                let newer = self::revision(&mut events)?;
                if newer > revision {
                    revision = newer;
                    break;
                }
            }
            times.push(started.elapsed());
        }
        times.sort();
        say(&format!("{consultants} consultants, {SAVES} saves"));
        for (what, time) in [
            ("reading all files", floor),
            ("from the start to the first event", start),
            ("from a save to the event, fastest", times[0]),
            ("from a save to the event, median", times[SAVES / 2]),
            ("from a save to the event, slowest", times[SAVES - 1]),
        ] {
            let ratio = time.as_secs_f64() / floor.as_secs_f64();
            let time = time.as_secs_f64() * 1e3;
            say(&format!("  {what:36} {time:8.1} ms {ratio:8.2} x floor"));
        }
        assert!(times[SAVES / 2] < limit, "the median is above {limit:?}");
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the table is what a benchmark is for")]
fn say(line: &str) {
    println!("{line}");
}

/// The time to read every file below `folder`.
fn floor(folder: &Path) -> io::Result<Duration> {
    let mut fastest = Duration::MAX;
    for _ in 0..RUNS {
        let started = Instant::now();
        let mut bytes = 0;
        for part in ["consultants", "photos"] {
            let entries: io::Result<Vec<PathBuf>> = fs::read_dir(folder.join(part))?
                .map(|entry| Ok(entry?.path()))
                .collect();
            for path in entries? {
                bytes += fs::read(path)?.len();
            }
        }
        std::hint::black_box(bytes);
        fastest = fastest.min(started.elapsed());
    }
    Ok(fastest)
}

/// A running preview, ended when dropped.
struct Preview {
    child: Child,
    port: u16,
}

impl Preview {
    fn start(root: &Path) -> io::Result<Self> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_vitae"))
            .current_dir(root)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().map(BufReader::new);
        // What it says afterwards fits into the pipe.
        output.expect("a pipe").read_line(&mut line)?;
        let port = line.split("http://127.0.0.1:").nth(1);
        let port = port.and_then(|rest| rest.split('/').next()?.parse().ok());
        let port = port.unwrap_or_else(|| panic!("it said {line:?}"));
        Ok(Self { child, port })
    }

    fn events(&mut self) -> io::Result<BufReader<TcpStream>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        let host = format!("localhost:{}", self.port);
        write!(
            stream,
            "GET /_preview/_events HTTP/1.1\r\nHost: {host}\r\n\r\n"
        )?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(BufReader::new(stream))
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for the next event.
fn revision(events: &mut BufReader<TcpStream>) -> io::Result<u64> {
    loop {
        let mut line = String::new();
        assert!(events.read_line(&mut line)? > 0, "the events ended");
        if let Some(revision) = line.strip_prefix("data: ") {
            return Ok(revision.trim().parse().expect("a number"));
        }
    }
}
