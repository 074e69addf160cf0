//! A server as a process. It says `listening <port>` once it answers, and stops when its standard
//! input ends, so that it cannot outlive the tests, however they end.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long a server may take to stop before it is killed.
const STOP_TIMEOUT: Duration = Duration::from_secs(30);

/// A running server, stopped when dropped.
pub(crate) struct Server {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Receiver<String>,
    stderr: Option<JoinHandle<String>>,
    pub(crate) port: u16,
}

impl Server {
    /// Starts a server and waits until it answers; if it does not, gives what it said about that.
    pub(crate) fn start(command: &mut Command, timeout: Duration) -> Result<Self, String> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot run {command:?}: {error}"))?;
        let (lines, stdout) = channel();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                // Nobody listens any more: the pipe is still emptied, so that nobody waits.
                let _ = lines.send(line);
            }
        });
        let mut errors = child.stderr.take().expect("a pipe");
        let stderr = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = errors.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let mut server = Self {
            stdin: child.stdin.take(),
            child,
            stdout,
            stderr: Some(stderr),
            port: 0,
        };
        let problem = match server.stdout.recv_timeout(timeout) {
            Ok(line) => match line
                .strip_prefix("listening ")
                .and_then(|port| port.parse().ok())
            {
                Some(port) => {
                    server.port = port;
                    return Ok(server);
                }
                None => format!("it said `{line}`"),
            },
            Err(RecvTimeoutError::Timeout) => format!("it did not answer within {timeout:?}"),
            Err(RecvTimeoutError::Disconnected) => "it ended".to_owned(),
        };
        let said = server.stop();
        Err(format!("{command:?} did not start: {problem}\n{said}"))
    }

    /// Stops the server; gives what it wrote to its standard error.
    fn stop(&mut self) -> String {
        self.stdin = None;
        // Its standard output ends when it does.
        loop {
            match self.stdout.recv_timeout(STOP_TIMEOUT) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let _ = self.child.kill();
                    break;
                }
            }
        }
        let _ = self.child.wait();
        let said = self.stderr.take().and_then(|thread| thread.join().ok());
        said.unwrap_or_default()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}
