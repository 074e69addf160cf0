//! Editor programs and `vitae check` accept the same documents, as far as a schema can express the
//! rules. `documents.rs` lists the exceptions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::Value as Json;
use vitae::Options;
use vitae::diagnostic::Diagnostic;
use vitae::document::Document;
use vitae::model::profile::Profile;
use vitae::model::settings::Settings;
use vitae::source::{Modified, Sources};
use vitae::templates::Templates;

use super::language_server::LanguageServer;
use super::{MODELINE, changes, documents, server};
use crate::compilation::compile;
use crate::project::SITE;
use crate::sampling::{every, sampled};

/// A document as YAML, with the name of the change in it.
struct Written {
    path: String,
    text: String,
    change: &'static str,
}

/// Returns `count` documents of a strategy, the same ones in every run.
fn sample<T: std::fmt::Debug>(strategy: &impl Strategy<Value = T>, count: usize) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    let tree = |_| strategy.new_tree(&mut runner).expect("a document").current();
    (0..count).map(tree).collect()
}

/// Writes the document in flow style, with all special characters escaped.
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

/// Generates valid documents, changed ones, and every `step`th document with one wrong field.
fn documents<T: Document>(
    modeline: &str,
    directory: &str,
    count: usize,
    step: usize,
) -> Vec<Written> {
    let valid = sample(&documents::valid(T::GROUP), count / 3);
    let valid = valid.into_iter().map(|document| ("nothing", document));
    let changed = sample(&changes::changed::<T>(), count - count / 3);
    let written = |(number, (change, document))| Written {
        path: format!("{directory}document-{number}.yaml"),
        text: format!("{modeline}{}\n", yaml(&document)),
        change,
    };
    let each = changes::each_field::<T>(step);
    valid.chain(changed).chain(each).enumerate().map(written).collect()
}

/// Returns the language server's problems by path, for the documents that have some.
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

/// Returns the errors of `vitae check` by path, for the files that have some.
fn reported<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> BTreeMap<String, String> {
    let sources =
        Sources::from_memory(files, &Modified::Committed("2026-03-14T09:30:00+01:00".into()));
    let report = compile(&sources, &Templates::embedded(), &Options::on(crate::project::day()));
    let (report, _) = report.expect("no error of the environment");
    let mut reported = BTreeMap::new();
    // No schema knows that an example has to be replaced, which photos exist, or divides two numbers, nor whether all
    // values in a group or list are empty.
    let no_schema = ["example-value", "rate-limit-too-low", "unknown-photo"];
    let is_known =
        |d: &&Diagnostic| !no_schema.contains(&d.code.id) && !d.message.contains(" has no values");
    let errors = report.diagnostics.iter().filter(|d| d.is_error()).filter(is_known);
    for error in errors {
        let errors: &mut String = reported.entry(error.file.clone()).or_default();
        let _ = writeln!(errors, "{}: {}", error.code.id, error.message);
    }
    reported
}

fn assert_same_verdicts(
    documents: &[Written],
    flagged: &BTreeMap<String, String>,
    reported: &BTreeMap<String, String>,
) {
    let mut differences = Vec::new();
    let mut rejected = BTreeSet::new();
    let mut accepted = 0;
    for document in documents {
        let (flagged, reported) = (flagged.get(&document.path), reported.get(&document.path));
        if flagged.is_some() != reported.is_some() {
            let Written { text, change, .. } = document;
            differences.push(format!(
                "{change}\nthe editor program: {flagged:?}\ncheck: {reported:?}\n{text}"
            ));
        }
        match reported {
            Some(errors) => {
                assert!(document.change != "nothing", "{}\n{errors}", document.text);
                rejected.insert(document.change);
            }
            None => accepted += 1,
        }
    }
    let first: Vec<&str> = differences.iter().take(5).map(String::as_str).collect();
    assert!(
        differences.is_empty(),
        "{} of {} documents have different verdicts:\n{}",
        differences.len(),
        documents.len(),
        first.join("\n")
    );
    assert!(accepted > documents.len() / 6, "{accepted} were accepted");
    assert!(rejected.len() >= 9, "only these were rejected: {rejected:?}");
}

#[test]
fn agree_about_profiles() {
    let Some((_, mut server)) = server("verdicts-profiles") else {
        return;
    };
    let documents = documents::<Profile>(MODELINE, "consultants/", sampled(900), every(7));
    let files = documents.iter().map(|d| (d.path.as_str(), d.text.as_str()));
    let reported = reported(files.chain([("site.yaml", SITE)]));
    assert_same_verdicts(&documents, &flagged(&mut server, &documents), &reported);
}

#[test]
fn agree_about_sites() {
    let Some((_, mut server)) = server("verdicts-sites") else {
        return;
    };
    let modeline = "# yaml-language-server: $schema=schema/site.json\n";
    let documents = documents::<Settings>(modeline, "", sampled(300), every(1));
    let mut all = BTreeMap::new();
    for document in &documents {
        let reported = reported([("site.yaml", document.text.as_str())].into_iter());
        let errors = reported.into_values();
        all.extend(errors.map(|errors| (document.path.clone(), errors)));
    }
    assert_same_verdicts(&documents, &flagged(&mut server, &documents), &all);
}
