//! A project that is edited at random, and the comparison of its cached and uncached commands.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use super::random::Random;
use crate::own_server::modification_times;
use crate::project::{Project, files, git, text};

/// The hosts to build for, and whether their modification times derive from the content.
const HOSTS: [(&str, bool); 4] = [
    ("", false),
    (" --host nginx", true),
    (" --host cloudflare", false),
    (" --host lighttpd", true),
];
/// The output directories to build into by turns. `deploy/` is beside each.
const OUTPUTS: [&str; 2] = ["a/dist", "b/dist"];
/// The output directory of uncached builds.
const REFERENCE: &str = "reference/dist";

pub(super) struct Workspace {
    pub(super) project: Project,
    pub(super) random: Random,
    pub(super) has_git: bool,
    /// Earlier versions of files, with their modification times.
    pub(super) versions: Vec<(PathBuf, Vec<u8>, SystemTime)>,
    /// An earlier state of the cache.
    pub(super) old_cache: BTreeMap<String, Vec<u8>>,
    /// Makes the values of edits different.
    pub(super) edits: usize,
    /// Whether the last command reported errors.
    is_failing: bool,
    seed: u64,
    /// Whether commands also run for the site in another language, whose photos can be older ones.
    has_languages: bool,
    /// What happened so far.
    log: Vec<String>,
}

impl Workspace {
    pub(super) fn new(seed: u64) -> Self {
        let mut workspace = Self {
            project: Project::empty(&format!("cache-random/{seed}/one")),
            random: Random::new(seed),
            has_git: seed.is_multiple_of(2),
            versions: Vec::new(),
            old_cache: BTreeMap::new(),
            edits: 0,
            is_failing: false,
            seed,
            has_languages: seed % 3 != 1,
            log: Vec::new(),
        };
        workspace.write_valid_site();
        workspace.write_valid_profiles();
        if workspace.has_git {
            git(&workspace.project.root, "2026-01-02T03:04:05+02:00", &["init", "-q"]);
        }
        workspace
    }

    /// Removes the files of a sequence that succeeded.
    pub(super) fn remove(self) {
        let _ = fs::remove_dir_all(self.project.root.parent().expect("a parent"));
    }

    /// Makes one random edit; often one that repairs the content if it has errors.
    pub(super) fn edit(&mut self) {
        let done = match self.is_failing && self.random.one_in(2) {
            true => self.repair(),
            false => self.random_edit(),
        };
        self.log.push(done);
    }

    /// Runs a random command with the cache, then without, and compares the results.
    pub(super) fn compare(&mut self) {
        let command = self.random.pick(&[
            "build",
            "build",
            "build",
            "build --deny warnings",
            "check",
            "check --deny warnings",
        ]);
        let (host, has_content_times) = self.random.pick(&HOSTS);
        let out = self.random.pick(&OUTPUTS);
        let is_build = command.starts_with("build");
        let out_option = |out: &str| if is_build { format!(" --out {out}") } else { String::new() };
        let language = match self.has_languages && self.random.one_in(2) {
            true => " --language sv",
            false => "",
        };
        let command = format!("{command} --format json{host}{language}");
        self.log.push(format!("  vitae {command}{}", out_option(out)));
        let before = self.project.files(out);
        let cached = self.project.run(&format!("{command}{}", out_option(out)));
        let _ = fs::remove_dir_all(self.project.root.join("reference"));
        let uncached = format!("{command} --no-cache{}", out_option(REFERENCE));
        let uncached = self.project.run(&uncached);
        self.assert_same_output(&cached, &uncached, out);
        self.is_failing = !cached.status.success();
        if is_build && cached.status.success() {
            self.assert_same_files(out, has_content_times);
            if !self.has_languages {
                self.assert_no_other_photos();
            }
        } else if is_build {
            self.check(before == self.project.files(out), || {
                "a failing build changed files".to_owned()
            });
        }
        if cached.status.code() != Some(2) {
            self.assert_tidy();
        }
        self.compare_due(language);
        if self.random.one_in(6) {
            self.old_cache = self.project.files(".vitae");
        }
    }

    /// Compares what is due on a random day.
    fn compare_due(&mut self, language: &str) {
        let day = self.random.pick(&["2026-01-01", "2026-03-14", "2027-01-01"]);
        let due = format!("due --as-of {day}{language}");
        self.log.push(format!("  vitae {due}"));
        let [cached, uncached] = ["", " --no-cache"].map(|option| {
            let output = self.project.run(&format!("{due}{option}"));
            (output.status.code(), text(&output))
        });
        self.check(cached == uncached, || format!("cached: {cached:?}\nuncached: {uncached:?}"));
    }

    fn assert_same_output(&self, cached: &Output, uncached: &Output, out: &str) {
        let describe = || {
            // The status names the signal that ended a process.
            let status = format!("cached: {}, uncached: {}", cached.status, uncached.status);
            format!("{status}\ncached: {}\nuncached: {}", text(cached), text(uncached))
        };
        self.check(cached.status.code() == uncached.status.code(), describe);
        let stderr =
            |output: &Output| String::from_utf8_lossy(&output.stderr).replace(out, REFERENCE);
        self.check(stderr(cached) == stderr(uncached), describe);
        if cached.status.code() != Some(2) {
            let diagnostics = |output: &Output| {
                let document: Json = serde_json::from_slice(&output.stdout).expect("JSON");
                document["diagnostics"].clone()
            };
            self.check(diagnostics(cached) == diagnostics(uncached), describe);
        }
    }

    fn assert_same_files(&self, out: &str, has_content_times: bool) {
        let (cached, uncached) = (self.project.files(out), self.project.files(REFERENCE));
        let paths: BTreeSet<&String> = cached.keys().chain(uncached.keys()).collect();
        for path in paths {
            self.check(cached.get(path) == uncached.get(path), || {
                let text = |files: &BTreeMap<String, Vec<u8>>| {
                    files.get(path).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
                };
                format!("{path}\ncached: {:?}\nuncached: {:?}", text(&cached), text(&uncached))
            });
        }
        let deploy = |out: &str| self.project.files(&out.replace("/dist", "/deploy"));
        let cached = deploy(out);
        for (path, bytes) in deploy(REFERENCE) {
            self.check(cached.get(&path) == Some(&bytes), || format!("deploy/{path} differs"));
        }
        if has_content_times {
            let times = |out: &str| modification_times(&self.project.root.join(out));
            self.check(times(out) == times(REFERENCE), || "modification times differ".to_owned());
        }
    }

    /// Only photos of active consultants are in the cache.
    fn assert_no_other_photos(&self) {
        let published: BTreeSet<Vec<u8>> =
            self.project.files(&format!("{REFERENCE}/_internal/photo")).into_values().collect();
        for (path, bytes) in self.project.files(".vitae/cache/photos") {
            let (digest, photo) = bytes.split_at(bytes.len().min(16));
            // The photo of an active consultant can be damaged.
            let is_damaged = Sha256::digest(photo)[..16] != *digest;
            let is_allowed = is_damaged || published.contains(photo);
            self.check(is_allowed, || format!("the cache has photo {path}"));
        }
    }

    /// The cache has no temporary files and no rows of deleted profiles.
    fn assert_tidy(&self) {
        for path in self.project.files(".vitae").into_keys() {
            self.check(!path.ends_with(".new"), || format!("the cache has {path}"));
        }
        let rows = files(&self.project.root.join(".vitae/cache")).remove("rows");
        let rows = String::from_utf8_lossy(&rows.unwrap_or_default()).into_owned();
        for row in rows.lines().skip(2) {
            let row = row.split_once(' ').map_or(row, |(_, row)| row);
            let (_, id, _): (Option<String>, String, Json) =
                serde_json::from_str(row).expect("a language, an identifier and the rest");
            let profile = format!("content/consultants/{id}.yaml");
            self.check(self.project.root.join(profile).is_file(), || {
                format!("the cache has {row}")
            });
        }
    }

    fn check(&self, holds: bool, problem: impl Fn() -> String) {
        if !holds {
            let (seed, steps) = (self.seed, self.log.join("\n"));
            let root = self.project.root.display();
            panic!("seed {seed} in {root}:\n{steps}\n{}", problem());
        }
    }

    /// Starts a cached command that nothing waits for.
    pub(super) fn start(&mut self) -> std::process::Child {
        let out = self.random.pick(&OUTPUTS);
        let build = ["build", "--out", out];
        let arguments = self.random.pick(&[&build[..], &["check"]]);
        let mut command = Command::new(self.project.command("").get_program());
        command.current_dir(&self.project.root).args(arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("vitae runs")
    }

    /// Kills a cached command at a random moment.
    pub(super) fn kill(&mut self) -> String {
        let mut running = self.start();
        let milliseconds = self.random.below(150);
        std::thread::sleep(Duration::from_millis(milliseconds as u64));
        running.kill().expect("killable");
        let status = running.wait().expect("vitae exits");
        // A process of git that it was starting has its lock until that runs.
        std::thread::sleep(Duration::from_millis(200));
        format!("kill a command after {milliseconds} ms: {status}")
    }
}
