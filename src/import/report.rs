//! The report of an import: what happened to the values that changed.

use indexmap::IndexMap;
use serde_json::Value as Json;

use super::draft::{DraftGroup, ResumeDraft};
use super::empty_values::is_deeply_empty;
use super::path;

/// Personal values that are published, because a profile has fields for them.
pub(super) const PUBLIC_CONTACT: [&str; 2] = ["basics.email", "basics.phone"];

/// The changes that an import made, in order.
///
/// Values without an entry are in the published JSON Resume at their original path, apart from the indexes
/// of items.
#[derive(Debug, Clone, Default)]
pub struct ImportReport {
    /// The entries, each about one value of the original.
    pub entries: Vec<ReportEntry>,
    /// The document after parsing, to which all paths refer.
    pub(super) original: Json,
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
    pub outcome: ImportOutcome,
}

/// What can happen to a value.
#[derive(Debug, Clone, PartialEq)]
pub enum ImportOutcome {
    /// The profile contains the value in another form, or implies it.
    Converted {
        /// The change, in the words of the report.
        change: String,
        /// The value in the original.
        original: Json,
    },
    /// The value is unchanged, but has another path in the published JSON Resume.
    Moved {
        /// The new path, with the indexes of the original.
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
    fn add(&mut self, path: &str, outcome: ImportOutcome) {
        let path = path.to_owned();
        self.entries.push(ReportEntry { path, outcome });
    }

    pub(super) fn converted(&mut self, path: &str, original: &Json, change: impl Into<String>) {
        let (change, original) = (change.into(), original.clone());
        self.add(path, ImportOutcome::Converted { change, original });
    }

    pub(super) fn moved(&mut self, path: &str, to: impl Into<String>) {
        self.add(path, ImportOutcome::Moved { to: to.into() });
    }

    /// Marks the moves until now as those that prepare the document.
    pub(super) fn complete_preparation(&mut self) {
        let entries = self.entries.iter().enumerate();
        let moves = entries.filter_map(|(index, entry)| match &entry.outcome {
            ImportOutcome::Moved { to } => {
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

    /// Returns the report with the paths of the original. The moves of the preparation get the last path
    /// of their value.
    pub(super) fn with_original_paths(&self) -> Self {
        let mut report = self.clone();
        for (index, entry) in report.entries.iter_mut().enumerate() {
            entry.path = self.original_path(std::mem::take(&mut entry.path), index);
            if let ImportOutcome::Moved { to } = &mut entry.outcome
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
        self.add(path, ImportOutcome::Empty);
    }

    pub(super) fn private(&mut self, path: &str, value: Json, meaning: &'static str) {
        self.add(path, ImportOutcome::Private { meaning, value });
    }

    /// Reports the values that another report has as private as public.
    pub(super) fn public(&mut self, private: Self) {
        for ReportEntry { path, outcome } in private.entries {
            if let ImportOutcome::Private { value, .. } = outcome {
                self.add(&path, ImportOutcome::Public { value });
            }
        }
    }

    /// Reports the email address and the phone number of a profile.
    pub(super) fn public_contact(&mut self, profile: &DraftGroup) {
        let contact = profile.get("personal").map(ResumeDraft::to_json).unwrap_or_default();
        for (key, path) in ["email", "phone"].into_iter().zip(PUBLIC_CONTACT) {
            let value = &contact["contact"][key];
            if value.is_string() {
                self.add(path, ImportOutcome::Public { value: value.clone() });
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
        let keys = keys.into_iter().map(|key| (path::child(parent, key), &group[key]));
        let unknown: IndexMap<String, &Json> = keys.collect();
        // The note of a key has its whole value.
        let is_in_note = |path: &str| {
            let ends = path.match_indices(['.', '[']).map(|(end, _)| end);
            ends.chain([path.len()]).any(|end| unknown.contains_key(&path[..end]))
        };
        self.entries.retain(|entry| match &entry.outcome {
            ImportOutcome::Private { .. } | ImportOutcome::Public { .. } => {
                !is_in_note(&entry.path)
            }
            _ => true,
        });
        for (path, value) in unknown {
            match is_deeply_empty(value) {
                true => self.empty(&path),
                false => self.add(&path, ImportOutcome::UnknownKey { value: value.clone() }),
            }
        }
    }

    pub(super) fn published_unknown_key(&mut self, path: &str) {
        self.add(path, ImportOutcome::PublishedUnknownKey);
    }

    pub(super) fn set_by_vitae(&mut self, path: &str) {
        self.add(path, ImportOutcome::SetByVitae);
    }

    pub(super) fn rejected(&mut self, path: &str, value: &Json, reason: impl Into<String>) {
        let (reason, value) = (reason.into(), value.clone());
        self.add(path, ImportOutcome::Rejected { reason, value });
    }

    /// Reports a value that was removed from the draft of the profile.
    pub(super) fn rejected_draft(&mut self, draft: &ResumeDraft, reason: impl Into<String>) {
        let path = draft.origin.as_deref().unwrap_or_default();
        let original = path::find(&self.original, path).cloned();
        let value = original.unwrap_or_else(|| draft.to_json());
        self.rejected(path, &value, reason);
    }
}
