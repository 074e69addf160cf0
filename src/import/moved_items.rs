//! Reports items of lists whose index changed because an item before them was not imported.

use super::draft::{DraftValue, ResumeDraft};
use super::field_mapping::ATTRIBUTES;
use super::path;
use super::report::ImportReport;

/// Adds the moves within lists of the finished profile. The import of the sections of JSON Resume reports those
/// of their items, because the profile has them in another order.
pub(super) fn report_moved_items(profile: &ResumeDraft, report: &mut ImportReport) {
    find(profile, &mut Vec::new(), report);
}

/// `profile_path` has the keys that lead to `draft` in the profile, and an empty text for each item.
fn find<'a>(draft: &'a ResumeDraft, profile_path: &mut Vec<&'a str>, report: &mut ImportReport) {
    let mut find_below = |key: &'a str, draft: &'a ResumeDraft, report: &mut ImportReport| {
        profile_path.push(key);
        find(draft, profile_path, report);
        profile_path.pop();
    };
    match &draft.value {
        DraftValue::Group(group) => {
            for (key, draft) in &group.0 {
                find_below(key, draft, report);
            }
        }
        DraftValue::List(items) => {
            for item in items {
                find_below("", item, report);
            }
            if is_section(profile_path) {
                return;
            }
            for (index, item) in items.iter().enumerate() {
                let origin = item.origin.as_deref().unwrap_or_default();
                let Some((list, former)) = path::split_item(origin) else { continue };
                if former != index {
                    report.moved(origin, path::item(list, index));
                }
            }
        }
        DraftValue::Scalar(_) => {}
    }
}

/// Returns whether a list of the profile is a section of JSON Resume.
fn is_section(profile_path: &[&str]) -> bool {
    match profile_path {
        ["attributes", name] => {
            *name == "profiles" || ATTRIBUTES.iter().any(|(known, _)| known == name)
        }
        [_] | ["skills", "languages"] => true,
        _ => false,
    }
}
