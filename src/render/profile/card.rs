//! The card: a short form of the profile.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use crate::model::categories::Categories;
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
        let place = [&personal.location.city, &personal.location.country].into_iter().flatten();
        let place: Vec<&str> = place.map(String::as_str).collect();
        let place = (!place.is_empty()).then(|| place.join(", "));
        Self {
            name: name.as_ref().unwrap_or(&personal.name),
            headline: headline.or(title.0.as_ref()).map(String::as_str),
            location: location.clone().or(place),
            top_skills: match top_skills {
                Some(skills) => skills.iter().map(String::as_str).collect(),
                None => derived_skills(&skills.categories),
            },
            available_from: available_from.as_ref().or(engagement.available_from.as_ref()),
            photo: photo.as_ref().map(|_| photo_path(id)),
        }
    }
}

/// Returns the first skill of each category, then the second of each, and so on, without repetition:
/// consultants list their most important skills first.
fn derived_skills(categories: &Categories) -> Vec<&str> {
    let longest = categories.values().map(Vec::len).max();
    let by_rank = (0..longest.unwrap_or(0)).flat_map(|rank| {
        categories.values().filter_map(move |skills| skills.get(rank).map(String::as_str))
    });
    let mut seen = BTreeSet::new();
    by_rank.filter(|skill| seen.insert(*skill)).take(TOP_SKILLS).collect()
}
