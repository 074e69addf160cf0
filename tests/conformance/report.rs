//! `docs/hosts.md`: what each host answers as promised, counted from the results of this very run.
//!
//! A golden file. Results of servers that did not run stay as they are.

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
use vitae::verify::known_deviation::KnownDeviation;

use crate::site::templates;
use crate::suite::{Candidate, Outcome};
use crate::{faults, golden, hosts};

const DOCUMENT: &str = "docs/hosts.md";

const TEMPLATE: &str = include_str!("hosts.md.j2");

/// What stands where a server has not been put to the test yet.
const UNKNOWN: &str = "not tried";

/// A candidate's results: by the heading of a group, how many checks it passes of how many.
type Column = BTreeMap<&'static str, String>;

/// The results of the candidates that ran.
static COLUMNS: Mutex<BTreeMap<String, Column>> = Mutex::new(BTreeMap::new());

#[derive(Serialize)]
struct Table {
    titles: Vec<String>,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    group: &'static str,
    cells: Vec<String>,
}

/// Keeps the results of a candidate for the document.
pub(crate) fn remember(candidate: &Candidate, outcomes: &[Outcome]) {
    let column = Group::ALL.map(|group| (group.title(), cell(candidate, outcomes, group)));
    let mut columns = COLUMNS.lock().unwrap_or_else(PoisonError::into_inner);
    columns.insert(candidate.name.clone(), column.into_iter().collect());
}

fn cell(candidate: &Candidate, outcomes: &[Outcome], group: Group) -> String {
    let of_group = outcomes.iter().filter(|outcome| outcome.group == group);
    let mut marks: Vec<String> = Vec::new();
    let (mut passed, mut all) = (0, 0);
    for outcome in of_group {
        all += 1;
        match &outcome.verdict {
            Verdict::Passed => passed += 1,
            Verdict::Failed(_) => {}
            Verdict::Known(gaps) => {
                let gaps = gaps.iter().map(|gap| &candidate.gaps[*gap]);
                marks.extend(gaps.map(|gap| mark(candidate, gap)));
            }
        }
    }
    marks.sort();
    marks.dedup();
    match (passed, all) {
        (_, 0) => "none".to_owned(),
        _ => format!("{passed} of {all}{}", marks.concat()),
    }
}

/// The mark of a footnote. With other settings a host has the same gaps.
fn mark(candidate: &Candidate, gap: &KnownDeviation) -> String {
    let name = match &*candidate.settings {
        "" => faults::file_name(&candidate.name),
        _ => candidate.host.clone(),
    };
    format!("[^{name}-{}]", gap.id)
}

/// Writes the document, or compares it, if a server ran.
///
/// # Errors
/// When it says something else than this run.
pub(crate) fn drop_invalid(candidates: &[Arc<Candidate>]) -> Result<(), String> {
    let is_empty = |columns: &BTreeMap<String, Column>| columns.is_empty();
    if is_empty(&COLUMNS.lock().unwrap_or_else(PoisonError::into_inner)) {
        return Ok(());
    }
    let written = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(DOCUMENT))
        .unwrap_or_default();
    golden::compare(DOCUMENT, Some(document(candidates, &written).as_bytes()))
}

fn document(candidates: &[Arc<Candidate>], written: &str) -> String {
    let (of_hosts, others): (Vec<_>, Vec<_>) = candidates
        .iter()
        .partition(|candidate| candidate.name == candidate.host);
    let tables = [table(&of_hosts, written), table(&others, written)];
    let cells = tables.iter().flat_map(|table| &table.rows);
    let cells: Vec<&String> = cells.flat_map(|row| &row.cells).collect();
    let is_used = |mark: &String| cells.iter().any(|cell| cell.contains(mark.as_str()));
    let footnote = |candidate: &Arc<Candidate>, gap: &KnownDeviation| {
        let mark = mark(candidate, gap);
        let text = format!("{mark}: {}. {}", capitalised(&gap.title), gap.consequence);
        is_used(&mark).then(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let mut footnotes: Vec<String> = candidates
        .iter()
        .flat_map(|candidate| candidate.gaps.iter().map(move |gap| (candidate, gap)))
        .filter_map(|(candidate, gap)| footnote(candidate, gap))
        .collect();
    let mut told = BTreeSet::new();
    footnotes.retain(|footnote| told.insert(footnote.clone()));
    let [of_hosts, others] = tables;
    let mut environment = Environment::new();
    let mut syntax = SyntaxConfig::builder();
    syntax
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true);
    environment.set_syntax(syntax.build().expect("the default delimiters"));
    let context = json!({
        "of_hosts": of_hosts,
        "others": others,
        "footnotes": footnotes,
        "hosts": described(),
    });
    let rendered = environment.render_str(TEMPLATE, Serde(&context));
    rendered.unwrap_or_else(|error| panic!("tests/conformance/hosts.md.j2: {error:#}"))
}

fn table(candidates: &[&Arc<Candidate>], written: &str) -> Table {
    let columns = COLUMNS.lock().unwrap_or_else(PoisonError::into_inner);
    let cell = |candidate: &Candidate, group: &'static str| match columns.get(&candidate.name) {
        Some(column) => column[group].clone(),
        None => earlier(written, &candidate.name, group).unwrap_or_else(|| UNKNOWN.to_owned()),
    };
    let row = |group: Group| Row {
        group: group.title(),
        cells: candidates
            .iter()
            .map(|candidate| cell(candidate, group.title()))
            .collect(),
    };
    Table {
        titles: candidates
            .iter()
            .map(|candidate| candidate.name.clone())
            .collect(),
        rows: Group::ALL.map(row).into_iter().collect(),
    }
}

/// The cell of a column and a row in the tables of an earlier document.
fn earlier(written: &str, column: &str, row: &str) -> Option<String> {
    let lines = written.lines();
    let mut rows = lines.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    let header = rows.find(|cells| cells.len() > 2 && cells[1..].contains(&column))?;
    let at = header.iter().position(|cell| *cell == column)?;
    let mut below = rows.take_while(|cells| cells.len() == header.len());
    let cells = below.find(|cells| cells[1] == row)?;
    Some(cells[at].to_owned())
}

/// All hosts, those too that can only be tried at their vendor's.
fn described() -> Vec<Json> {
    let templates = templates();
    let names = host::names(&templates).into_iter();
    names
        .map(|name| {
            let host = host::read(&name, &templates).expect("the host's folder");
            let settings: Vec<String> = hosts::of(&name, &host)
                .into_iter()
                .map(|candidate| candidate.name)
                .collect();
            json!({ "name": name, "host": host, "tried_as": settings })
        })
        .collect()
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
