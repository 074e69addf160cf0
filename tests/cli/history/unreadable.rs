//! Repositories that git cannot read, and unusual ones that it can.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use super::{PROFILE, commit, last_modified, repository};
use crate::project::{Project, SITE, git, text};

const DATE: &str = "2026-01-02T03:04:05+02:00";

fn assert_refused(project: &Project, output: &Output, reason: &str) {
    let (name, output) = (project.root.display(), (output.status.code(), text(output)));
    assert_eq!(output.0, Some(2), "{name}: {}", output.1);
    let [files, dates] = ["the list of the committed files", "last-modified dates"]
        .map(|what| output.1.contains(&format!("cannot read {what} from git")));
    assert!(files || dates, "{name}: {}", output.1);
    assert!(output.1.contains(reason), "{name}: {}", output.1);
    assert!(!project.root.join("dist").exists(), "{name}");
}

/// Returns the path of the object of the current commit.
fn commit_object(project: &Project) -> PathBuf {
    let commit = project.read(".git/refs/heads/main");
    let (directory, file) = commit.trim().split_at(2);
    project.root.join(".git/objects").join(directory).join(file)
}

/// The project is in the repository of vitae itself, which git uses if it does not recognize the own.
#[test]
fn rejects_a_repository_damaged_by_a_power_loss() {
    const REF: &str = ".git/refs/heads/main";
    type Damage = fn(&Project);
    let remove = |project: &Project, path: &str| {
        let path = project.root.join(path);
        fs::remove_file(path).expect("removable");
    };
    let damages: [(&str, Damage); 11] = [
        ("empty_ref", |project| project.write(REF, "")),
        ("zeros_in_ref", |project| project.write(REF, [0; 41])),
        ("ref_to_missing_commit", |project| project.write(REF, "1".repeat(40))),
        ("empty_head", |project| project.write(".git/HEAD", "")),
        ("zeros_in_head", |project| project.write(".git/HEAD", [0; 21])),
        ("head_of_missing_commit", |project| project.write(".git/HEAD", "1".repeat(40))),
        ("missing_head", |project| {
            fs::remove_file(project.root.join(".git/HEAD")).expect("removable");
        }),
        ("empty_commit", |project| {
            let object = commit_object(project);
            fs::remove_file(&object).expect("removable");
            fs::write(object, "").expect("writable");
        }),
        ("missing_commit", |project| {
            fs::remove_file(commit_object(project)).expect("removable");
        }),
        ("missing_objects", |project| {
            fs::remove_dir_all(project.root.join(".git/objects")).expect("removable");
            project.write(".git/objects/info/exclude", "");
        }),
        ("invalid_configuration", |project| project.write(".git/config", "[core")),
    ];
    for (name, damage) in damages {
        let project = repository(&format!("history/damaged/{name}"));
        damage(&project);
        assert_refused(&project, &project.run("build"), "git fsck");
    }
    let project = repository("history/damaged/missing_ref");
    remove(&project, REF);
    let reason = "has no commit, although the repository has some";
    assert_refused(&project, &project.run("build"), reason);
    let logs = project.root.join(".git/logs");
    fs::rename(&logs, project.root.join("logs")).expect("movable");
    assert_refused(&project, &project.run("build"), reason);
    fs::rename(project.root.join("logs"), logs).expect("movable");
    fs::remove_dir_all(project.root.join(".git/objects")).expect("removable");
    fs::create_dir(project.root.join(".git/objects")).expect("creatable");
    assert_refused(&project, &project.run("build"), reason);
}

#[test]
fn rejects_a_damaged_older_commit() {
    let project = repository("history/damaged/older");
    let object = commit_object(&project);
    project.write("content/consultants/bo.yaml", PROFILE);
    commit(&project, DATE);
    fs::remove_file(object).expect("removable");
    assert_refused(&project, &project.run("build"), "git fsck");
}

#[test]
fn rejects_an_empty_file_instead_of_a_git_directory() {
    let project = Project::site("history/damaged/link");
    project.write("content/consultants/anna-berg.yaml", PROFILE);
    project.write(".git", "");
    assert_refused(&project, &project.run("build"), "git fsck");
}

/// The link leads to a disk that is not mounted. git would use the repository of vitae itself.
#[cfg(unix)]
#[test]
fn rejects_a_link_to_a_missing_git_directory() {
    let project = Project::site("history/damaged/dangling_link");
    project.write("content/consultants/anna-berg.yaml", PROFILE);
    std::os::unix::fs::symlink("/nonexistent/git", project.root.join(".git")).expect("creatable");
    assert_refused(&project, &project.run("build"), "git fsck");
}

#[test]
fn rejects_a_configuration_with_another_working_tree() {
    for (key, value) in [("core.bare", "true"), ("core.worktree", "/usr")] {
        let project = repository(&format!("history/{key}"));
        git(&project.root, "", &["config", key, value]);
        assert_refused(&project, &project.run("build"), "`core.bare` and `core.worktree`");
    }
}

#[test]
fn rejects_a_missing_git() {
    let project = repository("history/without_git");
    let output = project.command("build").env("PATH", "/nowhere").output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let reason = "cannot run git, which this repository needs; install it";
    assert!(text(&output).contains(reason), "{}", text(&output));
    assert!(!project.root.join("dist").exists());
}

/// git takes a directory with these files for a repository, and runs what its configuration names to
/// fetch the missing commit.
#[test]
fn runs_no_program_of_a_repository_in_the_content() {
    for directory in ["sub/content", "sub"] {
        let project = repository("history/bare_repository");
        project.write("sub/content/site.yaml", SITE);
        project.write("sub/content/consultants/anna-berg.yaml", PROFILE);
        let executed = project.root.join("executed");
        let config = format!(
            "[core]\nrepositoryformatversion = 1\nbare = true\n\
             [extensions]\npartialClone = origin\n\
             [remote \"origin\"]\nurl = .\npromisor = true\nuploadpack = \"touch '{}'; false; \"\n",
            executed.display()
        );
        for (name, text) in [
            ("HEAD", "ref: refs/heads/main\n"),
            ("config", &config),
            ("objects/empty", ""),
            ("refs/heads/main", &format!("{}\n", "1".repeat(40))),
        ] {
            project.write(&format!("{directory}/{name}"), text);
        }
        commit(&project, DATE);
        for command in ["check", "build", "diff", "check --fix --dry-run"] {
            let output = project.run(&format!("{command} --content sub/content"));
            assert!(!executed.exists(), "{directory}: {command}");
            assert_eq!(output.status.code(), Some(2), "{command}: {}", text(&output));
            let said = text(&output);
            assert!(said.contains("has the files of a git repository"), "{command}: {said}");
        }
        // The attack works with git itself.
        let content = project.root.join("sub/content");
        let mut git = Command::new("git");
        git.args(["rev-parse", "--verify", "HEAD^{commit}"]).current_dir(content);
        assert!(!git.output().expect("git runs").status.success());
        assert!(executed.exists(), "{directory}: the files are harmless");
    }
}

#[test]
fn accepts_files_that_only_resemble_a_repository() {
    let project = repository("history/resembles_repository");
    project.write("sub/content/site.yaml", SITE);
    project.write("sub/content/consultants/anna-berg.yaml", PROFILE);
    // At the top, git prefers `.git`.
    for path in ["HEAD", "objects/a", "refs/a", "sub/HEAD", "sub/objects/a"] {
        project.write(path, "notes");
    }
    commit(&project, DATE);
    project.succeed("check --content sub/content");
}

#[test]
fn rejects_a_repository_of_another_user_unless_git_trusts_it() {
    let project = repository("history/other_user");
    let mut command = project.command("build");
    command.env("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
    let output = command.output().expect("it runs");
    assert_refused(&project, &output, "run `git config --global --add safe.directory ");
    let printed = text(&output);
    let root = project.root.display();
    // git quotes a path if a shell needs it.
    let is_named =
        [format!(" {root}`"), format!(" '{root}'`")].iter().any(|end| printed.contains(end));
    assert!(is_named, "{printed}");
    assert!(!printed.contains("git fsck") && !printed.contains('\u{FFFD}'), "{printed}");
    command.env("GIT_CONFIG_COUNT", "1");
    command.env("GIT_CONFIG_KEY_0", "safe.directory").env("GIT_CONFIG_VALUE_0", "*");
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", text(&output));
    assert!(project.read("dist/api/consultant-public/anna-berg").contains(DATE));
}

#[test]
fn accepts_a_repository_without_commits() {
    let project = Project::site("history/new");
    project.write("content/consultants/anna-berg.yaml", PROFILE);
    let assert_warns = || {
        let output = project.run("build");
        assert!(output.status.success(), "{}", text(&output));
        assert!(text(&output).contains("warning[not-in-history]"), "{}", text(&output));
    };
    // git ignores an empty directory.
    fs::create_dir(project.root.join(".git")).expect("creatable");
    assert_warns();
    git(&project.root, "", &["init", "-q"]);
    assert_warns();
    git(&project.root, "", &["add", "."]);
    assert_warns();
    commit(&project, DATE);
    assert_eq!(last_modified(&project), DATE);
}

#[test]
fn reads_worktrees_submodules_and_detached_heads() {
    let project = repository("history/detached");
    git(&project.root, "", &["checkout", "-q", "--detach"]);
    assert_eq!(last_modified(&project), DATE);
    let main = project.root.to_str().expect("UTF-8");

    let worktree = Project::empty("history/worktree");
    fs::remove_dir_all(&worktree.root).expect("removable");
    let path = worktree.root.to_str().expect("UTF-8");
    git(&project.root, "", &["worktree", "add", "-q", path, "main"]);
    assert_eq!(last_modified(&worktree), DATE);

    let parent = Project::empty("history/parent");
    git(&parent.root, "", &["init", "-q"]);
    let allow = "protocol.file.allow=always";
    git(&parent.root, "", &["-c", allow, "submodule", "--quiet", "add", main, "profiles"]);
    let submodule = Project { root: parent.root.join("profiles") };
    assert_eq!(last_modified(&submodule), DATE);
}

#[test]
fn reads_worktrees_in_a_bare_repository() {
    let project = repository("history/original_of_bare");
    let bare = Project::empty("history/bare");
    fs::remove_dir_all(bare.root.join("content")).expect("removable");
    let url = project.root.to_str().expect("UTF-8");
    git(&bare.root, "", &["clone", "-q", "--bare", url, "."]);
    git(&bare.root, "", &["worktree", "add", "-q", "profiles", "main"]);
    let worktree = Project { root: bare.root.join("profiles") };
    assert_eq!(last_modified(&worktree), DATE);
}

#[test]
fn ignores_the_repository_of_a_hook() {
    let other = repository("history/of_hook");
    let project = repository("history/in_hook");
    project.write("content/consultants/anna-berg.yaml", format!("{PROFILE}title: Architect\n"));
    commit(&project, "2026-01-04T00:00:00Z");
    let git = other.root.join(".git");
    let output = project.command("build").env("GIT_DIR", git).output().expect("it runs");
    assert!(output.status.success(), "{}", text(&output));
    let profile = project.read("dist/api/consultant-public/anna-berg");
    assert!(profile.contains("2026-01-04T00:00:00+00:00"), "{profile}");
}

/// Grafts and the environment exist in one clone only.
#[test]
fn ignores_grafts_and_another_shallow_boundary() {
    let project = repository("history/other_parents");
    project.write("content/consultants/bo.yaml", PROFILE);
    commit(&project, "2026-02-01T00:00:00Z");
    let head = project.read(".git/refs/heads/main");
    project.write("head", &head);
    let file = project.root.join("head");
    for variable in ["GIT_GRAFT_FILE", "GIT_SHALLOW_FILE"] {
        let mut command = project.command("build --no-cache");
        let output = command.env(variable, &file).output().expect("it runs");
        assert!(output.status.success(), "{variable}: {}", text(&output));
        let profile = project.read("dist/api/consultant-public/anna-berg");
        assert!(profile.contains(DATE), "{variable}: {profile}");
    }
    // The current commit becomes one without a parent.
    project.write(".git/info/grafts", head);
    assert_eq!(last_modified(&project), DATE);
    // git prints advice about grafts before its error.
    project.write(".git/HEAD", "1".repeat(40));
    let printed = text(&project.run("build"));
    assert!(printed.contains("git fsck") && !printed.contains("rafts"), "{printed}");
}
