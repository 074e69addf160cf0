//! Values that are usually private, in published places.

use std::fs;

use serde_json::Value as Json;

use crate::project::{Project, profile, text};

const PATH: &str = "content/consultants/anna-berg.yaml";

/// Returns the lines of the private values that `vitae check` reports.
fn reported(project: &Project, lines: &str) -> Vec<u64> {
    project.write(PATH, profile("Anna Berg") + lines);
    let output = project.run("check --format json");
    let document: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    let diagnostics = document["diagnostics"].as_array().expect("a list").iter();
    let is_private = |code: &Json| ["personal-number", "private-value"].iter().any(|it| code == it);
    let private = diagnostics.filter(|found| is_private(&found["code"]));
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

#[test]
fn a_personal_number_is_published_only_on_purpose() {
    let project = Project::site("private-values/number");
    for number in ["811228-9874", "\"811228+9874\"", "198112289874", "19811228-9874"] {
        let lines = format!("attributes:\n  employee: {number}\n");
        assert_eq!(reported(&project, &lines), [5], "{number}");
        let output = project.run("build");
        assert_eq!(output.status.code(), Some(1), "{}", text(&output));
        assert!(project.files("dist").is_empty(), "{number}");
        let listed = format!("{lines}internal: {{published: [attributes.employee]}}\n");
        assert_eq!(reported(&project, &listed), [0; 0], "{number}");
        project.succeed("build --deny warnings");
        fs::remove_dir_all(project.root.join("dist")).expect("removable");
    }
    for line in ["org_id: 811228-9874", "employee: 8112289874"] {
        assert_eq!(reported(&project, &format!("attributes:\n  {line}\n")), [5], "{line}");
        project.succeed("build");
        fs::remove_dir_all(project.root.join("dist")).expect("removable");
    }
}

#[test]
fn a_translation_has_no_private_texts() {
    let project = Project::site("private-values/translation");
    project.write(PATH, profile("Anna Berg") + "bio_short: Architect\ntitle: Architect\n");
    let translation = "content/translations/sv/consultants/anna-berg.yaml";
    project.write(translation, "title: Arkitekt, född 1979-05-14\nbio_short: Nr 811228-9874\n");
    let output = project.run("check");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("error[personal-number]"), "{}", text(&output));
    assert!(text(&output).contains("warning[private-value]"), "{}", text(&output));
}

#[test]
fn words_of_other_meanings_are_silent() {
    let project = Project::site("private-values/silent");
    let lines = "skills: {categories: {security: [Confidential Computing, \"Azure (Confidential Computing)\"]}}\n\
                 employment:\n  - organization: Agency (under confidentiality)\n    extra: {exchange_rate: 11.2}\n\
                 attributes:\n  intern: 2009\n  private_cloud: OpenStack\n  privacy: GDPR\n  children_hospital: Lund\n\
                 \x20 company: Born on 1 May in a garage, sold 2019\n";
    assert_eq!(reported(&project, lines), [0; 0]);
    project.succeed("check --deny warnings");
}

#[test]
fn hints_about_the_settings_name_no_notes() {
    let project = Project::site("private-values/site");
    let site = project.read("content/site.yaml");
    for (line, hint) in [
        ("title: Anna 811218-9876", "help: delete the number\n"),
        ("title: Profiles (internal, do not publish)", "help: delete the text\n"),
        ("title: Anna, born 18 Dec 1981", "help: delete the date\n"),
    ] {
        let lines = site.lines().map(|it| if it.starts_with("title:") { line } else { it });
        project.write("content/site.yaml", lines.collect::<Vec<_>>().join("\n") + "\n");
        let output = text(&project.run("check"));
        assert!(output.contains(hint) && !output.contains("`internal"), "{line}: {output}");
    }
}
