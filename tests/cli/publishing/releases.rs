//! Releases: directories that a link switches, as `docs/publishing.md` describes them.

use std::fs;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::project::{Project, SITE, profile, repository, text};

/// Returns the commands of the section "Releases".
fn commands() -> Vec<String> {
    let page = fs::read_to_string(repository().join("docs/publishing.md")).expect("readable");
    let (_, section) = page.split_once("\n### Releases\n").expect("the section");
    let (_, block) = section.split_once("```sh\n").expect("a block of commands");
    let (block, _) = block.split_once("```").expect("its end");
    block.lines().map(str::to_owned).collect()
}

fn run(project: &Project, command: &str) {
    let program = cargo_bin("vitae");
    let directory = program.parent().expect("a directory").display().to_string();
    let path = std::env::var("PATH").expect("UTF-8");
    let mut shell = Command::new("sh");
    shell.args(["-euc", command]).current_dir(&project.root);
    let output = shell.env("PATH", format!("{directory}:{path}")).output().expect("sh runs");
    assert!(output.status.success(), "{command}: {}", text(&output));
}

#[test]
fn the_documented_commands_switch_to_a_release_without_withdrawn_profiles() {
    let project = Project::site("releases");
    project.write("content/site.yaml", format!("{SITE}host: nginx\n"));
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    project.write("content/consultants/bo-lind.yaml", profile("Bo Lind"));
    let commands = commands();
    let [copy, build, switch, delete] = &commands[..] else { panic!("{commands:?}") };
    // The first release needs only two of them.
    for command in [build, switch] {
        run(&project, &command.replace("releases/2", "releases/1"));
    }
    let first = project.files("releases/1");
    assert_eq!(project.files("current"), first);
    assert!(first.contains_key("api/consultant-public/bo-lind"));

    fs::remove_file(project.root.join("content/consultants/bo-lind.yaml")).expect("removable");
    project.write("content/consultants/anna-berg.yaml", profile("Anna Borg"));
    run(&project, copy);
    run(&project, build);
    assert_eq!(project.files("current"), first, "the former release stays whole");
    run(&project, switch);
    assert_eq!(project.files("current"), project.files("releases/2"));
    run(&project, delete);

    project.succeed("build --out fresh");
    assert_eq!(project.files("current"), project.files("fresh"));
    let configuration = project.read("releases/deploy/nginx/nginx.conf");
    assert!(configuration.contains("root ../../2;"), "{configuration}");
    assert!(!project.files("current").keys().any(|path| path.contains("nginx")));
    let mut left: Vec<_> = fs::read_dir(project.root.join("releases"))
        .expect("listable")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["2", "deploy"]);
}
