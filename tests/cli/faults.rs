//! System calls that fail, and builds that are killed at a system call.
//!
//! `strace` makes one call of a build fail, or kills the build at it. Afterwards, every published file is
//! either the old or the new one, and the next build repairs everything. By default, this tests one of 24
//! calls. `VITAE_FAULTS` sets the distance; 1 tests each call with each error:
//!
//! ```sh
//! VITAE_FAULTS=1 cargo test --test cli -- faults
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use assert_cmd::cargo::cargo_bin;

use crate::linters::installed;
use crate::project::{Project, SITE, copy, files, profile, repository, text};

/// The calls that change files, and those that open or lock them.
const CALLS: &str = "openat,write,ftruncate,rename,renameat,renameat2,link,linkat,mkdir,mkdirat,\
    unlink,unlinkat,rmdir,chmod,fchmod,fchmodat,utimensat,fsync,syncfs,flock";

const ERRORS: [&str; 5] = ["ENOSPC", "EIO", "EACCES", "EROFS", "EMFILE"];

/// Of how many calls one is tested.
fn stride() -> usize {
    let number = env::var("VITAE_FAULTS").unwrap_or_else(|_| "24".to_owned());
    number.parse().ok().filter(|stride| *stride > 0).expect("VITAE_FAULTS is a positive number")
}

/// How a build runs.
#[derive(Debug, Clone, Copy)]
struct Variant {
    options: &'static str,
    precompress: bool,
}

/// A call of a build: its name, the path that it concerns, and its number among those of the same path.
type Call = (String, String, usize);

/// Returns the files that the faults must not damage, with their path.
fn outputs(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let directories = ["dist", "deploy"].into_iter().filter(|name| root.join(name).exists());
    let below = |name: &'static str| {
        let files = files(&root.join(name)).into_iter();
        files.map(move |(path, bytes)| (format!("{name}/{path}"), bytes))
    };
    directories.flat_map(below).collect()
}

struct Scenario {
    strace: PathBuf,
    variant: Variant,
    project: Project,
    /// A copy of the project before the build that fails.
    before: PathBuf,
    old: BTreeMap<String, Vec<u8>>,
    new: BTreeMap<String, Vec<u8>>,
}

impl Scenario {
    /// Publishes a site, and changes the content: one consultant is withdrawn, one changed, one added.
    fn new(strace: PathBuf, name: &str, variant: Variant) -> Self {
        let project = Project::site(&format!("faults/{name}"));
        let precompress = format!("host: nginx\nprecompress: {}\n", variant.precompress);
        project.write("content/site.yaml", format!("{SITE}{precompress}"));
        let photo = fs::read(repository().join("content/photos/amara-ndukwe.jpg"));
        let photo = photo.expect("readable");
        for id in ["anna-berg", "bo-ek", "carl-lind"] {
            project.write(&format!("content/consultants/{id}.yaml"), profile(id));
        }
        project.write("content/photos/anna-berg.jpg", &photo);
        let arguments = format!("build {}", variant.options);
        project.succeed(&arguments);
        project.write("dist/private/note.txt", "not written by vitae");
        let old = outputs(&project.root);
        let inactive = profile("anna-berg").replace("active: true", "active: false");
        project.write("content/consultants/anna-berg.yaml", inactive);
        project.write("content/consultants/bo-ek.yaml", profile("Bo Ekman"));
        project.write("content/consultants/dora-ivarsson.yaml", profile("Dora Ivarsson"));
        project.write("content/photos/dora-ivarsson.jpg", &photo);
        let indexing = format!("{SITE}{precompress}indexing: true\n");
        project.write("content/site.yaml", indexing);
        let before = project.root.with_extension("before");
        let _ = fs::remove_dir_all(&before);
        copy(&project.root, &before);
        project.succeed(&arguments);
        let new = outputs(&project.root);
        assert_ne!(old, new);
        Self { strace, variant, project, before, old, new }
    }

    fn restore(&self) {
        fs::remove_dir_all(&self.project.root).expect("removable");
        copy(&self.before, &self.project.root);
    }

    /// Runs the build with options of `strace`.
    fn trace(&self, options: &[&str]) -> Output {
        let mut command = Command::new(&self.strace);
        command.args(["-f", "-y"]).args(options).arg(cargo_bin("vitae")).arg("build");
        command.args(self.variant.options.split_whitespace());
        command.current_dir(&self.project.root).env("RAYON_NUM_THREADS", "1");
        // Outside of any repository, so that no other program runs.
        command.env("GIT_CEILING_DIRECTORIES", &self.project.root);
        command.output().expect("strace runs")
    }

    /// Returns the calls that concern files of the project.
    fn calls(&self) -> Vec<Call> {
        self.restore();
        let log = self.project.root.with_extension("log");
        let trace = format!("trace={CALLS}");
        let output = self.trace(&["-e", &trace, "-o", &log.display().to_string()]);
        assert!(output.status.success(), "{}", text(&output));
        let log = fs::read_to_string(log).expect("a log");
        let root = self.project.root.display();
        let printed_root = printed(&format!("{root}/"));
        let mut counts = BTreeMap::new();
        let mut calls = Vec::new();
        for line in log.lines() {
            let name = line.split_once(' ').and_then(|(_, call)| call.trim_start().split_once('('));
            let Some((name, _)) = name else { continue };
            let Some((_, rest)) = line.split_once(&printed_root) else { continue };
            let end = rest.find(['"', '>']).expect("the end of a path");
            let path = format!("{root}/{}", &rest[..end]);
            let count = counts.entry((name.to_owned(), path.clone())).or_insert(0);
            *count += 1;
            calls.push((name.to_owned(), path, *count));
        }
        calls
    }

    /// Makes one call of a build fail, or kills the build, and asserts that nothing is damaged.
    fn test(&self, (name, path, number): &Call, fault: &str) {
        self.restore();
        let trace = format!("trace={name}");
        let inject = format!("inject={name}:{fault}:when={number}");
        let output = self.trace(&["-o", "/dev/null", "-P", path, "-e", &trace, "-e", &inject]);
        let context =
            || format!("{:?} {name} {path} {number} {fault}\n{}", self.variant, text(&output));
        let now = outputs(&self.project.root);
        match output.status.code() {
            Some(0) => assert!(now == self.new, "not published: {}", context()),
            Some(2) => {
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(said.contains("error: "), "no error: {}", context());
                assert!(said.contains("os error") || said.contains(".vitae"), "{}", context());
            }
            code => assert!(code.is_none() && fault.starts_with("signal"), "{}", context()),
        }
        for (path, bytes) in &now {
            let is_complete =
                self.old.get(path) == Some(bytes) || self.new.get(path) == Some(bytes);
            let is_temporary = path.starts_with("deploy/") && path.ends_with(".new");
            let is_killed = fault.starts_with("signal");
            assert!(is_complete || is_temporary && is_killed, "{path} is damaged: {}", context());
        }
        let missing =
            self.old.keys().find(|path| self.new.contains_key(*path) && !now.contains_key(*path));
        assert!(missing.is_none(), "{missing:?} is missing: {}", context());
        let next = self.project.run(&format!("build {}", self.variant.options));
        assert!(next.status.success(), "the next build: {}{}", text(&next), context());
        let repaired = outputs(&self.project.root);
        let names =
            |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<BTreeSet<_>>();
        let differ: Vec<_> =
            names(&repaired).symmetric_difference(&names(&self.new)).cloned().collect();
        assert!(differ.is_empty(), "{differ:?}: {}", context());
        assert!(repaired == self.new, "not repaired: {}", context());
        assert!(!self.project.root.join(".dist.vitae").exists(), "staging is left: {}", context());
    }
}

/// Returns a path as strace prints it: with octal escapes of what is not ASCII.
fn printed(path: &str) -> String {
    let bytes = path.bytes().map(|byte| match byte {
        0..0x80 => char::from(byte).to_string(),
        _ => format!("\\{byte:o}"),
    });
    bytes.collect()
}

fn test(name: &str, variant: Variant) {
    let strace = Path::new("/usr/bin/strace");
    let Some(strace) = installed(strace, "apt-get install strace") else { return };
    let scenario = Scenario::new(strace, name, variant);
    let stride = stride();
    let calls = scenario.calls();
    assert!(calls.len() > 60, "{calls:?}");
    let mut count = 0;
    for (index, call) in calls.iter().enumerate() {
        let faults = ERRORS.map(|error| format!("error={error}"));
        let faults: Vec<&str> = match index % stride == name.len() % stride {
            true if stride == 1 => {
                faults.iter().map(String::as_str).chain(["signal=KILL"]).collect()
            }
            true => vec![&faults[index / stride % ERRORS.len()], "signal=KILL"],
            false => continue,
        };
        for fault in faults {
            scenario.test(call, fault);
            count += 1;
        }
    }
    let _ = writeln!(stderr(), "{name}: {count} faults at {} system calls", calls.len());
}

/// A power failure can happen at any time: files are on the disk before they get their names, and changes of
/// the directories at the end.
#[test]
fn files_are_synced_before_they_are_published() {
    let strace = Path::new("/usr/bin/strace");
    let Some(strace) = installed(strace, "apt-get install strace") else { return };
    let variant = Variant { options: "", precompress: false };
    let calls = Scenario::new(strace.to_owned(), "synced", variant).calls();
    let is_published = |(name, path, _): &Call| {
        // A missing file shows whether the directory is a mount point.
        let is_staged = path.contains("/.dist.vitae/files") && !path.ends_with("/missing");
        name == "rename" && is_staged
    };
    let is_sync = |(name, _, _): &Call| name == "syncfs";
    let first = calls.iter().position(is_published).expect("a rename");
    let last = calls.iter().rposition(is_published).expect("a rename");
    assert!(calls[..first].iter().any(is_sync), "before the first rename");
    assert!(calls[last..].iter().any(is_sync), "after the last rename");
}

macro_rules! variants {
    ($($name:ident: $options:literal, $precompress:literal;)*) => {
        $(#[test] fn $name() {
            test(stringify!($name), Variant { options: $options, precompress: $precompress });
        })*
    };
}

variants! {
    plain: "", false;
    compressed: "", true;
    uncached: "--no-cache", false;
    compressed_uncached: "--no-cache", true;
}
