//! Finds items that read as current because a date of the original could not be imported.

use super::draft::{DraftValue, ResumeDraft};
use super::field_mapping::{END, START, keys};
use super::path;
use super::report::{ImportOutcome, ImportReport, ReportEntry};
use super::report_lines::preview;

/// Returns a comment for each item that reads as current only because its dates were not imported,
/// with the path of the item in the profile, such as `employment.0`.
pub(super) fn comments(profile: &ResumeDraft, report: &ImportReport) -> Vec<(String, String)> {
    let mut comments = Vec::new();
    find(profile, String::new(), report, &mut comments);
    comments
}

fn find(
    draft: &ResumeDraft,
    path: String,
    report: &ImportReport,
    comments: &mut Vec<(String, String)>,
) {
    let child = |key: &str| match path.as_str() {
        "" => key.to_owned(),
        path => format!("{path}.{key}"),
    };
    match &draft.value {
        DraftValue::List(items) => {
            for (index, item) in items.iter().enumerate() {
                find(item, child(&index.to_string()), report, comments);
            }
        }
        DraftValue::Group(group) => {
            for (key, draft) in &group.0 {
                find(draft, child(key), report, comments);
            }
            let has_end = group.get(END.name()).is_some();
            let origin = draft.origin.as_deref().filter(|_| !has_end);
            let entry = origin.and_then(|origin| end_date(origin, report));
            let reason = match entry.map(|entry| (&entry.path, &entry.outcome)) {
                Some((date, ImportOutcome::Rejected { value, .. })) => format!(
                    "`{date}` of the original, {}, is not a date that a profile can have.",
                    preview(value)
                ),
                Some((_, ImportOutcome::CheckDate { .. })) => {
                    "The original has no date here.".to_owned()
                }
                _ => return,
            };
            let advice = "Add `end_date`: without it, this item reads as current.";
            comments.push((path, format!("{reason}\n{advice}")));
        }
        DraftValue::Scalar(_) => {}
    }
}

/// Returns the entry about the end date of the item at `origin`, about its start date, which can contain
/// the end, or about the item without a date.
fn end_date<'a>(origin: &str, report: &'a ImportReport) -> Option<&'a ReportEntry> {
    let entry = |key: &str| {
        let path = report.original_path(&path::child(origin, key));
        let is_date = |outcome: &ImportOutcome| {
            matches!(outcome, ImportOutcome::Rejected { .. } | ImportOutcome::Converted { .. })
        };
        report.entries.iter().find(|entry| entry.path == path && is_date(&entry.outcome))
    };
    let item = report.original_path(origin);
    let no_date = |entry: &&ReportEntry| {
        entry.path == item && matches!(entry.outcome, ImportOutcome::CheckDate { .. })
    };
    let dates = keys(&END).chain(keys(&START)).find_map(entry);
    dates.or_else(|| report.entries.iter().find(no_date))
}
