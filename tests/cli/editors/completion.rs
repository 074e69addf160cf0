//! Completion, hover texts, and the positions of problems.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::language_server::{LanguageServer, Position};
use super::{MODELINE, server};
use crate::project::{Project, files, repository};

/// The start of every document in these tests.
const START: &str = "active: false\nname: Anna Berg\n";

/// The first line of a translation.
const TRANSLATION: &str = "# yaml-language-server: $schema=../schema/translation.json\n";

/// An open document in which `|` marks a position.
struct Marked {
    uri: String,
    text: String,
    position: Position,
}

impl Marked {
    fn open(server: &mut LanguageServer, marked: &str) -> Self {
        let (before, after) = marked.split_once('|').expect("a mark");
        let modeline = if before.starts_with(TRANSLATION) { "" } else { MODELINE };
        let before = format!("{modeline}{before}");
        let position = Position {
            line: before.matches('\n').count(),
            column: before.len() - before.rfind('\n').map_or(0, |newline| newline + 1),
        };
        let text = format!("{before}{after}");
        let uri = server.open("content/consultants/marked.yaml", &text);
        server.problems(&uri);
        Self { uri, text, position }
    }
}

/// Returns the completions at the mark.
fn completions(server: &mut LanguageServer, marked: &str) -> Vec<Json> {
    let document = Marked::open(server, marked);
    server.complete(&document.uri, document.position)
}

fn labels(completions: &[Json]) -> Vec<&str> {
    completions.iter().filter_map(|completion| completion["label"].as_str()).collect()
}

fn completion<'a>(completions: &'a [Json], label: &str) -> &'a Json {
    let completion = completions.iter().find(|completion| completion["label"] == label);
    completion.unwrap_or_else(|| panic!("{label} is not among {:?}", labels(completions)))
}

/// Returns the description of a completion.
fn documentation(completion: &Json) -> &str {
    let documentation = &completion["documentation"];
    let text = documentation.as_str().or(documentation["value"].as_str());
    text.unwrap_or_default()
}

/// Returns the text that a completion inserts.
fn inserted(completion: &Json) -> &str {
    let text = completion["textEdit"]["newText"].as_str();
    text.or(completion["insertText"].as_str()).unwrap_or_default()
}

#[test]
fn completes_fields_with_their_descriptions() {
    let Some((_, mut server)) = server("fields") else {
        return;
    };
    for (marked, label, words) in [
        ("|", "active", "Whether the profile is published"),
        ("active: false\nname: Anna Berg\n|", "employment", "Employments, the newest first"),
        ("active: false\nname: Anna Berg\nperso|", "personal", "headline: Cloud security"),
        ("personal:\n  |", "headline", "The line below the name"),
        ("personal:\n  contact:\n    |", "phone", "country code"),
        ("employment:\n  - |", "organization", "The employer or client"),
        ("contracts:\n  - role: Architect\n    |", "start_date", "The first month or day"),
        (
            "skills:\n  languages:\n    - name: Swedish\n      |",
            "level",
            "How well the consultant speaks it",
        ),
        ("skills:\n  categories:\n    |", "category", "Cloud & DevOps"),
        ("attributes:\n  |", "publications", "Publications"),
        ("attributes:\n  awards:\n    - |", "awarder", "Who gave the award"),
    ] {
        let completions = completions(&mut server, marked);
        let printed = documentation(completion(&completions, label));
        assert!(printed.contains(words), "{marked:?}: {printed:?}");
    }
    // Fields that exist are not completed again.
    let again = completions(&mut server, "personal:\n  headline: A\n  |");
    assert!(!labels(&again).contains(&"headline"), "{again:?}");
}

#[test]
fn completes_a_translation_with_what_can_be_translated() {
    let Some((_, mut server)) = server("translation") else {
        return;
    };
    for (marked, translatable, others) in [
        ("|", "title", ["active", "photo"]),
        ("personal:\n  |", "headline", ["country", "contact"]),
        ("employment:\n  - |", "of", ["start_date", "url"]),
        ("employment:\n  - of: Nordvik\n    |", "role", ["start_date", "end_date"]),
    ] {
        let completions = completions(&mut server, &format!("{TRANSLATION}{marked}"));
        let labels = labels(&completions);
        let has_other = others.iter().any(|other| labels.contains(other));
        assert!(labels.contains(&translatable) && !has_other, "{marked:?}: {labels:?}");
    }
    let items = completions(&mut server, &format!("{TRANSLATION}employment:\n  |"));
    for item in items.iter().map(inserted) {
        assert!(!item.contains("date"), "{item}");
    }
    for line in ["active: true", "employment: [{of: Nordvik, extra: {employmentType: Temp}}]"] {
        let uri = server.open("content/consultants/b.yaml", &format!("{TRANSLATION}{line}\n"));
        assert_eq!(server.problems(&uri).len(), 1, "{line}: {:?}", server.problems(&uri));
    }
}

#[test]
fn completes_known_values_and_allows_others() {
    let Some((_, mut server)) = server("values") else {
        return;
    };
    for (marked, known) in [
        ("engagement:\n  work_arrangements:\n    - |", ["remote", "hybrid", "onsite"].as_slice()),
        ("engagement:\n  work_arrangements: [|]", &["remote", "onsite"]),
        ("engagement:\n  pricing: |", &["contact_directly", "daily_rate"]),
        ("skills:\n  languages:\n    - level: |", &["native", "professional", "basic"]),
        ("active: |", &["true", "false"]),
    ] {
        let completions = completions(&mut server, marked);
        for word in known {
            assert_eq!(inserted(completion(&completions, word)), *word, "{marked:?}");
        }
    }
    let text = format!("{MODELINE}{START}engagement: {{pricing: by_the_song}}\n");
    let uri = server.open("content/consultants/b.yaml", &text);
    assert!(server.problems(&uri).is_empty());
}

#[test]
fn completing_a_field_inserts_no_value() {
    let Some((_, mut server)) = server("no-value") else {
        return;
    };
    for marked in ["|", "personal:\n  |", "personal:\n  contact:\n    |", "engagement:\n  |"] {
        for completion in completions(&mut server, &format!("{START}{marked}")) {
            let inserted = inserted(&completion);
            let (_, value) = inserted.split_once(':').unwrap_or_default();
            // The required field of `consent`.
            let value = value.trim_start().trim_start_matches("given:");
            let empty = value.chars().all(|c| c.is_whitespace() || "-${}1".contains(c));
            assert!(empty, "{marked:?} writes {value:?}");
        }
    }
}

/// Fills in the placeholder of a line of a new item.
fn filled(line: &str) -> String {
    let Some((line, _)) = line.split_once('$') else {
        return line.to_owned();
    };
    let value = match line.trim_start_matches(['-', ' ']) {
        "level: " => "basic",
        "url: " => "https://example.com",
        key if key.ends_with("date: ") => "2024-03",
        _ => "Something",
    };
    format!("{line}{value}")
}

#[test]
fn completes_a_new_item_with_its_usual_fields() {
    let Some((project, mut server)) = server("new-item") else {
        return;
    };
    for marked in [
        "employment: |\n",
        "employment:\n  |\n",
        "employment:\n  - |\n",
        "employment:\n  - role: Architect\n  - |\n",
        "education:\n  - |\n",
        "skills:\n  languages:\n    - |\n",
        "attributes:\n  awards:\n    - |\n",
    ] {
        let marked = format!("{START}{marked}");
        let document = Marked::open(&mut server, &marked);
        let completions = server.complete(&document.uri, document.position);
        // Editor programs indent the inserted lines like the current one.
        let line = document.text.lines().nth(document.position.line).expect("a line");
        let indentation = &line[..line.len() - line.trim_start().len()];
        let written = inserted(completion(&completions, "new item"));
        assert!(written.matches('$').count() > 1, "{marked:?} writes {written:?}");
        let written: Vec<String> = written.split('\n').map(filled).collect();
        let written = written.join(&format!("\n{indentation}"));
        let start = document.text.match_indices('\n').nth(document.position.line - 1);
        let start = start.expect("a line before").0 + 1;
        let (before, after) = document.text.split_at(start + document.position.column);
        let filled = format!("{before}{written}{after}");
        project.write("content/consultants/anna-berg.yaml", &filled);
        let output = project.run("check");
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{filled}\n{printed}");
    }
}

#[test]
fn hover_text_describes_a_field() {
    let Some((_, mut server)) = server("hover") else {
        return;
    };
    for (marked, words) in [
        ("personal:\n  head|line: A\n", ["The line below the name", "Cloud security"].as_slice()),
        ("engagement:\n  pri|cing: daily_rate\n", &["How prices are stated", "contact_directly"]),
        ("emplo|yment:\n  - role: A\n", &["the newest first", "organization: Nordvik Sjukhus"]),
        ("employment:\n  - ro|le: A\n", &["The role of the consultant"]),
        ("inter|nal: {a: b}\n", &["Never published"]),
    ] {
        let marked = format!("{START}{marked}");
        let document = Marked::open(&mut server, &marked);
        let printed = server.hover(&document.uri, document.position);
        for words in words {
            assert!(printed.contains(words), "{marked:?}: {printed}");
        }
    }
}

/// Returns the position of a diagnostic, with lines and columns from 0 as in the protocol.
fn position(diagnostic: &Json) -> Position {
    let number = |key: &str| diagnostic[key].as_u64().expect("a number") - 1;
    let index = |number: u64| usize::try_from(number).expect("a position");
    Position { line: index(number("line")), column: index(number("column")) }
}

#[test]
fn flags_unknown_fields_where_check_reports_them() {
    let Some((_, mut server)) = server("misspelt") else {
        return;
    };
    let fixtures = files(&repository().join("tests/fixtures/diagnostics"));
    let profiles: BTreeMap<String, String> = fixtures
        .into_iter()
        .filter_map(|(path, bytes)| {
            let name = path.strip_suffix(".yaml")?;
            let text = String::from_utf8(bytes).ok()?;
            let text = format!("{MODELINE}{}", text.trim_start_matches('\u{FEFF}'));
            // The language server resolves merge keys, and does not read on after syntax errors. With the first line, an RTF
            // document is not recognized. Only `vitae check` knows which keys have no effect in open places.
            let others =
                ["merge-key", "many-syntax-errors", "rtf-document", "misplaced-publication-fields"];
            (!others.contains(&name)).then(|| (name.to_owned(), text))
        })
        .collect();
    let checked = Project::site("editors/misspelt-checked");
    let mut count = 0;
    for (name, mut diagnostics) in checked.check_profiles(&profiles) {
        diagnostics.retain(|diagnostic| diagnostic["code"] == "unknown-field");
        if diagnostics.is_empty() {
            continue;
        }
        let path = format!("content/consultants/{name}.yaml");
        let uri = server.open(&path, &profiles[&name]);
        let problems = server.problems(&uri);
        for position in diagnostics.iter().map(position) {
            let flagged = problems.iter().any(|problem| {
                problem.start == position && problem.message.contains("is not allowed")
            });
            assert!(flagged, "{name}: {position:?} is not among {problems:?}");
            count += 1;
        }
    }
    assert!(count > 5, "{count} unknown fields");
}

#[test]
fn generated_files_have_no_problems() {
    let Some((project, mut server)) = server("starting") else {
        return;
    };
    project.succeed("init profiles");
    project.succeed("new anna-berg --content profiles/content");
    let files = project.files("profiles/content");
    let yaml = files.into_iter().filter(|(path, _)| path.ends_with(".yaml"));
    let yaml: Vec<_> = yaml.collect();
    assert_eq!(yaml.len(), 3);
    for (path, bytes) in yaml {
        let text = String::from_utf8(bytes).expect("UTF-8");
        let uri = server.open(&format!("profiles/content/{path}"), &text);
        let problems = server.problems(&uri);
        assert!(problems.is_empty(), "{path}: {problems:?}");
        let with_unknown = format!("{text}\nnonsense: true\n");
        let uri = server.open(&format!("profiles/content/{path}"), &with_unknown);
        assert!(!server.problems(&uri).is_empty(), "{path} has no schema");
    }
}
