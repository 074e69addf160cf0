//! The report of an import: what happened to the values that changed.

use serde_json::Value as Json;

use super::draft::{DraftGroup, ResumeDraft};
use super::path;

/// Personal values that are published, because a profile has fields for them.
pub(super) const PUBLIC_CONTACT: [&str; 2] = ["basics.email", "basics.phone"];

/// The changes that an import made, in order.
///
/// Values without an entry are in the published JSON Resume at their original path, apart from the indexes
/// of items, or they are empty.
#[derive(Debug, Clone, Default)]
pub struct ImportReport {
    /// The entries, each about one value of the original.
    pub entries: Vec<ReportEntry>,
    /// Whether vitae published the document: its values were public, and stay as they are.
    pub(super) is_by_vitae: bool,
    /// The number of values that are imported.
    pub(super) imported: usize,
    /// The old and the new paths of values that moved before the import. It finds them at the new paths.
    preparation: Vec<(String, String)>,
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
    /// The date is imported, or missing, and the author has to check what it means.
    CheckDate {
        /// The reason, after the path.
        note: String,
    },
    /// A part of a LinkedIn archive, by the name of its file, is not imported, or was hard to read.
    Archive {
        /// The reason, after the name.
        note: String,
    },
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

impl ImportOutcome {
    /// Returns the value, if it is only among the editors' notes.
    pub(super) fn internal_value(&self) -> Option<&Json> {
        match self {
            Self::Rejected { value, .. }
            | Self::Private { value, .. }
            | Self::UnknownKey { value } => Some(value),
            _ => None,
        }
    }
}

impl ImportReport {
    fn add(&mut self, path: &str, outcome: ImportOutcome) {
        let path = self.original_path(path);
        self.entries.push(ReportEntry { path, outcome });
    }

    pub(super) fn converted(&mut self, path: &str, original: &Json, change: impl Into<String>) {
        let (change, original) = (change.into(), original.clone());
        self.add(path, ImportOutcome::Converted { change, original });
    }

    pub(super) fn moved(&mut self, path: &str, to: impl Into<String>) {
        self.add(path, ImportOutcome::Moved { to: to.into() });
    }

    /// Reports a move that prepares the document. All paths after it are paths of the prepared document.
    pub(super) fn prepared(&mut self, from: &str, to: &str) {
        for entry in &mut self.entries {
            if let ImportOutcome::Moved { to: earlier } = &mut entry.outcome {
                *earlier = path::after_move(std::mem::take(earlier), from, to);
            }
        }
        self.moved(from, to);
        self.preparation.push((from.to_owned(), to.to_owned()));
    }

    /// Returns the path in the original of a value of the prepared document.
    pub(super) fn original_path(&self, path: &str) -> String {
        let moves = self.preparation.iter().rev();
        moves.fold(path.to_owned(), |path, (from, to)| path::after_move(path, to, from))
    }

    pub(super) fn private(&mut self, path: &str, value: Json, meaning: &'static str) {
        self.add(path, ImportOutcome::Private { meaning, value });
    }

    pub(super) fn public(&mut self, path: &str, value: Json) {
        self.add(path, ImportOutcome::Public { value });
    }

    /// Reports the email address and the phone number of a profile.
    pub(super) fn public_contact(&mut self, profile: &DraftGroup) {
        let contact = profile.get("personal").map(ResumeDraft::to_json).unwrap_or_default();
        for (key, path) in ["email", "phone"].into_iter().zip(PUBLIC_CONTACT) {
            let value = &contact["contact"][key];
            if value.is_string() {
                self.public(path, value.clone());
            }
        }
    }

    pub(super) fn unknown_key(&mut self, path: &str, value: Json) {
        self.add(path, ImportOutcome::UnknownKey { value });
    }

    pub(super) fn published_unknown_key(&mut self, path: &str) {
        self.add(path, ImportOutcome::PublishedUnknownKey);
    }

    pub(super) fn check_date(&mut self, path: &str, note: impl Into<String>) {
        self.add(path, ImportOutcome::CheckDate { note: note.into() });
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
        self.rejected(path, &draft.to_json(), reason);
    }
}
