//! With modification times derived from the content, nginx never sends a stale 304. The tests are skipped
//! if nginx is not installed, unless `VITAE_REQUIRE_ALL` is 1.

use std::io::{Read, Write, stderr};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use super::{FILE, PROFILE, anna};
use crate::own_server::{decompressed, replace};
use crate::project::{Project, profile};

/// A minimal configuration that sends files, precompressed ones included.
const CONFIGURATION: &str = "\
daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events {}
http {
    access_log off;
    client_body_temp_path temporary;
    proxy_temp_path temporary;
    fastcgi_temp_path temporary;
    uwsgi_temp_path temporary;
    scgi_temp_path temporary;
    default_type application/json;
    gzip_static on;
    server {
        listen 127.0.0.1:PORT;
        root ROOT;
    }
}
";

/// A running nginx, stopped when dropped.
struct Nginx {
    child: Child,
    port: u16,
}

impl Nginx {
    /// Serves the project's `dist/`. Returns `None` if nginx is not installed.
    fn start(project: &Project) -> Option<Self> {
        let version = Command::new("nginx").arg("-v").stderr(Stdio::null()).status();
        if !version.is_ok_and(|status| status.success()) {
            let message = "nginx is missing; to install it: apt-get install nginx";
            assert!(env::var_os("VITAE_REQUIRE_ALL").is_none(), "{message}");
            // Not `eprintln!`: the test harness hides what successful tests print with it.
            let _ = writeln!(stderr(), "skipped: modification_times::nginx: {message}");
            return None;
        }
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let root = project.root.join("dist").display().to_string();
        let configuration = CONFIGURATION.replace("PORT", &port.to_string()).replace("ROOT", &root);
        project.write("server/nginx.conf", configuration);
        let child = Command::new("nginx")
            .arg("-p")
            .arg(project.root.join("server"))
            .args(["-c", "nginx.conf", "-e", "stderr"])
            .stderr(Stdio::null())
            .spawn()
            .expect("nginx runs");
        let nginx = Self { child, port };
        let started = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(started.elapsed() < Duration::from_secs(10), "nginx does not respond");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(nginx)
    }

    /// Sends a GET request with additional header lines.
    fn get(&self, path: &str, headers: &str) -> Response {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        let head = format!("GET /{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n");
        stream.write_all(head.as_bytes()).expect("a request");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("a response");
        let end =
            bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("the end of the headers");
        Response {
            head: String::from_utf8_lossy(&bytes[..end]).into_owned(),
            body: bytes[end + 4..].to_vec(),
        }
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Response {
    head: String,
    body: Vec<u8>,
}

impl Response {
    fn status(&self) -> &str {
        self.head.split(' ').nth(1).unwrap_or_default()
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    fn tag(&self) -> &str {
        self.header("etag").expect("an entity tag")
    }
}

/// Two names whose profiles have the same length, also compressed.
const NAMES: [&str; 2] = ["Anna Borg", "Anna Burg"];
/// Request headers for the plain and the compressed document.
const ACCEPTED: [&str; 2] = ["", "Accept-Encoding: gzip\r\n"];

/// Changes a profile within one second (of this time of the files) and without a change of length. Returns the
/// responses before the change, plain and compressed, and the responses to revalidation after it.
fn changed_within_a_second(
    project: &Project,
    nginx: &Nginx,
    time: fn(&fs::Metadata) -> i64,
) -> [(Response, Response); 2] {
    let second =
        |path: &str| time(&fs::metadata(project.root.join("dist").join(path)).expect("metadata"));
    let compressed = format!("{PROFILE}.gz");
    let length = |path: &str| project.files("dist")[path].len();
    for _ in 0..100 {
        project.write(FILE, profile(NAMES[0]));
        project.succeed("build");
        let seconds = [PROFILE, &compressed].map(second);
        let lengths = [PROFILE, &compressed].map(length);
        let before = ACCEPTED.map(|accepted| nginx.get(PROFILE, accepted));
        replace(project, FILE, NAMES[0], NAMES[1]);
        project.succeed("build");
        assert_eq!(lengths, [PROFILE, &compressed].map(length));
        if seconds == [PROFILE, &compressed].map(second) {
            let mut accepted = ACCEPTED.into_iter();
            return before.map(|before| {
                let tag = format!("If-None-Match: {}\r\n", before.tag());
                let headers = format!("{}{tag}", accepted.next().unwrap_or_default());
                let after = nginx.get(PROFILE, &headers);
                (before, after)
            });
        }
    }
    panic!("two builds never came within one second");
}

#[test]
fn a_change_within_a_second_is_not_a_304() {
    let project = anna("nginx");
    project.succeed("build");
    let Some(nginx) = Nginx::start(&project) else {
        return;
    };
    // When the files were renamed into `dist/`; this time cannot be set.
    let time = fs::Metadata::ctime;
    let [(plain, new), (gzip, new_gzip)] = changed_within_a_second(&project, &nginx, time);
    assert_eq!((plain.status(), gzip.status()), ("200", "200"));
    assert_eq!(gzip.header("content-encoding"), Some("gzip"));
    assert_eq!(decompressed(&gzip.body), plain.body);
    assert_ne!(plain.tag(), gzip.tag(), "plain and compressed have different entity tags");
    let published = project.read(&format!("dist/{PROFILE}"));
    assert!(published.contains(NAMES[1]));
    assert_eq!((new.status(), new_gzip.status()), ("200", "200"));
    assert_eq!(new.body, published.as_bytes());
    assert_eq!(decompressed(&new_gzip.body), published.as_bytes());
    // The new entity tags do get a 304.
    for (accepted, response) in ACCEPTED.into_iter().zip([&new, &new_gzip]) {
        let headers = format!("{accepted}If-None-Match: {}\r\n", response.tag());
        assert_eq!(nginx.get(PROFILE, &headers).status(), "304");
    }
}

/// The reason for the derived times: with the time of writing, the same requests get a stale 304.
#[test]
fn without_derived_times_it_is_a_304() {
    let project = anna("nginx-written");
    let host = "templates/hosts/own/host.yaml";
    replace(&project, host, "modification_times: content", "modification_times: written");
    project.succeed("build");
    let Some(nginx) = Nginx::start(&project) else {
        return;
    };
    let responses = changed_within_a_second(&project, &nginx, fs::Metadata::mtime);
    assert_eq!(responses.map(|(_, after)| after.status().to_owned()), ["304", "304"]);
}
