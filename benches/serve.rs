//! Measures the preview: the time from a save to its event, the start page, and memory.
//!
//! `cargo bench --bench serve` prints a table for at most 10,000 consultants, `cargo bench --bench serve
//! -- 100000` also for 100,000. The baseline is the time to read every content file once. The content is in a
//! git repository and has been built; each save changes a published profile.

#[path = "scale/content.rs"]
mod content;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};

/// The measured sites.
const SITES: [Site; 3] = [
    Site { consultants: 200, host: "netlify", save: Duration::from_millis(100), megabytes: 60 },
    Site { consultants: 10_000, host: "netlify", save: Duration::from_millis(200), megabytes: 150 },
    // More than Netlify can serve.
    Site { consultants: 100_000, host: "nginx", save: Duration::from_secs(3), megabytes: 520 },
];

struct Site {
    consultants: usize,
    /// A host with a rule for each consultant, or with constant rules.
    host: &'static str,
    /// The maximum median time from a save to its event.
    save: Duration,
    /// The maximum memory.
    megabytes: u64,
}

/// The maximum time from the start to the address.
const ADDRESS: Duration = Duration::from_millis(300);
/// The maximum median time of a request for the start page, and of a search, for ten thousand consultants.
const START_PAGE: Duration = Duration::from_millis(150);
/// The maximum size of the start page with everything that it loads at once, in bytes.
const START_PAGE_BYTES: usize = 300_000;

/// The number of saves, and of requests for each page.
const RUNS: usize = 20;

fn main() -> io::Result<()> {
    let most = std::env::args().nth(1).and_then(|argument| argument.parse().ok());
    let sites = SITES.iter().filter(|site| site.consultants <= most.unwrap_or(10_000));
    sites.into_iter().try_for_each(measure)
}

fn measure(site: &Site) -> io::Result<()> {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-serve");
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    content::write(&root, site.consultants)?;
    content::commit(&root)?;
    let built = vitae(&root).args(["build", "--host", site.host]).stdout(Stdio::null()).status()?;
    assert!(built.success());
    let reading = reading_time(&root.join("content/consultants"))?;

    let started = Instant::now();
    let mut preview = Preview::start(&root, site.host)?;
    let address = started.elapsed();
    assert!(preview.get("")?.contains("compiled so far"), "the first page came late");
    let first_page = started.elapsed();
    let mut events = preview.events()?;
    let mut revision = 0;
    while revision == 0 {
        revision = self::revision(&mut events)?;
    }
    let start = started.elapsed();
    let page = times(|_| preview.get("").map(drop))?;
    let search = times(|_| preview.get("?q=kubernetes+uppsala&page=7").map(drop))?;
    let bytes = preview.start_page_bytes()?;
    let saves = times(|_| {
        // A number that is not divisible by 10 is that of an active consultant.
        content::change(&root, site.consultants / 2 + 1)?;
        let last = revision;
        while revision == last {
            revision = self::revision(&mut events)?;
        }
        Ok(())
    })?;
    print(&format!("{} consultants", site.consultants));
    for (what, time) in [
        ("reading all files", reading),
        ("start to address (goal 300 ms)", address),
        ("start to first page", first_page),
        ("start to whole site", start),
        ("start page, median", page[RUNS / 2]),
        ("search, median", search[RUNS / 2]),
        ("from a save to the event, median", saves[RUNS / 2]),
        ("from a save to the event, slowest", saves[RUNS - 1]),
    ] {
        let ratio = time.as_secs_f64() / reading.as_secs_f64();
        let time = time.as_secs_f64() * 1e3;
        print(&format!("  {what:36} {time:8.1} ms {ratio:8.2} x reading"));
    }
    print(&format!("  {:36} {:8.1} kB", "start page and its assets", bytes as f64 / 1e3));
    assert!(saves[RUNS / 2] < site.save, "the median save is above {:?}", site.save);
    assert!(address < ADDRESS, "above {ADDRESS:?}");
    let pages = page[RUNS / 2].max(search[RUNS / 2]);
    let limit = START_PAGE * (site.consultants as u32).div_ceil(10_000);
    assert!(pages < limit, "above {limit:?}");
    assert!(bytes < START_PAGE_BYTES, "the start page has {bytes} bytes");
    for (what, field) in [("memory", "VmRSS:"), ("peak memory", "VmHWM:")] {
        let Some(memory) = preview.memory(field) else {
            continue;
        };
        let goal = if site.consultants == 100_000 { "goal 400, " } else { "" };
        let limit = site.megabytes;
        print(&format!("  {what:36} {:8.1} MB ({goal}limit {limit})", memory as f64 / 1e6));
        assert!(memory < site.megabytes * 1_000_000, "above {} MB", site.megabytes);
    }
    Ok(())
}

/// Returns the times of [`RUNS`] runs in order.
fn times(mut run: impl FnMut(usize) -> io::Result<()>) -> io::Result<Vec<Duration>> {
    let mut times = Vec::new();
    for number in 0..RUNS {
        let started = Instant::now();
        run(number)?;
        times.push(started.elapsed());
    }
    times.sort();
    Ok(times)
}

#[expect(clippy::print_stdout, reason = "the table is the benchmark's output")]
fn print(line: &str) {
    println!("{line}");
}

/// Returns the shortest time to read every file in a directory.
fn reading_time(directory: &Path) -> io::Result<Duration> {
    let entries: io::Result<Vec<PathBuf>> =
        fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect();
    let paths = entries?;
    let read = |_| {
        paths.iter().try_for_each(|path| {
            std::hint::black_box(fs::read(path)?);
            Ok(())
        })
    };
    Ok(times(read)?[0])
}

fn vitae(root: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vitae"));
    command.current_dir(root);
    command
}

/// A running preview; dropping it stops the process.
struct Preview {
    child: Child,
    port: u16,
}

impl Preview {
    fn start(root: &Path, host: &str) -> io::Result<Self> {
        let mut child = vitae(root)
            .args(["serve", "--host", host, "--listen", "127.0.0.1:0"])
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

    /// Sends a request for a path below the preview's root.
    fn request(&self, target: &str, header: &str) -> io::Result<TcpStream> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        let host = format!("localhost:{}", self.port);
        write!(stream, "GET /_preview/{target} HTTP/1.1\r\nHost: {host}\r\n{header}\r\n")?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(stream)
    }

    fn events(&mut self) -> io::Result<BufReader<TcpStream>> {
        Ok(BufReader::new(self.request("_events", "")?))
    }

    /// Returns the body of a response with status 200.
    fn get(&self, target: &str) -> io::Result<String> {
        let mut response = String::new();
        self.request(target, "Connection: close\r\n")?.read_to_string(&mut response)?;
        let (head, body) = response.split_once("\r\n\r\n").expect("a response");
        assert!(head.starts_with("HTTP/1.1 200 "), "{target}: {head}");
        Ok(body.to_owned())
    }

    /// Returns the size of the start page and of its assets.
    fn start_page_bytes(&self) -> io::Result<usize> {
        let assets = ["preview.css", "preview.js", "events.js", "morph.js", "icon.svg"].iter();
        let assets = assets.map(|name| Ok(self.get(&format!("assets/{name}"))?.len()));
        Ok(self.get("")?.len() + assets.sum::<io::Result<usize>>()?)
    }

    /// Returns a field of the process's status in bytes; `None` where the system has none.
    fn memory(&self, field: &str) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(field))?;
        let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kibibytes * 1024)
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
