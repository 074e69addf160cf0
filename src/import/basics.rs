//! Imports `basics`: name, contact details, location and profiles in networks.

use serde_json::{Map, Value as Json};

use super::convert::group;
use super::draft::{DraftGroup, ResumeDraft};
use super::empty_values::is_empty;
use super::field_mapping::{BASICS, LOCATION, NETWORKS};
use super::item::{ItemDraft, item_drafts};
use super::item_fields::{SourceItem, import_item};
use super::meta::MetaDraft;
use super::path;
use super::person;
use super::report::ImportReport;
use crate::model::link::Url;

#[derive(Default)]
pub(super) struct BasicsDraft {
    /// Name, headline, email, phone, url and summary; additional fields in `extra`.
    pub(super) fields: DraftGroup,
    /// City, region and country.
    pub(super) location: DraftGroup,
    /// The postal address and additional fields of the location.
    pub(super) postal_address: DraftGroup,
    pub(super) linkedin: Option<ResumeDraft>,
    /// Profiles in networks; those without the name of a network come last.
    pub(super) networks: Vec<ResumeDraft>,
}

pub(super) fn basics(
    document: &Map<String, Json>,
    meta: &MetaDraft,
    report: &mut ImportReport,
) -> BasicsDraft {
    let mut basics = BasicsDraft::default();
    let Some(mut fields) = group(document, "basics", report).cloned() else {
        return basics;
    };
    for key in ["image", "picture"] {
        let path = path::child("basics", key);
        match fields.shift_remove(key) {
            Some(image) if is_empty(&image) => report.empty(&path),
            Some(image) => {
                let reason = "a photo must be a file: use `--photo`, or put it into `photos`";
                report.rejected(&path, &image, reason);
            }
            None => {}
        }
    }
    if let Some(location) = fields.shift_remove("location") {
        basics.import_location(&location, meta, report);
    }
    basics.import_networks(&mut fields, meta, report);
    fields.shift_remove("profiles");
    person::join_name(&mut fields, report);
    let fields = Json::Object(fields);
    if !is_empty(&fields) {
        let item = SourceItem { path: "basics".to_owned(), value: &fields };
        let mapping = BASICS.of_document(meta.is_by_vitae);
        basics.fields = import_item(&mapping, &item, report).unwrap_or_default();
    }
    basics
}

impl BasicsDraft {
    fn import_location(&mut self, value: &Json, meta: &MetaDraft, report: &mut ImportReport) {
        let path = "basics.location".to_owned();
        if is_empty(value) {
            report.empty(&path);
            return;
        }
        let item = SourceItem { path, value };
        let mapping = LOCATION.of_document(meta.is_by_vitae);
        let mut fields = import_item(&mapping, &item, report).unwrap_or_default();
        for key in ["city", "region", "country"] {
            self.location.put(key, fields.take(key));
        }
        let extra = fields.take_group("extra");
        self.postal_address = fields;
        for (key, draft) in extra.0 {
            if self.postal_address.get(&key).is_some() {
                report.rejected_draft(&draft, format!("the location already has `{key}`"));
            } else {
                self.postal_address.put(&key, draft);
            }
        }
    }

    fn import_networks(
        &mut self,
        fields: &mut Map<String, Json>,
        meta: &MetaDraft,
        report: &mut ImportReport,
    ) {
        let drafts = item_drafts(fields, "basics", "profiles", &NETWORKS, report);
        let (mut named, unnamed): (Vec<_>, Vec<_>) =
            drafts.into_iter().partition(|draft| draft.group.text("network").is_some());
        for ItemDraft { item, .. } in &unnamed {
            let change = "has no `network`, so JSON Resume shows it only under `meta`";
            report.converted(&item.path, item.value, change);
        }
        let is_linkedin = |draft: &ItemDraft<'_>| {
            let network = draft.group.text("network");
            network.is_some_and(|name| name.eq_ignore_ascii_case("linkedin"))
        };
        let mut uses_linkedin_field = false;
        if let Some(index) = named.iter().position(is_linkedin) {
            self.import_linkedin(index, &mut named, meta);
        } else if let Some(url) = fields.get("linkedin").and_then(Json::as_str)
            && !meta.is_by_vitae
            && Url::parse(url).is_ok()
        {
            self.linkedin = Some(ResumeDraft::scalar(url, "basics.linkedin"));
            let published = path::item("basics.profiles", named.len());
            report.moved("basics.linkedin", path::child(&published, "url"));
            uses_linkedin_field = true;
        }
        let all = named.into_iter().chain(unnamed);
        self.networks = all.filter_map(|draft| draft.group.into_draft()).collect();
        if uses_linkedin_field {
            fields.shift_remove("linkedin");
        }
    }

    /// Moves the URL of the LinkedIn profile to the contact details, because publishing adds the
    /// profile again. A document by vitae already has both.
    fn import_linkedin(&mut self, index: usize, named: &mut Vec<ItemDraft<'_>>, meta: &MetaDraft) {
        let is_last = index + 1 == named.len();
        let network = &mut named[index].group;
        if !meta.is_by_vitae {
            self.linkedin = network.take("url");
        }
        let linkedin = self.linkedin.as_ref().and_then(ResumeDraft::text);
        let url = network.text("url").or(linkedin);
        let is_contact = !meta.is_by_vitae || url == meta.contact_linkedin().as_deref();
        let mut other_fields = network.0.iter().filter(|(key, _)| key != "url" && key != "network");
        let is_derived =
            other_fields.next().is_none() && network.text("network") == Some("LinkedIn");
        if is_last && is_derived && url.is_some() && is_contact {
            named.pop();
        }
    }
}
