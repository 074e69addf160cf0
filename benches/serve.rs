//! Measures the time from a save to the preview's event, and compares it with the time to read every
//! content file once.
//!
//! `cargo bench --bench serve` prints a table. The content is in a git repository, and each save
//! changes a published profile.

mod content;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};

/// The measured sites.
const SITES: [Site; 2] = [
    Site { consultants: 200, limit: Duration::from_millis(300) },
    Site { consultants: 10_000, limit: Duration::from_secs(1) },
];

struct Site {
    consultants: usize,
    /// The maximum median time from a save to its event.
    limit: Duration,
}

/// The number of saves.
const SAVES: usize = 20;
/// The number of runs that read all files; the fastest one counts.
const RUNS: usize = 5;

fn main() -> io::Result<()> {
    for Site { consultants, limit } in SITES {
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
            let status = Command::new("git").current_dir(&root).args(arguments).status()?;
            assert!(status.success(), "git {arguments:?}");
        }
        let reading = reading_time(&root.join("content"))?;

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
                let next = self::revision(&mut events)?;
                if next > revision {
                    revision = next;
                    break;
                }
            }
            times.push(started.elapsed());
        }
        times.sort();
        print(&format!("{consultants} consultants, {SAVES} saves"));
        for (what, time) in [
            ("reading all files", reading),
            ("from the start to the first event", start),
            ("from a save to the event, fastest", times[0]),
            ("from a save to the event, median", times[SAVES / 2]),
            ("from a save to the event, slowest", times[SAVES - 1]),
        ] {
            let ratio = time.as_secs_f64() / reading.as_secs_f64();
            let time = time.as_secs_f64() * 1e3;
            print(&format!("  {what:36} {time:8.1} ms {ratio:8.2} x reading"));
        }
        assert!(times[SAVES / 2] < limit, "the median is above {limit:?}");
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the table is the benchmark's output")]
fn print(line: &str) {
    println!("{line}");
}

/// Returns the shortest time to read every content file.
fn reading_time(content: &Path) -> io::Result<Duration> {
    let mut fastest = Duration::MAX;
    for _ in 0..RUNS {
        let started = Instant::now();
        let mut bytes = 0;
        for directory in ["consultants", "photos"] {
            let entries: io::Result<Vec<PathBuf>> =
                fs::read_dir(content.join(directory))?.map(|entry| Ok(entry?.path())).collect();
            for path in entries? {
                bytes += fs::read(path)?.len();
            }
        }
        std::hint::black_box(bytes);
        fastest = fastest.min(started.elapsed());
    }
    Ok(fastest)
}

/// A running preview; dropping it stops the process.
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
        // The rest of the output fits into the pipe.
        output.expect("a pipe").read_line(&mut line)?;
        let port = line.split("http://127.0.0.1:").nth(1);
        let port = port.and_then(|rest| rest.split('/').next()?.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no URL in {line:?}"));
        Ok(Self { child, port })
    }

    fn events(&mut self) -> io::Result<BufReader<TcpStream>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        let host = format!("localhost:{}", self.port);
        write!(stream, "GET /_preview/_events HTTP/1.1\r\nHost: {host}\r\n\r\n")?;
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
