//! `meta.consultantProfile`: the parts of the profile that JSON Resume has no fields for.

use serde_json::{Map, Value as Json, json};

use super::attributes::{SECTIONS, additional_fields, has_network, networks};
use crate::model::profile::{CardOverrides, Personal, Profile};
use crate::render::profile::ProfileJson;

/// Returns the parts of the profile without which an import would lose values.
pub(super) fn consultant_profile(
    profile: &Profile,
    published: &ProfileJson<'_>,
) -> Map<String, Json> {
    let categories = profile.categories.iter().map(|(key, _)| key.as_str());
    let languages = profile.languages.iter();
    let levels = languages.map(|language| language.level.as_deref().unwrap_or_default());
    let skills = json!({
        "categories": categories.collect::<Vec<_>>(),
        "levels": levels.collect::<Vec<_>>(),
    });
    let parts = [
        ("id", json!(profile.id)),
        ("title", json!(profile.title)),
        ("bio_short", json!(profile.bio_short)),
        ("personal", personal(profile, published)),
        ("engagement", json!(published.engagement)),
        ("summary", json!({ "short": profile.summary_short })),
        ("skills", skills),
        ("attributes", attributes(profile).into()),
        ("card", card(&profile.card)),
    ];
    parts
        .into_iter()
        .map(|(key, part)| (key.to_owned(), without_nulls(part)))
        .filter(|(_, part)| !part.is_null())
        .collect()
}

/// Returns the fields that `basics` does not have.
fn personal(profile: &Profile, published: &ProfileJson<'_>) -> Json {
    let Personal {
        name,
        country,
        linkedin,
        company_name: _,
        company_legal_name: _,
        headline: _,
        city: _,
        region: _,
        email: _,
        phone: _,
        website: _,
    } = &profile.personal;
    let display_name = (*name != profile.name).then_some(name);
    json!({
        "name": display_name,
        "country": country,
        "company": published.personal.company,
        "linkedin": linkedin,
    })
}

/// Returns the attributes that have no other place in the document.
fn attributes(profile: &Profile) -> Map<String, Json> {
    let mut attributes = profile.attributes.0.clone();
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

/// Returns the author's overrides; the rest of the card is derived from the profile.
fn card(card: &CardOverrides) -> Json {
    let CardOverrides { name, headline, location, top_skills, available_from } = card;
    json!({
        "name": name,
        "headline": headline,
        "location": location,
        "top_skills": top_skills,
        "available_from": available_from,
    })
}

/// Removes the null fields of a group.
fn without_nulls(part: Json) -> Json {
    match part {
        Json::Object(fields) => {
            let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
            fields.collect::<Map<_, _>>().into()
        }
        other => other,
    }
}
