//! The card: a short form of the profile.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::model::consultant::Consultant;
use crate::model::day::Day;
use crate::model::profile::{CardOverrides, Profile};
use crate::render::photo_path;

/// The number of derived skills.
const TOP_SKILLS: usize = 6;

/// A short form of the profile for cards and lists, derived from the profile unless the author overrides it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Card")]
pub struct CardJson<'a> {
    /// The display name.
    pub name: &'a str,
    /// The headline; the title if there is no headline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<&'a str>,
    /// The location in one line, such as `Stockholm, Sweden`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// Up to six skills, unless the author overrides them: the first of each category, then the second of each category, and so on.
    pub top_skills: Vec<&'a str>,
    /// The first available day, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub available_from: Option<&'a Day>,
    /// The path of the photo; absent if the consultant has no photo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo: Option<String>,
}

impl<'a> From<&'a Consultant> for CardJson<'a> {
    /// Derives the card from the profile, except for the author's overrides.
    fn from(consultant: &'a Consultant) -> Self {
        let Consultant { id, profile, photo } = consultant;
        let Profile { title, personal, engagement, skills, card, .. } = profile;
        let CardOverrides { name, headline, location, top_skills, available_from } = card;
        let headline = headline.as_ref().or(personal.headline.as_ref());
        let place = [&personal.location.city, &personal.location.country];
        let skills = skills.categories.values();
        let skills: Vec<Vec<&str>> =
            skills.map(|skills| skills.iter().map(String::as_str).collect()).collect();
        Self {
            name: name.as_ref().unwrap_or(&personal.name),
            headline: headline.or(title.0.as_ref()).map(String::as_str),
            location: location.clone().or_else(|| derived_location(place.map(Option::as_deref))),
            top_skills: match top_skills {
                Some(skills) => skills.iter().map(String::as_str).collect(),
                None => derived_skills(&skills),
            },
            available_from: available_from.as_ref().or(engagement.available_from.as_ref()),
            photo: photo.as_ref().map(|_| photo_path(id)),
        }
    }
}

/// Returns the values of the card of a published profile that its author wrote, and that differ from the derived ones.
pub fn card_of_author(profile: &Json) -> Map<String, Json> {
    let text = |path: &str| profile.pointer(path).and_then(Json::as_str);
    let categories = profile["skills"]["categories"].as_object().into_iter().flatten();
    let skills = categories.filter_map(|(_, skills)| skills.as_array());
    let skills: Vec<Vec<&str>> =
        skills.map(|skills| skills.iter().filter_map(Json::as_str).collect()).collect();
    let derived = json!({
        "name": text("/personal/name"),
        "headline": text("/personal/headline").or_else(|| text("/title")),
        "location": derived_location(["city", "country"].map(|it| text(&format!("/personal/location/{it}")))),
        "top_skills": derived_skills(&skills),
        "available_from": text("/engagement/available_from"),
    });
    let card = profile["card"].as_object().into_iter().flatten();
    let is_of_author = |key: &str, value: &Json| derived.get(key).is_some_and(|it| it != value);
    let of_author = card.filter(|(key, value)| is_of_author(key, value));
    of_author.map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// Returns the city and the country in one line.
fn derived_location(place: [Option<&str>; 2]) -> Option<String> {
    let place: Vec<&str> = place.into_iter().flatten().collect();
    (!place.is_empty()).then(|| place.join(", "))
}

/// Returns the first skill of each category, then the second of each, and so on, without repetition:
/// consultants list their most important skills first.
fn derived_skills<'a>(categories: &[Vec<&'a str>]) -> Vec<&'a str> {
    let longest = categories.iter().map(Vec::len).max();
    let by_rank = (0..longest.unwrap_or(0))
        .flat_map(|rank| categories.iter().filter_map(move |skills| skills.get(rank).copied()));
    let mut seen = BTreeSet::new();
    by_rank.filter(|skill| seen.insert(*skill)).take(TOP_SKILLS).collect()
}
