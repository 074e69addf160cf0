//! Values that are usually private, in published places.

use serde_json::Value as Json;

use crate::project::{Project, profile, text};

const PATH: &str = "content/consultants/anna-berg.yaml";

/// Returns the lines of the private values that `vitae check` reports.
fn reported(project: &Project, lines: &str) -> Vec<u64> {
    project.write(PATH, profile("Anna Berg") + lines);
    let output = project.run("check --format json");
    let document: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    let diagnostics = document["diagnostics"].as_array().expect("a list").iter();
    let private = diagnostics.filter(|found| found["code"] == "private-value");
    private.map(|found| found["line"].as_u64().expect("a line")).collect()
}

#[test]
fn a_listed_path_is_published_on_purpose() {
    let project = Project::site("private-values/listed");
    let lines = "attributes:\n  salary: 900000\n  teams:\n    - name: A\n      bonus: 1\n";
    assert_eq!(reported(&project, lines), [5, 8]);
    let listed = "internal: {published: [attributes.salary, attributes.teams.bonus]}\n";
    assert_eq!(reported(&project, &(lines.to_owned() + listed)), [0; 0]);
    project.succeed("check --deny warnings");
    project.succeed("build --deny warnings");
    let listed = "internal: {published: [attributes.teams]}\n";
    assert_eq!(reported(&project, &(lines.to_owned() + listed)), [5, 8]);
}

#[test]
fn values_below_a_listed_path_are_reported() {
    let project = Project::site("private-values/below");
    let lines = "attributes:\n  compensation:\n    note: x\n    who: 811218-9876\n    bonus: 1\n";
    let listed = "internal: {published: [attributes.compensation]}\n";
    assert_eq!(reported(&project, &(lines.to_owned() + listed)), [7, 8]);
    let lines = "attributes:\n  personnummer: 811218-9876\n";
    let listed = "internal: {published: [attributes.personnummer]}\n";
    assert_eq!(reported(&project, &(lines.to_owned() + listed)), [0; 0]);
}

#[test]
fn another_form_of_the_list_is_a_note() {
    let project = Project::site("private-values/note");
    for note in
        ["attributes.salary", "{attributes.salary: NOTE}", "[{attributes.salary: NOTE}]", "[]"]
    {
        let lines =
            format!("attributes:\n  salary: 900000\ninternal:\n  published: {note}\n  n: NOTE\n");
        assert_eq!(reported(&project, &lines), [5], "{note}");
        let output = project.run("check");
        assert!(output.status.success(), "{}", text(&output));
        assert!(!text(&output).contains("NOTE"), "{}", text(&output));
    }
}

#[test]
fn fields_of_the_profile_are_never_private() {
    let project = Project::site("private-values/fields");
    let lines = "engagement: {pricing: hourly_rate}\nskills: {categories: {salary: [Payroll]}}\nattributes:\n  \
                 category_names: {salary: Salaries}\n  location: {address: Storgatan 1}\n  note: Remote\n";
    assert_eq!(reported(&project, lines), [0; 0]);
    let url = "attributes: {profiles: [{network: A, url: \"https://example.com/811218-9876\"}]}\n";
    assert_eq!(reported(&project, url), [0; 0]);
    assert_eq!(reported(&project, "bio_short: Nr 811218-9876\n"), [4]);
}
