//! Shell completions and man pages.

use std::process::Command;

use crate::linters::installed;
use crate::project::{Project, text};

/// Returns the names of the commands in the help text.
fn commands(project: &Project) -> Vec<String> {
    let help = project.succeed("--help");
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let line = list.lines().take_while(|line| line.starts_with("  "));
    let name = |line: &str| line.split_whitespace().next().map(str::to_owned);
    let names: Vec<String> = line.filter_map(name).collect();
    assert!(names.contains(&"check".to_owned()), "{names:?}");
    names.into_iter().filter(|name| name != "help").collect()
}

/// Returns the completions that bash offers for the last word of a line.
fn completions(project: &Project, line: &str) -> Vec<String> {
    const SCRIPT: &str = "\
        source completions.bash\n\
        function=$(complete -p vitae | sed 's/.*-F \\([^ ]*\\).*/\\1/')\n\
        COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMP_LINE=\"$*\"; COMP_POINT=${#COMP_LINE}\n\
        \"$function\" vitae \"${COMP_WORDS[$COMP_CWORD]}\" \"${COMP_WORDS[$COMP_CWORD - 1]}\"\n\
        printf '%s\\n' \"${COMPREPLY[@]}\"\n";
    let output = Command::new("bash")
        .current_dir(&project.root)
        .args(["--norc", "-c", SCRIPT, "bash"])
        .args(line.split(' '))
        .output()
        .expect("bash runs");
    assert!(output.status.success(), "{}", text(&output));
    let words = String::from_utf8_lossy(&output.stdout);
    words.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_and_options() {
    let project = Project::empty("shell/bash");
    project.write("completions.bash", project.succeed("completions bash"));
    assert_eq!(completions(&project, "vitae ch"), ["check"]);
    assert_eq!(completions(&project, "vitae build --qu"), ["--quiet"]);
    assert_eq!(completions(&project, "vitae check --format j"), ["json"]);
    let all = completions(&project, "vitae ");
    for command in commands(&project) {
        assert!(all.contains(&command), "{command} is not among {all:?}");
    }
}

#[test]
fn scripts_of_all_shells_contain_all_commands() {
    let project = Project::empty("shell/others");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = project.succeed(&format!("completions {shell}"));
        for command in commands(&project) {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
    assert_eq!(project.run("completions tcsh").status.code(), Some(2));
}

#[test]
fn every_command_has_a_man_page_with_its_options() {
    let project = Project::empty("shell/man");
    project.succeed("man --out pages");
    let mut expected = vec!["vitae.1".to_owned()];
    for command in commands(&project) {
        let page = project.read(&format!("pages/vitae-{command}.1"));
        let help = project.succeed(&format!("{command} --help"));
        let words = help.split_whitespace();
        let words = words.map(|word| word.trim_matches(['[', ']', ',']));
        for option in words.filter(|word| word.starts_with("--")) {
            let roff = option.replace('-', "\\-");
            assert!(page.contains(&roff), "vitae-{command}.1 has no {option}");
        }
        expected.push(format!("vitae-{command}.1"));
    }
    expected.sort();
    let pages: Vec<String> = project.files("pages").into_keys().collect();
    assert_eq!(pages, expected);
    assert_eq!(project.succeed("man"), project.read("pages/vitae.1"));
    assert!(project.succeed("man --out pages").contains("up to date"));
}

#[test]
fn man_reports_no_warnings() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let program = std::env::split_paths(&path).map(|directory| directory.join("man"));
    let program = program.into_iter().find(|program| program.exists());
    let program = program.unwrap_or_else(|| "man".into());
    let Some(program) = installed(&program, "apt-get install man-db") else {
        return;
    };
    let project = Project::empty("shell/man-warnings");
    project.succeed("man --out pages");
    for page in project.files("pages").into_keys() {
        let output = Command::new(&program)
            .current_dir(project.root.join("pages"))
            .args(["--warnings", "--encoding=UTF-8", "--local-file", &page])
            .env("MANROFFSEQ", "")
            .env("MANWIDTH", "80")
            .env("LC_ALL", "C.UTF-8")
            .output()
            .expect("man runs");
        let output_text = text(&output);
        assert!(output.status.success() && output.stderr.is_empty(), "{page}: {output_text}");
        assert!(output_text.contains("SYNOPSIS"), "{page}: {output_text}");
    }
}
