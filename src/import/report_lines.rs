//! The report of an import as lines of text.

use indexmap::IndexMap;
use serde_json::Value as Json;

use super::notes::{MAX_DATA, shorten_data};
use super::path;
use super::report::{ImportOutcome, ImportReport, ReportEntry};

impl ImportReport {
    /// Returns the report as lines of text, grouped by outcome.
    pub fn lines(&self) -> Vec<String> {
        const TITLES: [&str; 9] = [
            "will be public when the profile is active:",
            "will be public too, although JSON Resume does not define these keys:",
            "private, and kept only under `internal` in the file (`--keep-private-fields` imports them):",
            "keys that JSON Resume does not define, kept only under `internal` in the file:",
            "not imported, but kept under `internal` in the file:",
            "imported in another form:",
            "at another path in the published JSON Resume:",
            "ignored, because vitae sets these fields:",
            "ignored, because they are empty:",
        ];
        // Each line with its kind, which lines about many similar values share.
        let mut groups: [Vec<(String, String)>; TITLES.len()] = Default::default();
        for ReportEntry { path, outcome } in &self.entries {
            let mut kind = String::new();
            let (group, line) = match outcome {
                ImportOutcome::Public { .. } | ImportOutcome::PublishedUnknownKey
                    if self.is_rejected(path) =>
                {
                    continue;
                }
                ImportOutcome::Empty if self.had_values(path) => continue,
                ImportOutcome::Public { value } => (0, format!("{path}: {}", preview(value))),
                ImportOutcome::PublishedUnknownKey => {
                    kind = without_indexes(path);
                    (1, format!("{kind} (once)"))
                }
                ImportOutcome::Private { meaning, .. } => (2, format!("{path}: {meaning}")),
                ImportOutcome::UnknownKey { value } => {
                    (3, format!("{path}{}", note_about_data(value)))
                }
                ImportOutcome::Rejected { reason, value } => {
                    let note = note_about_data(value);
                    (4, format!("{path}: {}: {reason}{note}", preview(value)))
                }
                ImportOutcome::Converted { change, original } => {
                    kind = format!("{}: {change}", without_indexes(path));
                    (5, format!("{path}: {}: {change}", preview(original)))
                }
                ImportOutcome::Moved { to } => {
                    kind = format!("{} -> {}", without_indexes(path), without_indexes(to));
                    (6, kind.clone())
                }
                ImportOutcome::SetByVitae => (7, path.clone()),
                ImportOutcome::Empty => (8, path.clone()),
            };
            groups[group].push((kind, line));
        }
        let mut lines = Vec::new();
        for (index, (title, group)) in TITLES.into_iter().zip(groups).enumerate() {
            if group.is_empty() {
                continue;
            }
            let group = match index {
                5 => summarized(group, 3),
                1 | 6 => summarized(group, 1),
                _ => group.into_iter().map(|(_, line)| line).collect(),
            };
            // The last groups have only paths, which share one line.
            let group = if index > 6 { vec![group.join(", ")] } else { group };
            lines.push(title.to_owned());
            // Words that fill a line of the terminal, such as long keys, are cut.
            let short = |line: &String| {
                let words: Vec<_> = line.split(' ').map(|word| shortened(word, 120)).collect();
                format!("  {}", words.join(" "))
            };
            lines.extend(group.iter().map(short));
        }
        lines
    }

    fn is_rejected(&self, path: &str) -> bool {
        self.entries.iter().any(|entry| {
            entry.path == path && matches!(entry.outcome, ImportOutcome::Rejected { .. })
        })
    }

    /// Returns whether the value at `path` is empty only because values in it were removed.
    fn had_values(&self, path: &str) -> bool {
        self.entries.iter().any(|entry| {
            let is_removed = matches!(
                entry.outcome,
                ImportOutcome::Private { .. } | ImportOutcome::UnknownKey { .. }
            );
            is_removed && path::below(&entry.path, path).is_some()
        })
    }
}

/// Returns the start of a value, in one line.
pub(super) fn preview(value: &Json) -> String {
    shortened(&value.to_string(), 60)
}

/// Returns the path with `*` in place of indexes, so that equal ones can be counted.
fn without_indexes(path: &str) -> String {
    let parts = path.split('[').map(|part| match part.split_once(']') {
        Some((index, rest)) if index.parse::<usize>().is_ok() => format!("*]{rest}"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("[")
}

/// Returns lines, each of which has its kind, with one line for all of a kind with more than `max`.
fn summarized(lines: Vec<(String, String)>, max: usize) -> Vec<String> {
    let mut kinds: IndexMap<String, Vec<String>> = IndexMap::new();
    for (kind, line) in lines {
        kinds.entry(kind).or_default().push(line);
    }
    let of_kind = |(kind, lines): (String, Vec<String>)| match lines.len() {
        count if count > max => vec![format!("{kind} ({count} times)")],
        _ => lines,
    };
    kinds.into_iter().flat_map(of_kind).collect()
}

/// Cuts a text after `max` characters.
fn shortened(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn note_about_data(value: &Json) -> String {
    match shorten_data(value.clone()) != *value {
        true => format!("; only the first {MAX_DATA} bytes of the data are kept"),
        false => String::new(),
    }
}
