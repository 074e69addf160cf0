//! Private values are only under `internal`.

use serde_json::{Value as Json, json};
use vitae::import::{ImportOptions, Imported, import};
use vitae::yaml::parse;

/// Imports a résumé, and returns the profile without `internal`, the notes, and the report.
fn imported(resume: &Json) -> (String, String, Vec<String>) {
    let id = Some("anna-berg".to_owned());
    let options = ImportOptions { id, ..ImportOptions::default() };
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

/// Parts of the private values above, at keys of JSON Resume and in items of its lists.
const PRIVATE: [&str; 9] = [
    "Storgatan",
    "222 22",
    "12345",
    "51234",
    "0700000001",
    "12 34 56 78",
    "bo@example.org",
    "cara@example.org",
    "dan@example.org",
];
/// Parts of the values at other keys.
const UNKNOWN: [&str; 8] = [
    "070-111",
    "1980-02-03",
    "private-gender",
    "private-status",
    "800203",
    "3 Feb",
    "private-token",
    "private-note",
];

#[test]
fn keeps_private_values_under_internal() {
    let (profile, notes, _) = imported(&resume());
    for private in PRIVATE.into_iter().chain(UNKNOWN) {
        assert!(!profile.contains(private), "{private}: {profile}");
        assert!(notes.contains(private), "{private}: {notes}");
    }
    for public in ["Lund", "Eva Alm", "Great.", "Bo Ek", "Public result", "Write to anna"] {
        assert!(profile.contains(public), "{public}: {profile}");
    }
}

#[test]
fn lists_public_and_private_values_first() {
    let (_, _, report) = imported(&resume());
    assert_eq!(
        &report[..7],
        [
            "kept only under `internal`: 20 values; in the profile: 11",
            "check these dates:",
            "  work[0]: has no date, so the item reads as current",
            "will be public when the profile is active:",
            "  basics.email: \"anna@example.com\"",
            "  basics.phone: \"+46 70 123 45 67\"",
            "private, and kept only under `internal` in the file:",
        ]
    );
    for path in [
        "work[0].salary: a salary",
        "references[0].email: contact data",
        // JSON Resume does not define these keys.
        "basics.birthDate",
        "personnummer",
        "custom",
    ] {
        assert!(report.iter().any(|line| line.trim() == path), "{path}: {report:?}");
    }
}

#[test]
fn keeps_a_location_in_text_only_without_digits() {
    let location = |text: &str| imported(&json!({"basics": {"name": "Anna", "location": text}}));
    assert!(location("Lund, Sweden").0.contains(r#""city":"Lund, Sweden""#));
    assert!(!location("Storgatan 1, Lund").0.contains("Lund"));
}

#[test]
fn a_part_of_the_own_contact_data_stays_private() {
    let public = |summary: &str| {
        let basics = json!({
            "name": "Anna", "email": "hanna@example.net", "phone": "+46 70 174 06 05", "summary": summary,
        });
        imported(&json!({ "basics": basics })).0.contains(summary)
    };
    assert!(!public("Age: 46"));
    assert!(!public("My boss is anna@example.net"));
    assert!(public("Write to Hanna@example.net"));
}

#[test]
fn searches_keys_and_labels() {
    let resume = json!({
        "basics": {
            "name": "Anna Berg", "email": "anna@example.com",
            "label": "Email: anna@example.com", "summary": "Date of birth: 3 Feb",
        },
        "projects": [
            {"name": "Salary", "description": "A public project"},
            {"name": "P", "custom": {
                "birth date 1980-02-03": true,
                "call +46 70 999 88 77": "any time",
                "bo@example.org": {"role": "Mentor"},
                "生年月日": "showa-55",
            }, "facts": [
                {"label": "Salary", "amount": "50000"},
                {"title": "Personnummer", "text": "not-a-number"},
                {"field": "Expected salary", "values": [{"amount": "60000"}]},
                {"type": "Mobile", "label": "Home", "number": "123 456"},
                {"name": "Married", "answer": true},
                {"question": "Do you have children?", "reply": "two"},
                {"3 March 1981": "Birthday"},
                "12345 steps",
            ], "keys": ["AKIAIOSFODNN7EXAMPLE", "eyJhbGciOiJIUzI1NiJ9.e30.x"], "apps": [
                {"name": "Password manager", "text": "Public app"},
                {"name": "Mobile", "items": ["Swift"]},
            ]},
        ],
        "references": [{"name": "Eva", "picture": "eva.png", "members": ["Bo", "Eva Alm"]}],
    });
    let (profile, notes, report) = imported(&resume);
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
        "3 March",
        "AKIA",
        "eyJ",
        "eva.png",
        "Eva Alm",
    ] {
        assert!(!profile.contains(private), "{private}: {profile}");
        assert!(notes.contains(private), "{private}: {notes}");
    }
    for public in ["Email: anna@example.com", "A public project", "12345 steps"] {
        assert!(profile.contains(public), "{public}: {profile}");
    }
    // Groups in items are only under `internal`, but are no private values.
    for other in ["Public app", "Swift"] {
        assert!(notes.contains(other), "{other}: {notes}");
    }
    assert!(report.contains(&"  projects[1].facts[0]: a salary".to_owned()), "{report:?}");
}

/// The check has an error for some of these values.
#[test]
fn keeps_what_the_check_reports_under_internal() {
    let resume = json!({
        "basics": {"name": "Anna Berg", "label": "Architect, not for publication"},
        "work": [
            {"name": "Bank-A (confidential)", "timpris": 1151, "Stundensatz": 121, "private": "private-a"},
            {"name": "Public AB", "confidential": {"a": "private-b"}, "family": "private-c"},
            {"name": "Agency (under confidentiality)", "exchange_rate": 11, "summary": "geb. 14.05.1979"},
        ],
        "certificates": [{"name": "CISSP", "certId": "811228-9874"}],
        "projects": [
            {"name": "811218-9876", "description": "Public project"},
            {"name": "P", "198112289874": "Employee"},
            {"name": "Enclaves (Confidential Computing)"},
        ],
    });
    let (profile, notes, report) = imported(&resume);
    for private in [
        "not for publication",
        "Bank-A",
        "1151",
        "121",
        "private-a",
        "private-b",
        "private-c",
        "1979",
        "811218-9876",
        "198112289874",
    ] {
        assert!(!profile.contains(private), "{private}: {profile}");
        assert!(notes.contains(private), "{private}: {notes}");
    }
    for public in
        ["Public AB", "under conf", "exchange_rate", "Public project", "Enclaves (", "811228-9874"]
    {
        assert!(profile.contains(public), "{public}: {profile}");
    }
    assert!(report.contains(&"  work[0].name: marked as not public".to_owned()), "{report:?}");
}

#[test]
fn publishes_names_and_numbers_that_are_not_private() {
    let resume = json!({
        "basics": {"name": "Anna Berg", "profiles": [
            {"network": "Mastodon", "username": "anna@social.example"},
            {"network": "Pleroma", "username": "@anna@social.example"},
            {"network": "OpenStreetMap", "username": "anna", "url": "https://osm.example.org/user/anna"},
            {"network": "LinkedIn", "url": "https://www.example.com/in/anna-berg-088476211"},
            {"network": "XING", "url": "www.example.com/in/anna-berg-088476212"},
            {"network": "QQ", "username": "0123456789"},
        ]},
        "publications": [{"name": "P", "url": "https://doi.org/10.1000/0123456789"}],
        "references": [
            {"name": "Bo Ek", "reference": "Teammate (2007 - 2009), see https://a.example.com/1234567"},
        ],
        "education": [{"institution": "E", "note": "3.7"}],
        "certificates": [{"name": "C", "certId": "0123456780"}],
    });
    let (profile, notes, report) = imported(&resume);
    assert_eq!(notes, "null", "{report:?}");
    for public in [
        "anna@social.example",
        "user/anna",
        "088476211",
        "088476212",
        "0123456789",
        "10.1000",
        "2007 - 2009",
        "3.7",
        "0123456780",
    ] {
        assert!(profile.contains(public), "{public}: {profile}");
    }
}
