//! What an editor program accepts `vitae check` accepts, and the other way round, in everything a
//! schema can say. `documents.rs` names what it cannot.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::Value as Json;
use vitae::document::Document;
use vitae::document::profile::ProfileDocument;
use vitae::document::site::SiteDocument;
use vitae::lower::content::Content;
use vitae::lower::lower;
use vitae::source::{Modified, Sources};
use vitae::templates::Templates;

use super::language_server::LanguageServer;
use super::{MODELINE, changes, documents, server};
use crate::project::SITE;

/// A document as YAML, and what was changed in it.
struct Written {
    path: String,
    text: String,
    change: &'static str,
}

/// So many documents of a strategy, always the same ones.
fn sample<T: std::fmt::Debug>(strategy: &impl Strategy<Value = T>, count: usize) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    let tree = |_| {
        strategy
            .new_tree(&mut runner)
            .expect("a document")
            .current()
    };
    (0..count).map(tree).collect()
}

/// The document in flow style, every character that could mean something to YAML itself escaped.
fn yaml(document: &Json) -> String {
    match document {
        Json::String(text) => quoted(text),
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(yaml).collect();
            format!("[{}]", items.join(",\n "))
        }
        Json::Object(entries) => {
            let entry =
                |(key, value): (&String, &Json)| format!("{}: {}", quoted(key), yaml(value));
            let entries: Vec<String> = entries.iter().map(entry).collect();
            format!("{{{}}}", entries.join(",\n "))
        }
        scalar => scalar.to_string(),
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        let _ = match character {
            '"' | '\\' => write!(quoted, "\\{character}"),
            ' '..='~' => write!(quoted, "{character}"),
            _ => write!(quoted, "\\U{:08X}", u32::from(character)),
        };
    }
    quoted + "\""
}

/// Valid documents, changed ones, then every `step`th of those with one field and a value in it.
fn documents<T: Document>(modeline: &str, folder: &str, count: usize, step: usize) -> Vec<Written> {
    let schema = T::schema();
    let valid = sample(&documents::valid(&schema), count / 3);
    let valid = valid.into_iter().map(|document| ("nothing", document));
    let changed = sample(&changes::changed(&schema), count - count / 3);
    let written = |(number, (change, document))| Written {
        path: format!("{folder}document-{number}.yaml"),
        text: format!("{modeline}{}\n", yaml(&document)),
        change,
    };
    let each = changes::each_field::<T>(step);
    valid
        .chain(changed)
        .chain(each)
        .enumerate()
        .map(written)
        .collect()
}

/// What the language server says of each document, by path; nothing of those it accepts.
fn flagged(server: &mut LanguageServer, documents: &[Written]) -> BTreeMap<String, String> {
    let uris: Vec<String> = documents
        .iter()
        .map(|document| server.open(&format!("content/{}", document.path), &document.text))
        .collect();
    let mut flagged = BTreeMap::new();
    for (document, uri) in documents.iter().zip(&uris) {
        let problems = server.problems(uri);
        if !problems.is_empty() {
            flagged.insert(document.path.clone(), format!("{problems:?}"));
        }
    }
    flagged
}

/// What `vitae check` says of each file of a content, by path; nothing of those it accepts.
fn told<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> BTreeMap<String, String> {
    let sources = Sources::from_memory(files, &Modified::Unknown);
    let hosts = Templates::embedded().directories("hosts");
    let report = lower(&sources, &hosts, &Content::default()).expect("no error of the environment");
    let mut told = BTreeMap::new();
    for mistake in report
        .diagnostics
        .iter()
        .filter(|mistake| mistake.is_error())
    {
        let told: &mut String = told.entry(mistake.file.clone()).or_default();
        let _ = writeln!(told, "{}: {}", mistake.code.id, mistake.message);
    }
    told
}

fn assert_one_verdict(
    documents: &[Written],
    flagged: &BTreeMap<String, String>,
    told: &BTreeMap<String, String>,
) {
    let mut differences = Vec::new();
    let mut refused = BTreeSet::new();
    let mut accepted = 0;
    for document in documents {
        let (flagged, told) = (flagged.get(&document.path), told.get(&document.path));
        if flagged.is_some() != told.is_some() {
            let Written { text, change, .. } = document;
            differences.push(format!(
                "{change}\nthe editor program: {flagged:?}\ncheck: {told:?}\n{text}"
            ));
        }
        match told {
            Some(told) => {
                assert!(document.change != "nothing", "{}\n{told}", document.text);
                refused.insert(document.change);
            }
            None => accepted += 1,
        }
    }
    let first: Vec<&str> = differences.iter().take(5).map(String::as_str).collect();
    assert!(
        differences.is_empty(),
        "{} of {} documents have two verdicts:\n{}",
        differences.len(),
        documents.len(),
        first.join("\n")
    );
    assert!(accepted > documents.len() / 6, "{accepted} were accepted");
    assert!(refused.len() >= 9, "only these were refused: {refused:?}");
}

#[test]
fn of_profiles() {
    let Some((_, mut server)) = server("verdicts-profiles") else {
        return;
    };
    let documents = documents::<ProfileDocument>(MODELINE, "consultants/", 900, 7);
    let files = documents.iter().map(|d| (d.path.as_str(), d.text.as_str()));
    let told = told(files.chain([("site.yaml", SITE)]));
    assert_one_verdict(&documents, &flagged(&mut server, &documents), &told);
}

#[test]
fn of_sites() {
    let Some((_, mut server)) = server("verdicts-sites") else {
        return;
    };
    let modeline = "# yaml-language-server: $schema=schema/site.json\n";
    let documents = documents::<SiteDocument>(modeline, "", 300, 1);
    let mut all = BTreeMap::new();
    for document in &documents {
        let told = told([("site.yaml", document.text.as_str())].into_iter());
        let told = told.into_values().map(|told| (document.path.clone(), told));
        all.extend(told);
    }
    assert_one_verdict(&documents, &flagged(&mut server, &documents), &all);
}
