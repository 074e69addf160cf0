//! Checks that every value of an imported résumé is in the published JSON Resume or in the report.

use serde_json::Value as Json;
use vitae::characters::is_blank;
use vitae::import::{ImportOutcome, ImportReport, ReportEntry};

/// Fields that vitae sets.
const SET_BY_VITAE: [&str; 6] = [
    "$schema",
    "meta.canonical",
    "meta.version",
    "meta.lastModified",
    "meta.consultantProfile.derived",
    "meta.consultantProfile.work_order",
];

#[derive(Debug, Clone, PartialEq)]
enum Step {
    Key(String),
    Item(usize),
}

/// Collects the values that contain no other values, with their paths.
fn leaves(value: &Json, path: &[Step], found: &mut Vec<(Vec<Step>, Json)>) {
    let below = |step: Step| [path, &[step]].concat();
    match value {
        Json::Object(fields) if !fields.is_empty() => {
            for (key, value) in fields {
                leaves(value, &below(Step::Key(key.clone())), found);
            }
        }
        Json::Array(items) if !items.is_empty() => {
            for (index, item) in items.iter().enumerate() {
                leaves(item, &below(Step::Item(index)), found);
            }
        }
        leaf => found.push((path.to_vec(), leaf.clone())),
    }
}

fn format_path(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Item(index) => text.push_str(&format!("[{index}]")),
            Step::Key(key) => {
                let word = |c: char| c.is_alphanumeric() || "_-$".contains(c);
                if key.is_empty() || !key.chars().all(word) {
                    text.push_str(&format!("[{key:?}]"));
                } else if text.is_empty() {
                    text.push_str(key);
                } else {
                    text.push_str(&format!(".{key}"));
                }
            }
        }
    }
    text
}

/// Parses a path whose start can be that of `known`.
fn parse_path(text: &str, known: &[Step]) -> Vec<Step> {
    let shared = (0..=known.len()).rev().find_map(|length| {
        let rest = text.strip_prefix(&format_path(&known[..length]))?;
        (length == 0 || rest.is_empty() || rest.starts_with(['.', '['])).then_some((length, rest))
    });
    let (length, rest) = shared.expect("the empty path is the start of each one");
    let mut steps = known[..length].to_vec();
    for part in rest.split(['.', '[']).filter(|part| !part.is_empty()) {
        let index = part.strip_suffix(']').and_then(|part| part.parse().ok());
        steps.push(index.map_or_else(|| Step::Key(part.to_owned()), Step::Item));
    }
    steps
}

/// Returns whether a document has the leaf at a path. The indexes of items can differ, and lists in lists
/// are one list.
fn has(value: &Json, path: &[Step], leaf: &Json) -> bool {
    match (value, path) {
        (_, []) => is_same(value, leaf),
        (Json::Array(items), [Step::Item(_), rest @ ..] | rest) => {
            items.iter().any(|item| has(item, rest, leaf))
        }
        (_, [Step::Item(_), rest @ ..]) => has(value, rest, leaf),
        (_, [Step::Key(key), rest @ ..]) => {
            value.get(key).is_some_and(|value| has(value, rest, leaf))
        }
    }
}

/// Returns whether a value has nothing to import.
fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => is_blank(text),
        Json::Array(items) => items.is_empty(),
        Json::Object(fields) => fields.is_empty(),
        Json::Bool(_) | Json::Number(_) => false,
    }
}

/// Returns whether a value is the leaf, or the leaf's number as text.
fn is_same(value: &Json, leaf: &Json) -> bool {
    let number = || value.as_str().and_then(|text| text.parse::<f64>().ok());
    value == leaf || leaf.is_number() && number() == leaf.as_f64()
}

/// Returns whether an entry about `path[..length]` explains what happened to the leaf.
fn explains(entry: &ReportEntry, path: &[Step], length: usize, leaf: &Json) -> bool {
    let contains = |value: &Json| has(value, &path[length..], leaf);
    match &entry.outcome {
        ImportOutcome::Converted { original, .. } => contains(original),
        ImportOutcome::Rejected { value, .. }
        | ImportOutcome::Private { value, .. }
        | ImportOutcome::UnknownKey { value } => contains(value),
        ImportOutcome::SetByVitae => SET_BY_VITAE.iter().any(|field| entry.path.starts_with(field)),
        ImportOutcome::Moved { .. }
        | ImportOutcome::Public { .. }
        | ImportOutcome::PublishedUnknownKey
        | ImportOutcome::CheckDate { .. }
        | ImportOutcome::Archive { .. } => false,
    }
}

/// Returns whether an entry about the leaf, or about one of the values that contain it from the given
/// depth on, explains what happened to the leaf. Only outcomes that count are considered.
fn is_explained(
    path: &[Step],
    depth: usize,
    leaf: &Json,
    report: &ImportReport,
    counts: fn(&ImportOutcome) -> bool,
) -> bool {
    (depth..=path.len()).any(|length| {
        let prefix = format_path(&path[..length]);
        let mut entries = report.entries.iter().filter(|entry| entry.path == prefix);
        entries.any(|entry| counts(&entry.outcome) && explains(entry, path, length, leaf))
    })
}

/// Returns the path in the export of the value at `path` in the original.
fn exported_path(path: &[Step], report: &ImportReport) -> Vec<Step> {
    let mut exported = path.to_vec();
    for length in (1..=path.len()).rev() {
        let container = &path[..length];
        let text = format_path(container);
        let moved = report.entries.iter().rev().find_map(|entry| match &entry.outcome {
            ImportOutcome::Moved { to } if entry.path == text => Some(parse_path(to, path)),
            _ => None,
        });
        // A value can move in its container, which moves too.
        if let Some(to) = moved
            && exported.starts_with(container)
        {
            exported = [to, exported[length..].to_vec()].concat();
        }
    }
    exported
}

/// Returns a message for each leaf that is neither at its path in the export nor in the report.
pub(super) fn lost(original: &Json, export: &Json, report: &ImportReport) -> Vec<String> {
    let mut all = Vec::new();
    leaves(original, &[], &mut all);
    let mut lost = Vec::new();
    for (path, leaf) in all.into_iter().filter(|(_, leaf)| !is_empty(leaf)) {
        // The name of a category is in `skills`, too, and is reported once.
        let is_reported = |entry: &ReportEntry| matches!(&entry.outcome, ImportOutcome::Rejected { value, .. } if is_same(value, &leaf));
        let is_name =
            format_path(&path).starts_with("meta.consultantProfile.attributes.category_names");
        let is_explained = is_name && report.entries.iter().any(is_reported)
            || is_explained(&path, 0, &leaf, report, |_| true);
        let exported = exported_path(&path, report);
        // In a field for text, a number or a boolean is the text as written.
        let text = Json::String(leaf.to_string());
        let is_exported = has(export, &exported, &leaf) || has(export, &exported, &text);
        if !is_explained && !is_exported {
            let (path, exported) = (format_path(&path), format_path(&exported));
            lost.push(format!("{path}: {leaf} is not at {exported}"));
        }
    }
    lost
}
