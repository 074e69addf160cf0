//! Private values are only under `internal`.

use serde_json::{Value as Json, json};
use vitae::import::{Imported, Options, import};
use vitae::yaml::parse;

/// Imports a résumé, and returns the profile without `internal`, the notes, and the report.
fn imported(resume: &Json, keep_private_fields: bool) -> (String, String, Vec<String>) {
    let id = Some("anna-berg".to_owned());
    let options = Options { id, keep_private_fields, ..Options::default() };
    let bytes = serde_json::to_vec(resume).expect("JSON");
    let imported = import("resume.json", &bytes, &options).expect("no internal error");
    let Imported { yaml, report, .. } = imported.expect("imported");
    let profile = parse("a.yaml", yaml.as_bytes(), &mut Vec::new()).expect("a profile");
    let mut profile = profile.to_json();
    let notes = profile.as_object_mut().expect("a group").shift_remove("internal");
    (profile.to_string(), notes.unwrap_or_default().to_string(), report.lines())
}

fn resume() -> Json {
    json!({
        "basics": {
            "name": "Anna Berg", "email": "anna@example.com", "phone": "+46 70 123 45 67",
            "mobile": "070-111 22 33", "birthDate": "1980-02-03", "gender": "private-gender",
            "maritalStatus": "private-status", "summary": "Write to anna@example.com.",
            "location": {"address": "Storgatan 1", "postalCode": "222 22", "city": "Lund"},
            "profiles": [{"network": "Phone", "username": "12345"}],
        },
        "work": [{"name": "A", "salary": 51_234, "supervisor": {"name": "Bo", "tel": "0700000001"}}],
        "references": [
            {"name": "Bo Ek", "reference": "Call 12 34 56 78.", "email": "bo@example.org"},
            {"name": "Eva Alm", "reference": "Great."},
            "cara@example.org",
        ],
        "projects": [{"name": "P", "highlights": ["ask dan@example.org", "Public result"]}],
        "personnummer": "800203-1236",
        "custom": [{"label": "Date of birth", "value": "3 Feb"}, {"apiToken": "private-token"}],
        "notes": "private-note",
    })
}

/// Parts of the private values above.
const PRIVATE: [&str; 16] = [
    "070-111",
    "1980-02-03",
    "private-gender",
    "private-status",
    "Storgatan",
    "222 22",
    "12345",
    "51234",
    "0700000001",
    "12 34 56 78",
    "bo@example.org",
    "cara@example.org",
    "dan@example.org",
    "800203",
    "3 Feb",
    "private-token",
];

#[test]
fn keeps_private_values_under_internal() {
    let (profile, notes, report) = imported(&resume(), false);
    for private in PRIVATE.into_iter().chain(["private-note"]) {
        assert!(!profile.contains(private), "{private}: {profile}");
        assert!(notes.contains(private), "{private}: {notes}");
    }
    for public in ["Lund", "Eva Alm", "Great.", "Bo Ek", "Public result", "Write to anna"] {
        assert!(profile.contains(public), "{public}: {profile}");
    }
    let empty = report.iter().any(|line| line.contains("they are empty"));
    assert!(!empty, "private values are not empty: {report:?}");
}

#[test]
fn lists_public_and_private_values_first() {
    let (_, _, report) = imported(&resume(), false);
    assert_eq!(
        &report[..4],
        [
            "will be public when the profile is active:",
            "  basics.email: \"anna@example.com\"",
            "  basics.phone: \"+46 70 123 45 67\"",
            "private, and kept only under `internal` in the file (`--keep-private-fields` imports them):",
        ]
    );
    for path in [
        "basics.birthDate: a date or place of birth",
        "work[0].salary: a salary",
        "references[0].email: contact data",
        "custom[0]: a date or place of birth",
    ] {
        assert!(report.iter().any(|line| line.trim() == path), "{path}: {report:?}");
    }
}

#[test]
fn publishes_private_values_on_request() {
    let (profile, notes, report) = imported(&resume(), true);
    for private in PRIVATE {
        assert!(profile.contains(private), "{private}: {profile}");
    }
    assert_eq!(notes, "null");
    assert!(report.iter().any(|line| line == "  work[0].salary: 51234"), "{report:?}");
}

#[test]
fn keeps_a_location_in_text_only_without_digits() {
    let location =
        |text: &str| imported(&json!({"basics": {"name": "Anna", "location": text}}), false);
    assert!(location("Lund, Sweden").0.contains(r#""city":"Lund, Sweden""#));
    assert!(!location("Storgatan 1, Lund").0.contains("Lund"));
}

#[test]
fn searches_keys_and_labels() {
    let resume = json!({
        "basics": {
            "name": "Anna Berg", "email": "anna@example.com",
            "facts": ["Date of birth: 3 Feb", "Email: anna@example.com", "Likes: 12345 steps"],
        },
        "custom": {
            "birth date 1980-02-03": true,
            "call +46 70 999 88 77": "any time",
            "bo@example.org": {"role": "Mentor"},
            "生年月日": "showa-55",
        },
        "facts": [
            {"label": "Salary", "amount": "50000"},
            {"title": "Personnummer", "text": "not-a-number"},
            {"field": "Expected salary", "values": [{"amount": "60000"}]},
            {"type": "Mobile", "label": "Home", "number": "123 456"},
            {"name": "Married", "answer": true},
            {"question": "Do you have children?", "reply": "two"},
            ["Salary", "70000"],
            {"3 March 1981": "Birthday"},
        ],
        "keys": ["AKIAIOSFODNN7EXAMPLE", "eyJhbGciOiJIUzI1NiJ9.e30.x"],
        "apps": [
            {"name": "Password manager", "text": "Public app"},
            {"name": "Mobile", "items": ["Swift"]},
        ],
        "projects": [{"name": "Salary", "description": "A public project"}],
    });
    let (profile, notes, report) = imported(&resume, false);
    for private in [
        "3 Feb",
        "1980",
        "999 88 77",
        "bo@",
        "Mentor",
        "showa-55",
        "50000",
        "not-a-number",
        "60000",
        "123 456",
        "Married",
        "Do you have",
        "70000",
        "3 March",
        "AKIA",
        "eyJ",
    ] {
        assert!(!profile.contains(private), "{private}: {profile}");
        assert!(notes.contains(private), "{private}: {notes}");
    }
    for public in
        ["Email: anna@example.com", "12345 steps", "Public app", "Swift", "A public project"]
    {
        assert!(profile.contains(public), "{public}: {profile}");
    }
    assert!(report.contains(&"  facts[0]: a salary".to_owned()), "{report:?}");
}
