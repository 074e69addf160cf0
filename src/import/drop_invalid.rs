//! Removes the parts of a draft for which `vitae check` reports errors, or that would be left out of the published profile.

use std::cmp::Reverse;

use serde_json::{Value as Json, json};

use super::draft::{DraftGroup, DraftValue, ResumeDraft};
use super::empty_values::scalars;
use super::report::ImportReport;
use super::{COMMENTS, ImportResult, NOT_IMPORTED, not_imported, open_items};
use crate::content;
use crate::diagnostic::{Diagnostic, Span};
use crate::model::END_BEFORE_START;
use crate::model::categories::UNUSED_CATEGORY_NAME;
use crate::yaml::{self, Node, YamlValue, write::write};

/// The maximum number of passes. Each pass removes the values of at most 50 errors. Without it, a file of 214 kB with
/// 15,000 unknown fields takes 22 s.
const MAX_PASSES: usize = 20;

/// Checks the name, without which no profile can be written.
///
/// # Errors
/// Returns why a profile cannot have the name.
pub(super) fn check_name(file: &str, name: &str) -> ImportResult<()> {
    let profile = json!({ "active": false, "name": name });
    let text = write(profile.as_object().expect("a group"), &[]);
    let errors = content::check_profile("profile", text.as_bytes());
    let Some(error) = errors.into_iter().find(Diagnostic::is_error) else { return Ok(()) };
    let message = format!("the name is not valid: {}", error.message);
    not_imported(&NOT_IMPORTED, file, message, "correct the name, then import the file again")
}

/// Returns the YAML of a profile without errors that names the photo, and reports the removed values.
///
/// # Errors
/// Returns why the file does not give a profile.
pub(super) fn drop_invalid(
    file: &str,
    profile: DraftGroup,
    photo: Option<String>,
    report: &mut ImportReport,
) -> ImportResult<String> {
    let mut profile = ResumeDraft::without_origin(DraftValue::Group(profile));
    let refuse = |message: String| {
        let hint = "shorten the file or fix the problem, then import it again";
        not_imported(&NOT_IMPORTED, file, message, hint)
    };
    for _ in 0..MAX_PASSES {
        let text = to_yaml(&profile, photo.as_deref(), report);
        if text.len() > yaml::MAX_BYTES {
            let max = yaml::MAX_BYTES / 1024 / 1024;
            return refuse(format!("the profile would be larger than {max} MiB"));
        }
        let mut errors = content::check_profile("profile", text.as_bytes());
        errors.retain(|found| found.is_error() || found.code == &UNUSED_CATEGORY_NAME);
        let Some(first) = errors.first() else {
            // All but `active`.
            report.imported = scalars(&profile.to_json()) - 1;
            return Ok(text);
        };
        let first = first.message.clone();
        if !drop_values(&mut profile, errors, &text, report) {
            return refuse(format!("the file does not give a valid profile: {first}"));
        }
    }
    refuse("the file has too many errors".to_owned())
}

/// Removes the value of each error. Returns whether any value was removed.
fn drop_values(
    profile: &mut ResumeDraft,
    errors: Vec<Diagnostic>,
    text: &str,
    report: &mut ImportReport,
) -> bool {
    let tree = yaml::parse("profile", text.as_bytes(), &mut Vec::new());
    let mut invalid: Vec<(Span, Diagnostic)> = errors
        .into_iter()
        .filter_map(|error| {
            // Without its end date, an item would read as current.
            let start = error.related.first().filter(|_| error.code == &END_BEFORE_START);
            Some((start.map(|start| start.span.clone()).or(error.span.clone())?, error))
        })
        .collect();
    // Removed from the end, so that the indexes of the other items stay the same.
    invalid.sort_by_key(|(span, _)| Reverse(span.start));
    invalid.dedup_by(|a, b| a.0 == b.0);
    let mut removed_any = false;
    for (span, error) in invalid {
        let path = tree.as_ref().and_then(|tree| node_path(tree, &span)).unwrap_or_default();
        if let Some(mut removed) = profile.remove(&path) {
            removed.origin.get_or_insert_with(|| path.join("."));
            report.rejected_draft(&removed, error.message);
            removed_any = true;
        }
    }
    removed_any
}

/// Returns the draft as YAML, with the photo, and the rejected values among the editors' notes.
fn to_yaml(profile: &ResumeDraft, photo: Option<&str>, report: &ImportReport) -> String {
    let Json::Object(mut document) = profile.to_json() else {
        unreachable!("a profile is a group");
    };
    if let Some(photo) = photo {
        document.shift_insert(1, "photo".to_owned(), photo.into());
    }
    let rejected = report.rejected_values();
    if !rejected.is_empty() {
        let notes = json!({ "import": { "not_taken_over": rejected } });
        document.insert("internal".to_owned(), notes);
    }
    let open_items = open_items::comments(profile, report);
    let open_items = open_items.iter().map(|(path, comment)| (path.as_str(), comment.as_str()));
    write(&document, &COMMENTS.iter().copied().chain(open_items).collect::<Vec<_>>())
}

/// Returns the keys and indexes that lead to the value or key at `span`; `None` for the whole document.
fn node_path(tree: &Node, span: &Span) -> Option<Vec<String>> {
    let path_below = |name: String, node: &Node| {
        if node.span == *span {
            return Some(vec![name]);
        }
        let rest = node_path(node, span)?;
        Some([vec![name], rest].concat())
    };
    match &tree.value {
        YamlValue::Mapping(entries) => entries.iter().find_map(|entry| {
            if entry.key_span == *span {
                return Some(vec![entry.key.clone()]);
            }
            path_below(entry.key.clone(), &entry.value)
        }),
        YamlValue::Sequence(items) => (0..)
            .zip(items)
            .find_map(|(index, item): (usize, _)| path_below(index.to_string(), item)),
        YamlValue::Scalar(_) | YamlValue::Invalid => None,
    }
}
