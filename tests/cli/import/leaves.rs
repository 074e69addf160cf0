//! Where each value of an original is in the JSON Resume made of what was imported, or what the
//! report says of it.

use serde_json::Value as Json;
use vitae::import::{ImportReport, Outcome, ReportEntry};

/// Lists whose items the report names wherever they have another place than before.
const SECTIONS: [&str; 12] = [
    "work",
    "volunteer",
    "education",
    "awards",
    "certificates",
    "publications",
    "skills",
    "languages",
    "interests",
    "references",
    "projects",
    "basics.profiles",
];

/// What vitae states by itself.
const STATED_ANEW: [&str; 4] = [
    "$schema",
    "meta.canonical",
    "meta.version",
    "meta.lastModified",
];

#[derive(Debug, Clone, PartialEq)]
enum Step {
    Key(String),
    Item(usize),
}

/// Values that have no values in them, with their paths.
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

fn written(path: &[Step]) -> String {
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

fn read(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    for part in text.split(['.', '[']).filter(|part| !part.is_empty()) {
        let index = part.strip_suffix(']').and_then(|part| part.parse().ok());
        steps.push(index.map_or_else(|| Step::Key(part.to_owned()), Step::Item));
    }
    steps
}

fn at<'a>(value: &'a Json, path: &[Step]) -> Option<&'a Json> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get(key),
        Step::Item(index) => value.get(index),
    })
}

fn is_blank(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => !text.chars().any(char::is_alphanumeric),
        Json::Array(items) => items.is_empty(),
        Json::Object(fields) => fields.is_empty(),
        Json::Bool(_) | Json::Number(_) => false,
    }
}

/// Whether an entry about `path[..length]` says what became of the leaf.
fn accounts(entry: &ReportEntry, path: &[Step], length: usize, leaf: &Json) -> bool {
    let holds = |value: &Json| at(value, &path[length..]) == Some(leaf);
    match &entry.outcome {
        Outcome::Empty => is_blank(leaf),
        Outcome::Repaired { original, .. } => holds(original),
        Outcome::NotTaken { value, .. } => holds(value),
        Outcome::StatedAnew => STATED_ANEW.iter().any(|anew| entry.path.starts_with(anew)),
        Outcome::Moved { .. } => false,
    }
}

/// The place in the export of what is at `path` in the original.
fn place(path: &[Step], report: &ImportReport) -> Vec<Step> {
    let moved = |path: &[Step], of_items: bool| {
        let prefixes = (1..=path.len()).rev();
        let mut found = prefixes.flat_map(|length| {
            let prefix = written(&path[..length]);
            let entries = report.entries.iter();
            entries.filter_map(move |entry| match &entry.outcome {
                Outcome::Moved { to } if entry.path == prefix => Some((length, to.clone())),
                _ => None,
            })
        });
        found.find(|(_, to)| matches!(read(to).last(), Some(Step::Item(_))) == of_items)
    };
    let mut place = path.to_vec();
    // Items of lists within items close up where one before them was left out.
    for (depth, step) in path.iter().enumerate() {
        let list = &path[..depth];
        let Step::Item(index) = step else { continue };
        let in_section = SECTIONS.contains(&written(list).as_str());
        let in_moved = moved(&path[..=depth], true).is_some_and(|(length, _)| length == depth + 1);
        if in_section || in_moved {
            continue;
        }
        let is_gone = |index: &usize| {
            let path = written(&[list, &[Step::Item(*index)]].concat());
            report.entries.iter().any(|entry| {
                let gone = matches!(entry.outcome, Outcome::Empty | Outcome::NotTaken { .. });
                gone && entry.path == path
            })
        };
        place[depth] = Step::Item(index - (0..*index).filter(is_gone).count());
    }
    for of_items in [false, true] {
        // The report speaks of the original's places.
        if let Some((length, to)) = moved(path, of_items) {
            place = [read(&to), place[length..].to_vec()].concat();
        }
    }
    place
}

/// Every leaf of the original that is neither at its place in the export nor accounted for.
pub(super) fn lost(original: &Json, export: &Json, report: &ImportReport) -> Vec<String> {
    let mut all = Vec::new();
    leaves(original, &[], &mut all);
    let mut lost = Vec::new();
    for (path, leaf) in all {
        let accounted = (0..=path.len()).any(|length| {
            let prefix = written(&path[..length]);
            let mut entries = report.entries.iter().filter(|entry| entry.path == prefix);
            entries.any(|entry| accounts(entry, &path, length, &leaf))
        });
        // vitae writes groups with nothing in them there, which say nothing.
        let says_nothing = written(&path).starts_with("meta.consultantProfile") && is_blank(&leaf);
        let place = place(&path, report);
        // Profiles that name no network come behind those of `basics` that name none.
        let networks = read("meta.consultantProfile.attributes.profiles");
        let behind = path.starts_with(&networks)
            && at(export, &networks)
                .and_then(Json::as_array)
                .is_some_and(|all| {
                    let rest = path.get(networks.len() + 1..).unwrap_or_default();
                    all.iter().any(|network| at(network, rest) == Some(&leaf))
                });
        if !accounted && !says_nothing && !behind && at(export, &place) != Some(&leaf) {
            let (path, place) = (written(&path), written(&place));
            lost.push(format!("{path}: {leaf} is not at {place}"));
        }
    }
    lost
}
