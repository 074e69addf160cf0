//! Hosts that are not your own server: with their emulators, simulators or Apache, as in the conformance
//! tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use regex::Regex;
use serde_json::Value as Json;

use super::{Foreground, Machine, has, with_repository};
use crate::linters::installed;
use crate::project::repository;

const CONFORMANCE: &str = "tests/conformance";

/// Runs wrangler of this repository, and records other programs. A deployment is a dry run.
const NPX: &str = r#"#!/bin/sh
echo "npx $*" >>"$RECORD"
if [ "$1" = --yes ]; then shift; fi
program=$1
shift
case $program in
  wrangler@VERSION)
    if [ "$1" = deploy ]; then set -- "$@" --dry-run --outdir "$HOME/worker"; fi
    exec env CI=1 CLOUDFLARE_CF_FETCH_ENABLED=false WRANGLER_SEND_METRICS=false \
      WRANGLER_SEND_ERROR_REPORTS=false XDG_CONFIG_HOME="$HOME" node WRANGLER "$@" ;;
  vercel@[1-9]*) ;;
  *) exit 2 ;;
esac
"#;

impl Machine {
    /// Serves `dist/` in a directory as the conformance tests do.
    pub(super) fn serve(&self, host: &str, directory: &Path) -> Foreground {
        self.serve_at(self.port, host, directory)
    }

    /// Serves `dist/` in a directory at a port.
    pub(super) fn serve_at(&self, port: u16, host: &str, directory: &Path) -> Foreground {
        let file = repository().join(format!("templates/hosts/{host}/host.yaml"));
        let file = fs::read_to_string(file).expect("a host.yaml");
        let file: Json = serde_yaml::from_str(&file).expect("YAML");
        let script = file["server"]["start"].as_str().expect("a script");
        let scratch = self.server.join(format!("scratch-{port}"));
        fs::create_dir_all(&scratch).expect("a directory");
        let script = format!(
            "cd '{}'; export PORT={port} SCRATCH='{}' ROOT='{}'\n{script}",
            directory.display(),
            scratch.display(),
            repository().display(),
        );
        self.start_at(port, &script)
    }

    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Sets `base_url` to the URL of the server.
    fn set_base_url(&self) {
        let site = self.project.read("content/site.yaml");
        let example = "# base_url: https://profiles.example.com\n";
        assert!(site.contains(example));
        let site = site.replace(example, &format!("base_url: {}\n", self.url()));
        self.project.write("content/site.yaml", site);
    }

    /// Runs commands that verify the site.
    #[track_caller]
    fn verify(&self, script: &str) {
        let said = self.run(script);
        assert!(said.contains(&format!("{} is as expected", self.url())), "{said}");
    }

    /// Creates the repository on GitHub and pushes the project to it.
    fn push(&self, push: &str) {
        let git = self.server.join("git");
        self.run(&format!("git init --quiet --bare '{}'", git.display()));
        self.run(&with_repository(self, push));
    }
}

/// Returns whether the Node packages of a host are installed.
pub(super) fn has_packages(host: &str, package: &str) -> bool {
    let packages = repository().join(CONFORMANCE).join(host);
    let install = format!("npm ci --ignore-scripts, in {CONFORMANCE}/{host}");
    installed(&packages.join("node_modules").join(package), &install).is_some()
}

pub(super) fn with_npx(test: &str, host: &str) -> Machine {
    let machine = Machine::new(test, host);
    let readme = machine.project.read("README.md");
    let pinned = Regex::new(r"(vercel|wrangler)@[0-9.]+").expect("a valid pattern");
    let pinned: BTreeSet<&str> = pinned.find_iter(&readme).map(|found| found.as_str()).collect();
    assert_eq!(pinned.len(), 1, "{pinned:?}");
    let packages = repository().join(CONFORMANCE).join("cloudflare");
    let manifest = fs::read_to_string(packages.join("package.json")).expect("readable");
    let manifest: Json = serde_json::from_str(&manifest).expect("JSON");
    let version = manifest["dependencies"]["wrangler"].as_str().expect("a version");
    let wrangler = packages.join("node_modules/wrangler/bin/wrangler.js");
    let npx = NPX.replace("VERSION", version);
    machine.program("npx", &npx.replace("WRANGLER ", &format!("'{}' ", wrangler.display())));
    machine
}

#[test]
fn netlify_builds_what_is_pushed() {
    if !has_packages("netlify", "netlify-redirector") {
        return;
    }
    let machine = Machine::new("netlify", "netlify");
    let [build, commit, push, verify, update] = &machine.blocks("sh")[..] else {
        panic!("{:#?}", machine.blocks("sh"));
    };
    machine.run(build);
    machine.run(commit);
    machine.push(push);
    machine.set_base_url();
    machine.run("git commit --all --message 'Set base_url' && git push");

    // What Netlify does: it clones the repository and runs the command of netlify.toml.
    let clone = machine.server.join("clone");
    machine.run(&format!("git clone ../server/git '{}'", clone.display()));
    let settings = fs::read_to_string(clone.join("netlify.toml")).expect("readable");
    assert!(settings.contains("publish = \"dist\""));
    let command = settings.lines().find_map(|line| line.trim().strip_prefix("command = \""));
    let command = command.and_then(|rest| rest.strip_suffix('"')).expect("a command");
    machine.run(&format!("cd '{}' && {command}", clone.display()));
    let server = machine.serve("netlify", &clone);
    machine.verify(verify);
    drop(server);
    machine.is_stopped();
    machine.run(update);
}

#[test]
fn cloudflare_runs_the_emulator_and_deploys() {
    if !has_packages("cloudflare", "wrangler") {
        return;
    }
    let machine = with_npx("cloudflare", "cloudflare");
    let [build, commit, run, try_it, publish, push, verify, update] = &machine.blocks("sh")[..]
    else {
        panic!("{:#?}", machine.blocks("sh"));
    };
    machine.run(build);
    machine.run(commit);
    let server = machine.start(run);
    machine.verify(try_it);
    drop(server);
    machine.is_stopped();
    machine.run(publish);
    assert!(machine.server.join("home/worker/worker.js").exists(), "wrangler bundles the worker");
    machine.push(push);
    machine.set_base_url();
    machine.run(build);
    let server = machine.start(run);
    machine.verify(verify);
    drop(server);
    machine.run(update);
    machine.has_no_untracked_files();
}

#[test]
fn vercel_serves_the_output() {
    if !has_packages("vercel", "@vercel/routing-utils") {
        return;
    }
    let machine = with_npx("vercel", "vercel");
    let [build, commit, publish, push, verify, update] = &machine.blocks("sh")[..] else {
        panic!("{:#?}", machine.blocks("sh"));
    };
    machine.run(build);
    machine.run(commit);
    machine.run(publish);
    assert!(machine.record().contains("deploy --cwd . --prebuilt --prod"), "{}", machine.record());
    machine.push(push);
    machine.set_base_url();
    machine.run(&format!("{build}\n{publish}"));
    let server = machine.serve("vercel", &machine.project.root);
    machine.verify(verify);
    drop(server);
    machine.run(update);
    machine.has_no_untracked_files();
}

#[test]
fn htaccess_is_uploaded() {
    if !has(&["apache2", "rsync"]) {
        return;
    }
    let machine = Machine::new("apache-htaccess", "apache-htaccess");
    let [build, commit, publish, push, verify, update] = &machine.blocks("sh")[..] else {
        panic!("{:#?}", machine.blocks("sh"));
    };
    machine.run(build);
    machine.run(commit);
    machine.run(publish);
    machine.push(push);
    machine.set_base_url();
    machine.run(&format!("{build}\n{publish}"));
    let home = machine.server.join("home");
    std::os::unix::fs::symlink(home.join("htdocs"), home.join("dist")).expect("a link");
    let server = machine.serve("apache-htaccess", &home);
    machine.verify(verify);
    drop(server);
    machine.run(update);
}
