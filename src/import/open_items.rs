//! Finds items that read as current because a date of the original could not be imported.

use super::draft::{DraftValue, ResumeDraft};
use super::field_mapping::{END, START};
use super::path;
use super::report::{ImportOutcome, ImportReport};
use super::report_lines::preview;

/// An item without an end date.
struct OpenItem {
    /// The path in the profile, such as `employment.0`.
    path: String,
    /// The index of the report's entry for the date that was not imported.
    entry: usize,
}

/// Returns a comment for each item that reads as current only because its dates were not imported,
/// with the path of the item in the profile.
pub(super) fn comments(profile: &ResumeDraft, report: &ImportReport) -> Vec<(String, String)> {
    let comment = |OpenItem { path, entry }| {
        let entry = &report.entries[entry];
        let ImportOutcome::Rejected { value, .. } = &entry.outcome else {
            unreachable!("the date was rejected");
        };
        let value = preview(value);
        let text = format!(
            "`{}` of the original, {value}, is not a date that a profile can have.\n\
             Add `end_date`: without it, this item reads as current.",
            entry.path
        );
        (path, text)
    };
    open_items(profile, report).into_iter().map(comment).collect()
}

/// Adds to the report which items now read as current.
pub(super) fn report_open_items(profile: &ResumeDraft, report: &mut ImportReport) {
    for OpenItem { entry, .. } in open_items(profile, report) {
        if let ImportOutcome::Rejected { reason, .. } = &mut report.entries[entry].outcome {
            reason.push_str("; the item now reads as current");
        }
    }
}

fn open_items(profile: &ResumeDraft, report: &ImportReport) -> Vec<OpenItem> {
    let mut found = Vec::new();
    find(profile, String::new(), report, &mut found);
    found
}

fn find(draft: &ResumeDraft, path: String, report: &ImportReport, found: &mut Vec<OpenItem>) {
    let child = |key: &str| match path.as_str() {
        "" => key.to_owned(),
        path => format!("{path}.{key}"),
    };
    match &draft.value {
        DraftValue::List(items) => {
            for (index, item) in items.iter().enumerate() {
                find(item, child(&index.to_string()), report, found);
            }
        }
        DraftValue::Group(group) => {
            for (key, draft) in &group.0 {
                find(draft, child(key), report, found);
            }
            let has_end = group.get(END.profile).is_some();
            let origin = draft.origin.as_deref().filter(|_| !has_end);
            if let Some(entry) = origin.and_then(|origin| rejected_date(origin, report)) {
                found.push(OpenItem { path, entry });
            }
        }
        DraftValue::Scalar(_) => {}
    }
}

/// Returns the entry of a date that was not imported: the end of the item at `origin`, or the start,
/// which can contain the end.
fn rejected_date(origin: &str, report: &ImportReport) -> Option<usize> {
    let position = |key: &str, is_meant: fn(&ImportOutcome) -> bool| {
        let path = report.original_path(&path::child(origin, key));
        report.entries.iter().position(|entry| entry.path == path && is_meant(&entry.outcome))
    };
    let rejected = |key| position(key, |outcome| matches!(outcome, ImportOutcome::Rejected { .. }));
    let is_ongoing =
        |key| position(key, |outcome| matches!(outcome, ImportOutcome::Converted { .. }));
    END.keys().find_map(rejected).or_else(|| {
        let is_ongoing = END.keys().find_map(is_ongoing).is_some();
        START.keys().find_map(rejected).filter(|_| !is_ongoing)
    })
}
