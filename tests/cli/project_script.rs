//! scripts/vitae.sh of a new project, which runs the version of vitae that `.vitae-version` names.
//!
//! The packages contain a script in place of vitae. pip, npm and git are the real ones, with packages on
//! this machine. Cargo, which would take some minutes, is a script.

#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use assert_cmd::cargo::cargo_bin;
use vitae::digest::sha256;

use crate::project::{Project, git, text};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const GIT: &str = "https://git.example.com/vitae.git";

/// A program that prints its version like vitae, and otherwise its name and arguments. It records each
/// run.
fn program(name: &str, version: &str, runs: &Path) -> String {
    let runs = runs.display();
    format!(
        "#!/bin/sh\necho {name} >>'{runs}'\n\
         case $1 in --version) echo 'vitae {version} (test)' ;; *) echo \"{name}: $*\" ;; esac\n"
    )
}

/// A new project and the programs that its script finds.
struct Machine {
    project: Project,
    /// The directory of the programs.
    bin: PathBuf,
    /// The directory of the wheels.
    wheels: PathBuf,
}

impl Machine {
    /// Creates a project with the lines in its `.vitae-version`, on a machine without vitae, pip, npm
    /// and Cargo.
    fn new(test: &str, lines: &str) -> Self {
        let parent = Project::empty(&format!("project-script/{test}"));
        let mut command = parent.command("init");
        let output = command.arg("Profilé å").output().expect("vitae runs");
        assert!(output.status.success(), "{}", text(&output));
        let project = Project { root: parent.root.join("Profilé å") };
        let pin = project.read(".vitae-version").replace("\ngit=\nrev=\n", "\n");
        project.write(".vitae-version", format!("{pin}{lines}"));
        let machine =
            Self { bin: parent.root.join("bin"), wheels: parent.root.join("wheels"), project };
        for tool in ["python3", "npm", "cargo", "rustup"] {
            machine.install(tool, &format!("#!/bin/sh\necho {tool} >>\"$CALLS\"\nexit 1\n"));
        }
        machine
    }

    /// Puts a program on PATH.
    fn install(&self, name: &str, script: &str) {
        write_program(&self.bin.join(name), script);
    }

    /// Makes Python available, with a wheel of vitae that contains `program`.
    fn add_wheel(&self, program: &str) {
        const WHEEL: &str = r#"
import os, sys, zipfile
directory, version, program = sys.argv[1:]
os.makedirs(directory, exist_ok=True)
with zipfile.ZipFile(f"{directory}/vitae_cli-{version}-py3-none-any.whl", "w") as wheel:
    info = f"vitae_cli-{version}.dist-info"
    wheel.writestr(f"vitae_cli-{version}.data/scripts/vitae", program)
    wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: vitae-cli\nVersion: {version}\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-any\n")
    wheel.writestr(f"{info}/RECORD", "")
"#;
        fs::remove_file(self.bin.join("python3")).expect("removable");
        let mut command = Command::new("python3");
        let command = command.args(["-c", WHEEL]).arg(&self.wheels).args([VERSION, program]);
        assert!(command.status().expect("Python runs").success());
    }

    fn run(&self, variables: &[(&str, &str)]) -> Output {
        let is_without_vitae = |directory: &PathBuf| !directory.join("vitae").exists();
        let inherited = env::var_os("PATH").expect("PATH");
        let inherited = env::split_paths(&inherited).filter(is_without_vitae);
        let path = env::join_paths([self.bin.clone()].into_iter().chain(inherited));
        Command::new("sh")
            .args(["scripts/vitae.sh", "check", "a  b"])
            .current_dir(&self.project.root)
            .env("PATH", path.expect("a path"))
            .env("CALLS", self.calls())
            .env("PIP_NO_INDEX", "1")
            .env("PIP_FIND_LINKS", &self.wheels)
            .env_remove("VITAE_GIT")
            .env_remove("VITAE_REV")
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
    }

    /// Runs the script, which must fail with this message.
    fn fails(&self, message: &str, variables: &[(&str, &str)]) {
        let output = self.run(variables);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(message), "{}", text(&output));
        assert!(output.stdout.is_empty(), "{}", text(&output));
    }

    /// The file in which the stubs record their calls, and the programs their runs.
    fn calls(&self) -> PathBuf {
        self.bin.with_file_name("calls")
    }

    /// Returns the recorded calls and removes them.
    fn take_calls(&self) -> String {
        let calls = fs::read_to_string(self.calls()).unwrap_or_default();
        let _ = fs::remove_file(self.calls());
        calls.replace('\n', " ").trim_end().to_owned()
    }

    /// Returns the files that the script keeps.
    fn kept(&self) -> Vec<String> {
        self.project.files(".vitae").into_keys().collect()
    }
}

fn write_program(path: &Path, script: &str) {
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    fs::write(path, script).expect("writable");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("executable");
}

/// Returns the line for the digest of a program for this machine.
fn digest(program: &str) -> String {
    let target = match (env::consts::OS, env::consts::ARCH) {
        ("macos", arch) => format!("{arch}-apple-darwin"),
        (_, arch) => format!("{arch}-unknown-linux-musl"),
    };
    format!("{target}={}\n", sha256(program.as_bytes()))
}

#[test]
fn script_runs_the_pinned_version_on_path_only() {
    let machine = Machine::new("path", "");
    machine.install("vitae", &program("installed", VERSION, &machine.calls()));
    machine.runs("installed", &[]);
    assert_eq!(machine.take_calls(), "installed installed");
    // The program of this crate prints its version in the same form.
    fs::copy(cargo_bin("vitae"), machine.bin.join("vitae")).expect("copied");
    let output = machine.run(&[]);
    assert!(text(&output).contains("a  b"), "{}", text(&output));
    for other in ["0.0.1", "10.1.0", ""] {
        machine.install("vitae", &program("installed", other, &machine.calls()));
        machine.fails(&format!("vitae {VERSION} is not installed"), &[]);
        assert_eq!(machine.take_calls(), "installed", "{other}");
    }
    assert!(machine.kept().is_empty());
}

#[test]
fn script_calls_no_package_manager_without_a_digest() {
    let machine = Machine::new("no-digest", "aarch64-unknown-other=00\n");
    machine.fails("VITAE_GIT is not set", &[]);
    assert_eq!(machine.take_calls(), "");
    machine.fails("rustup cannot install Rust", &[("VITAE_GIT", GIT)]);
    assert_eq!(machine.take_calls(), "rustup");
    fs::remove_file(machine.bin.join("rustup")).expect("removable");
    machine.install("rustup", "#!/bin/sh\n");
    machine.fails("cannot build", &[("VITAE_GIT", GIT)]);
    assert_eq!(machine.take_calls(), "cargo");
    assert!(machine.kept().is_empty());
}

#[test]
fn script_extracts_the_wheel_with_the_pinned_digest_and_keeps_it() {
    let machine = Machine::new("wheel", "");
    let packaged = program("packaged", VERSION, &machine.calls());
    machine.add_wheel(&packaged);
    let pin = machine.project.read(".vitae-version");
    let (target, sum) = digest(&packaged)
        .trim_end()
        .split_once('=')
        .map(|(a, b)| (a.to_owned(), b.to_uppercase()))
        .expect("a line");
    machine.project.write(".vitae-version", format!("{pin}{target}={sum}\n"));
    // Python would execute modules in the current directory.
    for module in ["pip", "zipfile"] {
        let script = "import os\nopen(os.environ['CALLS'], 'a').write('a file of the project')\n";
        machine.project.write(&format!("{module}.py"), script);
    }
    machine.runs("packaged", &[]);
    let path = format!(".vitae/bin/{VERSION}/vitae");
    assert_eq!(machine.kept(), [path.trim_start_matches(".vitae/")]);
    // The script compares digests instead of running the program.
    assert_eq!(machine.take_calls(), "packaged");
    // The second run downloads nothing.
    fs::remove_dir_all(&machine.wheels).expect("removable");
    machine.runs("packaged", &[("VITAE_REV", "abc")]);
    // A changed program is not executed.
    let changed = program("changed", VERSION, &machine.calls());
    write_program(&machine.project.root.join(path), &changed);
    machine.take_calls();
    machine.fails("cannot download the package", &[]);
    assert_eq!(machine.take_calls(), "npm");
}

#[test]
fn script_replaces_a_package_that_it_cannot_get_by_a_commit_only() {
    let packaged = program("packaged", VERSION, Path::new("/dev/null"));
    let machine = Machine::new("unavailable", &format!("git={GIT}\n{}", digest(&packaged)));
    machine.install("rustup", "#!/bin/sh\n");
    machine.install("cargo", &cargo(VERSION, &machine.bin.with_file_name("runs")));
    let commit = "0123456789abcdef0123456789abcdef01234567";
    // A program that was built from a tag or branch is not used either.
    for revision in
        ["", "v0.1.0", &commit[..12], "release-0123456789abcdef0123456789abcdef01234567"]
    {
        machine
            .fails("cannot download the package", &[("VITAE_REV", revision), ("VITAE_GIT", GIT)]);
        assert_eq!(machine.take_calls(), "python3 npm", "{revision}");
    }
    machine.runs("built", &[("VITAE_REV", commit)]);
    assert!(machine.take_calls().ends_with(&format!("--git {GIT} --rev {commit}")));
}

#[test]
fn script_executes_nothing_of_a_package_with_another_digest() {
    let machine = Machine::new("wrong-digest", &digest("another program"));
    machine.add_wheel(&program("packaged", VERSION, &machine.calls()));
    machine.fails("does not have the digest", &[("VITAE_GIT", GIT)]);
    assert_eq!(machine.take_calls(), "");
    assert!(machine.kept().is_empty());
}

/// Serves the npm package of this platform with `program`, and prints the URL.
const REGISTRY: &str = r#"
import http.server, io, json, sys, tarfile
version, program = sys.argv[1], sys.argv[2].encode()
package = io.BytesIO()
with tarfile.open(fileobj=package, mode="w:gz") as archive:
    manifest = json.dumps({"name": sys.argv[3], "version": version}).encode()
    for name, data in [("package.json", manifest), ("vitae", program)]:
        member = tarfile.TarInfo(f"package/{name}")
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))

class Registry(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = package.getvalue()
        if not self.path.endswith(".tgz"):
            dist = {"tarball": f"{url}/package.tgz"}
            versions = {version: {"name": sys.argv[3], "version": version, "dist": dist}}
            body = json.dumps({"name": sys.argv[3], "dist-tags": {}, "versions": versions}).encode()
        known = self.path.lower().replace("%2f", "/") in (f"/{sys.argv[3]}", "/package.tgz")
        self.send_response(200 if known else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

server = http.server.HTTPServer(("127.0.0.1", 0), Registry)
url = f"http://127.0.0.1:{server.server_port}"
print(url, flush=True)
server.serve_forever()
"#;

#[test]
fn script_uses_the_npm_package_without_pip() {
    let machine = Machine::new("npm", "");
    let packaged = program("packaged", VERSION, &machine.calls());
    let pin = machine.project.read(".vitae-version");
    machine.project.write(".vitae-version", pin + &digest(&packaged));
    fs::remove_file(machine.bin.join("npm")).expect("removable");
    let os = env::consts::OS.replace("macos", "darwin");
    let cpu = env::consts::ARCH.replace("x86_64", "x64").replace("aarch64", "arm64");
    let mut registry = Command::new("python3")
        .args(["-c", REGISTRY, VERSION, &packaged, &format!("@vitae-cli/{os}-{cpu}")])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Python runs");
    let mut url = String::new();
    let stdout = registry.stdout.take().expect("piped");
    BufReader::new(stdout).read_line(&mut url).expect("a URL");
    let cache = machine.bin.with_file_name("npm-cache").display().to_string();
    let variables = [
        ("npm_config_registry", url.trim()),
        ("npm_config_cache", &cache),
        ("NO_PROXY", "127.0.0.1"),
    ];
    let output = machine.run(&variables);
    let stopped = registry.kill().and_then(|()| registry.wait());
    assert!(stopped.is_ok() && output.status.success(), "{}", text(&output));
    assert_eq!(output.stdout, b"packaged: check a  b\n", "{}", text(&output));
    assert_eq!(machine.take_calls(), "python3 packaged");
}

/// A Cargo that records its arguments and installs a program of this version.
fn cargo(version: &str, runs: &Path) -> String {
    format!(
        "#!/bin/sh\necho \"$@\" | sed 's/ --root .*//' >>\"$CALLS\"\n\
         while [ \"$1\" != --root ]; do shift; done\nmkdir -p \"$2/bin\"\n\
         cat >\"$2/bin/vitae\" <<'END'\n{}END\nchmod 755 \"$2/bin/vitae\"\n",
        program("built", version, runs)
    )
}

#[test]
fn script_builds_the_pinned_revision_once() {
    let machine = Machine::new("source", &format!("git={GIT}\nrev=first\n"));
    let runs = machine.bin.with_file_name("runs");
    machine.install("rustup", "#!/bin/sh\necho \"$*\" >>\"$CALLS\"\n");
    machine.install("cargo", &cargo(VERSION, &runs));
    machine.runs("built", &[]);
    let install = format!("install --locked --git {GIT}");
    let toolchain = concat!("toolchain install ", env!("CARGO_PKG_RUST_VERSION"));
    let toolchain = format!("{toolchain} --profile minimal --no-self-update");
    assert_eq!(machine.take_calls(), format!("{toolchain} {install} --rev first"));
    machine.runs("built", &[]);
    assert_eq!(machine.take_calls(), "");
    // The environment overrides the file. Each revision is kept.
    let variables = [("VITAE_REV", "feature/x"), ("VITAE_GIT", "https://other.example.com/v.git")];
    machine.runs("built", &variables);
    assert!(machine.take_calls().ends_with("other.example.com/v.git --rev feature/x"));
    machine.runs("built", &variables);
    // GitHub sets variables that are not defined to empty texts.
    machine.runs("built", &[("VITAE_REV", ""), ("VITAE_GIT", "")]);
    assert_eq!(machine.take_calls(), "");
    assert_eq!(machine.kept().len(), 2);
    // The same revision of another source is another program.
    machine.runs("built", &variables[1..]);
    assert!(machine.take_calls().ends_with("other.example.com/v.git --rev first"));
    let kept = machine.kept();
    let is_of_version = |path: &String| path.starts_with(&format!("bin/{VERSION}-"));
    assert!(kept.len() == 3 && kept.iter().all(is_of_version), "{kept:?}");
}

#[test]
fn script_builds_the_tag_of_the_version_and_refuses_other_versions() {
    let machine = Machine::new("tag", "");
    let source = machine.bin.with_file_name("source");
    fs::create_dir_all(&source).expect("a directory");
    let date = "2026-01-01T00:00:00Z";
    git(&source, date, &["init", "--quiet"]);
    git(&source, date, &["commit", "--quiet", "--allow-empty", "-m", "Start"]);
    let source = source.display().to_string();
    machine.install("rustup", "#!/bin/sh\n");
    machine.install("cargo", &cargo("0.0.1", &machine.bin.with_file_name("runs")));
    let message = format!("the source is vitae 0.0.1, but {}", machine.project.root.display());
    machine.fails(&message, &[("VITAE_GIT", &source)]);
    assert_eq!(machine.take_calls(), format!("install --locked --git {source}"));
    assert!(machine.kept().is_empty());
    git(Path::new(&source), date, &["tag", &format!("v{VERSION}")]);
    machine.install("cargo", &cargo(VERSION, &machine.bin.with_file_name("runs")));
    machine.runs("built", &[("VITAE_GIT", &source)]);
    assert_eq!(machine.take_calls(), format!("install --locked --git {source} --tag v{VERSION}"));
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
