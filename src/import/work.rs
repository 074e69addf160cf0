//! `work`: employments and contract assignments in one list.

use std::cmp::Reverse;

use serde_json::{Map, Value as Json};

use super::draft::{DraftValue, Group, ResumeDraft};
use super::field_mapping::WORK;
use super::item::{item, items, moves};
use super::path;
use super::report::ImportReport;
use crate::document::reserved_keys::{CONTRACTOR, means_contract};
use crate::model::date::PartialDate;

/// Employments, and contract assignments.
pub(super) fn work(
    document: &Map<String, Json>,
    report: &mut ImportReport,
) -> [Option<ResumeDraft>; 2] {
    let mut lists = [Vec::new(), Vec::new()];
    for (path, value) in items(document, "", "work", report) {
        if let Some(mut group) = item(&WORK, value, &path, report) {
            let contract = is_contract(&mut group, &path, report);
            lists[usize::from(contract)].push((path, group));
        }
    }
    // As JSON Resume shows them: both lists by start date, the newest first.
    let mut shown: Vec<_> = lists.iter().flatten().collect();
    let start = |group: &Group| {
        let date = group.text("start_date");
        date.and_then(|date| PartialDate::parse(date).ok())
    };
    shown.sort_by_key(|(_, group)| Reverse(start(group)));
    moves("work", shown.iter().map(|(path, _)| path), report);
    lists.map(|list| {
        let drafts = list.into_iter().filter_map(|(_, group)| group.draft());
        ResumeDraft::list(drafts.collect())
    })
}

/// Whether an item says that it is a contract assignment; the list it will stand in says so then.
fn is_contract(group: &mut Group, path: &str, report: &mut ImportReport) -> bool {
    const KEY: &str = "employmentType";
    let Some((_, extra)) = group.0.iter_mut().find(|(key, _)| key == "extra") else {
        return false;
    };
    let DraftValue::Group(extra) = &mut extra.value else {
        return false;
    };
    if !extra.text(KEY).is_some_and(means_contract) {
        return false;
    }
    if let Some(given) = extra.take(KEY)
        && given.text() != Some(CONTRACTOR)
    {
        let how = format!("stands in `contracts`; JSON Resume shows {CONTRACTOR}");
        report.repaired(&path::child(path, KEY), &given.to_json(), how);
    }
    if extra.0.is_empty() {
        group.take("extra");
    }
    true
}
