//! Removes from a document by vitae the values that are derived from others, so that they do not become the author's.

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::path::{self, PUBLISHED_PROFILE};
use super::report::ImportReport;
use crate::model::derived_value::{DerivedValue, LINKEDIN, is_linkedin};
use crate::model::link::Url;

/// Removes the derived values that the document names, and their names. A value that another program edited stays.
pub(super) fn remove_derived(document: &mut Json, report: &mut ImportReport) {
    let profile = &document["meta"]["consultantProfile"];
    let Ok(derived) = Vec::<DerivedValue>::deserialize(&profile["derived"]) else { return };
    let text = |group: &str, key: &str| profile[group][key].as_str().map(str::to_owned);
    let (short, linkedin) = (text("summary", "short"), text("personal", "linkedin"));
    let linkedin = linkedin.filter(|url| Url::parse(url).is_ok());
    let fields = document["meta"]["consultantProfile"].as_object_mut();
    fields.expect("it has `derived`").shift_remove("derived");
    report.set_by_vitae(&path::child(PUBLISHED_PROFILE, "derived"));
    let Some(Json::Object(basics)) = document.get_mut("basics") else { return };
    if let Some(short) = short
        && derived.contains(&DerivedValue::Summary)
        && basics.get("summary") == Some(&short.into())
    {
        basics.shift_remove("summary");
    }
    let Some(Json::Array(profiles)) = basics.get_mut("profiles") else { return };
    let Some(linkedin) = linkedin.map(Json::from) else { return };
    if derived.contains(&DerivedValue::LinkedinProfile) {
        let added = json!({ "network": LINKEDIN, "url": linkedin });
        let at = profiles.iter().rposition(|profile| *profile == added);
        at.map(|at| profiles.remove(at));
    }
    if derived.contains(&DerivedValue::LinkedinUrl) {
        let mut profiles = profiles.iter_mut().filter_map(Json::as_object_mut);
        let has_network = |network: &Json| network.as_str().is_some_and(is_linkedin);
        let profile = profiles.find(|profile| profile.get("network").is_some_and(has_network));
        let profile = profile.filter(|profile| profile.get("url") == Some(&linkedin));
        profile.map(|profile| profile.shift_remove("url"));
    }
}
