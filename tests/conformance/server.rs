//! Runs a server as a process group that never outlives the tests, even if they are killed.

use std::fs::{self, File};
use std::io;
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use vitae::verify::exchange::{Exchange, Request};

use crate::free_port::free_port;
use crate::http::Local;
use crate::prerequisite::search_path;
use crate::scratch::Scratch;

/// How long a server may take to start. The slowest one is an emulator on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(120);

/// How long a server that responds with 5xx counts as starting.
const WARM_UP: Duration = Duration::from_secs(5);

/// How long a server may take to stop before it is killed.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

const PAUSE: Duration = Duration::from_millis(20);

/// The number of bytes of a server's output that a report shows.
const SHOWN: usize = 4_000;

/// Replaces itself with the script, and kills the whole process group when standard input closes: the
/// tests have ended or stop the server.
const WATCHED: &str = r#"
exec 3<&0
(
  cat <&3 >/dev/null
  trap '' TERM
  kill -TERM 0
  tries=0
  while kill -0 $$ 2>/dev/null && [ $tries -lt 80 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  kill -KILL 0
) >/dev/null 2>&1 &
exec sh -e -c "$START" </dev/null 3<&-
"#;

/// A directory that all servers of a run share.
pub(crate) static SHARED: OnceLock<PathBuf> = OnceLock::new();

/// A running server, stopped when dropped.
pub(crate) struct Server {
    group: Child,
    log: Scratch,
    pub(crate) port: u16,
}

impl Server {
    /// Runs a script with `sh -e` in a directory, and waits for an HTTP response at `$PORT`. The
    /// script also gets `$SCRATCH`, an empty directory, `$SHARED`, `$ROOT`, the repository, and
    /// `$VITAE`, the program.
    ///
    /// # Errors
    /// Returns the output of the script if there is no response.
    pub(crate) fn start(script: &str, directory: &Path) -> Result<Self, String> {
        let log = Scratch::new("server");
        let scratch = log.path().join("scratch");
        fs::create_dir(&scratch).expect("a directory for the server");
        let output = File::create(log.path().join("log")).expect("a log");
        let port = free_port();
        let mut watched = Command::new("sh");
        #[cfg(unix)]
        watched.process_group(0);
        let group = watched
            .args(["-c", WATCHED])
            .current_dir(directory)
            .env("PATH", search_path())
            .env("START", script)
            .env("PORT", port.to_string())
            .env("SCRATCH", scratch)
            .env("SHARED", SHARED.get().expect("the run has one"))
            .env("ROOT", env!("CARGO_MANIFEST_DIR"))
            .env("VITAE", cargo_bin("vitae"))
            .stdin(Stdio::piped())
            .stdout(output.try_clone().expect("a second handle"))
            .stderr(output)
            .spawn()
            .map_err(|error| format!("cannot run sh: {error}"))?;
        let mut server = Self { group, log, port };
        match server.wait_for_response() {
            Ok(()) => Ok(server),
            Err(problem) => {
                server.stop();
                let output = server.output();
                Err(format!("the server did not start: {problem}\n{output}\n{script}"))
            }
        }
    }

    fn wait_for_response(&mut self) -> Result<(), String> {
        let start = Instant::now();
        let mut first_response = None;
        while start.elapsed() < START_TIMEOUT {
            if let Some(status) = self.group.try_wait().map_err(|error| error.to_string())? {
                return Err(format!("the script ended, {status}"));
            }
            if let Ok(response) = Local(self.port).exchange(&Request::get("/"), usize::MAX) {
                let first = *first_response.get_or_insert_with(Instant::now);
                if response.status < 500 || first.elapsed() > WARM_UP {
                    return Ok(());
                }
            }
            sleep(PAUSE);
        }
        Err(format!("no response at port {} within {START_TIMEOUT:?}", self.port))
    }

    fn stop(&mut self) {
        self.group.stdin = None;
        let start = Instant::now();
        while start.elapsed() < STOP_TIMEOUT {
            if has_ended(self.group.try_wait()) {
                return;
            }
            sleep(PAUSE);
        }
        // The watcher has ended, too; only the script itself is left.
        let _ = self.group.kill();
        let _ = self.group.wait();
    }

    /// Returns the end of the server's output.
    fn output(&self) -> String {
        let bytes = fs::read(self.log.path().join("log")).unwrap_or_default();
        let start = bytes.len().saturating_sub(SHOWN);
        String::from_utf8_lossy(&bytes[start..]).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

fn has_ended(status: io::Result<Option<ExitStatus>>) -> bool {
    !matches!(status, Ok(None))
}
