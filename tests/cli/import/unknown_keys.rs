//! Keys that JSON Resume does not define.

use serde_json::{Value as Json, json};
use vitae::import::Imported;
use vitae::yaml::parse;

use super::imported;

/// Imports a résumé, and returns the profile without `internal`, the notes, and the lines of the report.
fn import(resume: &Json) -> (String, Json, Vec<String>) {
    let Imported { yaml, report, .. } =
        imported(resume.to_string().as_bytes(), "anna").expect("imported");
    let profile = parse("a.yaml", yaml.as_bytes(), &mut Vec::new()).expect("a profile");
    let mut profile = profile.to_json();
    let internal = profile.as_object_mut().expect("a group").shift_remove("internal");
    let notes = internal.unwrap_or_default()["import"]["not_taken_over"].clone();
    (profile.to_string(), notes, report.lines())
}

fn resume() -> Json {
    json!({
        "basics": {
            "name": "Anna", "pronouns": "unknown-pronouns", "location": {"planet": "unknown-planet"},
            "profiles": [{"network": "GitHub", "username": "anna", "stars": 7}],
        },
        "work": [
            {"name": "A", "team": "item-team", "office": {"floor": "item-floor"}},
            {"name": "B", "team": "item-other-team", "keywords": ["Rust"]},
        ],
        "awards": [{"title": "T", "place": "item-place", "url": ""}],
        "skills": [{"name": "Cloud", "keywords": ["Azure"], "years": "item-years"}],
        "applications": [{"company": "unknown-company", "email": "bo@example.org"}],
        "meta": {"theme": "even", "template": "unknown-template"},
    })
}

#[test]
fn publishes_unknown_keys_only_in_items_of_standard_lists() {
    let (profile, notes, report) = import(&resume());
    for published in ["team", "other-team", "place", "years"] {
        assert!(profile.contains(&format!("item-{published}")), "{published}: {profile}");
    }
    assert!(profile.contains(r#""theme":"even""#) && !profile.contains("unknown-"), "{profile}");
    assert_eq!(
        notes,
        json!([
            // The value is whole: its email address is not a note of its own.
            {"path": "applications", "value": [{"company": "unknown-company", "email": "bo@example.org"}]},
            {"path": "meta.template", "value": "unknown-template"},
            {"path": "basics.location.planet", "value": "unknown-planet"},
            {"path": "basics.pronouns", "value": "unknown-pronouns"},
            {"path": "work[0].office", "value": {"floor": "item-floor"}},
        ]),
        "{report:#?}"
    );
    let start = |title: &str| report.iter().position(|line| line.starts_with(title)).expect(title);
    let published = start("also public: keys that JSON Resume does not define:");
    assert_eq!(
        &report[published + 1..published + 5],
        [
            "  basics.profiles[*].stars",
            "  skills[*].years",
            "  work[*].team (2 times)",
            "  awards[*].place",
        ]
    );
    let unknown = start("keys that JSON Resume does not define, kept only under `internal`");
    assert_eq!(
        &report[unknown + 1..unknown + 6],
        [
            "  applications",
            "  meta.template",
            "  basics.location.planet",
            "  basics.pronouns",
            "  work[0].office",
        ],
    );
}

#[test]
fn keeps_all_keys_of_a_document_by_vitae() {
    let mut resume = resume();
    resume["meta"]["consultantProfile"] = json!({"id": "anna"});
    let (profile, notes, report) = import(&resume);
    for value in ["pronouns", "planet", "company", "template"] {
        assert!(profile.contains(&format!("unknown-{value}")), "{value}: {profile}");
    }
    assert_eq!(notes, Json::Null);
    assert!(!report.iter().any(|line| line.contains("does not define")), "{report:#?}");
}

#[test]
fn reads_other_names_of_the_work_history() {
    for name in ["experience", "experiences", "internship", "internships"] {
        let (profile, notes, _) =
            import(&json!({"basics": {"name": "A"}, name: [{"company": "C"}]}));
        assert!(profile.contains(r#""employment":[{"organization":"C"}]"#), "{name}: {profile}");
        assert_eq!(notes, Json::Null);
    }
}

#[test]
fn a_given_name_beside_the_name_stays_under_internal() {
    let (profile, notes, _) = import(
        &json!({"basics": {"name": "Anna Berg", "firstName": "Anna", "linkedin": "anna-berg"}}),
    );
    assert_eq!(profile, r#"{"active":false,"name":"Anna Berg"}"#);
    assert_eq!(notes.as_array().map(Vec::len), Some(2), "{notes}");
}
