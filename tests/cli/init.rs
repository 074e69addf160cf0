//! `vitae init`: the files of new projects, and existing directories.

use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

use serde_json::Value as Json;
use vitae::diagnostic_codes;
use vitae::document::Document as _;
use vitae::model::profile::Profile;

use crate::linters::installed;
use crate::new::uncommented;
use crate::project::{Project, files, git, text};
use crate::schemas::properties;

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

#[test]
fn writes_the_given_settings() {
    let project = empty("settings");
    let title = "Nordvik: \"Consultants\" #1";
    let url = "https://profiles.example.net";
    let said = succeed(&project, &["site", "--host", "nginx", "--title", title, "--base-url", url]);
    assert!(said.ends_with("next: site/README.md describes each step\n"), "{said}");
    let site = project.read("site/content/site.yaml");
    assert!(site.contains("\nbase_url: https://profiles.example.net\n"), "{site}");
    assert!(site.contains("\nprecompress: true\n"), "{site}");
    let built = Project { root: project.root.join("site") };
    built.succeed("build");
    assert!(built.read("dist/index.html").contains("Nordvik: "));
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
        ("AGENTS.md", "# Mine\n"),
    ] {
        project.write(path, text);
    }
    git(&project.root, "2026-01-01T00:00:00Z", &["init", "--quiet"]);
    git(&project.root, "2026-01-01T00:00:00Z", &["add", "."]);
    git(&project.root, "2026-01-01T00:00:00Z", &["commit", "--quiet", "-m", "Initial commit"]);
    project
}

#[test]
fn a_project_inside_a_repository_names_what_to_move() {
    let project = repository("inside");
    let said = succeed(&project, &["site"]);
    let note = format!("git repository {}: ", project.root.to_str().expect("a path"));
    assert!(said.contains(&note) && said.ends_with("describes each step\n"), "{said}");
    let guide = project.read("site/README.md");
    assert!(guide.contains("move all files of this directory to that root"), "{guide}");
    assert!(!guide.contains("\ngit init\n") && guide.contains("\n```sh\ngit add .\n"), "{guide}");
    // The root itself.
    let said = succeed(&project, &["."]);
    assert!(!said.contains("note:"), "{said}");
    assert!(project.read("VITAE.md").contains("\n```sh\ngit init\ngit add .\n"));
}

#[test]
fn creates_a_project_in_a_new_repository_without_losing_anything() {
    let project = repository("repository");
    let before = project.files(".");
    let said = succeed(&project, &["."]);
    for line in [
        "wrote VITAE.md\n",
        "wrote .gitignore\n",
        "kept your AGENTS.md\n",
        "next: VITAE.md describes ",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    for (path, bytes) in &before {
        assert!(project.files(".")[path].starts_with(bytes), "{path} lost something");
    }
    for unchanged in ["README.md", "LICENSE", ".github/CODEOWNERS", "AGENTS.md"] {
        assert_eq!(project.files(".")[unchanged], before[unchanged], "{unchanged}");
    }
    let ignored = project.read(".gitignore");
    assert!(ignored.contains("node_modules\n\n# Output"), "{ignored}");
    assert_eq!(ignored.matches("\n/dist\n").count(), 1, "{ignored}");
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
    for path in [".vitae-version", "scripts/vitae.sh", "netlify.toml", "VITAE.md"] {
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

/// Returns a project that `vitae init` created.
fn initialized(test: &str, options: &str) -> Project {
    let project = empty(test);
    project.succeed(&format!("init profiles {options}"));
    let root = project.root.join("profiles");
    Project { root }
}

/// Asserts that the settings of a new project and its consultant have one warning each, and no other.
fn assert_only_sample_content(project: &Project) {
    let output = project.run("check --format json");
    let document: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    let diagnostics = document["diagnostics"].as_array().expect("a list").iter();
    let found = diagnostics.map(|it| (it["file"].as_str(), it["code"].as_str()));
    let sample = ["content/consultants/sample-consultant.yaml", "content/site.yaml"];
    let sample = sample.map(|file| (Some(file), Some("sample-content")));
    assert_eq!(found.collect::<Vec<_>>(), sample, "{document:#}");
}

#[test]
fn warns_about_sample_content_until_it_is_replaced() {
    let project = initialized("sample-content", "");
    assert_only_sample_content(&project);
    let output = project.run("build");
    assert_eq!(text(&output).matches("warning[sample-content]").count(), 2, "{}", text(&output));
    // A part that is left is still reported.
    let site = [
        ("Public profiles of our consultants", "Profiles of Nordvik's consultants"),
        ("Our consultants' desk", "Nordvik's desk"),
        ("Our terms of use", "Terms of Nordvik"),
        ("https://example.com/our-terms", "https://nordvik.example.com/terms"),
        ("our-desk@example.com", "desk@nordvik.example.com"),
    ];
    for (invented, own) in site {
        assert_only_sample_content(&project);
        let text = project.read("content/site.yaml");
        assert!(text.contains(invented), "{invented}");
        project.write("content/site.yaml", text.replace(invented, own));
    }
    let path = "content/consultants/sample-consultant.yaml";
    let sample = project.read(path);
    project.write(path, sample.replace("active: true", "active: false"));
    project.succeed("check --deny warnings");
    let renamed = sample.replace("Sample Consultant", "Kalle Anka");
    project.write(path, &renamed);
    assert!(!project.run("check --deny warnings").status.success());
    project.write(path, renamed.replace("sample.consultant@", "kalle@"));
    project.succeed("check --deny warnings");
}

/// Returns the names of the built-in hosts.
fn hosts() -> Vec<String> {
    std::fs::read_dir(crate::project::repository().join("templates/hosts"))
        .expect("the hosts")
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn new_project_builds_immediately() {
    for host in hosts() {
        let project = initialized(&host, &format!("--host {host}"));
        let output = project.run("build");
        assert!(output.status.success(), "{}", text(&output));
        let profile = project.read("dist/api/consultant-public/sample-consultant");
        let profile: Json = serde_json::from_str(&profile).expect("JSON");
        assert_eq!(profile["name"], "Sample Consultant");
        assert!(!profile.to_string().contains("never published"));
        assert_only_sample_content(&project);
        assert!(project.succeed("schema --check").contains("up to date"));
        assert!(project.read("content/site.yaml").contains(&format!("\nhost: {host}\n")));
        // The project has all files of the host.
        let templates =
            crate::project::repository().join(format!("templates/hosts/{host}/project"));
        for template in files(&templates).into_keys() {
            let path = template.trim_end_matches(".j2");
            assert!(project.root.join(path).exists(), "{host}: {path}");
        }
        // The README has the steps of the host, and no step of another one.
        let readme = project.read("README.md");
        assert!(readme.contains("## Publish on "), "{readme}");
        for other in hosts().iter().filter(|other| **other != host) {
            assert!(!readme.contains(&format!("deploy/{other}/")), "{host}: {other}");
        }
        let said = empty("said").succeed(&format!("init site --host {host}"));
        assert!(said.contains("next: site/README.md describes each step"), "{said}");
    }
}

#[test]
fn new_project_has_documentation_workflows_and_editor_settings() {
    let project = initialized("files", "");
    for (path, words) in [
        ("README.md", "`vitae new \"Anna Berg\"`"),
        ("README.md", "`VITAE_GIT`"),
        ("AGENTS.md", "`README.md` says how to install vitae"),
        ("README.md", "# Consultant profiles\n\n**Keep the repository of this project private.**"),
        (".gitignore", "/dist\n"),
        (".gitattributes", "*.json text eol=lf\n"),
        (".vscode/extensions.json", "redhat.vscode-yaml"),
        (".github/workflows/check.yml", "fetch-depth: 0"),
        (".github/workflows/check.yml", "${{ vars.VITAE_GIT }}"),
        (".github/workflows/check.yml", "run: sh scripts/vitae.sh check --format github"),
        (".github/workflows/check.yml", "path: .vitae/cache\n"),
        (".github/workflows/check.yml", "diff \"$base\" --coming --format markdown\n"),
        (".github/workflows/check.yml", "${{ hashFiles('content/**') }}-${{ github.run_id }}\n"),
        (".github/workflows/verify.yml", "if: vars.VITAE_SITE != ''\n"),
        (".github/workflows/verify.yml", "${{ vars.VITAE_SITE }}\n"),
        (".github/workflows/verify.yml", "sh scripts/vitae.sh verify \"$2\" --format github"),
        (".github/workflows/check.yml", "persist-credentials: false\n"),
        (".gitattributes", ".vitae-version text eol=lf\n"),
        (".gitattributes", "/templates/** text=auto eol=lf\n"),
        (".vitae-version", "\ngit=\n"),
        ("content/consultants/sample-consultant.yaml", "$schema=../schema/consultant.json\n"),
        ("content/site.yaml", "$schema=schema/site.json\n"),
    ] {
        assert!(project.read(path).contains(words), "{path} has no {words:?}");
    }
    // The commented-out settings are valid.
    let site = uncommented(&project.read("content/site.yaml"));
    // A host that supports all of them.
    project.write("content/site.yaml", site.replace("\nhost: netlify\n", "\nhost: nginx\n"));
    assert_only_sample_content(&project);
    // The site builds without the sample consultant.
    project.succeed("new anna-berg");
    std::fs::remove_file(project.root.join("content/consultants/sample-consultant.yaml"))
        .expect("removable");
    project.succeed("build");

    let known = initialized("git", "--git https://git.example.com/vitae.git");
    assert!(known.read(".vitae-version").contains("\ngit=https://git.example.com/vitae.git\n"));
}

/// Instructions about commands or fields that do not exist would mislead every assistant.
#[test]
fn instructions_for_assistants_name_what_exists() {
    let project = initialized("assistants", "");
    let instructions = project.read("AGENTS.md");
    let schema = Profile::editor_schema();
    let fields = properties(&schema);
    let is_field = |name: &str| {
        let keys: Vec<_> = name.split('.').collect();
        fields.iter().any(|field| {
            let path: Vec<_> = field.path.iter().filter(|key| *key != "[]").collect();
            path == keys || matches!(keys[..], [key] if path.last().is_some_and(|it| *it == key))
        })
    };
    let mut commands = 0;
    for named in instructions.split('`').skip(1).step_by(2) {
        if let Some(command) = named.strip_prefix("vitae ") {
            let name = command.split(' ').next().expect("a name");
            let help = project.succeed(&format!("{name} --help"));
            let options = command.split(' ').filter(|word| word.starts_with("--"));
            for option in options {
                assert!(help.contains(option), "{named}");
            }
            commands += 1;
            continue;
        }
        let field = named.split_once(": ").map_or(named, |(field, _)| field);
        let is_known = is_field(field)
            || project.root.join(named).exists()
            || diagnostic_codes().iter().any(|code| code.id == named)
            || ["content/consultants/<id>.yaml", "sh scripts/vitae.sh", "##", "# "]
                .contains(&named)
            || named.starts_with("20");
        assert!(is_known, "`{named}`");
    }
    assert!(commands > 4, "{instructions}");
    assert_eq!(["personal.headlin", "employment.phone", "emploiment"].map(is_field), [false; 3]);
}

#[test]
fn init_is_deterministic() {
    let (first, second) = (initialized("first", ""), initialized("second", ""));
    assert_eq!(first.files("."), second.files("."));
}

#[test]
fn init_changes_nothing_on_errors() {
    let project = empty("refused");
    project.write("full/content/notes.txt", "mine");
    project.write("full/netlify.toml", "mine");
    project.write("a-file", "mine");
    let before = project.files(".");
    for (arguments, why) in [
        ("init full", "cannot create a project in full: it already contains content, netlify.toml"),
        ("init a-file", "a-file"),
        ("init a-file/below", "a-file"),
        (
            "init new --host nowhere",
            "`nowhere` is not a supported host\n  help: `vitae hosts` lists the hosts\n",
        ),
        ("init new --host ngin", "`ngin` is not a supported host\n  help: did you mean `nginx`?\n"),
        ("init new --git https://$(x)", "is not a valid git URL"),
    ] {
        let output = project.run(arguments);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(why), "{said}");
        assert_eq!(project.files("."), before, "{arguments}");
        assert!(!project.root.join("new").exists());
    }
}
