//! Compares `docs/hosts.md` and `docs/conformance.md`, which are golden files, with the results of this
//! run. The results of servers that did not run are taken from the existing documents.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use minijinja::Environment;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use serde::Serialize;
use serde_json::{Value as Json, json};
use vitae::render::host;
use vitae::verify::check::Group;
use vitae::verify::evaluation::Verdict;
use vitae::verify::expected_limitation::ExpectedLimitation;

use crate::golden;
use crate::site::templates;
use crate::suite::{Candidate, Outcome};

const HOSTS: &str = "docs/hosts.md";
const CONFORMANCE: &str = "docs/conformance.md";

/// The content of a cell or section for a server that has never run.
const UNKNOWN: &str = "not tested";

/// The results of the candidates that ran, by name.
static RESULTS: Mutex<BTreeMap<String, Results>> = Mutex::new(BTreeMap::new());

#[derive(Debug, Clone, Default)]
struct Results {
    checks: usize,
    /// The limitations that affected each group of checks, as indices into the candidate's list.
    limitations: BTreeMap<&'static str, BTreeSet<usize>>,
}

#[derive(Serialize)]
struct Row {
    group: &'static str,
    cells: Vec<String>,
}

#[derive(Serialize)]
struct Section {
    title: String,
    text: String,
}

/// Stores the results of a candidate for the documents.
pub(crate) fn remember(candidate: &Candidate, outcomes: &[Outcome]) {
    let mut results = Results { checks: outcomes.len(), ..Results::default() };
    for outcome in outcomes {
        match &outcome.verdict {
            Verdict::Passed | Verdict::Failed(_) => {}
            Verdict::Known(limitations) => {
                let group = results.limitations.entry(outcome.group.title());
                group.or_default().extend(limitations);
            }
        }
    }
    let mut all = RESULTS.lock().unwrap_or_else(PoisonError::into_inner);
    all.insert(candidate.name.clone(), results);
}

/// Compares or updates the documents, if a server ran.
///
/// # Errors
/// Returns the differences if a document does not match this run.
pub(crate) fn update(candidates: &[Arc<Candidate>]) -> Result<(), String> {
    let results = RESULTS.lock().unwrap_or_else(PoisonError::into_inner);
    if results.is_empty() {
        return Ok(());
    }
    let (hosts, others): (Vec<_>, Vec<_>) = candidates
        .iter()
        .map(|candidate| &**candidate)
        .partition(|candidate| candidate.name == candidate.host);
    update_document(HOSTS, |existing| {
        let context = json!({
            "names": hosts.iter().map(|candidate| &candidate.name).collect::<Vec<_>>(),
            "rows": rows(&hosts, &results, existing),
            "hosts": descriptions(),
        });
        render(include_str!("hosts.md.j2"), &context)
    })?;
    update_document(CONFORMANCE, |existing| {
        let sections: Vec<Section> =
            others.iter().map(|candidate| section(candidate, &results, existing)).collect();
        let context = json!({ "sections": sections });
        render(include_str!("conformance.md.j2"), &context)
    })
}

fn update_document(name: &str, document: impl FnOnce(&str) -> String) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let existing = fs::read_to_string(path).unwrap_or_default();
    golden::compare(name, Some(document(&existing).as_bytes()))
}

fn render(template: &str, context: &Json) -> String {
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true)
        .build()
        .expect("the default delimiters are valid");
    let mut environment = Environment::new();
    environment.set_syntax(syntax);
    let rendered = environment.render_str(template, Serde(context));
    rendered.unwrap_or_else(|error| panic!("tests/conformance/*.md.j2: {error:#}"))
}

fn rows(
    candidates: &[&Candidate],
    results: &BTreeMap<String, Results>,
    existing: &str,
) -> Vec<Row> {
    let cell = |candidate: &Candidate, group: &str| match results.get(&candidate.name) {
        Some(results) => cell(candidate, results, group),
        None => {
            let cell = existing_cell(existing, &candidate.name, group);
            cell.unwrap_or_else(|| UNKNOWN.to_owned())
        }
    };
    let row = |group: Group| Row {
        group: group.title(),
        cells: candidates.iter().map(|candidate| cell(candidate, group.title())).collect(),
    };
    Group::ALL.into_iter().map(row).collect()
}

/// Returns "all", or links to the limitations that affect a group.
fn cell(candidate: &Candidate, results: &Results, group: &str) -> String {
    let Some(limitations) = results.limitations.get(group) else {
        return "all".to_owned();
    };
    let links = limitations.iter().map(|index| {
        let id = &candidate.limitations[*index].id;
        format!("[{id}](#{}-{id})", candidate.host)
    });
    format!("all but {}", links.collect::<Vec<_>>().join(", "))
}

/// Returns the cell of a host and a group in the table of the existing document.
fn existing_cell(document: &str, host: &str, group: &str) -> Option<String> {
    let lines = document.lines();
    let mut rows = lines.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    let title = format!("[{host}](#{host})");
    let header = rows.find(|cells| cells.contains(&&*title))?;
    let column = header.iter().position(|cell| *cell == title)?;
    let row =
        rows.take_while(|cells| cells.len() == header.len()).find(|cells| cells[1] == group)?;
    Some(row[column].to_owned())
}

/// Returns the section of a run in `docs/conformance.md`.
fn section(candidate: &Candidate, results: &BTreeMap<String, Results>, existing: &str) -> Section {
    let text = match results.get(&candidate.name) {
        Some(results) => section_text(candidate, results),
        None => {
            let text = existing_section(existing, &candidate.name);
            text.unwrap_or_else(|| format!("{}.", capitalized(UNKNOWN)))
        }
    };
    Section { title: candidate.name.clone(), text }
}

fn section_text(candidate: &Candidate, results: &Results) -> String {
    let checks = results.checks;
    if results.limitations.is_empty() {
        return format!("All {checks} checks pass.");
    }
    let rows = candidate.limitations.iter().enumerate().map(|(index, limitation)| {
        let (affected, others): (Vec<&str>, Vec<&str>) =
            Group::ALL.into_iter().map(Group::title).partition(|group| {
                let limitations = results.limitations.get(group);
                limitations.is_some_and(|limitations| limitations.contains(&index))
            });
        let promises = match (affected.len(), others.len()) {
            (_, 0) => "all".to_owned(),
            (affected, others_count) if affected > others_count => {
                format!("all but {}", others.join(", "))
            }
            _ => affected.join(", "),
        };
        format!("| {} | {promises} |", description(limitation))
    });
    let rows: Vec<String> = rows.collect();
    format!(
        "All {checks} checks pass, apart from these limitations:\n\n\
         | limitation | affected promises |\n| --- | --- |\n{}",
        rows.join("\n")
    )
}

fn description(limitation: &ExpectedLimitation) -> String {
    let text = format!("**{}.** {}", capitalized(&limitation.title), limitation.consequence);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text below a heading of the existing document.
fn existing_section(document: &str, title: &str) -> Option<String> {
    let (_, rest) = document.split_once(&format!("\n## {title}\n\n"))?;
    let text = rest.split("\n## ").next()?;
    Some(text.trim_end().to_owned())
}

/// Returns all hosts, including those whose servers run only at their vendors.
fn descriptions() -> Vec<Json> {
    let templates = templates();
    host::names(&templates)
        .into_iter()
        .map(|name| {
            let host = host::read(&name, &templates).expect("a valid host.yaml");
            json!({ "name": name, "host": host })
        })
        .collect()
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
