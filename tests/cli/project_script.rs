//! scripts/vitae.sh of a new project, which runs the version of vitae that `.vitae-version` names.
//!
//! git is the real one, with repositories on this machine. uvx and npx, which would ask registries, and Cargo, which
//! would take some minutes, are scripts.

#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Command, Output};
use std::{env, fs};

use assert_cmd::cargo::cargo_bin;

use crate::project::{Project, git, install, text};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const DATE: &str = "2026-01-01T00:00:00Z";

/// A program that prints its version like vitae, and otherwise its name and arguments.
fn program(name: &str, version: &str) -> String {
    format!(
        "#!/bin/sh\ncase $1 in --version) echo 'vitae {version} (test)' ;; *) echo \"{name}: $*\" ;; esac\n"
    )
}

/// The URL of the source of vitae, from the project: an absolute path could have a space, which no URL has.
const SOURCE: &str = "../source";

/// A new project and the programs that its script finds.
struct Machine {
    project: Project,
    /// The directory of the programs.
    bin: PathBuf,
}

impl Machine {
    /// Creates a project with the lines in its `.vitae-version`, on a machine without vitae, uv, npm and Cargo.
    fn new(test: &str, lines: &str) -> Self {
        let parent = Project::empty(&format!("project-script/{test}"));
        let mut command = parent.command("init");
        let output = command.arg("Profilé å").output().expect("vitae runs");
        assert!(output.status.success(), "{}", text(&output));
        let project = Project { root: parent.root.join("Profilé å") };
        let file = project.read(".vitae-version").replace("\ngit=\n", "\n");
        assert!(!file.contains("package="), "{file}");
        project.write(".vitae-version", format!("{file}{lines}"));
        fs::create_dir_all(parent.root.join("temporary")).expect("a directory");
        let bin = parent.root.join("bin");
        // Other programs of the machine, without those that the script looks for.
        let paths = env::split_paths(&env::var_os("PATH").expect("PATH")).collect::<Vec<_>>();
        for tool in "sh git sed cksum tr mktemp mkdir mv rm dirname cat chmod cp".split(' ') {
            let found = paths.iter().map(|path| path.join(tool)).find(|path| path.exists());
            fs::create_dir_all(&bin).expect("a directory");
            symlink(found.expect(tool), bin.join(tool)).expect("a link");
        }
        Self { bin, project }
    }

    /// Puts a program on PATH.
    fn install(&self, name: &str, script: &str) {
        install(&self.bin.join(name), script);
    }

    /// Installs a Cargo that records its call, and builds what the clone contains in the file `program`.
    fn install_cargo(&self) {
        self.install(
            "cargo",
            "#!/bin/sh\necho cargo \"$@\" >>\"$CALLS\"\nmkdir -p target/release\n\
             cp program target/release/vitae && chmod 755 target/release/vitae\n",
        );
    }

    fn run(&self, variables: &[(&str, &str)]) -> Output {
        Command::new("sh")
            .args(["scripts/vitae.sh", "check", "a  b"])
            .current_dir(&self.project.root)
            .env("PATH", &self.bin)
            .env("CALLS", self.bin.with_file_name("calls"))
            .env("TMPDIR", self.bin.with_file_name("temporary"))
            .env_remove("VITAE_GIT")
            .envs(variables.iter().copied())
            .output()
            .expect("sh runs")
    }

    /// Runs the script, which must run the program `name`.
    fn runs(&self, name: &str, variables: &[(&str, &str)]) {
        let output = self.run(variables);
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(stdout, format!("{name}: check a  b\n"), "{}", text(&output));
        assert!(output.status.success(), "{}", text(&output));
        self.assert_nothing_temporary();
    }

    /// Runs the script, which must fail with this message.
    fn fails(&self, message: &str, variables: &[(&str, &str)]) {
        let output = self.run(variables);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(message), "{}", text(&output));
        assert!(output.stdout.is_empty(), "{}", text(&output));
        self.assert_nothing_temporary();
    }

    fn assert_nothing_temporary(&self) {
        let temporary = fs::read_dir(self.bin.with_file_name("temporary")).expect("a directory");
        assert_eq!(temporary.count(), 0);
    }

    /// Returns the recorded calls and removes them.
    fn take_calls(&self) -> String {
        let calls = self.bin.with_file_name("calls");
        let text = fs::read_to_string(&calls).unwrap_or_default();
        let _ = fs::remove_file(calls);
        text.replace('\n', " ").trim_end().to_owned()
    }

    /// Returns the files that the script keeps.
    fn kept(&self) -> Vec<String> {
        let files = self.project.files(".vitae").into_keys();
        files.filter(|path| !path.starts_with("cache/")).collect()
    }

    /// Creates the repository [`SOURCE`] with a commit for each program, and returns its path.
    fn source(&self, programs: &[&str]) -> PathBuf {
        let source = self.bin.with_file_name("source");
        fs::create_dir_all(&source).expect("a directory");
        git(&source, DATE, &["init", "--quiet"]);
        for text in programs {
            fs::write(source.join("program"), text).expect("writable");
            git(&source, DATE, &["add", "."]);
            git(&source, DATE, &["commit", "--quiet", "-m", "Change"]);
        }
        source
    }
}

#[test]
fn script_runs_an_installed_program_of_this_version_only() {
    let machine = Machine::new("path", "");
    machine.install("vitae", &program("installed", VERSION));
    machine.runs("installed", &[]);
    // The program of this crate prints its version in the same form.
    fs::remove_file(machine.bin.join("vitae")).expect("removable");
    symlink(cargo_bin("vitae"), machine.bin.join("vitae")).expect("a link");
    let output = machine.run(&[]);
    assert!(text(&output).contains("a  b"), "{}", text(&output));
    for other in ["0.0.1", "10.1.0", ""] {
        machine.install("vitae", &program("installed", other));
        machine.fails(&format!("vitae {VERSION} is not installed"), &[]);
    }
    assert!(machine.kept().is_empty());
}

#[test]
fn script_asks_no_registry_without_a_package_line() {
    // Lines of older projects are ignored.
    let older = "rev=abc\nrust=1.90\nx86_64-unknown-linux-musl=00\n";
    let machine = Machine::new("no-package", older);
    for tool in ["uvx", "npx"] {
        machine.install(tool, &format!("#!/bin/sh\necho {tool} >>\"$CALLS\"\n"));
    }
    machine.fails("its source is unknown", &[]);
    machine.fails("building it needs Rust", &[("VITAE_GIT", "https://git.example.com/vitae.git")]);
    assert_eq!(machine.take_calls(), "");
    assert!(machine.kept().is_empty());
}

#[test]
fn script_runs_the_exact_version_of_the_package() {
    let machine = Machine::new("package", "package=vitae-cli\n");
    machine.fails("its source is unknown", &[]);
    let command = format!("npx --yes --package vitae-cli@{VERSION} -- vitae");
    machine.install("npx", "#!/bin/sh\necho \"npx $*\"\n");
    assert!(text(&machine.run(&[])).ends_with(&format!("\n{command} check a  b\n")));
    let command = format!("uvx --quiet --from vitae-cli=={VERSION} vitae");
    machine.install("uvx", "#!/bin/sh\necho \"uvx $*\"\n");
    assert!(text(&machine.run(&[])).ends_with(&format!("\n{command} check a  b\n")));
    machine.install("vitae", &program("installed", VERSION));
    machine.runs("installed", &[]);
    assert!(machine.kept().is_empty());
}

#[test]
fn script_builds_a_commit_or_tag_once() {
    let machine = Machine::new("source", "");
    machine.install_cargo();
    let [first, second] = ["first", "second"].map(|name| program(name, VERSION));
    let source = machine.source(&[&first, &second]);
    git(&source, DATE, &["tag", "older", "HEAD~1"]);
    let commit = Command::new("git").current_dir(&source).args(["rev-parse", "HEAD~1"]).output();
    let commit = String::from_utf8(commit.expect("git runs").stdout).expect("text");
    let built = "cargo build --release --locked --target-dir target";
    for revision in ["older", commit.trim()] {
        let git = format!("{SOURCE}#{revision}");
        machine.runs("first", &[("VITAE_GIT", &git)]);
        assert_eq!(machine.take_calls(), built);
        for path in machine.kept() {
            let kept = machine.project.root.join(".vitae").join(path);
            fs::set_permissions(kept, fs::Permissions::from_mode(0o644)).expect("writable");
        }
        machine.runs("first", &[("VITAE_GIT", &git)]);
        assert_eq!(machine.take_calls(), "");
    }
    let file = machine.project.read(".vitae-version");
    machine.project.write(".vitae-version", format!("{file}git={SOURCE}\n"));
    // GitHub sets variables that are not defined to empty texts.
    machine.runs("second", &[("VITAE_GIT", "")]);
    assert_eq!(machine.take_calls(), built);
    machine.runs("second", &[]);
    machine.runs("first", &[("VITAE_GIT", &format!("{SOURCE}#older"))]);
    assert_eq!(machine.take_calls(), "");
    let kept = machine.kept();
    let is_of_version = |path: &String| path.starts_with(&format!("bin/{VERSION}-"));
    assert!(kept.len() == 3 && kept.iter().all(is_of_version), "{kept:?}");
}

#[test]
fn script_builds_the_tag_of_the_version_and_refuses_other_versions() {
    let machine = Machine::new("tag", "");
    machine.install_cargo();
    let [tagged, newest] = [program("tagged", VERSION), program("newest", "0.0.1")];
    let source = machine.source(&[&tagged, &newest]);
    machine.fails(&format!("the source is not vitae {VERSION}"), &[("VITAE_GIT", SOURCE)]);
    machine.fails("has no commit or tag `x`", &[("VITAE_GIT", &format!("{SOURCE}#x"))]);
    machine.fails("git cannot clone", &[("VITAE_GIT", &format!("{SOURCE}-x"))]);
    assert!(machine.kept().is_empty());
    git(&source, DATE, &["tag", &format!("v{VERSION}"), "HEAD~1"]);
    machine.runs("tagged", &[("VITAE_GIT", SOURCE)]);
    machine.install("cargo", "#!/bin/sh\nexit 101\n");
    machine.fails("cargo cannot build vitae", &[("VITAE_GIT", &format!("{SOURCE}#HEAD"))]);
}

#[test]
fn script_reports_a_missing_or_invalid_version() {
    let machine = Machine::new("invalid", "");
    for invalid in ["", "git=x\n", "version=\n", "version=../../x\n", "version=$(x)\n"] {
        machine.project.write(".vitae-version", invalid);
        machine.fails("has no valid version", &[]);
    }
    fs::remove_file(machine.project.root.join(".vitae-version")).expect("removable");
    machine.fails("does not exist", &[]);
    assert!(machine.kept().is_empty());
}
