//! `vitae serve` as a process, and a client that sends what it is told to, byte for byte.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Nothing takes so long unless it never comes.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A running preview, ended when dropped.
pub(crate) struct Preview {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
    pub(crate) port: u16,
}

impl Preview {
    /// The preview of the project at `root`, at a free port.
    pub(crate) fn start(root: &Path, arguments: &[&str]) -> Self {
        let mut all = vec!["--listen", "127.0.0.1:0"];
        all.extend(arguments);
        Self::start_as(root, &all)
    }

    /// The same without a port of its own choice.
    pub(crate) fn start_as(root: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_vitae"))
            .current_dir(root)
            .arg("serve")
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        let port = line
            .split_once("http://127.0.0.1:")
            .and_then(|(_, rest)| rest.split('/').next()?.parse().ok())
            .unwrap_or_else(|| panic!("it said {line:?}"));
        Self {
            child,
            output,
            port,
        }
    }

    /// The next line it says.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        line
    }

    /// Interrupts it as Ctrl-C does, and waits until it has ended.
    pub(crate) fn interrupt(&mut self) -> ExitStatus {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args(["-INT", &id]).status();
        assert!(status.expect("kill").success());
        self.child.wait().expect("it ends")
    }

    pub(crate) fn get(&self, target: &str) -> Response {
        self.request("GET", target, &[])
    }

    /// Sends a request with the preview's own host, unless `fields` name one.
    pub(crate) fn request(&self, method: &str, target: &str, fields: &[(&str, &str)]) -> Response {
        let mut head = format!("{method} {target} HTTP/1.1\r\nConnection: close\r\n");
        if fields.iter().all(|(name, _)| *name != "Host") {
            head.push_str(&format!("Host: localhost:{}\r\n", self.port));
        }
        for (name, value) in fields {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        let mut stream = self.connect();
        stream.write_all(head.as_bytes()).expect("it listens");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("it answers");
        Response::parse(&bytes)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        stream
    }

    /// The events, from the current revision on.
    pub(crate) fn events(&self) -> Events {
        let mut stream = self.connect();
        let head = format!(
            "GET /_preview/_events HTTP/1.1\r\nHost: localhost:{}\r\n\r\n",
            self.port
        );
        stream.write_all(head.as_bytes()).expect("it listens");
        Events {
            lines: BufReader::new(stream),
        }
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Server-sent events.
pub(crate) struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    /// Waits for the next revision.
    pub(crate) fn revision(&mut self) -> u64 {
        let started = Instant::now();
        loop {
            // Comments that keep the connection alive are no event.
            assert!(started.elapsed() < TIMEOUT, "no event in time");
            let mut line = String::new();
            let read = self.lines.read_line(&mut line).expect("an event in time");
            assert!(read > 0, "the events ended");
            if let Some(revision) = line.strip_prefix("data: ") {
                return revision.trim().parse().expect("a number");
            }
        }
    }

    /// Waits until the server ends them.
    pub(crate) fn has_ended(&mut self) -> bool {
        let mut rest = Vec::new();
        // Cut off, the stream is not whole; what was read of it does not matter.
        let outcome = self.lines.read_to_end(&mut rest);
        outcome.is_ok() || outcome.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset)
    }

    /// Waits for revisions until something holds.
    pub(crate) fn until(&mut self, mut holds: impl FnMut() -> bool) {
        while !holds() {
            self.revision();
        }
    }
}

/// An answer.
pub(crate) struct Response {
    pub(crate) status: u16,
    fields: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no head in {:?}", String::from_utf8_lossy(bytes)));
        let head = std::str::from_utf8(&bytes[..end]).expect("UTF-8");
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1));
        let field = |line: &str| {
            let (name, value) = line.split_once(": ").expect("a field");
            (name.to_ascii_lowercase(), value.to_owned())
        };
        Self {
            status: status
                .and_then(|status| status.parse().ok())
                .expect("a status"),
            fields: lines.map(field).collect(),
            body: bytes[end + 4..].to_vec(),
        }
    }

    /// The value of a field that is there at most once.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let mut values = self.fields.iter().filter(|(field, _)| field == name);
        let value = values.next().map(|(_, value)| value.as_str());
        assert!(values.next().is_none(), "{name} is there twice");
        value
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Everything that a client sees but for when it was sent.
    pub(crate) fn essence(&self) -> (u16, Vec<(String, String)>, String) {
        let mut fields = self.fields.clone();
        fields.retain(|(name, _)| name != "date");
        (self.status, fields, self.text())
    }
}
