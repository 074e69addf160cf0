//! Imports `work`: employments and contract assignments in one list.

use serde_json::{Map, Value as Json};

use super::draft::{DraftGroup, ResumeDraft};
use super::field_mapping::{END, START, WORK, written};
use super::item::{ItemDraft, item_drafts, list};
use super::meta::MetaDraft;
use super::path;
use super::report::ImportReport;
use crate::document::reserved_keys::{CONTRACTOR, EMPLOYMENT_TYPE, means_contract};

/// Returns the employments and the contracts.
pub(super) fn work(
    document: &Map<String, Json>,
    meta: &mut MetaDraft,
    report: &mut ImportReport,
) -> [Option<ResumeDraft>; 2] {
    let (mut employment, mut contracts) = (Vec::new(), Vec::new());
    let drafts = item_drafts(document, "", "work", &WORK, report);
    let order = meta.work_order(drafts.len(), report);
    let mut drafts: Vec<_> = drafts.into_iter().enumerate().collect();
    drafts.sort_by_key(|(index, _)| order.get(*index).copied());
    for (_, mut draft) in drafts {
        let ItemDraft { path, value, .. } = &draft;
        let is_written = |fields| [START, END].iter().any(|date| written(date, fields).is_some());
        if !report.is_by_vitae && !value.as_object().is_some_and(is_written) {
            report.check_date(path, "has no date, so the item reads as current");
        }
        match take_contract_type(&mut draft, report) {
            true if draft.group.is_empty() => {} // the report has the type, the only value
            true => contracts.push(draft),
            false => employment.push(draft),
        }
    }
    [list(employment), list(contracts)]
}

/// Moves the `employmentType` to `extra`, or removes it if it marks a contract, because the list implies
/// it. Returns whether the item is a contract.
fn take_contract_type(draft: &mut ItemDraft<'_>, report: &mut ImportReport) -> bool {
    let written = draft.group.take(EMPLOYMENT_TYPE);
    let is_contract = written.as_ref().and_then(ResumeDraft::text).is_some_and(means_contract);
    let (contract_type, kept) = if is_contract { (written, None) } else { (None, written) };
    let mut extra = DraftGroup::default();
    extra.put(EMPLOYMENT_TYPE, kept);
    extra.0.extend(draft.group.take_group("extra").0);
    draft.group.put("extra", extra.into_draft());
    if let Some(contract_type) = &contract_type {
        let path = path::child(&draft.path, EMPLOYMENT_TYPE);
        if draft.group.is_empty() {
            report.rejected(&path, &contract_type.to_json(), "is the only value of the item");
        } else if contract_type.text() != Some(CONTRACTOR) {
            let change = format!("moved to `contracts`; published in JSON Resume as {CONTRACTOR}");
            report.converted(&path, &contract_type.to_json(), change);
        }
    }
    is_contract
}
