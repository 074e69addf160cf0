//! A project of `vitae init` follows its own README to a site that `vitae verify` accepts, and its
//! `publish.yml` publishes the same files.
//!
//! The tests run the shell commands of the generated README in order, with real servers. Programs that
//! change the machine or need an account (`sudo`, `ssh`, `npx`, `gh`) are stand-ins: `ssh` runs its command
//! on this machine, and `/srv` and `/etc` are below a scratch directory. Servers that are not installed are
//! skipped, unless `VITAE_REQUIRE_ALL` is 1.

mod github_actions;
mod languages;
mod nights;
mod other_hosts;
mod own_servers;
mod ssh;
mod workflow;

use std::ffi::OsString;
use std::io::Read;
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

use assert_cmd::cargo::cargo_bin;

use crate::free_port::free_port;
use crate::linters::installed;
use crate::project::{Project, install, text};
use crate::scratch::Scratch;

const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a command on this machine instead of on a server.
const SSH: &str = r#"#!/bin/sh
while :; do
  case $1 in -l | -F | -p) shift 2 ;; -*) shift ;; *) break ;; esac
done
echo "$*" >>"$RECORD"
shift
cd "$HOME" && exec sh -c "$*"
"#;

/// Runs commands that write files, as the current user, and only records others.
const SUDO: &str = r#"#!/bin/sh
echo "sudo $*" >>"$RECORD"
case "$*" in "install -d -o vitae"*) shift 4; set -- install -d "$@" ;; esac
case $1 in cp | tee | install) exec "$@" ;; esac
"#;

/// The directories of a project and of the server that it publishes to, and the programs in `PATH`.
struct Machine {
    project: Project,
    /// Stands for `/` of the server.
    server: PathBuf,
    bin: PathBuf,
    path: OsString,
    port: u16,
    /// Contains these directories.
    _scratch: Scratch,
}

impl Machine {
    /// Creates a project for `host`, in a directory whose name has a space. The paths of the server have none, as on real
    /// servers, and servers that root starts switch to a user who can enter them.
    fn new(test: &str, host: &str) -> Self {
        let scratch = Scratch::new(test);
        let outer = Project { root: scratch.path().to_owned() };
        outer.succeed(&format!("init initialized --host {host}"));
        let root = outer.root.join("our consultants");
        fs::rename(outer.root.join("initialized"), &root).expect("renamed");
        let server = outer.root.join("server");
        for directory in [
            "srv",
            "etc/nginx/conf.d",
            "etc/caddy",
            "etc/apache2/sites-available",
            "etc/lighttpd",
            "home",
        ] {
            fs::create_dir_all(server.join(directory)).expect("a directory");
        }
        let bin = outer.root.join("bin");
        fs::create_dir(&bin).expect("a directory");
        let vitae = cargo_bin("vitae");
        let mut path = OsString::from(&bin);
        for directory in [vitae.parent().expect("a directory"), Path::new("")] {
            path.push(":");
            path.push(directory);
        }
        path.push(env::var_os("PATH").unwrap_or_default());
        path.push(":/usr/sbin");
        let project = Project { root };
        let machine = Self { project, server, bin, path, port: free_port(), _scratch: scratch };
        machine.program("ssh", SSH);
        machine.program("sudo", SUDO);
        machine
    }

    /// Adds a program to `PATH`.
    fn program(&self, name: &str, script: &str) {
        install(&self.bin.join(name), script);
    }

    /// Returns the commands that `ssh` and `sudo` recorded.
    fn record(&self) -> String {
        fs::read_to_string(self.server.join("record")).unwrap_or_default()
    }

    /// Returns the blocks of the project's README in this language, in order.
    fn blocks(&self, language: &str) -> Vec<String> {
        let readme = self.project.read("README.md");
        let start = format!("```{language}\n");
        let starts = readme.split(&start).skip(1);
        let blocks = starts.map(|rest| rest.split("```").next().expect("an end").to_owned());
        blocks.map(|block| self.localized(&block)).collect()
    }

    /// Replaces port 8080 and the directories of the server, as the README says or as a user would.
    fn localized(&self, text: &str) -> String {
        let server = self.server.display();
        text.replace("8080", &self.port.to_string())
            .replace("/srv/", &format!("{server}/srv/"))
            .replace("/etc/", &format!("{server}/etc/"))
            .replace("/home/vitae", &format!("{server}/home/vitae"))
            .replace(":htdocs", &format!(":{server}/home/htdocs"))
    }

    /// Replaces port 8080 in a file of the project.
    fn change_port(&self, path: &str) {
        let text = self.project.read(path);
        assert!(text.contains("8080"), "{path}");
        self.project.write(path, text.replace("8080", &self.port.to_string()));
    }

    fn shell(&self, script: &str) -> Command {
        let mut command = Command::new("bash");
        command
            .args(["-e", "-o", "pipefail", "-c", script])
            .current_dir(&self.project.root)
            .env("PATH", &self.path)
            .env("RECORD", self.server.join("record"))
            .env("HOME", self.server.join("home"))
            .env("USER", env::var("USER").unwrap_or_else(|_| "root".to_owned()))
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .stdin(Stdio::null());
        for person in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{person}_NAME"), "Editor");
            command.env(format!("GIT_{person}_EMAIL"), "editor@example.com");
        }
        for proxy in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"] {
            command.env_remove(proxy);
        }
        command
    }

    /// Runs commands and returns what they print. Panics if they fail.
    #[track_caller]
    fn run(&self, script: &str) -> String {
        let output = self.shell(script).output().expect("bash runs");
        assert!(output.status.success(), "{script}\n{}", text(&output));
        text(&output)
    }

    /// Starts a program that stays in the foreground, and waits until it accepts connections.
    #[track_caller]
    fn start(&self, script: &str) -> Foreground {
        self.start_at(self.port, script)
    }

    /// Starts a program that accepts connections at a port.
    #[track_caller]
    fn start_at(&self, port: u16, script: &str) -> Foreground {
        let log = self.server.join("log");
        let output = fs::File::create(&log).expect("a log");
        let child = self
            .shell(script)
            .stdout(output.try_clone().expect("a second handle"))
            .stderr(output)
            .process_group(0)
            .spawn()
            .expect("bash runs");
        let mut started = Foreground(child);
        let start = Instant::now();
        while !is_open(port) {
            let has_ended = !matches!(started.0.try_wait(), Ok(None));
            if has_ended || start.elapsed() > PATIENCE {
                panic!("{script}\n{}", fs::read_to_string(&log).unwrap_or_default());
            }
            sleep(Duration::from_millis(50));
        }
        started
    }

    /// Asserts that `git add .` adds nothing that the steps created.
    #[track_caller]
    fn has_no_untracked_files(&self) {
        let status = self.run("git status --short");
        assert!(!status.contains("??"), "{status}");
    }

    /// Asserts that the port is closed soon.
    #[track_caller]
    fn is_stopped(&self) {
        let start = Instant::now();
        while is_open(self.port) {
            assert!(start.elapsed() < PATIENCE, "port {} is still open", self.port);
            sleep(Duration::from_millis(50));
        }
    }
}

/// A process group that ends with this value, as with Ctrl+C.
struct Foreground(Child);

impl Drop for Foreground {
    fn drop(&mut self) {
        let group = format!("-{}", self.0.id());
        for signal in ["-INT", "-KILL"] {
            let _ = Command::new("kill").args([signal, "--", &group]).output();
            let start = Instant::now();
            while start.elapsed() < Duration::from_secs(10) {
                if !matches!(self.0.try_wait(), Ok(None)) {
                    break;
                }
                sleep(Duration::from_millis(50));
            }
        }
    }
}

fn is_open(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port)).is_ok_and(|mut stream| {
        // A connection that the server accepts stays open.
        let _ = stream.set_read_timeout(Some(Duration::from_millis(20)));
        !matches!(stream.read(&mut [0]), Ok(0))
    })
}

/// Returns whether all programs exist.
fn has(programs: &[&str]) -> bool {
    programs.iter().all(|program| {
        let found = env::split_paths(&env::var_os("PATH").unwrap_or_default())
            .chain(["/usr/sbin".into(), "/".into()])
            .map(|directory| directory.join(program))
            .find(|path| path.exists());
        let path = found.unwrap_or_else(|| Path::new("/usr/bin").join(program));
        installed(&path, &format!("apt-get install {program}")).is_some()
    })
}

/// Replaces the URL of the repository on GitHub with that of a directory.
fn with_repository(machine: &Machine, push: &str) -> String {
    let repository = format!("'{}'", machine.server.join("git").display());
    push.replace("https://github.com/<owner>/<repository>.git", &repository)
}
