//! Written YAML is parsed to the same values.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

use super::write;
use crate::yaml::parse;

fn written(value: Json) -> String {
    write(value.as_object().expect("an object"), &[])
}

fn assert_round_trip(value: &Json) {
    let text = written(value.clone());
    let mut diagnostics = Vec::new();
    let tree = parse("a.yaml", text.as_bytes(), &mut diagnostics);
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{text}");
    assert_eq!(tree.expect("a tree").to_json(), *value, "{text}");
}

#[test]
fn writes_the_style_of_the_sample_content() {
    let document = json!({
        "active": false,
        "name": "Åsa Öberg: \"Zoë\"",
        "phone": "+46 70 174 06 05",
        "skills": {"languages": [{"name": "Swedish", "level": "native", "extra": {}}], "rest": []},
        "employment": [{
            "role": "Architect",
            "start_date": "2018-08",
            "technologies": ["Azure", "C#"],
            "key_results": ["Built the security practice from two to seven consultants.", "No"],
            "summary": "Architect on client assignments and head of the security practice, with responsibility for its methods."
        }],
        "full": "One.\n\nTwo.",
        "deep": [["a b c d e f g h i j k l m n", ["b"]]]
    });
    let expected = "\
# head
active: false
name: \"Åsa Öberg: \\\"Zoë\\\"\"
phone: \"+46 70 174 06 05\"

# One line
# and another.
skills:
  languages:
    - name: Swedish
      level: native
      extra: {}
  # Below.
  rest: []

employment:
  - role: Architect
    start_date: \"2018-08\"
    technologies: [Azure, C#]
    key_results:
      - Built the security practice from two to seven consultants.
      - \"No\"
    summary: >-
      Architect on client assignments and head of the security practice, with
      responsibility for its methods.

full: |-
  One.

  Two.

deep:
  - - a b c d e f g h i j k l m n
    - - b
";
    let comments = [("", "head"), ("skills", "One line\nand another."), ("skills.rest", "Below.")];
    assert_eq!(write(document.as_object().expect("an object"), &comments), expected);
    assert_round_trip(&document);
}

/// Texts that YAML parsers read as something else if they are not quoted, or change.
const TRICKY: [&str; 62] = [
    "",
    " ",
    "no",
    "No",
    "null",
    "~",
    "=",
    "<<",
    "1e3",
    "0123",
    "1_000",
    "12:30",
    "0x1F",
    ".inf",
    ".nan",
    "-.INF",
    "2024",
    "2024-01-01",
    "2024-01-01 10:00:00",
    "+46701740605",
    "09800",
    " a",
    "a ",
    "\ta",
    "a\t",
    "a\tb",
    "# x",
    "a # x",
    "a: b",
    "a:",
    ":a",
    "- x",
    "-",
    "? x",
    "[a]",
    "{a: b}",
    "*a",
    "&a",
    "!a",
    "%a",
    "@a",
    "`a`",
    "|",
    "> a",
    "'a'",
    "\"a\"",
    "---",
    "...",
    "a\u{85}b",
    "a\u{2028}b",
    "a\u{2029}b",
    "a\r\nb",
    "a\rb",
    "\u{FEFF}a",
    "👩‍💻 🇸🇪",
    "a\nb",
    "a\n\nb\n",
    "a\nb\n\n",
    "\na",
    "  a\nb",
    "a\n  b \nc",
    "a\u{0}\u{1b}\u{7f}\u{202e}b",
];

#[test]
fn round_trips_tricky_texts() {
    for text in TRICKY {
        let long = format!("{text} {}", "word and: ".repeat(30));
        assert_round_trip(&json!({
            "a": text, "b": [text, "x"], "c": [{"d": text, "e": [[text]]}], "f": {"g": long}, "h": [long]
        }));
        if !text.is_empty() {
            assert_round_trip(&json!({ text: { text: text } }));
        }
    }
    assert_round_trip(
        &json!({"a": [1, -1, 1.5, true, null, {}, []], "b": 18_446_744_073_709_551_615_u64}),
    );
}

fn any_json() -> impl Strategy<Value = Json> {
    let text = prop_oneof![
        any::<String>(),
        r#"([a-c]|:|-|#| |\n|"|'|[\[\]{},&*!|>%@?=~]|[0-9]|\t|\r|å|_|\.){0,60}"#,
        r"([a-z]{1,9}[ ]{1,2}){0,40}",
    ];
    let leaf = prop_oneof![
        text.prop_map(Json::String),
        any::<i64>().prop_map(Json::from),
        any::<bool>().prop_map(Json::from),
        Just(Json::Null),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Json::Array),
            proptest::collection::vec(("\\PC{1,20}|[ -~]{1,20}", inner), 0..4)
                .prop_map(|entries| entries.into_iter().collect::<Map<_, _>>().into()),
        ]
    })
}

proptest! {
    #[test]
    fn round_trips_any_json(value in any_json()) {
        assert_round_trip(&json!({ "a": value }));
    }
}
