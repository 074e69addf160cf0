//! What spares editors the blank page.

use serde_json::Value as Json;
use vitae::document::Document;
use vitae::document::profile::ProfileDocument;
use vitae::yaml::{self, Node, Value};

use crate::project::{Project, text};

const PROFILE: &str = "content/consultants/anna-berg.yaml";

/// Every line that leaves a field out, written out.
fn written_out(skeleton: &str) -> String {
    let (modeline, rest) = skeleton.split_once('\n').expect("lines");
    let lines = rest.lines().map(|line| match line {
        "#" => "",
        line => line.strip_prefix("# ").unwrap_or(line),
    });
    let lines: Vec<&str> = std::iter::once(modeline).chain(lines).collect();
    lines.join("\n") + "\n"
}

/// Holds that the tree has every field of the schema, in the schema's order.
fn assert_every_field(tree: &Node, schema: &Json, path: &str) {
    let (tree, schema) = match &tree.value {
        Value::Sequence(items) => (&items[0], &schema["items"]),
        _ => (tree, schema),
    };
    let Some(properties) = schema["properties"].as_object() else {
        return;
    };
    let Value::Mapping(entries) = &tree.value else {
        panic!("{path} is no group: {tree:?}");
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
fn a_new_profile_has_every_field_and_publishes_nothing() {
    let project = Project::site("starting/new");
    let said = project.succeed("new anna-berg");
    assert!(
        said.contains("wrote content/consultants/anna-berg.yaml"),
        "{said}"
    );
    let skeleton = project.read(PROFILE);
    assert!(skeleton.starts_with("# yaml-language-server: $schema=../schema/consultant.json\n"));
    assert!(skeleton.contains("\nactive: false\n"));
    assert!(skeleton.contains("\nname: Anna Berg\n"));
    assert_eq!(project.succeed("check"), "no mistakes\n");
    // Its schema was missing, so it came with it.
    assert!(project.succeed("schema --check").contains("up to date"));
    project.succeed("build");
    assert!(
        !project
            .root
            .join("dist/api/consultant-public/anna-berg")
            .exists()
    );

    let whole = written_out(&skeleton);
    let mut diagnostics = Vec::new();
    let tree = yaml::parse("whole", whole.as_bytes(), &mut diagnostics).expect(&whole);
    assert_every_field(&tree, &ProfileDocument::schema(), "profile");
    project.write(PROFILE, &whole);
    assert_eq!(project.succeed("check"), "no mistakes\n", "{whole}");
    project.write(PROFILE, whole.replace("active: false", "active: true"));
    assert_eq!(project.succeed("check"), "no mistakes\n");
}

#[test]
fn each_line_is_explained_or_an_example_that_can_stand_alone() {
    let project = Project::site("starting/sections");
    project.succeed("new anna-berg");
    let skeleton = project.read(PROFILE);
    let sections: Vec<&str> = skeleton.split("\n\n").collect();
    assert!(sections.len() > 15, "{} sections", sections.len());
    // Each field at the top can be written out without the others.
    for index in 1..sections.len() {
        let mut sections: Vec<String> = sections.iter().map(|&s| s.to_owned()).collect();
        sections[index] = written_out(&format!("\n{}", sections[index]));
        project.write(PROFILE, sections.join("\n\n"));
        assert_eq!(
            project.succeed("check"),
            "no mistakes\n",
            "{}",
            sections[index]
        );
    }
    assert!(skeleton.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn a_bad_or_taken_identifier_is_refused_with_a_proposal() {
    let project = Project::site("starting/refused");
    project.succeed("new anna-berg");
    project.write(
        "content/consultants/Bo Ek.yaml",
        "active: false\nname: Bo Ek\n",
    );
    let before = project.files(".");
    for (id, why, proposal) in [
        (
            "anna-berg",
            "is taken by content/consultants/anna-berg.yaml",
            "`anna-berg-2`",
        ),
        (
            "bo-ek",
            "is taken by content/consultants/Bo Ek.yaml",
            "`bo-ek-2`",
        ),
        ("Anna_Berg", "is no identifier", "`anna-berg-2`"),
        ("../anna", "is no identifier", "`anna`"),
    ] {
        let output = project.command("new").arg(id).output().expect("it runs");
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
fn the_name_is_made_of_the_identifier() {
    let project = Project::site("starting/names");
    for (id, name) in [
        ("bo", "Bo"),
        ("mary-ann-lee-2", "Mary Ann Lee"),
        ("7", "\"7\""),
        ("true", "\"True\""),
    ] {
        project.succeed(&format!("new {id}"));
        let skeleton = project.read(&format!("content/consultants/{id}.yaml"));
        assert!(
            skeleton.contains(&format!("\nname: {name}\n")),
            "{id}: {skeleton}"
        );
    }
    assert_eq!(project.succeed("check"), "no mistakes\n");
}
