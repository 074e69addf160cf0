//! The shell steps of the generated `publish.yml`.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

use super::github_actions::{RUNNER_TEMP, Run, Step, Values, command, publish, steps_of};
use super::other_hosts::{has_packages, with_npx};
use super::{Machine, has};
use crate::linters::installed;
use crate::project::{files, printed, profile, repository, text};

const KEY: &str = "-----BEGIN OPENSSH PRIVATE KEY-----";

/// Returns the steps of publish.yml for the only site.
pub(super) fn steps(machine: &Machine, values: &Values) -> Vec<Step> {
    let mut values = values.clone();
    values.insert("matrix.job", "publish".to_owned());
    steps_of(machine, "publish.yml", "publish", &values)
}

/// Returns the modification time and inode of the files below a directory.
fn stamps(directory: &Path) -> BTreeMap<String, (i64, i64, u64)> {
    let stamp = |path: String| {
        let metadata = fs::metadata(directory.join(&path)).expect("metadata");
        (path, (metadata.mtime(), metadata.mtime_nsec(), metadata.ino()))
    };
    files(directory).into_keys().map(stamp).collect()
}

/// A project, the values of its variables and secrets, and the directory that it publishes to.
struct Published {
    machine: Machine,
    values: Values,
    directory: PathBuf,
}

/// Publishes to a directory, withdraws a consultant and publishes again.
fn publishes_and_withdraws(host: &str, directory: &str, dist: &str) -> Option<Published> {
    if !has(&["rsync", "jq"]) {
        return None;
    }
    let machine = Machine::new(&format!("workflow-{host}"), host);
    machine.past_runs(&[]);
    let directory = machine.server.join(directory);
    fs::create_dir_all(&directory).expect("a directory");
    let values = BTreeMap::from([
        ("vars.VITAE_SSH_TARGET", "deploy@profiles.example.com".to_owned()),
        ("vars.VITAE_SSH_KNOWN_HOSTS", "profiles.example.com ssh-ed25519 AAAA".to_owned()),
        ("vars.VITAE_DIRECTORY", directory.display().to_string()),
        ("secrets.VITAE_SSH_KEY", KEY.to_owned()),
    ]);
    machine.project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    machine.run("git init --quiet && git add . && git commit --quiet --message Start");
    let summary = publish(&machine, &values);
    assert!(summary.contains("The last publication is unknown"), "{summary}");
    let published = directory.join(dist);
    assert_eq!(files(&published), machine.project.files("dist"));
    let before = stamps(&published);
    let built = stamps(&machine.project.root.join("dist"));
    for (path, (seconds, nanoseconds, _)) in &before {
        assert_eq!((seconds, nanoseconds), (&built[path].0, &built[path].1), "{path}");
    }
    let published_on = |day: &str| {
        let jobs = vec![("publish", "success")];
        machine.past_runs(&[Run { commit: &machine.head(), day, jobs }]);
    };
    published_on("2026-03-01");

    let withdrawn = profile("Anna Berg").replace("active: true", "active: false");
    machine.project.write("content/consultants/anna-berg.yaml", withdrawn);
    machine.run("git commit --quiet --all --message Withdraw");
    let summary = publish(&machine, &values);
    assert!(summary.contains("1 withdrawn"), "{summary}");
    assert_eq!(files(&published), machine.project.files("dist"));

    // The last day of a profile was after the last publication, which had the same commit.
    let ended = profile("Anna Berg") + "publish_until: 2026-03-10\n";
    machine.project.write("content/consultants/anna-berg.yaml", ended);
    machine.run("git commit --quiet --all --message End");
    published_on("2026-03-09");
    let summary = publish(&machine, &values);
    assert!(summary.contains("the last day has passed: anna-berg"), "{summary}");
    published_on("2026-03-11");
    let summary = publish(&machine, &values);
    assert!(!summary.contains("the last day has passed"), "{summary}");
    assert!(files(&published).keys().all(|path| !path.contains("anna-berg")));
    // rsync neither replaced nor touched unchanged files.
    let after = stamps(&published);
    let profile = "api/consultant-public/sample-consultant";
    assert_eq!(before[profile], after[profile]);

    let record = machine.record();
    assert!(record.contains("profiles.example.com rsync --server"), "{record}");
    // No step leaves the key behind.
    let left = files(&machine.server);
    let left = left.iter().filter(|(_, bytes)| String::from_utf8_lossy(bytes).contains(KEY));
    assert_eq!(left.count(), 0);
    Some(Published { machine, values, directory })
}

#[test]
fn publishes_to_nginx_and_verifies() {
    let published = publishes_and_withdraws("nginx", "srv/our site", "dist");
    let Some(mut published) = published.filter(|_| has(&["nginx"])) else {
        return;
    };
    let machine = &published.machine;
    // The configuration is not uploaded.
    machine.run(&format!("cp -R deploy '{}'", published.directory.display()));
    let server = machine.serve("nginx", &published.directory);
    published.values.insert("vars.VITAE_SITE", machine.url());
    let values = &published.values;
    publish(machine, values);

    // The last step finds a withdrawn profile that is still public.
    let file = "dist/api/consultant-public/anna-berg";
    fs::write(published.directory.join(file), "{}").expect("writable");
    let steps = steps(machine, values);
    let verify = steps.last().expect("a step");
    assert!(verify.name.starts_with("verify"));
    let output = command(machine, verify).output().expect("bash runs");
    let said = text(&output);
    assert!(!output.status.success() && said.contains("anna-berg"), "{said}");
    drop(server);
}

#[test]
fn publishes_to_caddy() {
    publishes_and_withdraws("caddy", "srv/our site", "dist");
}

#[test]
fn publishes_to_apache() {
    publishes_and_withdraws("apache", "srv/our site", "dist");
}

#[test]
fn publishes_to_lighttpd() {
    publishes_and_withdraws("lighttpd", "srv/our site", "dist");
}

#[test]
fn publishes_to_web_hosting() {
    publishes_and_withdraws("apache-htaccess", "home/ht docs", "");
}

#[test]
fn publishes_with_the_programs_of_hosts() {
    if !has(&["jq"]) || !has_packages("cloudflare", "wrangler") {
        return;
    }
    for (host, name, secret) in [
        ("cloudflare", "vars.CLOUDFLARE_ACCOUNT_ID", "secrets.CLOUDFLARE_API_TOKEN"),
        ("vercel", "vars.VERCEL_ORG_ID", "secrets.VERCEL_TOKEN"),
    ] {
        let machine = with_npx(&format!("workflow-{host}"), host);
        machine.program("gh", "#!/bin/sh\n");
        machine.program("sleep", "#!/bin/sh\n");
        machine.run("git init --quiet && git add . && git commit --quiet --message Start");
        let values = BTreeMap::from([
            (name, "account".to_owned()),
            (secret, "a token".to_owned()),
            ("vars.VITAE_WORKER", "second-site".to_owned()),
            ("vars.VERCEL_PROJECT_ID", "project".to_owned()),
        ]);
        publish(&machine, &values);
        let record = machine.record();
        assert!(record.contains("npx --yes") && record.contains(" deploy "), "{record}");
        let deployed = match host {
            "cloudflare" => machine.server.join("home/worker/worker.js"),
            _ => machine.project.root.join(".vercel/output/static/api/openapi.json"),
        };
        assert!(deployed.exists(), "{record}");
        assert_eq!(record.contains("--name second-site"), host == "cloudflare", "{record}");
        // The token of wrangler is in its environment.
        assert_eq!(record.contains("--token a token"), host == "vercel", "{record}");
    }
}

#[test]
fn scripts_pass_shellcheck() {
    let shellcheck = repository().join("tests/workflows/.venv/bin/shellcheck");
    let install = "pip install -r requirements.txt in a .venv, in tests/workflows";
    let Some(shellcheck) = installed(&shellcheck, install) else {
        return;
    };
    for (host, workflow, job) in [
        ("nginx", "publish.yml", "sites"),
        ("nginx", "publish.yml", "publish"),
        ("nginx", "verify.yml", "verify"),
        ("apache-htaccess", "publish.yml", "publish"),
        ("cloudflare", "publish.yml", "publish"),
        ("vercel", "publish.yml", "publish"),
        ("s3-cloudfront", "publish.yml", "publish"),
        ("netlify", "nightly.yml", "build"),
    ] {
        let machine = Machine::new(&format!("workflow-shellcheck-{host}-{job}"), host);
        let steps = steps_of(&machine, workflow, job, &Values::new());
        assert!(!steps.is_empty());
        for (number, step) in steps.into_iter().enumerate() {
            let script = machine.server.join(format!("{number}.bash"));
            fs::write(&script, step.script).expect("writable");
            let mut command = Command::new(&shellcheck);
            let output = command.args(["--shell", "bash"]).arg(script).output().expect("it runs");
            assert!(output.status.success(), "{host}: {}", text(&output));
        }
    }
}

#[test]
fn a_run_that_starts_again_publishes_the_newest_commit() {
    let machine = Machine::new("workflow-newest", "nginx");
    let workflow = machine.project.read(".github/workflows/publish.yml");
    let workflow: Json = serde_yaml::from_str(&workflow).expect("YAML");
    let checkout = &workflow["jobs"]["publish"]["steps"][0];
    assert!(checkout["uses"].as_str().expect("an action").starts_with("actions/checkout@"));
    // By default, the action checks out the commit of the run.
    assert_eq!(checkout["with"]["ref"], "${{ github.ref }}");
    assert!(!machine.project.read(".github/workflows/check.yml").contains("ref:"));
}

#[test]
fn a_force_push_does_not_hide_withdrawn_profiles() {
    if !has(&["jq"]) {
        return;
    }
    let machine = Machine::new("workflow-force-push", "nginx");
    let compare = || {
        fs::create_dir_all(machine.server.join(RUNNER_TEMP)).expect("a directory");
        let steps = steps(&machine, &BTreeMap::new());
        let compare = steps.iter().find(|step| step.name.starts_with("compare")).expect("a step");
        let output = command(&machine, compare).output().expect("bash runs");
        assert!(output.status.success(), "{}", text(&output));
        let withdrawn = machine.server.join(RUNNER_TEMP).join("withdrawn");
        (printed(&output), fs::read_to_string(withdrawn).expect("readable"))
    };
    let commit = |message: &str| {
        machine.run(&format!("git add . && git commit --quiet --message '{message}'"));
        machine.head()
    };
    let origin = machine.server.join("git");
    let origin = origin.display();
    machine.run(&format!(
        "git init --quiet --bare '{origin}'
        git -C '{origin}' config uploadpack.allowAnySHA1InWant true
        git init --quiet --initial-branch main
        git remote add origin '{origin}'"
    ));
    let first = commit("Start");
    machine.project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    let second = commit("Publish a profile");
    machine.run("git push --quiet origin main && git reset --quiet --hard HEAD~");
    machine.project.write("notes.txt", "Of the editors.\n");
    let third = commit("Take notes");
    machine.run("git push --quiet --force origin main");
    machine.run("git reflog expire --expire=now --all && git gc --quiet --prune=now");

    // The last successful run is older than the one that uploaded the profile.
    let day = "2026-03-01";
    let run = |commit, conclusion| Run { commit, day, jobs: vec![("publish", conclusion)] };
    let list = || {
        let runs = [run(&third, "null"), run(&second, "failure"), run(&first, "success")];
        machine.past_runs(&runs);
    };
    list();
    let (said, withdrawn) = compare();
    assert!(!said.contains("::warning::"), "{said}");
    assert_eq!(withdrawn, "anna-berg\n");

    // The administrator has to install the configuration again.
    assert!(!said.contains("deploy/nginx/"), "{said}");
    machine.run("echo 'base_url: https://profiles.example.com' >>content/site.yaml");
    commit("Set base_url");
    machine.past_runs(&[run(&third, "success")]);
    let (said, _) = compare();
    assert!(said.contains("::warning::deploy/nginx/ can have changed"), "{said}");
    list();

    // The commit cannot be fetched.
    machine.run("git reflog expire --expire=now --all && rm -f .git/FETCH_HEAD");
    machine.run("git gc --quiet --prune=now && git remote set-url origin nowhere");
    let (said, _) = compare();
    assert!(said.contains(&format!("::warning::cannot compare with commit {second}")), "{said}");
    assert!(said.contains("vitae verify --gone <id>"), "{said}");
    machine.past_runs(&[]);
    let (said, _) = compare();
    assert!(said.contains("::warning::the last publication is unknown"), "{said}");
}

#[test]
fn reports_missing_variables_before_it_uploads() {
    let machine = Machine::new("workflow-unset", "nginx");
    for (name, value) in
        [("VITAE_SSH_KNOWN_HOSTS", ""), ("VITAE_DIRECTORY", "known"), ("VITAE_SSH_KEY", "both")]
    {
        let mut values = BTreeMap::from([("vars.VITAE_SSH_TARGET", "server".to_owned())]);
        if !value.is_empty() {
            values.insert("vars.VITAE_SSH_KNOWN_HOSTS", "key".to_owned());
        }
        if value == "both" {
            values.insert("vars.VITAE_DIRECTORY", "/srv/vitae".to_owned());
        }
        let steps = steps(&machine, &values);
        let upload = steps.iter().find(|step| step.name.starts_with("upload")).expect("a step");
        let output = command(&machine, upload).output().expect("bash runs");
        let said = text(&output);
        assert!(!output.status.success() && said.contains(name), "{said}");
        assert_eq!(machine.record(), "");
    }
}
