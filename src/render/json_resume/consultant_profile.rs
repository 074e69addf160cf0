//! `meta.consultantProfile`: the rest of the profile.

use serde_json::{Map, Value as Json, json};

use super::attributes::{SECTIONS, further, has_network, networks};
use crate::model::profile::{CardOverrides, Language, Profile};
use crate::render::profile::ProfileJson;

/// What the profile has and JSON Resume lacks, so that the way back loses nothing.
pub(super) fn beyond_json_resume(
    profile: &Profile,
    published: &ProfileJson<'_>,
) -> Map<String, Json> {
    let mut attributes = profile.attributes.0.clone();
    let elsewhere = ["profiles", "location"];
    attributes.retain(|key, _| {
        ![SECTIONS.as_slice(), &elsewhere]
            .concat()
            .contains(&key.as_str())
    });
    let mut without_category = further(&attributes, "skills");
    without_category.retain(|key, _| profile.categories.iter().all(|(known, _)| known != key));
    attributes.retain(|key, _| key != "json_resume");
    if !without_category.is_empty() {
        let rest = json!({ "skills": without_category });
        attributes.insert("json_resume".to_owned(), rest);
    }
    let unnamed: Vec<Json> = networks(profile)
        .filter(|p| !has_network(p))
        .cloned()
        .collect();
    if !unnamed.is_empty() {
        attributes.insert("profiles".to_owned(), unnamed.into());
    }
    attributes.retain(|_, value| value.as_object().is_none_or(|group| !group.is_empty()));
    let personal = &profile.personal;
    let own_name = (personal.name != profile.name).then_some(&personal.name);
    let categories: Vec<&String> = profile.categories.iter().map(|(key, _)| key).collect();
    let level = |language: &Language| language.level.clone().unwrap_or_default();
    let levels: Vec<String> = profile.languages.iter().map(level).collect();
    let parts = [
        ("id", json!(profile.id)),
        ("title", json!(profile.title)),
        ("bio_short", json!(profile.bio_short)),
        (
            "personal",
            json!({
                "name": own_name,
                "country": personal.country,
                "company": published.personal.company,
                "linkedin": personal.linkedin,
            }),
        ),
        ("engagement", json!(published.engagement)),
        ("summary", json!({ "short": profile.summary_short })),
        (
            "skills",
            json!({ "categories": categories, "levels": levels }),
        ),
        ("attributes", attributes.into()),
        ("card", card(&profile.card)),
    ];
    let given = parts
        .into_iter()
        .map(|(key, part)| (key.to_owned(), without_nulls(part)));
    given.filter(|(_, part)| !part.is_null()).collect()
}

/// What the author chose for the card; the rest of it follows from the profile.
fn card(card: &CardOverrides) -> Json {
    let CardOverrides {
        name,
        headline,
        location,
        top_skills,
        available_from,
    } = card;
    json!({
        "name": name,
        "headline": headline,
        "location": location,
        "top_skills": top_skills,
        "available_from": available_from,
    })
}

/// The part without the fields that say nothing.
fn without_nulls(part: Json) -> Json {
    match part {
        Json::Object(fields) => {
            let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
            fields.collect::<Map<_, _>>().into()
        }
        other => other,
    }
}
