//! `vitae new`.

use serde_json::Value as Json;
use vitae::document::Document;
use vitae::model::profile::Profile;
use vitae::yaml::{self, Node, YamlValue};

use crate::project::{Project, text};

const PROFILE: &str = "content/consultants/anna-berg.yaml";

/// Uncomments every field of a skeleton.
pub(crate) fn uncommented(skeleton: &str) -> String {
    let (modeline, rest) = skeleton.split_once('\n').expect("lines");
    let lines = rest.lines().map(|line| line.strip_prefix("# ").unwrap_or(line));
    let lines: Vec<&str> = std::iter::once(modeline).chain(lines).collect();
    lines.join("\n") + "\n"
}

/// Asserts that the tree has every field of the schema in the same order.
fn assert_every_field(tree: &Node, schema: &Json, path: &str) {
    let (tree, schema) = match &tree.value {
        YamlValue::Sequence(items) => (&items[0], &schema["items"]),
        _ => (tree, schema),
    };
    let Some(properties) = schema["properties"].as_object() else {
        return;
    };
    let YamlValue::Mapping(entries) = &tree.value else {
        panic!("{path} is not a mapping: {tree:?}");
    };
    let written: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    let expected: Vec<&str> = properties.keys().map(String::as_str).collect();
    assert_eq!(written, expected, "{path}");
    for entry in entries {
        let path = format!("{path}.{}", entry.key);
        assert_every_field(&entry.value, &properties[&entry.key], &path);
    }
}

#[test]
fn new_profile_has_every_field_and_is_not_published() {
    let project = Project::site("starting/new");
    let said = project.succeed("new anna-berg");
    assert!(said.contains("wrote content/consultants/anna-berg.yaml"), "{said}");
    let skeleton = project.read(PROFILE);
    assert!(skeleton.starts_with("# yaml-language-server: $schema=../schema/consultant.json\n"));
    assert!(skeleton.contains("\nactive: false\n"));
    assert!(skeleton.contains("\nname: Anna Berg\n"));
    assert_eq!(project.succeed("check"), "no errors or warnings\n");
    // The missing schema was created with the profile.
    assert!(project.succeed("schema --check").contains("up to date"));
    project.succeed("build");
    assert!(!project.root.join("dist/api/consultant-public/anna-berg").exists());

    let complete = uncommented(&skeleton);
    let mut diagnostics = Vec::new();
    let tree = yaml::parse("complete", complete.as_bytes(), &mut diagnostics).expect(&complete);
    assert_every_field(&tree, &Profile::editor_schema(), "profile");
    project.write(PROFILE, &complete);
    assert_only_examples_are_reported(&project, &complete);
    // Anna Berg has the name of an example.
    let name = project.run("check --format json");
    assert!(!text(&name).contains("`Anna Berg`"));
}

/// Checks that a profile has no errors or warnings apart from examples that have to be replaced.
fn assert_only_examples_are_reported(project: &Project, profile: &str) {
    let output = project.run("check --format json");
    let document: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    // A section alone can refer to the categories of another one.
    let codes = match profile.contains("  categories:") {
        // A whole profile has more examples than a report shows.
        true => &["example-value", "unknown-photo", "more-diagnostics"][..],
        false => &["example-value", "unknown-photo"],
    };
    for diagnostic in document["diagnostics"].as_array().expect("a list") {
        let code = diagnostic["code"].as_str().expect("a code");
        assert!(codes.contains(&code), "{diagnostic}\n{profile}");
    }
}

#[test]
fn uncommented_examples_of_another_person_are_errors() {
    let project = Project::site("starting/examples");
    project.succeed("new kalle-anka");
    let path = "content/consultants/kalle-anka.yaml";
    let complete = uncommented(&project.read(path));
    project.write(path, complete.replace("active: false", "active: true"));
    let output = project.run("check --format json");
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output);
    for value in
        ["Dr. Alva Exempelsson", "anna.berg@example.com", "+46 70 174 06 05", "Nordvik Sjukhus"]
    {
        let message = format!("`{value}` is the example");
        assert!(printed.contains(&message), "{value}\n{printed}");
    }
    for value in ["Stockholm", "Sweden", "Kubernetes", "remote"] {
        assert!(!printed.contains(&format!("`{value}`")), "{value}\n{printed}");
    }
}

#[test]
fn every_section_of_a_new_profile_is_valid_alone() {
    let project = Project::site("starting/sections");
    project.succeed("new anna-berg");
    let skeleton = project.read(PROFILE);
    // An explanation is at the start of each section; texts have empty lines too.
    let sections: Vec<&str> = skeleton.split("\n\n##").collect();
    assert!(sections.len() > 15, "{} sections", sections.len());
    // Each top-level field can be uncommented without the others.
    for index in 1..sections.len() {
        let mut sections: Vec<String> = sections.iter().map(|&s| s.to_owned()).collect();
        sections[index] = uncommented(&format!("\n{}", sections[index])).trim_start().to_owned();
        project.write(PROFILE, sections.join("\n\n##"));
        assert_only_examples_are_reported(&project, &sections[index]);
    }
    assert!(skeleton.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn rejects_invalid_and_existing_identifiers_and_suggests_another() {
    let project = Project::site("starting/refused");
    project.succeed("new anna-berg");
    project.write("content/consultants/Bo Ek.yaml", "active: false\nname: Bo Ek\n");
    let before = project.files(".");
    for (id, why, proposal) in [
        ("anna-berg", "is taken by content/consultants/anna-berg.yaml", "`anna-berg-2`"),
        ("bo-ek", "is taken by content/consultants/Bo Ek.yaml", "`bo-ek-2`"),
        ("Anna_Berg", "is taken by content/consultants/anna-berg.yaml", "`anna-berg-2`"),
        ("李", "is not an identifier", "`given-family`"),
    ] {
        let output = project.command("new").arg(id).output().expect("vitae runs");
        let said = text(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(why) && said.contains(proposal), "{said}");
    }
    let output = project.run("new cecilia --content elsewhere");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("vitae init"), "{}", text(&output));
    assert_eq!(project.files("."), before);
}

#[test]
fn a_command_in_the_content_names_the_project_directory() {
    let project = Project::site("starting/inside");
    for arguments in ["new cecilia", "check", "schema", "build"] {
        let mut command = project.command(arguments);
        let output = command.current_dir(project.root.join("content")).output().expect("vitae");
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        let advice = "run the command in the project's directory";
        assert!(text(&output).contains(advice), "{}", text(&output));
    }
}

#[test]
fn reports_an_outdated_schema_and_leaves_it_unchanged() {
    let project = Project::site("starting/outdated");
    project.write("content/schema/consultant.json", "{}\n");
    let output = project.run("new anna-berg");
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("warning: content/schema/consultant.json is not up to date"), "{said}");
    assert!(said.contains("run `vitae schema`"), "{said}");
    assert_eq!(project.read("content/schema/consultant.json"), "{}\n");
    assert!(project.root.join("content/schema/site.json").exists());
}

#[test]
fn derives_the_name_from_the_identifier() {
    let project = Project::site("starting/names");
    for (id, name) in
        [("bo", "Bo"), ("mary-ann-lee-2", "Mary Ann Lee"), ("7", "\"7\""), ("true", "\"True\"")]
    {
        project.succeed(&format!("new {id}"));
        let skeleton = project.read(&format!("content/consultants/{id}.yaml"));
        assert!(skeleton.contains(&format!("\nname: {name}\n")), "{id}: {skeleton}");
    }
    assert_eq!(project.succeed("check"), "no errors or warnings\n");
}

#[test]
fn a_name_or_a_path_gives_the_identifier() {
    let project = Project::site("starting/written-names");
    for (written, id, name) in [
        ("Åsa Öström", "asa-ostrom", "Åsa Öström"),
        ("content/consultants/bo-lind.yaml", "bo-lind", "Bo Lind"),
        ("Carl von Ek.yaml", "carl-von-ek", "Carl von Ek"),
        ("dora-2", "dora-2", "Dora"),
    ] {
        let output = project.command("new").arg(written).output().expect("a started process");
        let said = text(&output);
        let path = format!("content/consultants/{id}.yaml");
        assert!(said.contains(&format!("wrote {path}")), "{said}");
        assert!(project.read(&path).contains(&format!("\nname: {name}\n")), "{written}");
    }
}
