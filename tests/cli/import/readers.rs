//! vitae and PyYAML, a YAML 1.1 parser, read the written YAML alike.

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value as Json, json};
use vitae::import::{ImportOptions, import};
use vitae::yaml::parse;

use super::{corpus, id, imported};
use crate::project::repository;

/// Texts that some YAML parsers read as other types or do not preserve.
const TRICKY: [&str; 69] = [
    "no",
    "No",
    "NO",
    "y",
    "on",
    "Off",
    "true",
    "null",
    "Null",
    "~",
    "=",
    "<<",
    "1e3",
    "1.0e+3",
    "0123",
    "0o17",
    "0b11",
    "1_000",
    "12:30",
    "190:20:30",
    "0x1F",
    ".inf",
    "-.INF",
    ".nan",
    "+1",
    "-1",
    "1.10",
    "2024",
    "2024-01",
    "2024-01-01",
    "2024-01-01 10:00:00",
    "2024-01-01T10:00:00Z",
    "+46701740699",
    "08000000000",
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
    "?",
    "? x",
    "[a]",
    "{a: b}",
    "*a",
    "&a",
    "!a",
    "!!str a",
    "%a",
    "@a",
    "`a`",
    "|",
    "> a",
    "'a'",
    "\"a\"",
    "---",
    "...",
    "\u{FEFF}a",
    "👩‍💻 🇸🇪",
    "a\n\n  b\n",
    "\n a\nb \n\n",
    "a\u{fffe}b",
];

/// Returns a résumé with `text` in every kind of field.
fn resume(text: &str) -> Json {
    let long = format!("{text} {}", "and: many - words # here ".repeat(9));
    json!({
        "basics": {
            "name": "Anna Berg", "label": text, "phone": text, "summary": long, text: text,
            "location": {"address": text, "postalCode": text, "city": text},
            "profiles": [{"network": text, "username": text}],
        },
        "work": [{
            "name": text, "summary": format!("{text}\n{text}\n\n{long}"), "highlights": [text, long],
            "keywords": [text, "x"], text: {text: [text, [text]]},
        }],
        "skills": [{"name": text, "keywords": [text], "level": text}],
        "languages": [{"language": text, "fluency": text}],
        "awards": [{"title": text, text: text}],
        "certificates": [{"name": text, "date": text, "url": text}],
        text: [text],
        // Documents by vitae keep all values.
        "meta": {text: long, "consultantProfile": {"id": "anna-berg"}},
    })
}

/// Returns the YAML of a résumé that has the text in every place.
fn tricky_yaml(text: &str) -> String {
    let bytes = serde_json::to_vec(&resume(text)).expect("JSON");
    let id = Some("anna-berg".to_owned());
    let options = ImportOptions { id, ..ImportOptions::default() };
    let imported = import("resume.json", &bytes, &options).expect("no internal error");
    imported.expect(text).yaml
}

/// Returns the YAML of each tricky text and of the whole corpus.
fn written_yaml() -> Vec<String> {
    let tricky = TRICKY.iter().map(|text| tricky_yaml(text));
    let corpus = corpus().into_iter();
    let corpus = corpus.filter_map(|(file, bytes)| Some(imported(&bytes, &id(&file)).ok()?.yaml));
    tricky.chain(corpus).collect()
}

/// Returns whether an import removes the character from text.
fn is_unsafe(character: char) -> bool {
    character.is_control() && !"\n\t".contains(character)
        || matches!(character, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn read_with_vitae(yaml: &str) -> Json {
    let mut diagnostics = Vec::new();
    let tree = parse("a.yaml", yaml.as_bytes(), &mut diagnostics);
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{yaml}");
    tree.expect("a tree").to_json()
}

#[test]
fn vitae_preserves_each_text() {
    for text in TRICKY {
        let yaml = tricky_yaml(text);
        let profile = read_with_vitae(&yaml);
        let cleaned = text.replace(is_unsafe, "");
        let trimmed = cleaned.trim();
        let attributes = &profile["attributes"];
        assert_eq!(profile["personal"]["headline"], trimmed, "{yaml}");
        assert_eq!(profile["personal"]["contact"]["phone"], trimmed, "{yaml}");
        assert_eq!(attributes["location"]["postal_code"], trimmed, "{yaml}");
        assert_eq!(profile["employment"][0]["key_results"][0], trimmed, "{yaml}");
        assert_eq!(profile["employment"][0]["technologies"][0], trimmed, "{yaml}");
        if cleaned != *text {
            // Keys with such characters are rejected.
            let notes = profile["internal"]["import"]["not_taken_over"].as_array();
            assert!(notes.is_some_and(|notes| notes.len() >= 4), "{yaml}");
            continue;
        }
        assert_eq!(profile["employment"][0]["extra"][text][text][1][0], text, "{yaml}");
        // Keys that JSON Resume does not define.
        assert_eq!(attributes["json_resume"]["basics"][text], json!(text), "{yaml}");
        assert_eq!(attributes["json_resume"]["sections"][text], json!([text]), "{yaml}");
    }
}

/// Returns a Python with PyYAML, that of the linters or of the system; `None` if it is missing.
fn python() -> Option<PathBuf> {
    let own = repository().join("tests/linters/.venv/bin/python");
    let has_yaml = |python: &PathBuf| {
        let output = Command::new(python).args(["-c", "import yaml"]).output();
        output.is_ok_and(|output| output.status.success())
    };
    let found = [own, PathBuf::from("python3")].into_iter().find(has_yaml);
    if found.is_none() {
        let message = "PyYAML is missing; to install it: python3 -m venv .venv && \
                       .venv/bin/pip install -r requirements.txt, in tests/linters";
        assert!(std::env::var_os("VITAE_REQUIRE_ALL").is_none(), "{message}");
        let _ = writeln!(stderr(), "skipped: {message}");
    }
    found
}

#[test]
fn pyyaml_reads_the_same_values() {
    let Some(python) = python() else { return };
    let script = "\
import json, sys, yaml
texts = json.load(sys.stdin)
json.dump([yaml.safe_load(text) for text in texts], sys.stdout)
";
    let mut child = Command::new(python)
        .args(["-X", "utf8", "-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut texts = written_yaml();
    let expected: Vec<Json> = texts.iter().map(|yaml| read_with_vitae(yaml)).collect();
    // The comparison can fail: PyYAML reads this text differently.
    texts.push("a: no\nb: 12:30\n".to_owned());
    let input = serde_json::to_vec(&texts).expect("JSON");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut read = serde_json::from_slice::<Vec<Json>>(&output.stdout).expect("JSON");
    assert_eq!(read.pop(), Some(json!({"a": false, "b": 750})));
    assert_eq!(read.len(), expected.len());
    for ((read, expected), yaml) in read.iter().zip(&expected).zip(&texts) {
        assert!(read == expected, "{yaml}\n\n{read:#}");
    }
}
