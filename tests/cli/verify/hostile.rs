//! Servers that send far more than expected: memory and time stay bounded.
//!
//! The limits are 300 MB of memory, and one second more than `--timeout`.

use std::io::Write;
use std::net::Shutdown;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use flate2::Compression;
use flate2::write::GzEncoder;
use vitae::characters::find_unsafe;

use super::server::{Reply, Response, Server};
use super::site::{Site, project};
use super::verify;
use crate::at_once::at_once;
use crate::project::Project;

/// The most memory that the program may use, in KiB.
const MAX_MEMORY: u64 = 300_000;
/// The address space of the program, in KiB: far less than today's machines have, so that a failing
/// test does not exhaust the memory. Each thread reserves some for its stack.
const ADDRESS_SPACE: u64 = 1_200_000;
/// The value of `--timeout`, in seconds.
const TIMEOUT: u64 = 10;
/// The time for compiling the content before the timeout starts, and for starting the program.
const STARTUP: Duration = Duration::from_secs(4);

/// Runs `vitae verify` and returns its exit code, after it has checked memory and time.
#[track_caller]
fn verify_within_limits(project: &Project, server: &Server, arguments: &str) -> Option<i32> {
    let command = format!(
        "ulimit -v {ADDRESS_SPACE} && exec \"$0\" verify {} --timeout {TIMEOUT} {arguments}",
        server.url()
    );
    let start = Instant::now();
    let mut child = Command::new("sh")
        .current_dir(&project.root)
        .args(["-c", &command])
        .arg(cargo_bin("vitae"))
        .env("RAYON_NUM_THREADS", "2")
        .env("MALLOC_ARENA_MAX", "2")
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let exit = loop {
        if let Ok(status) = std::fs::read_to_string(&status) {
            let mut lines = status.lines();
            let memory = lines.find_map(|line| line.strip_prefix("VmHWM:"));
            let memory = memory.and_then(|text| text.trim().strip_suffix(" kB")?.parse().ok());
            peak = peak.max(memory.unwrap_or(0));
        }
        if let Some(exit) = child.try_wait().expect("a child") {
            break exit;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let time = start.elapsed();
    assert!(peak > 0 && peak < MAX_MEMORY, "{peak} KiB");
    let limit = Duration::from_secs(TIMEOUT + 1) + STARTUP;
    assert!(time < limit, "{time:?}");
    exit.code()
}

/// Compresses `[<item>,<item>,...]` with `length` bytes.
fn bomb(item: &str, length: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let block = format!("{item},").repeat(100_000 / item.len());
    encoder.write_all(b"[").expect("in memory");
    for _ in 0..length / block.len() {
        encoder.write_all(block.as_bytes()).expect("in memory");
    }
    encoder.write_all(b"null]").expect("in memory");
    encoder.finish().expect("in memory")
}

#[test]
fn decodes_a_compression_bomb_within_limits() {
    let project = project("hostile_gzip");
    let body = bomb(r#"{},{"":[]}"#, 60 << 20);
    let server = Server::start(move |_| {
        Response::new(200, "application/json", body.clone()).with("Content-Encoding", "gzip").into()
    });
    assert_eq!(verify_within_limits(&project, &server, ""), Some(1));
}

#[test]
fn decodes_a_bomb_in_compressed_responses_within_limits() {
    let project = project("hostile_accepted");
    let site = Site::of(&project);
    let body = bomb(r#"{},{"":[]}"#, 60 << 20);
    let server = Server::start(move |request| {
        let response = site.respond(request);
        let accepts = request.value("accept-encoding").unwrap_or_default();
        if response.status != 200 || !accepts.contains("gzip") {
            return response.into();
        }
        let bomb = Response { body: body.clone(), ..response };
        bomb.with("Content-Encoding", "gzip").into()
    });
    assert_eq!(verify_within_limits(&project, &server, "--jobs 64"), Some(1));
}

#[test]
fn reads_long_json_within_limits() {
    let project = project("hostile_json");
    let site = Site::of(&project);
    let body = format!("[{}[]]", "[],".repeat(10 << 20)).into_bytes();
    let server = Server::start(move |request| {
        let response = site.respond(request);
        match response.status {
            200 => Reply::Response(Response { body: body.clone(), ..response }),
            _ => response.into(),
        }
    });
    assert_eq!(verify_within_limits(&project, &server, "--jobs 64"), Some(1));
}

#[test]
fn parses_dense_json_within_limits() {
    let project = project("hostile_dense");
    let site = Site::of(&project);
    // Within the limit of length, but not of values.
    let body = format!("[{}[]]", r#"{},{"":[]},"#.repeat(5_800)).into_bytes();
    let server = Server::start(move |request| {
        let response = site.respond(request);
        match response.status {
            304 => response.into(),
            _ => Reply::Response(Response { body: body.clone(), ..response }),
        }
    });
    assert_eq!(verify_within_limits(&project, &server, "--jobs 64"), Some(1));
}

#[test]
fn checks_hostile_former_deploys_within_limits() {
    let project = project("hostile_former");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.respond(request).into());
    let body = bomb(r#"{},{"":[]}"#, 60 << 20);
    let large = Server::start(move |_| {
        Response::new(200, "text/html", body.clone()).with("Content-Encoding", "gzip").into()
    });
    let silent = Server::start(|_| Reply::Silence);
    let endless = Server::start(|request| {
        Response::new(302, "text/html", "").with("Location", format!("{}x", request.target)).into()
    });
    let at: Vec<String> =
        [large, endless, silent].iter().map(|former| format!("--at {}", former.url())).collect();
    let arguments = format!("--jobs 64 --gone frida-holm {}", at.join(" "));
    assert_eq!(verify_within_limits(&project, &server, &arguments), Some(1));
}

#[test]
fn reads_endless_headers_within_limits() {
    let project = project("hostile_headers");
    for line in ["X-Header: value\r\n", "x", " folded\r\n"] {
        let server = Server::accept(move |mut stream| {
            std::thread::spawn(move || {
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n");
                // Ends when the client closes the connection.
                while stream.write_all(line.repeat(4_096).as_bytes()).is_ok() {}
            });
        });
        let code = verify_within_limits(&project, &server, "");
        assert!(matches!(code, Some(1 | 2)), "{line:?}: {code:?}");
    }
}

#[test]
fn half_closed_connections_end_in_time() {
    let project = project("hostile_half_closed");
    at_once([Shutdown::Write, Shutdown::Read], |half| {
        let mut open = Vec::new();
        let server = Server::accept(move |stream| {
            let _ = stream.shutdown(half);
            // The other half stays open.
            open.push(stream);
        });
        assert_eq!(verify_within_limits(&project, &server, ""), Some(2), "{half:?}");
    });
}

#[test]
fn follows_no_redirects_to_files_or_other_schemes() {
    let project = project("hostile_schemes");
    let secret = project.root.join("secret.txt");
    std::fs::write(&secret, "canary-of-a-file").expect("writable");
    for location in [
        format!("file://{}", secret.display()),
        "ftp://127.0.0.1/secret.txt".to_owned(),
        "javascript:alert(1)".to_owned(),
        "data:application/json,{}".to_owned(),
        "//".to_owned(),
        "http://".to_owned(),
        "http://user:password@127.0.0.1:1/".to_owned(),
    ] {
        let server = Server::start(move |_| {
            Response::new(302, "text/plain", "").with("Location", location.clone()).into()
        });
        let output = verify(&project, &server.url());
        output.has(1, &["status 302"]).lacks(&["canary", "secret", "password"]);
    }
}

#[test]
fn responses_do_not_control_the_terminal() {
    let project = project("hostile_terminal");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let response = site.respond(request);
        let hostile = "\u{9B}2J\u{202E}desrever";
        let body = format!("{{\"{hostile}\":\"{hostile}\",\"name\":\"{hostile}\"}}");
        match response.status {
            200 => Response { body: body.into_bytes(), ..response }
                .set("Cache-Control", Some(hostile))
                .into(),
            _ => response.into(),
        }
    });
    for format in ["human", "json", "github"] {
        let output = verify(&project, &format!("{} --format {format}", server.url()));
        let unsafe_character = find_unsafe(&output.all);
        assert_eq!(unsafe_character, None, "{format}: {}", output.all);
        assert!(output.all.contains("Cache-Control"), "{format}: {}", output.all);
    }
}
