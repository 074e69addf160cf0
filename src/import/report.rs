//! What became of the original's values where they did not go into the profile as they are.

use serde_json::{Number, Value as Json, json};

use super::draft::ResumeDraft;
use super::number_literal::Literals;
use super::path;

/// What an import did, in the order in which it did it. A value that is not named here stands in
/// the profile's JSON Resume at the place at which the original has it.
#[derive(Debug, Clone, Default)]
pub struct ImportReport {
    /// One for each value that has something to be said about.
    pub entries: Vec<ReportEntry>,
    /// The document as it was read.
    original: Json,
    /// Its numbers as they are written.
    literals: Literals,
}

/// What became of one value of the original.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportEntry {
    /// Where the original has it, as in `work[0].endDate`.
    pub path: String,
    /// What became of it.
    pub outcome: Outcome,
}

/// What can become of a value.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It stands in the profile in another form, or says nothing that the profile does not say.
    Repaired {
        /// What was done, in an editor's words.
        how: String,
        /// As the original has it.
        original: Json,
    },
    /// It is unchanged, but JSON Resume shows it at another place.
    Moved {
        /// That place; for a field of an item of a list, within the item's former place.
        to: String,
    },
    /// There is nothing to take over: null, a blank text, a list or group without anything.
    Empty,
    /// vitae states it by itself when it publishes.
    StatedAnew,
    /// It is kept among the editors' notes, `internal`, and nowhere else.
    NotTaken {
        /// Why, in an editor's words.
        why: String,
        /// As the original has it.
        value: Json,
    },
}

impl ImportReport {
    /// Takes the document that was read, to which all places belong.
    pub(super) fn read(&mut self, original: Json) {
        self.original = original;
    }

    /// Notes how a number is written.
    pub(super) fn written(&mut self, path: &str, number: &Number, literal: &str) {
        self.literals.note(path, number, literal);
    }

    /// How the number at `path` is written.
    pub(super) fn number(&self, path: &str, number: &Number) -> String {
        self.literals.of(path, number)
    }

    fn record(&mut self, path: &str, outcome: Outcome) {
        self.entries.push(ReportEntry {
            path: path.to_owned(),
            outcome,
        });
    }

    pub(super) fn repaired(&mut self, path: &str, original: &Json, how: impl Into<String>) {
        let (how, original) = (how.into(), original.clone());
        self.record(path, Outcome::Repaired { how, original });
    }

    pub(super) fn moved(&mut self, path: &str, to: impl Into<String>) {
        self.record(path, Outcome::Moved { to: to.into() });
    }

    pub(super) fn empty(&mut self, path: &str) {
        self.record(path, Outcome::Empty);
    }

    pub(super) fn stated_anew(&mut self, path: &str) {
        self.record(path, Outcome::StatedAnew);
    }

    pub(super) fn not_taken(&mut self, path: &str, value: &Json, why: impl Into<String>) {
        let (why, value) = (why.into(), value.clone());
        self.record(path, Outcome::NotTaken { why, value });
    }

    /// A value that has no place in the profile after all.
    pub(super) fn refused(&mut self, draft: &ResumeDraft, why: impl Into<String>) {
        let path = draft.origin.as_deref().unwrap_or_default();
        let original = path::find(&self.original, path).cloned();
        let value = original.unwrap_or_else(|| draft.to_json());
        self.not_taken(path, &value, why);
    }

    /// What was not taken over, for the editors' notes: path and value of each.
    pub(super) fn not_taken_over(&self) -> Vec<Json> {
        let note = |entry: &ReportEntry| match &entry.outcome {
            Outcome::NotTaken { value, .. } => {
                let value = noted(self.literals.kept(&entry.path, value));
                Some(json!({ "path": entry.path, "value": value }))
            }
            _ => None,
        };
        self.entries.iter().filter_map(note).collect()
    }

    /// The report for people: what was done to which value, alike ones on one line.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut group = |title: &str, of: &[String]| {
            if !of.is_empty() {
                lines.push(title.to_owned());
                lines.extend(of.iter().map(|line| format!("  {line}")));
            }
        };
        let each = |line: &dyn Fn(&ReportEntry) -> Option<String>| -> Vec<String> {
            self.entries.iter().filter_map(line).collect()
        };
        let together = |lines: Vec<String>| match lines.is_empty() {
            true => Vec::new(),
            false => vec![lines.join(", ")],
        };
        let not_taken = each(&|entry| match &entry.outcome {
            Outcome::NotTaken { why, value } => {
                let shown = self.shown(&entry.path, value);
                let cut = match has_data(value) {
                    true => format!("; of its data the first {LONGEST_DATA} bytes are kept"),
                    false => String::new(),
                };
                Some(format!("{}: {shown}: {why}{cut}", entry.path))
            }
            _ => None,
        });
        group(
            "not taken over, but kept under `internal` in the file:",
            &not_taken,
        );
        let repaired = each(&|entry| match &entry.outcome {
            Outcome::Repaired { how, original } => {
                let shown = self.shown(&entry.path, original);
                Some(format!("{}: {shown}: {how}", entry.path))
            }
            _ => None,
        });
        group("taken over in another form:", &repaired);
        let moved = each(&|entry| match &entry.outcome {
            Outcome::Moved { to } => Some(format!("{} -> {to}", entry.path)),
            _ => None,
        });
        group("at another place in JSON Resume:", &together(moved));
        let path = |outcome: Outcome| {
            move |entry: &ReportEntry| (entry.outcome == outcome).then(|| entry.path.clone())
        };
        let anew = together(each(&path(Outcome::StatedAnew)));
        group("stated anew whenever the profile is published:", &anew);
        let empty = together(each(&path(Outcome::Empty)));
        group("empty, so there was nothing to take over:", &empty);
        lines
    }

    /// A value as it is shown in one line: shortened.
    fn shown(&self, path: &str, value: &Json) -> String {
        const LONGEST: usize = 60;
        let text = match value {
            Json::Number(number) => self.number(path, number),
            _ => self.literals.kept(path, value).to_string(),
        };
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }
}

/// How much is kept of a picture in the form of text, in bytes. It helps nobody among the notes.
const LONGEST_DATA: usize = 80;

fn is_data(text: &str) -> bool {
    text.starts_with("data:") && text.len() > LONGEST_DATA
}

/// Whether something in the value is shortened where it is kept.
fn has_data(value: &Json) -> bool {
    match value {
        Json::String(text) => is_data(text),
        Json::Array(items) => items.iter().any(has_data),
        Json::Object(fields) => fields.values().any(has_data),
        _ => false,
    }
}

/// A value as it is kept among the notes: with data shortened. A group with an empty key is
/// nothing that YAML could keep.
fn noted(value: Json) -> Json {
    let value = without_data(value);
    match is_notable(&value) {
        true => value,
        false => value.to_string().into(),
    }
}

fn without_data(value: Json) -> Json {
    match value {
        Json::String(text) if is_data(&text) => {
            let end = text.floor_char_boundary(LONGEST_DATA);
            format!("{}… ({} bytes)", &text[..end], text.len()).into()
        }
        Json::Array(items) => items.into_iter().map(without_data).collect(),
        Json::Object(fields) => {
            let fields = fields.into_iter();
            Json::Object(
                fields
                    .map(|(key, value)| (key, without_data(value)))
                    .collect(),
            )
        }
        other => other,
    }
}

fn is_notable(value: &Json) -> bool {
    match value {
        Json::Array(items) => items.iter().all(is_notable),
        Json::Object(fields) => fields
            .iter()
            .all(|(key, value)| path::is_key(key) && is_notable(value)),
        _ => true,
    }
}
