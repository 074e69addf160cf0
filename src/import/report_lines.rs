//! The report of an import as lines of text.

use indexmap::IndexMap;
use serde_json::Value as Json;

use super::empty_values::scalars;
use super::notes::{MAX_DATA, shorten_data};
use super::report::{ImportOutcome, ImportReport, ReportEntry};
use crate::characters::shortened;

/// The titles of the groups of lines.
const TITLES: [&str; 10] = [
    "in the LinkedIn archive:",
    "check these dates:",
    "will be public when the profile is active:",
    "also public: keys that JSON Resume does not define:",
    "private, and kept only under `internal` in the file:",
    "keys that JSON Resume does not define, kept only under `internal` in the file:",
    "not imported, but kept under `internal` in the file:",
    "imported in another form:",
    "at another path in the published JSON Resume:",
    "ignored, because vitae sets these fields:",
];

impl ImportReport {
    /// Returns the report as lines of text, grouped by outcome.
    pub fn lines(&self) -> Vec<String> {
        // Each line with its kind, which lines about similar values share.
        let mut groups: [IndexMap<String, Vec<String>>; TITLES.len()] = Default::default();
        for ReportEntry { path, outcome } in &self.entries {
            let mut kind = None;
            let (group, line) = match outcome {
                ImportOutcome::Public { .. }
                | ImportOutcome::PublishedUnknownKey
                | ImportOutcome::Moved { .. }
                    if self.is_internal(path) =>
                {
                    continue;
                }
                ImportOutcome::Archive { note } => (0, format!("{path}: {note}")),
                ImportOutcome::CheckDate { note } => {
                    kind = Some(format!("{}: {note}", without_indexes(path)));
                    (1, format!("{path}: {note}"))
                }
                ImportOutcome::Public { value } => (2, format!("{path}: {}", preview(value))),
                ImportOutcome::PublishedUnknownKey => (3, without_indexes(path)),
                ImportOutcome::Private { meaning, .. } => (4, format!("{path}: {meaning}")),
                ImportOutcome::UnknownKey { value } => {
                    (5, format!("{path}{}", note_about_data(value)))
                }
                ImportOutcome::Rejected { reason, value } => {
                    let note = note_about_data(value);
                    (6, format!("{path}: {}: {reason}{note}", preview(value)))
                }
                ImportOutcome::Converted { change, original } => {
                    kind = Some(format!("{}: {change}", without_indexes(path)));
                    (7, format!("{path}: {}: {change}", preview(original)))
                }
                ImportOutcome::Moved { to } => {
                    (8, format!("{} -> {}", without_indexes(path), without_indexes(to)))
                }
                ImportOutcome::SetByVitae => (9, path.clone()),
            };
            let kind = kind.unwrap_or_else(|| line.clone());
            groups[group].entry(kind).or_default().push(line);
        }
        let internal = self.entries.iter().filter_map(|entry| entry.outcome.internal_value());
        let internal: usize = internal.map(scalars).sum();
        let mostly_internal = (internal > self.imported).then(|| {
            let imported = self.imported;
            format!("kept only under `internal`: {internal} values; in the profile: {imported}")
        });
        let groups = TITLES.into_iter().zip(groups).filter(|(_, lines)| !lines.is_empty());
        let lines = groups.flat_map(|(title, kinds)| {
            let lines = kinds.into_iter().flat_map(summarized);
            let lines = lines.map(|line| format!("  {}", shortened(&line, 240)));
            std::iter::once(title.to_owned()).chain(lines)
        });
        mostly_internal.into_iter().chain(lines).collect()
    }

    /// Returns whether the value at a path is only under `internal`.
    fn is_internal(&self, path: &str) -> bool {
        let is_internal = |entry: &ReportEntry| entry.outcome.internal_value().is_some();
        self.entries.iter().any(|entry| entry.path == path && is_internal(entry))
    }
}

/// Returns the start of a value, in one line.
pub(super) fn preview(value: &Json) -> String {
    shortened(&value.to_string(), 60).into_owned()
}

/// Returns the path with `*` in place of indexes, so that equal ones can be counted.
fn without_indexes(path: &str) -> String {
    let parts = path.split('[').map(|part| match part.split_once(']') {
        Some((index, rest)) if index.parse::<usize>().is_ok() => format!("*]{rest}"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("[")
}

/// Returns the lines of a kind; one line for all of them if they are equal or many.
fn summarized((kind, lines): (String, Vec<String>)) -> Vec<String> {
    match lines.len() {
        count if count > 3 || count > 1 && lines[0] == kind => {
            vec![format!("{kind} ({count} times)")]
        }
        _ => lines,
    }
}

fn note_about_data(value: &Json) -> String {
    match shorten_data(value.clone()) != *value {
        true => format!("; only the first {MAX_DATA} bytes of the data are kept"),
        false => String::new(),
    }
}
