//! `meta.consultantProfile`: the parts of the profile that JSON Resume has no fields for.

use serde_json::{Map, Value as Json, json};

use super::attributes::{SECTIONS, additional_fields, has_network, networks};
use crate::model::profile::Profile;

/// Returns the parts of the profile without which an import would lose values.
pub(super) fn consultant_profile(profile: &Profile) -> Json {
    let personal = &profile.personal;
    let categories = profile.categories.iter().map(|(key, _)| key.as_str());
    let languages = profile.languages.iter();
    let levels = languages.map(|language| language.level.as_deref().unwrap_or_default());
    json!({
        "id": profile.id,
        "title": profile.title,
        "bio_short": profile.bio_short,
        "personal": {
            "name": (personal.name != profile.name).then_some(&personal.name),
            "country": personal.location.country,
            "company": personal.company,
            "linkedin": personal.contact.linkedin,
        },
        "engagement": profile.engagement,
        "summary": { "short": profile.summary.short },
        "skills": {
            "categories": categories.collect::<Vec<_>>(),
            "levels": levels.collect::<Vec<_>>(),
        },
        "attributes": attributes(profile),
        "card": profile.card,
    })
}

/// Returns the attributes that have no other place in the document.
fn attributes(profile: &Profile) -> Map<String, Json> {
    let mut attributes = profile.attributes.clone();
    let without_category: Map<_, _> = additional_fields(&attributes, "skills")
        .into_iter()
        .filter(|(key, _)| profile.categories.iter().all(|(known, _)| known != key))
        .collect();
    let unnamed: Vec<Json> =
        networks(profile).filter(|network| !has_network(network)).cloned().collect();
    attributes.retain(|key, _| {
        let has_other_place = ["profiles", "location", "json_resume"].contains(&key.as_str());
        !has_other_place && !SECTIONS.contains(&key.as_str())
    });
    if !without_category.is_empty() {
        let rest = json!({ "skills": without_category });
        attributes.insert("json_resume".to_owned(), rest);
    }
    if !unnamed.is_empty() {
        attributes.insert("profiles".to_owned(), unnamed.into());
    }
    attributes.retain(|_, value| value.as_object().is_none_or(|group| !group.is_empty()));
    attributes
}
