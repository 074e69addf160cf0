//! The report of an import: what happened to the values that changed.

use indexmap::IndexMap;
use serde_json::{Number, Value as Json, json};

use super::draft::{Group, ResumeDraft};
use super::empty_values::is_deeply_empty;
use super::number_literal::Literals;
use super::path;

/// Personal values that are published, because a profile has fields for them.
pub(super) const PUBLIC_CONTACT: [&str; 2] = ["basics.email", "basics.phone"];

/// The changes that an import made, in order.
///
/// Values without an entry are in the published JSON Resume at their original path.
#[derive(Debug, Clone, Default)]
pub struct ImportReport {
    /// The entries, each about one value of the original.
    pub entries: Vec<ReportEntry>,
    /// The document after parsing, to which all paths refer.
    pub(super) original: Json,
    /// The numbers of the document as they are written there.
    pub(super) literals: Literals,
    /// The moves that prepare the document: they change the paths at which the import then finds the values.
    preparation: Vec<PreparingMove>,
}

/// A move before the import.
#[derive(Debug, Clone)]
struct PreparingMove {
    /// The index of its entry.
    index: usize,
    from: String,
    to: String,
}

/// What happened to one value of the original.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportEntry {
    /// The path in the original, such as `work[0].endDate`.
    pub path: String,
    /// The change.
    pub outcome: Outcome,
}

/// What can happen to a value.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The profile contains the value in another form, or implies it.
    Converted {
        /// The change, in the words of the report.
        change: String,
        /// The value in the original.
        original: Json,
    },
    /// The value is unchanged, but has another path in the published JSON Resume.
    Moved {
        /// The new path. The path of an item's field starts with the original path of the item.
        to: String,
    },
    /// The value is null, blank text, an empty list or an empty group.
    Empty,
    /// The value is personal, and published with the profile.
    Public {
        /// The value in the original.
        value: Json,
    },
    /// The value is private, and only among the editors' notes under `internal`.
    Private {
        /// What the value is.
        meaning: &'static str,
        /// The value in the original.
        value: Json,
    },
    /// JSON Resume does not define the key. The value is only among the editors' notes under `internal`.
    UnknownKey {
        /// The value in the original.
        value: Json,
    },
    /// JSON Resume does not define the key. The value is published with its item.
    PublishedUnknownKey,
    /// vitae sets the field when it publishes the profile.
    SetByVitae,
    /// The value is only among the editors' notes under `internal`.
    Rejected {
        /// The reason, as the predicate of a sentence about the value.
        reason: String,
        /// The value in the original.
        value: Json,
    },
}

impl ImportReport {
    fn add(&mut self, path: &str, outcome: Outcome) {
        let path = path.to_owned();
        self.entries.push(ReportEntry { path, outcome });
    }

    pub(super) fn converted(&mut self, path: &str, original: &Json, change: impl Into<String>) {
        let (change, original) = (change.into(), original.clone());
        self.add(path, Outcome::Converted { change, original });
    }

    pub(super) fn moved(&mut self, path: &str, to: impl Into<String>) {
        self.add(path, Outcome::Moved { to: to.into() });
    }

    /// Marks the moves until now as those that prepare the document.
    pub(super) fn complete_preparation(&mut self) {
        let entries = self.entries.iter().enumerate();
        let moves = entries.filter_map(|(index, entry)| match &entry.outcome {
            Outcome::Moved { to } => {
                Some(PreparingMove { index, from: entry.path.clone(), to: to.clone() })
            }
            _ => None,
        });
        self.preparation = moves.collect();
    }

    /// Returns the path in the original of a value that has another path after the moves before the
    /// entry with this index.
    fn original_path(&self, mut path: String, index: usize) -> String {
        for earlier in self.preparation.iter().rev().filter(|earlier| earlier.index < index) {
            path::replace(&mut path, &earlier.to, &earlier.from);
        }
        path
    }

    /// Returns the number at a path of the prepared document as the original writes it.
    pub(super) fn literal(&self, path: &str, number: &Number) -> String {
        let path = self.original_path(path.to_owned(), usize::MAX);
        self.literals.get(&path, number)
    }

    /// Returns the report with the paths of the original. The moves of the preparation get the last path
    /// of their value.
    pub(super) fn with_original_paths(&self) -> Self {
        let mut report = self.clone();
        for (index, entry) in report.entries.iter_mut().enumerate() {
            entry.path = self.original_path(std::mem::take(&mut entry.path), index);
            if let Outcome::Moved { to } = &mut entry.outcome
                && self.preparation.iter().any(|preparing| preparing.index == index)
            {
                for later in self.preparation.iter().filter(|later| later.index > index) {
                    path::replace(to, &later.from, &later.to);
                }
            }
        }
        report
    }

    pub(super) fn empty(&mut self, path: &str) {
        self.add(path, Outcome::Empty);
    }

    pub(super) fn private(&mut self, path: &str, value: Json, meaning: &'static str) {
        self.add(path, Outcome::Private { meaning, value });
    }

    /// Reports the values that another report has as private as public.
    pub(super) fn public(&mut self, private: Self) {
        for ReportEntry { path, outcome } in private.entries {
            if let Outcome::Private { value, .. } = outcome {
                self.add(&path, Outcome::Public { value });
            }
        }
    }

    /// Reports the email address and the phone number of a profile.
    pub(super) fn public_contact(&mut self, profile: &Group) {
        let contact = profile.get("personal").map(ResumeDraft::to_json).unwrap_or_default();
        for (key, path) in ["email", "phone"].into_iter().zip(PUBLIC_CONTACT) {
            let value = &contact["contact"][key];
            if value.is_string() {
                self.add(path, Outcome::Public { value: value.clone() });
            }
        }
    }

    /// Reports keys of the group at `parent` that JSON Resume does not define, and that are not imported.
    pub(super) fn unknown_keys<'a>(
        &mut self,
        parent: &str,
        keys: impl IntoIterator<Item = &'a String>,
    ) {
        let group = path::find(&self.original, parent).cloned().unwrap_or_default();
        for key in keys {
            let path = path::child(parent, key);
            let is_private = |entry: &ReportEntry| {
                entry.path == path && matches!(entry.outcome, Outcome::Private { .. })
            };
            if self.entries.iter().any(is_private) {
                continue;
            }
            // The note has the whole value.
            self.entries.retain(|entry| match &entry.outcome {
                Outcome::Private { .. } | Outcome::Public { .. } => {
                    path::below(&entry.path, &path).is_none()
                }
                _ => true,
            });
            match &group[key] {
                value if is_deeply_empty(value) => self.empty(&path),
                value => self.add(&path, Outcome::UnknownKey { value: value.clone() }),
            }
        }
    }

    pub(super) fn published_unknown_key(&mut self, path: &str) {
        self.add(path, Outcome::PublishedUnknownKey);
    }

    pub(super) fn set_by_vitae(&mut self, path: &str) {
        self.add(path, Outcome::SetByVitae);
    }

    pub(super) fn rejected(&mut self, path: &str, value: &Json, reason: impl Into<String>) {
        let (reason, value) = (reason.into(), value.clone());
        self.add(path, Outcome::Rejected { reason, value });
    }

    /// Reports a value that was removed from the draft of the profile.
    pub(super) fn rejected_draft(&mut self, draft: &ResumeDraft, reason: impl Into<String>) {
        let path = draft.origin.as_deref().unwrap_or_default();
        let original = path::find(&self.original, path).cloned();
        let value = original.unwrap_or_else(|| draft.to_json());
        self.rejected(path, &value, reason);
    }

    /// Returns the path and value of each rejected value, for the editors' notes.
    ///
    /// The report must have the paths of the original.
    pub(super) fn rejected_values(&self) -> Vec<Json> {
        let note = |entry: &ReportEntry| match &entry.outcome {
            Outcome::Rejected { value, .. }
            | Outcome::Private { value, .. }
            | Outcome::UnknownKey { value } => {
                let value = note_value(self.literals.restore(&entry.path, value));
                Some(json!({ "path": entry.path, "value": value }))
            }
            _ => None,
        };
        self.entries.iter().filter_map(note).collect()
    }

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
                Outcome::Public { .. } | Outcome::PublishedUnknownKey if self.is_rejected(path) => {
                    continue;
                }
                Outcome::Empty if self.had_private_values(path) => continue,
                Outcome::Public { value } => (0, format!("{path}: {}", self.preview(path, value))),
                Outcome::PublishedUnknownKey => {
                    kind = without_indexes(path);
                    (1, format!("{kind} (once)"))
                }
                Outcome::Private { meaning, .. } => (2, format!("{path}: {meaning}")),
                Outcome::UnknownKey { value } => (3, format!("{path}{}", note_about_data(value))),
                Outcome::Rejected { reason, value } => {
                    let note = note_about_data(value);
                    (4, format!("{path}: {}: {reason}{note}", self.preview(path, value)))
                }
                Outcome::Converted { change, original } => {
                    kind = format!("{}: {change}", without_indexes(path));
                    (5, format!("{path}: {}: {change}", self.preview(path, original)))
                }
                Outcome::Moved { to } => {
                    kind = renamed(path, to);
                    (6, kind.clone())
                }
                Outcome::SetByVitae => (7, path.clone()),
                Outcome::Empty => (8, path.clone()),
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
        self.entries
            .iter()
            .any(|entry| entry.path == path && matches!(entry.outcome, Outcome::Rejected { .. }))
    }

    /// Returns whether the value at `path` is empty only because private values were removed.
    fn had_private_values(&self, path: &str) -> bool {
        self.entries.iter().any(|entry| {
            matches!(entry.outcome, Outcome::Private { .. })
                && path::below(&entry.path, path).is_some()
        })
    }

    /// Returns the start of a value, in one line.
    pub(super) fn preview(&self, path: &str, value: &Json) -> String {
        match value {
            Json::Number(number) => shortened(&self.literals.get(path, number), 60),
            _ => shortened(&self.literals.restore(path, value).to_string(), 60),
        }
    }
}

/// Returns the path with `*` in place of indexes, so that equal ones can be counted.
fn without_indexes(path: &str) -> String {
    let parts = path.split('[').map(|part| match part.split_once(']') {
        Some((index, rest)) if index.parse::<usize>().is_ok() => format!("*]{rest}"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("[")
}

/// Returns a rename or move.
fn renamed(path: &str, to: &str) -> String {
    match to.ends_with(']') {
        true => format!("{path} -> {to}"),
        false => format!("{} -> {}", without_indexes(path), without_indexes(to)),
    }
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

/// The number of bytes of a `data:` URL that are kept in the notes: a whole picture in text form is
/// of no use there.
const MAX_DATA: usize = 80;

/// Converts a rejected value to a note: `data:` URLs are shortened, and a value with keys that YAML
/// cannot have becomes JSON text.
fn note_value(value: Json) -> Json {
    let value = shorten_data(value);
    match has_only_valid_keys(&value) {
        true => value,
        false => value.to_string().into(),
    }
}

fn note_about_data(value: &Json) -> String {
    match shorten_data(value.clone()) != *value {
        true => format!("; only the first {MAX_DATA} bytes of the data are kept"),
        false => String::new(),
    }
}

fn shorten_data(value: Json) -> Json {
    match value {
        Json::String(text) if text.starts_with("data:") && text.len() > MAX_DATA => {
            let end = text.floor_char_boundary(MAX_DATA);
            format!("{}… ({} bytes)", &text[..end], text.len()).into()
        }
        Json::Array(items) => items.into_iter().map(shorten_data).collect(),
        Json::Object(fields) => {
            fields.into_iter().map(|(key, value)| (key, shorten_data(value))).collect()
        }
        other => other,
    }
}

fn has_only_valid_keys(value: &Json) -> bool {
    match value {
        Json::Array(items) => items.iter().all(has_only_valid_keys),
        Json::Object(fields) => {
            fields.iter().all(|(key, value)| path::is_valid_key(key) && has_only_valid_keys(value))
        }
        _ => true,
    }
}
