//! Runs the shell steps of a generated workflow, as GitHub Actions does. A stand-in for `gh` lists earlier runs.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Value as Json, json};

use super::Machine;
use crate::project::text;

pub(super) const RUNNER_TEMP: &str = "runner temp";
const SUMMARY: &str = "summary";
const OUTPUT: &str = "output";

/// Applies the options of `gh run list` to `runs.json`, and prints the jobs of a run for `gh api`.
const GH: &str = r#"#!/bin/sh
cd "$HOME/../github" || exit 1
if [ "$1" = api ]; then
  run=${2#*/actions/runs/}
  exec cat "jobs-${run%%/*}.json"
fi
filter=.
while [ $# -gt 0 ]; do
  case $1 in
    --status) filter="map(select(.conclusion == \"$2\"))" ;;
    --limit) limit=$2 ;;
    --jq) expression=$2 ;;
  esac
  shift
done
exec jq -r "$filter | .[:$limit] | $expression" runs.json
"#;

/// A run of a workflow in the past: its commit, its day, and the conclusion of each job by its name.
pub(super) struct Run<'a> {
    pub(super) commit: &'a str,
    pub(super) day: &'a str,
    pub(super) jobs: Vec<(&'a str, &'a str)>,
}

/// The variables, secrets and other values of a workflow, by their expression: `vars.VITAE_SITE`.
pub(super) type Values = BTreeMap<&'static str, String>;

/// A step that runs a script.
pub(super) struct Step {
    pub(super) name: String,
    id: String,
    condition: Option<String>,
    pub(super) script: String,
    /// Variables with their values, in which expressions are replaced.
    variables: BTreeMap<String, String>,
}

/// What a job did.
pub(super) struct Finished {
    /// The steps that ran.
    pub(super) steps: Vec<String>,
    pub(super) summary: String,
    pub(super) printed: String,
    /// The name of the step that failed.
    pub(super) failed: Option<String>,
}

impl Finished {
    #[track_caller]
    pub(super) fn succeeded(self) -> Self {
        assert!(self.failed.is_none(), "{:?}: {}", self.failed, self.printed);
        self
    }
}

impl Machine {
    /// Installs the stand-in for `gh`, which lists these runs, the newest first.
    pub(super) fn past_runs(&self, runs: &[Run<'_>]) {
        let directory = self.server.join("github");
        fs::create_dir_all(&directory).expect("a directory");
        let mut listed = Vec::new();
        for (id, Run { commit, day, jobs }) in runs.iter().enumerate() {
            let is_success = jobs.iter().all(|(_, conclusion)| *conclusion == "success");
            listed.push(json!({
                "databaseId": id,
                "headSha": commit,
                "createdAt": format!("{day}T02:21:07Z"),
                "conclusion": if is_success { "success" } else { "failure" },
            }));
            let job = |(name, conclusion): &(&str, &str)| json!({ "name": name, "conclusion": conclusion });
            let jobs: Vec<Json> = jobs.iter().map(job).collect();
            let file = directory.join(format!("jobs-{id}.json"));
            fs::write(file, json!({ "jobs": jobs }).to_string()).expect("writable");
        }
        fs::write(directory.join("runs.json"), json!(listed).to_string()).expect("writable");
        self.program("gh", GH);
    }

    /// Returns the commit of the project.
    pub(super) fn head(&self) -> String {
        self.run("git rev-parse HEAD").lines().last().expect("a commit").to_owned()
    }
}

fn workflow(machine: &Machine, name: &str) -> Json {
    let text = machine.project.read(&format!(".github/workflows/{name}"));
    let workflow: Json = serde_yaml::from_str(&text).expect("YAML");
    assert_eq!(workflow["defaults"]["run"]["shell"], "bash");
    workflow
}

/// Returns the value of an expression: a name in `values`, a name with the suffix of the matrix, all variables, or
/// the first one of several that is not empty.
fn value(expression: &str, values: &Values) -> String {
    static WITH_SUFFIX: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r"^(vars|secrets)\[format\('(\w+)\{0\}', matrix\.suffix\)\]$";
        Regex::new(pattern).expect("a valid pattern")
    });
    let of_name = |name: &str| values.get(name).cloned().unwrap_or_default();
    if expression == "toJSON(vars)" {
        let variables =
            values.iter().filter_map(|(name, value)| Some((name.strip_prefix("vars.")?, value)));
        return json!(variables.collect::<BTreeMap<_, _>>()).to_string();
    }
    let one = |name: &str| match WITH_SUFFIX.captures(name) {
        Some(parts) => of_name(&format!("{}.{}{}", &parts[1], &parts[2], of_name("matrix.suffix"))),
        None => of_name(name),
    };
    expression.split(" || ").map(one).find(|value| !value.is_empty()).unwrap_or_default()
}

/// Returns the variables of an `env`.
fn variables(env: &Json, values: &Values) -> BTreeMap<String, String> {
    let variables = env.as_object().into_iter().flatten().map(|(name, written)| {
        let written = written.as_str().expect("a string");
        let expression = written.strip_prefix("${{ ").and_then(|rest| rest.strip_suffix(" }}"));
        (
            name.clone(),
            expression.map_or(written.to_owned(), |expression| value(expression, values)),
        )
    });
    variables.collect()
}

/// Returns the steps of a job that run a script.
pub(super) fn steps_of(machine: &Machine, name: &str, job: &str, values: &Values) -> Vec<Step> {
    let workflow = workflow(machine, name);
    let job = &workflow["jobs"][job];
    let of_job = variables(&job["env"], values);
    let string = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    let steps = job["steps"].as_array().expect("steps").iter();
    let steps = steps.filter(|step| step["run"].is_string());
    steps
        .map(|step| Step {
            name: string(&step["name"]),
            id: string(&step["id"]),
            condition: step["if"].as_str().map(str::to_owned),
            script: string(&step["run"]),
            variables: of_job.clone().into_iter().chain(variables(&step["env"], values)).collect(),
        })
        .collect()
}

/// Returns the values of each site that the first job of publish.yml lists.
pub(super) fn sites(machine: &Machine, values: &Values) -> Vec<Values> {
    let workflow = workflow(machine, "publish.yml");
    let condition = workflow["jobs"]["sites"]["if"].as_str().expect("a condition");
    assert!(condition.contains("default_branch"));
    let publish = &workflow["jobs"]["publish"];
    assert_eq!(publish["strategy"]["fail-fast"], false);
    let listed = "${{ fromJSON(needs.sites.outputs.sites) }}";
    assert_eq!(publish["strategy"]["matrix"]["include"], listed);
    assert_eq!(publish["name"], "${{ matrix.job }}");
    let (_, outputs) = run(machine, "publish.yml", "sites", values);
    let sites: Vec<BTreeMap<String, String>> =
        serde_json::from_str(&outputs["steps.list.outputs.sites"]).expect("JSON");
    let of_site = |mut site: BTreeMap<String, String>| {
        let mut values = values.clone();
        for (expression, name) in
            [("matrix.job", "job"), ("matrix.language", "language"), ("matrix.suffix", "suffix")]
        {
            values.insert(expression, site.remove(name).expect("a value"));
        }
        values
    };
    sites.into_iter().map(of_site).collect()
}

/// Runs the job of each site, and returns what each did.
pub(super) fn publish_sites(machine: &Machine, values: &Values) -> Vec<Finished> {
    let sites = sites(machine, values);
    sites.iter().map(|values| run(machine, "publish.yml", "publish", values).0).collect()
}

/// Runs the steps of publish.yml for the only site, which succeed, and returns the summary of the run.
pub(super) fn publish(machine: &Machine, values: &Values) -> String {
    let [finished] = <[_; 1]>::try_from(publish_sites(machine, values)).ok().expect("one site");
    let finished = finished.succeeded();
    if !values.contains_key("vars.VITAE_SITE") {
        assert!(finished.printed.contains("::warning::the published site was not verified"));
    }
    finished.summary
}

/// Runs the steps of a job until one fails, and returns the outputs of the steps, too.
pub(super) fn run(
    machine: &Machine,
    name: &str,
    job: &str,
    values: &Values,
) -> (Finished, BTreeMap<String, String>) {
    let temporary = machine.server.join(RUNNER_TEMP);
    let (summary, output) = (machine.server.join(SUMMARY), machine.server.join(OUTPUT));
    let _ = fs::remove_dir_all(&temporary);
    fs::create_dir(&temporary).expect("a directory");
    fs::write(&summary, "").expect("writable");
    let workflow = workflow(machine, name);
    let continues: Vec<&str> = workflow["jobs"][job]["steps"]
        .as_array()
        .expect("steps")
        .iter()
        .filter(|step| step["continue-on-error"] == true)
        .filter_map(|step| step["id"].as_str())
        .collect();
    let mut outputs = BTreeMap::new();
    let mut finished = Finished {
        steps: Vec::new(),
        summary: String::new(),
        printed: String::new(),
        failed: None,
    };
    for step in steps_of(machine, name, job, values) {
        if !step.condition.as_ref().is_none_or(|condition| holds(condition, values, &outputs)) {
            continue;
        }
        fs::write(&output, "").expect("writable");
        let result = command(machine, &step)
            .env("GITHUB_EVENT_NAME", values.get("github.event_name").map_or("push", |name| name))
            .output()
            .expect("bash runs");
        finished.printed += &text(&result);
        finished.steps.push(step.name.clone());
        let written = fs::read_to_string(&output).expect("readable");
        for (name, value) in written.lines().filter_map(|line| line.split_once('=')) {
            outputs.insert(format!("steps.{}.outputs.{name}", step.id), value.to_owned());
        }
        if !result.status.success() && !continues.contains(&step.id.as_str()) {
            finished.failed = Some(step.name);
            break;
        }
    }
    finished.summary = fs::read_to_string(summary).expect("readable");
    (finished, outputs)
}

/// Returns whether a condition holds: a value that is compared with a text.
fn holds(condition: &str, values: &Values, outputs: &BTreeMap<String, String>) -> bool {
    let (name, is_equal, text) = match (condition.split_once(" == "), condition.split_once(" != "))
    {
        (Some((name, text)), None) => (name, true, text),
        (None, Some((name, text))) => (name, false, text),
        _ => panic!("{condition}"),
    };
    let value = outputs.get(name).or_else(|| values.get(name)).map_or("", |value| value);
    (value == text.trim_matches('\'')) == is_equal
}

/// Returns a command that runs a step with the variables of GitHub.
pub(super) fn command(machine: &Machine, step: &Step) -> Command {
    let mut command = machine.shell(&step.script);
    command
        .envs(&step.variables)
        .env("RUNNER_TEMP", machine.server.join(RUNNER_TEMP))
        .env("TMPDIR", &machine.server)
        .env("GITHUB_STEP_SUMMARY", machine.server.join(SUMMARY))
        .env("GITHUB_OUTPUT", machine.server.join(OUTPUT))
        .env("GITHUB_REPOSITORY", "owner/repository")
        .env("GITHUB_REF_NAME", "main");
    command
}
