//! The card: the profile in brief.

use std::collections::BTreeSet;

use super::CardJson;
use crate::model::date::PartialDate;
use crate::model::profile::Personal;
use crate::model::site::Consultant;
use crate::render::photo_path;

/// How many skills a card shows.
const TOP_SKILLS: usize = 6;

/// The card of a consultant: what its author chose, else what the profile says.
pub(super) fn card(consultant: &Consultant) -> CardJson<'_> {
    let profile = &consultant.profile;
    let own = &profile.card;
    let Personal {
        name,
        headline,
        city,
        country,
        ..
    } = &profile.personal;
    let place: Vec<&str> = [city, country]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    let place = (!place.is_empty()).then(|| place.join(", "));
    let available_from = own.available_from.as_ref();
    CardJson {
        name: own.name.as_deref().unwrap_or(name),
        headline: [&own.headline, headline, &profile.title]
            .into_iter()
            .flatten()
            .next()
            .map(String::as_str),
        location: own.location.clone().or(place),
        top_skills: match &own.top_skills {
            Some(skills) => skills.iter().map(String::as_str).collect(),
            None => top_skills(&profile.categories),
        },
        available_from: available_from
            .or(profile.engagement.available_from.as_ref())
            .map(PartialDate::to_string),
        photo: consultant.photo.as_ref().map(|_| photo_path(&profile.id)),
    }
}

/// The first skill of each category, then the second of each, and so on, none twice: what a
/// consultant lists first in a category is what they want to be known for.
fn top_skills(categories: &[(String, Vec<String>)]) -> Vec<&str> {
    let deepest = categories
        .iter()
        .map(|(_, skills)| skills.len())
        .max()
        .unwrap_or(0);
    let by_rank = (0..deepest).flat_map(|rank| {
        categories
            .iter()
            .filter_map(move |(_, skills)| skills.get(rank).map(String::as_str))
    });
    let mut seen = BTreeSet::new();
    by_rank
        .filter(|skill| seen.insert(*skill))
        .take(TOP_SKILLS)
        .collect()
}
