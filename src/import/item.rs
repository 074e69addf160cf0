//! Imports lists of items.

use serde_json::{Map, Value as Json};

use super::draft::{DraftGroup, ResumeDraft};
use super::empty_values::is_empty;
use super::field_mapping::{ItemMapping, section_names};
use super::item_fields::import_item;
use super::path;
use super::report::ImportReport;

/// An item of a list, and the fields of the profile that it becomes.
pub(super) struct ItemDraft<'a> {
    /// The path in the original.
    pub(super) path: String,
    pub(super) value: &'a Json,
    pub(super) group: DraftGroup,
}

/// Returns the items of a list with their paths in the original, including those of nested lists and of lists with an
/// alias of the section's name. A single item in place of a list counts as a list.
pub(super) fn items<'a>(
    document: &'a Map<String, Json>,
    parent: &str,
    section: &str,
    report: &mut ImportReport,
) -> Vec<(String, &'a Json)> {
    // Documents by vitae have no aliases, but can have other sections with these names.
    let names = if report.is_by_vitae { 1 } else { usize::MAX };
    let mut items = Vec::new();
    for name in section_names(section).take(names) {
        if let Some(value) = document.get(name) {
            let path = path::child(parent, name);
            if name != section {
                report.moved(&path, path::child(parent, section));
            }
            flatten(value, path, &mut items);
        }
    }
    items
}

fn flatten<'a>(value: &'a Json, path: String, items: &mut Vec<(String, &'a Json)>) {
    match value {
        _ if is_empty(value) => {}
        Json::Array(list) => {
            for (index, item) in list.iter().enumerate() {
                flatten(item, path::item(&path, index), items);
            }
        }
        _ => items.push((path, value)),
    }
}

pub(super) fn item_drafts<'a>(
    document: &'a Map<String, Json>,
    parent: &str,
    section: &str,
    mapping: &ItemMapping,
    report: &mut ImportReport,
) -> Vec<ItemDraft<'a>> {
    items(document, parent, section, report)
        .into_iter()
        .filter_map(|(path, value)| {
            let group = import_item(mapping, &path, value, report)?;
            Some(ItemDraft { path, value, group })
        })
        .collect()
}

/// Imports a list that JSON Resume shows in the order of the profile.
pub(super) fn section(
    document: &Map<String, Json>,
    name: &str,
    mapping: &ItemMapping,
    report: &mut ImportReport,
) -> Option<ResumeDraft> {
    let drafts = item_drafts(document, "", name, mapping, report);
    list(drafts)
}

pub(super) fn list(drafts: Vec<ItemDraft<'_>>) -> Option<ResumeDraft> {
    let drafts = drafts.into_iter();
    let item = |ItemDraft { path, group, .. }: ItemDraft<'_>| {
        Some(ResumeDraft { origin: Some(path), ..group.into_draft()? })
    };
    ResumeDraft::list(drafts.filter_map(item).collect())
}
