//! Imports `basics`: name, contact details, location and profiles in networks.

use serde_json::{Map, Value as Json, json};

use super::convert::group;
use super::draft::{DraftGroup, ResumeDraft};
use super::empty_values::is_empty;
use super::field_mapping::{BASICS, LOCATION, NETWORKS};
use super::item::{ItemDraft, item_drafts};
use super::item_fields::import_item;
use super::meta::MetaDraft;
use super::path;
use super::report::ImportReport;
use crate::model::derived_value::{LINKEDIN, is_linkedin};
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

/// Moves the address in a field `linkedin` to the profiles in networks, if they have no other one there.
pub(super) fn list_linkedin(document: &mut Json, report: &mut ImportReport) {
    let Some(Json::Object(basics)) = document.get_mut("basics") else { return };
    let url = basics.get("linkedin").and_then(Json::as_str);
    let Some(url) = url.filter(|url| Url::parse(url).is_ok()).map(str::to_owned) else { return };
    let profiles = basics.entry("profiles").or_insert_with(|| json!([]));
    if let Json::Array(profiles) = profiles
        && !profiles.iter().any(|item| item["network"].as_str().is_some_and(is_linkedin))
    {
        let item = path::item("basics.profiles", profiles.len());
        profiles.push(json!({ "network": LINKEDIN, "url": url }));
        basics.shift_remove("linkedin");
        report.prepared("basics.linkedin", &path::child(&item, "url"));
    }
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
        if let Some(image) = fields.shift_remove(key).filter(|image| !is_empty(image)) {
            let reason = "a photo must be a file: use `--photo`, or put it into `photos`";
            report.rejected(&path::child("basics", key), &image, reason);
        }
    }
    if let Some(location) = fields.shift_remove("location").filter(|location| !is_empty(location)) {
        basics.import_location(&location, report);
    }
    basics.import_networks(&fields, meta, report);
    fields.shift_remove("profiles");
    let fields = Json::Object(fields);
    if !is_empty(&fields) {
        basics.fields = import_item(&BASICS, "basics", &fields, report).unwrap_or_default();
    }
    basics
}

impl BasicsDraft {
    fn import_location(&mut self, value: &Json, report: &mut ImportReport) {
        let path = "basics.location";
        let mut fields = import_item(&LOCATION, path, value, report).unwrap_or_default();
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
        fields: &Map<String, Json>,
        meta: &MetaDraft,
        report: &mut ImportReport,
    ) {
        let drafts = item_drafts(fields, "basics", "profiles", &NETWORKS, report);
        let is_profile = |draft: &ItemDraft<'_>| {
            ["url", "username"].iter().any(|key| draft.group.get(key).is_some())
        };
        let (drafts, others): (Vec<_>, Vec<_>) =
            drafts.into_iter().partition(|draft| meta.is_by_vitae || is_profile(draft));
        for (_, field) in others.into_iter().flat_map(|draft| draft.group.0) {
            report.rejected_draft(&field, "the profile has neither an address nor a user name");
        }
        let (mut named, unnamed): (Vec<_>, Vec<_>) =
            drafts.into_iter().partition(|draft| draft.group.text("network").is_some());
        for ItemDraft { path, value, .. } in &unnamed {
            let change = "has no `network`, so JSON Resume shows it only under `meta`";
            report.converted(path, value, change);
        }
        let is_linkedin =
            |draft: &ItemDraft<'_>| draft.group.text("network").is_some_and(is_linkedin);
        let is_only = named.iter().filter(|draft| is_linkedin(draft)).count() == 1;
        let index = named.iter().position(is_linkedin).filter(|_| !meta.is_by_vitae);
        if let Some(index) = index
            && self.import_linkedin(&mut named[index].group)
            && is_only
        {
            let ItemDraft { path, group, .. } = named.remove(index);
            let network = group.text("network").unwrap_or_default();
            if network != LINKEDIN {
                let change = format!("published as {LINKEDIN}");
                report.converted(&path::child(&path, "network"), &network.into(), change);
            }
        }
        let all = named.into_iter().chain(unnamed);
        self.networks = all.filter_map(|draft| draft.group.into_draft()).collect();
    }

    /// Imports the URL of the LinkedIn profile to the contact details. Returns whether publishing derives the whole item
    /// from it.
    fn import_linkedin(&mut self, network: &mut DraftGroup) -> bool {
        self.linkedin = network.get("url").cloned();
        // Publishing adds the address to a user name.
        if network.get("username").is_some() {
            network.take("url");
        }
        network.get("url").is_some() && network.0.len() == 2
    }
}
