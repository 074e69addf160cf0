//! A scheduled run deploys only if a profile has started or ended since the last one.

use std::fs;

use super::github_actions::{Finished, Run, Values, publish_sites, run};
use super::{Machine, has};
use crate::project::profile;

/// Prints the day of the test as the date.
const DATE: &str = "#!/bin/sh\ncat \"$HOME/../day\"\n";

/// A workflow with a schedule, and the step that deploys.
struct Nightly<'a> {
    machine: &'a Machine,
    workflow: &'static str,
    job: &'static str,
    deploys: &'static str,
    values: Values,
}

impl Nightly<'_> {
    /// Runs the workflow on a day in March.
    fn night(&self, day: u32) -> Finished {
        fs::write(self.machine.server.join("day"), march(day)).expect("writable");
        self.machine.program("date", DATE);
        match self.workflow {
            "publish.yml" => publish_sites(self.machine, &self.values).remove(0),
            _ => run(self.machine, self.workflow, self.job, &self.values).0,
        }
    }

    /// Runs the workflow in these nights, after a first run on 1 March. Returns the nights in which it deployed.
    fn nights(&self, nights: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let (mut last, mut deployed) = (1, Vec::new());
        for day in nights {
            self.succeeded_on(last);
            let finished = self.night(day).succeeded();
            if finished.steps.iter().any(|step| step == self.deploys) {
                deployed.push(day);
            }
            last = day;
        }
        deployed
    }

    /// Lists a successful run of the newest commit on a day in March.
    fn succeeded_on(&self, day: u32) {
        self.runs(&[(day, "success")]);
    }

    fn runs(&self, runs: &[(u32, &str)]) {
        let (commit, days) = (self.machine.head(), runs.iter().map(|(day, _)| march(*day)));
        let days: Vec<String> = days.collect();
        let runs = runs.iter().zip(&days).map(|((_, conclusion), day)| Run {
            commit: &commit,
            day,
            jobs: vec![(self.job, conclusion)],
        });
        self.machine.past_runs(&runs.collect::<Vec<_>>());
    }
}

fn march(day: u32) -> String {
    format!("2026-03-{day:02}")
}

/// The nights before, with and after each event of the month.
const NIGHTS: [u32; 7] = [9, 10, 11, 19, 20, 21, 22];

/// Writes a profile, and commits it.
fn commit(machine: &Machine, id: &str, days: &str) {
    machine.project.write(&format!("content/consultants/{id}.yaml"), profile("Anna Berg") + days);
    machine.run(&format!("git add . && git commit --quiet --message 'Add {id}'"));
}

fn project(test: &str, host: &str) -> Machine {
    let machine = Machine::new(test, host);
    machine.run("git init --quiet && git add . && git commit --quiet --message Start");
    commit(&machine, "anna-berg", "");
    // Its days are over, or have not come.
    commit(&machine, "berit-ek", "publish_from: 2025-01-01\npublish_until: 2026-02-28\n");
    commit(&machine, "cecilia-dal", "publish_from: 2026-04-01\npublish_until: 2027-06-30\n");
    machine
}

/// Asserts in which nights a workflow deploys.
fn deploys_only_for_starts_and_ends(nightly: &Nightly<'_>) {
    let machine = nightly.machine;
    assert_eq!(nightly.nights([2, 31]), [0; 0], "nights without an event");

    // The day after the last one, and the first one.
    commit(machine, "doris-fors", "publish_until: 2026-03-09\n");
    commit(machine, "eva-glad", "publish_from: 2026-03-20\npublish_until: 2026-03-20\n");
    assert_eq!(nightly.nights(NIGHTS), [10, 20, 21]);
    // Nights in which GitHub started no run.
    assert_eq!(nightly.nights([8, 13, 14, 25, 26]), [13, 25]);
    // A second run on the same day.
    assert_eq!(nightly.nights([9, 9, 10, 10, 11, 11]), [10]);
    // A run that failed is made up for.
    nightly.runs(&[(10, "failure"), (9, "success")]);
    assert!(nightly.night(11).steps.iter().any(|step| step == nightly.deploys));
    // Without a known last run.
    machine.past_runs(&[]);
    assert!(nightly.night(15).steps.iter().any(|step| step == nightly.deploys));
    nightly.succeeded_on(14);
    assert!(!nightly.night(15).steps.iter().any(|step| step == nightly.deploys));
    machine.program("gh", "#!/bin/sh\nexit 1\n");
    assert!(nightly.night(15).steps.iter().any(|step| step == nightly.deploys));
}

#[test]
fn a_push_or_a_start_by_hand_deploys() {
    if !has(&["jq", "rsync"]) {
        return;
    }
    for event in ["push", "workflow_dispatch"] {
        let machine = project(&format!("nights-{event}"), "nginx");
        let mut nightly = of_nginx(&machine);
        nightly.values.insert("github.event_name", event.to_owned());
        assert_eq!(nightly.nights([2, 3]), [2, 3], "{event}");
    }
    let machine = project("nights-netlify-by-hand", "netlify");
    let mut nightly = of_netlify(&machine);
    nightly.values.insert("github.event_name", "workflow_dispatch".to_owned());
    assert_eq!(nightly.nights([2, 3]), [2, 3]);
}

fn of_nginx(machine: &Machine) -> Nightly<'_> {
    let directory = machine.server.join("srv/site");
    fs::create_dir_all(&directory).expect("a directory");
    let values = Values::from([
        ("github.event_name", "schedule".to_owned()),
        ("vars.VITAE_SSH_TARGET", "deploy@profiles.example.com".to_owned()),
        ("vars.VITAE_SSH_KNOWN_HOSTS", "profiles.example.com ssh-ed25519 AAAA".to_owned()),
        ("vars.VITAE_DIRECTORY", directory.display().to_string()),
        ("secrets.VITAE_SSH_KEY", "a key".to_owned()),
    ]);
    Nightly {
        machine,
        workflow: "publish.yml",
        job: "publish",
        deploys: "upload to the server",
        values,
    }
}

#[test]
fn publish_yml() {
    if !has(&["jq", "rsync"]) {
        return;
    }
    let machine = project("nights-publish", "nginx");
    let nightly = of_nginx(&machine);
    deploys_only_for_starts_and_ends(&nightly);

    // A push whose run failed is made up for, whatever the days are.
    let published = machine.head();
    nightly.succeeded_on(25);
    assert!(!nightly.night(26).steps.contains(&"build".to_owned()));
    commit(&machine, "fanny-hed", "");
    let jobs = |conclusion| vec![("publish", conclusion)];
    machine.past_runs(&[
        Run { commit: &machine.head(), day: "2026-03-26", jobs: jobs("failure") },
        Run { commit: &published, day: "2026-03-25", jobs: jobs("success") },
    ]);
    let finished = nightly.night(27).succeeded();
    assert!(finished.steps.contains(&"upload to the server".to_owned()));
    // Content with errors is not a quiet night.
    machine.project.write("content/consultants/anna-berg.yaml", "active: maybe\n");
    machine.run("git commit --quiet --all --message 'Write an error'");
    nightly.succeeded_on(27);
    assert_eq!(nightly.night(28).failed.as_deref(), Some("build"));
}

fn of_netlify(machine: &Machine) -> Nightly<'_> {
    // Records the hook, which is the last argument.
    machine.program(
        "curl",
        "#!/bin/sh\nfor last; do :; done\necho \"$last\" >>\"$RECORD\"\ncase $last in *broken*) exit 22 ;; esac\n",
    );
    let values = Values::from([
        ("github.event_name", "schedule".to_owned()),
        ("secrets.NETLIFY_BUILD_HOOK", "https://hooks.example.com/1".to_owned()),
    ]);
    Nightly {
        machine,
        workflow: "nightly.yml",
        job: "build",
        deploys: "call the build hooks",
        values,
    }
}

#[test]
fn nightly_yml() {
    if !has(&["jq"]) {
        return;
    }
    let machine = project("nights-netlify", "netlify");
    let mut nightly = of_netlify(&machine);
    deploys_only_for_starts_and_ends(&nightly);

    // A hook that fails does not keep the next from being called, and fails the run.
    fs::remove_file(machine.server.join("record")).expect("removable");
    let hooks = "https://hooks.example.com/broken\n\nhttps://hooks.example.com/2\n";
    nightly.values.insert("secrets.NETLIFY_BUILD_HOOK", hooks.to_owned());
    nightly.succeeded_on(9);
    let finished = nightly.night(10);
    assert_eq!(finished.failed.as_deref(), Some("call the build hooks"));
    assert_eq!(machine.record(), hooks.replace("\n\n", "\n"));
    // Without a hook, nothing is called.
    nightly.values.remove("secrets.NETLIFY_BUILD_HOOK");
    nightly.night(10).succeeded();
    assert_eq!(machine.record(), hooks.replace("\n\n", "\n"));
}
