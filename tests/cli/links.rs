//! Symbolic links in the files of a project, which a commit can contain, lead nowhere.

use std::fs;
use std::os::unix::fs::symlink;

use crate::project::{Project, profile, text};

/// A file outside of the project.
const VICTIM: &str = "keep this text";

/// Creates a project below a directory with a file that must not change.
fn project(name: &str) -> (Project, Project) {
    let outside = Project::site(&format!("links/{name}"));
    outside.write("victim/victim.txt", VICTIM);
    let project = Project { root: outside.root.join("project") };
    project.write("content/site.yaml", format!("{}host: nginx\n", crate::project::SITE));
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    (outside, project)
}

/// Runs a command and asserts that nothing changes outside of the project.
fn assert_harmless(outside: &Project, project: &Project, command: &str) -> String {
    let output = project.run(command);
    let victims = outside.files("victim");
    assert_eq!(victims.len(), 1, "{command}: {victims:?}");
    assert_eq!(outside.read("victim/victim.txt"), VICTIM, "{command}");
    format!("{:?} {}", output.status.code(), text(&output))
}

#[test]
fn staging_and_its_lock_are_no_links() {
    let (outside, project) = project("staging");
    symlink("../victim", project.root.join(".dist.vitae")).expect("a link");
    let said = assert_harmless(&outside, &project, "build");
    assert!(said.contains("Some(2)") && said.contains("is a symbolic link"), "{said}");
    fs::remove_file(project.root.join(".dist.vitae")).expect("removable");
    fs::create_dir(project.root.join(".dist.vitae")).expect("a directory");
    symlink("../../victim/victim.txt", project.root.join(".dist.vitae/lock")).expect("a link");
    let said = assert_harmless(&outside, &project, "build");
    assert!(said.contains("Some(2)") && said.contains("is a symbolic link"), "{said}");
}

#[test]
fn deployment_files_are_not_written_through_links() {
    for (link, target) in [("deploy", "../victim"), ("deploy/nginx", "../../victim")] {
        let (outside, project) = project("deployment");
        fs::create_dir_all(project.root.join(link).parent().expect("a parent")).expect("created");
        symlink(target, project.root.join(link)).expect("a link");
        let said = assert_harmless(&outside, &project, "build");
        assert!(said.contains("Some(2)") && said.contains("is a symbolic link"), "{said}");
    }
    let (outside, project) = project("temporary");
    fs::create_dir_all(project.root.join("deploy/nginx")).expect("created");
    let temporary = project.root.join("deploy/nginx/.nginx.conf.new");
    symlink("../../../victim/victim.txt", temporary).expect("a link");
    let said = assert_harmless(&outside, &project, "build");
    assert!(said.contains("Some(0)"), "{said}");
}

#[test]
fn fixes_are_not_written_through_links() {
    let (outside, project) = project("fix");
    let path = "content/consultants/anna-berg.yaml";
    project.write(path, profile("Anna Berg") + "titl: Architect\n");
    let temporary = project.root.join("content/consultants/.anna-berg.yaml.new");
    symlink("../../../victim/victim.txt", temporary).expect("a link");
    assert_harmless(&outside, &project, "check --fix");
    assert!(project.read(path).contains("title: Architect"));
}

#[test]
fn schemas_and_new_profiles_are_not_written_through_links() {
    let (outside, with_link) = project("schema");
    outside.write("victim/site.json", VICTIM);
    fs::remove_file(outside.root.join("victim/victim.txt")).expect("removable");
    symlink("../../victim", with_link.root.join("content/schema")).expect("a link");
    let output = with_link.run("schema");
    let said = format!("{:?} {}", output.status.code(), text(&output));
    assert!(said.contains("Some(2)") && said.contains("schema is a symbolic link"), "{said}");
    assert_eq!(outside.read("victim/site.json"), VICTIM);
    assert_eq!(outside.files("victim").len(), 1);
    let said = text(&with_link.run("check"));
    assert!(said.contains("this is a symbolic link"), "{said}");
    for command in ["new bo-ek", "import resume.json --id bo-ek"] {
        let (outside, project) = project("new");
        project.write("resume.json", r#"{"basics": {"name": "Bo Ek"}}"#);
        fs::remove_dir_all(project.root.join("content/consultants")).expect("removable");
        symlink("../../victim", project.root.join("content/consultants")).expect("a link");
        let said = assert_harmless(&outside, &project, command);
        assert!(said.contains("Some(2)") && said.contains("is a symbolic link"), "{said}");
    }
}

#[test]
fn pinned_version_is_not_read_through_a_link() {
    let (outside, project) = project("version");
    symlink("../victim/victim.txt", project.root.join(".vitae-version")).expect("a link");
    let said = assert_harmless(&outside, &project, "check");
    assert!(said.contains("Some(2)") && said.contains("not a regular file"), "{said}");
}

#[test]
fn templates_are_no_links() {
    let (outside, project) = project("templates");
    fs::create_dir_all(project.root.join("templates/hosts/nginx/public")).expect("created");
    let template = project.root.join("templates/hosts/nginx/public/x.txt");
    symlink("../../../../../victim/victim.txt", template).expect("a link");
    let said = assert_harmless(&outside, &project, "build");
    assert!(said.contains("Some(2)") && said.contains("is a link or a device"), "{said}");
    assert!(!project.root.join("dist").exists());
}

#[test]
fn cache_files_are_not_written_through_links() {
    let (outside, project) = project("cache");
    fs::create_dir_all(project.root.join(".vitae/cache")).expect("created");
    let dangling = project.root.join(".vitae/cache/.output.new");
    symlink("../../../victim/other.txt", dangling).expect("a link");
    for name in [".clock.new", ".rows.new", ".history.new", "CACHEDIR.TAG"] {
        let link = project.root.join(".vitae/cache").join(name);
        symlink("../../../victim/victim.txt", link).expect("a link");
    }
    symlink("../../../victim/new.txt", project.root.join(".vitae/cache/.gitignore"))
        .expect("a link");
    for command in ["check", "build", "check"] {
        let said = assert_harmless(&outside, &project, command);
        assert!(said.contains("Some(0)"), "{said}");
    }
}

#[test]
fn directories_of_the_cache_are_no_links() {
    for (link, target) in [
        (".vitae", "../victim"),
        (".vitae/cache", "../../victim"),
        (".vitae/cache/photos", "../../../victim"),
    ] {
        let (outside, project) = project("cache-directories");
        let temporary = outside.root.join("victim/.victim.new");
        fs::rename(outside.root.join("victim/victim.txt"), &temporary).expect("movable");
        let path = project.root.join(link);
        fs::create_dir_all(path.parent().expect("a parent")).expect("created");
        symlink(target, path).expect("a link");
        let output = project.run("check");
        assert_eq!(output.status.code(), Some(2), "{link}: {}", text(&output));
        assert!(text(&output).contains("is a symbolic link"), "{link}: {}", text(&output));
        assert_eq!(outside.files("victim").len(), 1, "{link}");
        assert!(temporary.exists(), "{link}");
    }
}

#[test]
fn new_projects_are_not_written_through_links() {
    for (arguments, link) in [(".", ".vscode"), ("./", ".github"), (".", "scripts")] {
        let (outside, project) = project("init");
        fs::remove_dir_all(&project.root).expect("removable");
        fs::create_dir(&project.root).expect("creatable");
        symlink("../victim", project.root.join(link)).expect("a link");
        let said = assert_harmless(&outside, &project, &format!("init {arguments}"));
        assert!(said.contains("Some(2)") && said.contains("is a symbolic link"), "{said}");
    }
}

/// A link in the working directory does not concern a project in another one.
#[test]
fn new_projects_ignore_links_of_other_projects() {
    let (_, project) = project("init-elsewhere");
    symlink("../../victim", project.root.join("content/schema")).expect("a link");
    project.succeed("init new");
}

#[test]
fn only_an_option_chooses_an_output_directory_behind_a_link() {
    let (outside, project) = project("output");
    outside.write("deploy/nginx/nginx.conf", VICTIM);
    fs::create_dir(outside.root.join("empty")).expect("creatable");
    symlink("../empty", project.root.join("dist")).expect("a link");
    let said = assert_harmless(&outside, &project, "build");
    assert!(said.contains("Some(2)") && said.contains("dist is a symbolic link"), "{said}");
    assert!(outside.files("empty").is_empty());
    assert_eq!(outside.read("deploy/nginx/nginx.conf"), VICTIM);
    project.succeed("build --out ./dist");
    assert!(outside.root.join("empty/index.html").exists());
}
