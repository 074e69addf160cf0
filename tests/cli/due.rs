//! `vitae due`: what editors should look at. Starts and ends of publications are in `publication_period.rs`.

use serde_json::{Value as Json, json};

use crate::project::{Project, profile};

const AVAILABLE: &str = "engagement: {available_from: 2026-11-20}\n";
const CERTIFICATIONS: &str = "certifications:
  - {name: CKA, expires: 2026-12}
  - {name: Unlimited, issuer: Microsoft}
  - {name: Azure, expires: 2027}
";

fn write(project: &Project, id: &str, fields: &str) {
    project
        .write(&format!("content/consultants/{id}.yaml"), profile(&format!("Name {id}")) + fields);
}

#[test]
fn lists_dates_that_passed_and_certifications_that_expire() {
    let project = Project::site("due/dates");
    write(&project, "anna-berg", &format!("{AVAILABLE}{CERTIFICATIONS}"));
    // A certification without a name is a warning.
    write(&project, "bo-ek", "certifications: [{issuer: Microsoft, expires: 2026-11-01}]\n");
    let all = "\
2026-11-01  bo-ek  expires
2026-11-20  anna-berg  available
2026-12-31  anna-berg  expires  CKA
2027-12-31  anna-berg  expires  Azure
";
    let due = |options: &str| project.succeed(&format!("due --as-of 2026-11-24 {options}"));
    // The list is the same before and after a command that stores rows.
    assert_eq!(due(""), all);
    project.succeed("check");
    assert!(project.read(".vitae/cache/rows").contains("CKA"));
    assert_eq!(due(""), all);
    assert_eq!(due("--within 4d"), "2026-11-20  anna-berg  available\n");
    assert_eq!(due("--within 3d"), "nothing is due\n");
    assert_eq!(
        due("--within 37d"),
        all.split_inclusive('\n').take(3).collect::<String>(),
        "the last day of a month"
    );
    assert_eq!(due("--within 4294967295d"), all);
    // The first available day has not passed on that day.
    assert_eq!(project.succeed("due --as-of 2026-11-20 --within 1d"), "nothing is due\n");
    let json: Json = serde_json::from_str(&due("--format json")).expect("JSON");
    let expires = |date: &str, id: &str, name: Option<&str>| json!({"date": date, "id": id, "event": "expires", "certification": name});
    let expected = json!([
        expires("2026-11-01", "bo-ek", None),
        {"date": "2026-11-20", "id": "anna-berg", "event": "available"},
        expires("2026-12-31", "anna-berg", Some("CKA")),
        expires("2027-12-31", "anna-berg", Some("Azure")),
    ]);
    assert_eq!(json, json!({ "version": 1, "events": expected }));
    let code = |arguments: &str| project.run(arguments).status.code();
    assert_eq!(code("due --as-of 2026-11-24 --within 4d --exit-code"), Some(3));
    assert_eq!(code("due --as-of 2026-11-24 --within 3d --exit-code"), Some(0));
}

#[test]
fn nothing_of_an_inactive_consultant_is_listed_or_cached() {
    let project = Project::site("due/inactive");
    let fields = format!("{AVAILABLE}certifications: [{{name: Canary, expires: 2026-12}}]\n");
    write(&project, "anna-berg", &fields);
    let inactive = |text: &str| profile("Bo Ek").replace("active: true", "active: false") + text;
    let states = [
        (inactive(&fields), "2026-11-24"),
        (profile("Anna Berg") + &fields + "publish_until: 2026-11-23\n", "2026-11-24"),
        (profile("Anna Berg") + &fields + "publish_from: 2026-11-25\n", "2026-11-24"),
        // With a warning, the profile is published, but its row is not stored.
        (profile("Anna Berg") + &fields + "personal: {headline: \"\"}\n", "2026-11-24"),
    ];
    for (text, day) in states {
        project.succeed(&format!("check --as-of {day}"));
        project.write("content/consultants/anna-berg.yaml", &text);
        let is_public = text.contains("headline");
        for options in ["", "", "--no-cache"] {
            let printed = project.succeed(&format!("due --as-of {day} {options}"));
            assert_eq!(printed.contains("Canary"), is_public, "{printed}");
            assert_eq!(printed.contains("available"), is_public, "{printed}");
        }
        project.succeed(&format!("check --as-of {day}"));
        for (path, bytes) in project.files(".vitae") {
            assert!(!String::from_utf8_lossy(&bytes).contains("Canary"), "{path}: {text}");
        }
        write(&project, "anna-berg", &fields);
    }
}

#[test]
fn a_name_stays_on_its_line() {
    let project = Project::site("due/lines");
    let fields = "certifications: [{name: \"A\\nB\", expires: 2026-12}]\n";
    write(&project, "anna-berg", fields);
    let printed = project.succeed("due --as-of 2026-11-24");
    assert_eq!(printed.lines().count(), 1, "{printed}");
}
