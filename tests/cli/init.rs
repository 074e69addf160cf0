//! `vitae init`: its questions, existing directories, and the steps that it prints.

use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

use crate::linters::installed;
use crate::project::{Project, git, text};

/// Returns an empty directory.
fn empty(test: &str) -> Project {
    let project = Project::empty(&format!("init/{test}"));
    std::fs::remove_dir_all(project.root.join("content")).expect("removable");
    project
}

/// Runs `vitae init` with these arguments, which may contain spaces.
fn init(project: &Project, arguments: &[&str]) -> Output {
    project.command("init").args(arguments).output().expect("vitae runs")
}

fn succeed(project: &Project, arguments: &[&str]) -> String {
    let output = init(project, arguments);
    assert!(output.status.success(), "{}", text(&output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs `vitae init` on a terminal, on which `answers` are typed. Returns what the terminal shows and the exit code.
#[cfg(unix)]
fn on_terminal(project: &Project, arguments: &str, answers: &str) -> (String, i32) {
    const TERMINAL: &str = r#"
import os, pty, sys
answers, command = sys.argv[1], sys.argv[2]
pid, terminal = pty.fork()
if pid == 0:
    os.execv("/bin/sh", ["sh", "-c", command])
os.write(terminal, answers.encode())
shown = b""
try:
    while data := os.read(terminal, 4096):
        shown += data
except OSError:
    pass
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.stdout.buffer.write(shown)
sys.exit(status)
"#;
    let vitae = cargo_bin("vitae");
    let output = Command::new("python3")
        .args(["-c", TERMINAL, answers])
        .arg(format!("'{}' init {arguments}", vitae.display()))
        .current_dir(&project.root)
        .env("TERM", "dumb")
        .output()
        .expect("Python runs");
    let shown = text(&output).replace("\r\n", "\n");
    (shown, output.status.code().expect("a code"))
}

#[cfg(unix)]
#[test]
fn asks_on_a_terminal_until_the_answers_are_valid() {
    let project = empty("questions");
    let answers = "ngin\nnginx\nNordvik: \"Consultants\" #1\nprofiles.example.net\n\
                   https://profiles.example.net/team\nhttps://profiles.example.net\n";
    let (shown, code) = on_terminal(&project, "site", answers);
    assert_eq!(code, 0, "{shown}");
    for message in [
        "Hosts: apache, ",
        "Host [netlify]: ",
        "did you mean `nginx`?",
        "Title of the site [Our consultants]: ",
        "URL of the site, such as https://profiles.example.com [unknown]: ",
        "error: `profiles.example.net` is not a complete web address; \
         write \"https://profiles.example.net\"",
        "has more than `https://` and a host name",
    ] {
        assert!(shown.contains(message), "{message}\n{shown}");
    }
    // The same options give the same project.
    let options = [
        "same",
        "--host",
        "nginx",
        "--title",
        "Nordvik: \"Consultants\" #1",
        "--base-url",
        "https://profiles.example.net",
    ];
    succeed(&project, &options);
    assert_eq!(project.files("site"), project.files("same"));
    let site = project.read("site/content/site.yaml");
    assert!(site.contains("\nbase_url: https://profiles.example.net\n"), "{site}");
    assert!(site.contains("\nprecompress: true\n"), "{site}");
    let built = Project { root: project.root.join("site") };
    built.succeed("build");
    assert!(built.read("dist/index.html").contains("Nordvik: "));
}

#[cfg(unix)]
#[test]
fn empty_answers_mean_the_defaults() {
    let project = empty("defaults");
    succeed(&project, &["expected"]);
    let expected = project.files("expected");
    let (shown, code) = on_terminal(&project, "answered", "\n  \n\n");
    assert_eq!(code, 0, "{shown}");
    assert_eq!(project.files("answered"), expected);
    // Nothing is asked with `--no-input`, without answers to read, or without a place for questions.
    for (name, options) in
        [("a", "--no-input"), ("b", "</dev/null"), ("c", "2>/dev/null"), ("d", "2>errors")]
    {
        let (shown, code) = on_terminal(&project, &format!("{name} {options}"), "");
        assert_eq!(code, 0, "{shown}");
        assert!(!shown.contains("Host ["), "{shown}");
        assert_eq!(project.files(name), expected, "{options}");
    }
    let given = "e --host netlify --title 'Our consultants' --base-url https://a.example.com";
    let (shown, code) = on_terminal(&project, given, "");
    assert!(code == 0 && !shown.contains("]: "), "{shown}");
    // Only missing settings are asked for.
    let (shown, code) = on_terminal(&project, "f --host caddy --title T", "\n");
    assert!(code == 0 && !shown.contains("Host [") && !shown.contains("Title"), "{shown}");
}

#[cfg(unix)]
#[test]
fn writes_nothing_if_the_input_ends() {
    let project = empty("end");
    let (shown, code) = on_terminal(&project, "site", "nginx\n\u{4}");
    assert_eq!(code, 2, "{shown}");
    assert!(shown.contains("the input ended; `--no-input` uses the defaults"), "{shown}");
    assert!(!project.root.join("site").exists());
    // Errors in the arguments come before the questions.
    let (shown, code) = on_terminal(&project, "site --base-url x", "");
    assert!(code == 2 && !shown.contains("Host ["), "{shown}");
}

#[test]
fn rejects_invalid_titles_and_urls() {
    let project = empty("invalid");
    for (option, value, message) in [
        ("--title", "", "title"),
        ("--title", " ", "title"),
        ("--base-url", "", "`base_url` has no value"),
        ("--base-url", "ftp://example.com", "is not a complete web address"),
        ("--base-url", "https://example.com/path", "has more than `https://` and a host name"),
        ("--base-url", "https://user@example.com", "contains a user name"),
    ] {
        let output = init(&project, &["site", option, value]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(message), "{value:?}: {}", text(&output));
        assert!(!project.root.join("site").exists());
    }
}

/// Creates a repository as hosting services create it.
fn repository(test: &str) -> Project {
    let project = empty(test);
    for (path, text) in [
        ("README.md", "# profiles\nMine.\n"),
        ("LICENSE", "MIT\n"),
        (".gitignore", "*.log\n/dist\n# no line break at the end\nnode_modules"),
        (".gitattributes", "*.png binary\n"),
        (".github/CODEOWNERS", "* @owner\n"),
    ] {
        project.write(path, text);
    }
    git(&project.root, "2026-01-01T00:00:00Z", &["init", "--quiet"]);
    git(&project.root, "2026-01-01T00:00:00Z", &["add", "."]);
    git(&project.root, "2026-01-01T00:00:00Z", &["commit", "--quiet", "-m", "Initial commit"]);
    project
}

#[test]
fn creates_a_project_in_a_new_repository_without_losing_anything() {
    let project = repository("repository");
    let before = project.files(".");
    let said = succeed(&project, &["."]);
    for line in
        ["wrote VITAE.md\n", "wrote .gitignore\n", "  1. vitae build ", " VITAE.md describes "]
    {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert!(!said.contains("git init") && !said.contains("cd "), "{said}");
    for (path, bytes) in &before {
        assert!(project.files(".")[path].starts_with(bytes), "{path} lost something");
    }
    for unchanged in ["README.md", "LICENSE", ".github/CODEOWNERS"] {
        assert_eq!(project.files(".")[unchanged], before[unchanged], "{unchanged}");
    }
    let ignored = project.read(".gitignore");
    assert!(ignored.contains("node_modules\n\n# Output"), "{ignored}");
    assert_eq!(ignored.matches("/dist\n").count(), 1, "{ignored}");
    succeed(&project, &["new"]);
    for line in project.read("new/.gitignore").lines().filter(|line| !line.is_empty()) {
        assert_eq!(ignored.lines().filter(|other| *other == line).count(), 1, "{line}: {ignored}");
    }
    std::fs::remove_dir_all(project.root.join("new")).expect("removable");
    assert!(project.read(".gitattributes").starts_with("*.png binary\n\n# The same line endings"));
    assert!(project.read("VITAE.md").contains("`vitae new \"Anna Berg\"`"));
    project.succeed("build");
    // A second project is refused, with every file that it would replace.
    let before = project.files(".");
    let output = init(&project, &["."]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let message = "cannot create a project in .: it already contains content";
    assert!(text(&output).contains(message), "{}", text(&output));
    assert!(
        text(&output).contains("\n  help: use another directory, or move"),
        "{}",
        text(&output)
    );
    assert_eq!(project.files("."), before);
}

#[test]
fn rejects_invalid_git_urls_and_passwords() {
    let project = empty("git-urls");
    let secret =
        "the git URL contains a user name or password\n  help: delete everything before `@`";
    for (url, message) in [
        ("../vitae", "`../vitae` is not a valid git URL\n  help: use a URL such as"),
        ("git:token-1@git.example.com:a/b.git", secret),
        ("https://token-1@git.example.com/a/b.git", secret),
        ("https://me:token-1@git.example.com/a/b.git", secret),
        ("ssh://git:token-1@git.example.com/a/b.git", secret),
        ("-x://a", "is not a valid git URL\n  help: "),
        ("https://", "is not a valid git URL\n  help: "),
        ("https://git.example.com/a b", "is not a valid git URL\n  help: "),
    ] {
        let output = init(&project, &["site", &format!("--git={url}")]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(message), "{url}: {}", text(&output));
        assert!(!text(&output).contains("token-1"), "{}", text(&output));
        assert!(!project.root.join("site").exists());
    }
    for (index, url) in
        ["ssh://git@git.example.com/a/b.git", "git@git.example.com:a/b.git#v1", "file:///srv/vitae"]
            .iter()
            .enumerate()
    {
        succeed(&project, &[&index.to_string(), "--git", url]);
        assert!(
            project.read(&format!("{index}/.vitae-version")).contains(&format!("\ngit={url}\n"))
        );
    }
}

#[test]
fn names_every_conflicting_file() {
    let project = empty("conflicts");
    project.write("site/.vitae-version", "mine");
    project.write("site/scripts/vitae.sh", "mine");
    project.write("site/netlify.toml", "mine");
    project.write("site/VITAE.md", "mine");
    project.write("site/README.md", "mine");
    let before = project.files(".");
    let output = init(&project, &["site"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    for path in [".vitae-version", "scripts/vitae.sh", "netlify.toml", "README.md"] {
        assert!(text(&output).contains(path), "{path}: {}", text(&output));
    }
    assert_eq!(project.files("."), before);
}

#[cfg(unix)]
#[test]
fn changes_no_file_outside_of_the_directory() {
    let project = empty("links");
    project.write("ignored", "mine\n");
    std::fs::create_dir(project.root.join("site")).expect("a directory");
    let link = project.root.join("site/.gitignore");
    std::os::unix::fs::symlink("../ignored", &link).expect("a link");
    let output = init(&project, &["site"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("it already contains .gitignore"), "{}", text(&output));
    assert_eq!(project.read("ignored"), "mine\n");
}

#[test]
fn prints_steps_that_can_be_pasted() {
    let project = empty("steps");
    let directory = "new parent/Bo's $profilés";
    let said = succeed(&project, &[directory, "--title", "Ours"]);
    let (_, steps) = said.split_once("next:\n").expect("steps");
    let change = steps.lines().next().and_then(|line| line.split_once(". ")).expect("a step").1;
    assert_eq!(change, r"cd 'new parent/Bo'\''s $profilés'");
    assert!(
        steps.contains(
            "edit content/site.yaml: description, contact, license    (replace the examples"
        ),
        "{steps}"
    );
    assert!(steps.contains("publish the site: README.md describes each step"), "{steps}");
    let vitae = cargo_bin("vitae");
    let output = Command::new("sh")
        .args(["-c", &format!("{change} && '{}' build", vitae.display())])
        .current_dir(&project.root)
        .output()
        .expect("sh runs");
    assert!(output.status.success(), "{}", text(&output));
    // Built from source: other machines can get vitae only from its Git URL.
    assert!(steps.contains("set `git` in .vitae-version"), "{steps}");
    let known = succeed(&project, &["known", "--git", "https://git.example.com/vitae.git"]);
    assert!(!known.contains("set `git`"), "{known}");
    assert!(known.contains("cd known\n"), "{known}");
    assert!(succeed(&project, &["--", "-x"]).contains("cd ./-x\n"));
}

#[test]
fn notes_that_a_subdirectory_of_a_repository_is_not_published() {
    let project = repository("subdirectory");
    let said = succeed(&project, &["site"]);
    assert!(said.contains("note: ") && said.contains("only at the root"), "{said}");
    assert!(!said.contains("git init"), "{said}");
}

/// Kills `vitae init` at a call of the system, and asserts that it can run again. Returns whether it was killed.
#[cfg(unix)]
fn is_killed(project: &Project, strace: &Path, call: &str, number: usize) -> bool {
    let site = project.root.join("site");
    let _ = std::fs::remove_dir_all(&site);
    project.write("site/.gitignore", "*.log\n");
    let inject = format!("inject={call}:signal=KILL:when={number}");
    let mut command = Command::new(strace);
    command.args(["-f", "-o", "/dev/null", "-e", &inject]);
    command.arg(cargo_bin("vitae")).args(["init", "."]);
    let output = command.current_dir(&site).output().expect("strace runs");
    let expected = project.files("expected");
    for (path, bytes) in project.files("site") {
        let is_complete = path == ".gitignore" || expected.get(&path) == Some(&bytes);
        assert!(is_complete || path.contains(".new"), "{call} {number}: {path} is not complete");
    }
    if !site.join("content").exists() {
        succeed(&Project { root: site }, &["."]);
    }
    let mut complete = project.files("site");
    let ignored = complete.remove(".gitignore").expect("a file");
    assert!(ignored.ends_with(&expected[".gitignore"]), "{call} {number}");
    let others = expected.iter().filter(|(path, _)| *path != ".gitignore");
    assert!(complete.iter().eq(others), "{call} {number}: {:?}", complete.keys());
    !output.status.success()
}

#[cfg(unix)]
#[test]
fn a_killed_command_can_run_again() {
    let strace = Path::new("/usr/bin/strace");
    let Some(strace) = installed(strace, "apt-get install strace") else { return };
    let project = empty("killed");
    succeed(&project, &["expected"]);
    for call in ["mkdir", "write", "rename"] {
        let killed = (1..).take_while(|number| is_killed(&project, &strace, call, *number));
        assert!(killed.count() > 5, "{call}");
    }
}
