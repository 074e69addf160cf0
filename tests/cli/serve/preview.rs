//! Runs `vitae serve`, and sends requests byte for byte.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;

/// How long a test waits for the preview.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A running preview; dropping it stops the process.
pub(crate) struct Preview {
    child: Child,
    /// The lines of its output.
    output: Receiver<String>,
    pub(crate) port: u16,
    /// The line about the first compilation, for which every preview waits.
    first_revision: Option<String>,
}

impl Preview {
    /// Starts the preview of the project at `root` on a free port.
    pub(crate) fn start(root: &Path, arguments: &[&str]) -> Self {
        let mut all = vec!["--listen", "127.0.0.1:0"];
        all.extend(arguments);
        Self::start_as(root, &all)
    }

    /// Starts the preview with `arguments` only.
    pub(crate) fn start_as(root: &Path, arguments: &[&str]) -> Self {
        Self::start_with(root, arguments, &[])
    }

    /// Starts the preview with `arguments` and `variables` of the environment.
    pub(crate) fn start_with(root: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut program = Command::new(cargo_bin("vitae"));
        program.envs(variables.iter().copied());
        Self::start_program(program, root, arguments)
    }

    /// Starts the preview of a given program with `arguments` only.
    pub(crate) fn start_program(mut program: Command, root: &Path, arguments: &[&str]) -> Self {
        let mut child = program
            .current_dir(root)
            .arg("serve")
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("vitae starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            // The preview is dropped before its output ends.
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let mut preview = Self { child, output: lines, port: 0, first_revision: None };
        let line = preview.line();
        let port = line
            .split_once("http://127.0.0.1:")
            .and_then(|(_, rest)| rest.split('/').next()?.parse().ok());
        preview.port = port.unwrap_or_else(|| panic!("no URL in {line:?}"));
        preview.first_revision = Some(preview.line());
        preview
    }

    /// Returns the next line of its output after the one with the URL.
    pub(crate) fn line(&mut self) -> String {
        let first = self.first_revision.take();
        first.unwrap_or_else(|| self.output.recv_timeout(TIMEOUT).expect("a line in time"))
    }

    /// Waits for the next line of its output that contains `text`.
    pub(crate) fn line_with(&mut self, text: &str) {
        while !self.line().contains(text) {}
    }

    /// Interrupts the process as Ctrl-C does, and waits for its end.
    pub(crate) fn interrupt(&mut self) -> ExitStatus {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args(["-INT", &id]).status();
        assert!(status.expect("kill").success());
        self.child.wait().expect("the process ends")
    }

    pub(crate) fn get(&self, target: &str) -> Response {
        self.request("GET", target, &[])
    }

    /// Sends a request. Adds the preview's own `Host` header if `headers` has none.
    pub(crate) fn request(&self, method: &str, target: &str, headers: &[(&str, &str)]) -> Response {
        let mut head = format!("{method} {target} HTTP/1.1\r\nConnection: close\r\n");
        if headers.iter().all(|(name, _)| *name != "Host") {
            head.push_str(&format!("Host: localhost:{}\r\n", self.port));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        let mut stream = self.connect();
        stream.write_all(head.as_bytes()).expect("the preview accepts data");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("a response");
        Response::parse(&bytes)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream =
            TcpStream::connect(("127.0.0.1", self.port)).expect("the preview accepts data");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        stream
    }

    /// Subscribes to the events, starting with the current revision.
    pub(crate) fn events(&self) -> Events {
        let mut stream = self.connect();
        let head =
            format!("GET /_preview/_events HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", self.port);
        stream.write_all(head.as_bytes()).expect("the preview accepts data");
        Events { lines: BufReader::new(stream) }
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A stream of server-sent events.
pub(crate) struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    /// Waits for the next revision.
    pub(crate) fn revision(&mut self) -> u64 {
        let started = Instant::now();
        loop {
            // Comments, which keep the connection alive, are not events.
            assert!(started.elapsed() < TIMEOUT, "no event in time");
            let mut line = String::new();
            let read = self.lines.read_line(&mut line).expect("an event in time");
            assert!(read > 0, "the events ended");
            if let Some(revision) = line.strip_prefix("data: ") {
                return revision.trim().parse().expect("a number");
            }
        }
    }

    /// Waits for revisions until `condition` returns true.
    pub(crate) fn until(&mut self, mut condition: impl FnMut() -> bool) {
        while !condition() {
            self.revision();
        }
    }
}

/// An HTTP response.
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no head in {:?}", String::from_utf8_lossy(bytes)));
        let head = std::str::from_utf8(&bytes[..end]).expect("UTF-8");
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1));
        let header = |line: &str| {
            let (name, value) = line.split_once(": ").expect("a header");
            (name.to_ascii_lowercase(), value.to_owned())
        };
        Self {
            status: status.and_then(|status| status.parse().ok()).expect("a status"),
            headers: lines.map(header).collect(),
            body: bytes[end + 4..].to_vec(),
        }
    }

    /// Returns the value of a header that occurs at most once.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(header, _)| header == name);
        let value = values.next().map(|(_, value)| value.as_str());
        assert!(values.next().is_none(), "{name} occurs twice");
        value
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the status, the headers except `Date`, and the body.
    pub(crate) fn without_date(&self) -> (u16, Vec<(String, String)>, String) {
        let mut headers = self.headers.clone();
        headers.retain(|(name, _)| name != "date");
        (self.status, headers, self.text())
    }
}
