//! The attributes for which JSON Resume has a place.

use serde_json::{Map, Value as Json, json};

use crate::document::reserved_keys::SPELLINGS;
use crate::model::profile::Profile;

/// The sections that the profile holds as attributes of the same name.
pub(super) const SECTIONS: [&str; 6] = [
    "volunteer",
    "awards",
    "publications",
    "interests",
    "references",
    "projects",
];

/// What `attributes.json_resume` has for one part of the document.
pub(super) fn further(attributes: &Map<String, Json>, part: &str) -> Map<String, Json> {
    let further = attributes.get("json_resume").and_then(|all| all.get(part));
    further
        .and_then(Json::as_object)
        .cloned()
        .unwrap_or_default()
}

/// The sections of the profile's attributes, in JSON Resume's spelling, and the author's own.
pub(super) fn sections(profile: &Profile) -> Map<String, Json> {
    let section = |name: &str| {
        let section = profile.attributes.0.get(name)?;
        let items = section.as_array().into_iter().flatten();
        Some((name.to_owned(), items.map(respelt).collect()))
    };
    let own = further(&profile.attributes.0, "sections");
    SECTIONS
        .into_iter()
        .filter_map(section)
        .chain(own)
        .collect()
}

/// An item with JSON Resume's spelling of its keys.
fn respelt(item: &Json) -> Json {
    let respell = |(key, value): (&String, &Json)| {
        let spelling = SPELLINGS.iter().find(|(ours, _)| ours == key);
        let key = spelling.map_or(key.as_str(), |(_, theirs)| theirs);
        (key.to_owned(), value.clone())
    };
    match item.as_object() {
        Some(item) => item.iter().map(respell).collect::<Map<_, _>>().into(),
        None => item.clone(),
    }
}

/// The profiles in networks that name their network, and LinkedIn if it is not among them.
pub(super) fn profiles(profile: &Profile) -> Vec<Json> {
    let mut profiles: Vec<Json> = networks(profile)
        .filter(|p| has_network(p))
        .map(respelt)
        .collect();
    let is_linkedin = |profile: &Json| {
        text(profile, "network").is_some_and(|network| network.eq_ignore_ascii_case("linkedin"))
    };
    if let Some(url) = &profile.personal.linkedin {
        match profiles.iter_mut().find(|profile| is_linkedin(profile)) {
            Some(Json::Object(linkedin)) => {
                linkedin.entry("url").or_insert_with(|| url.as_str().into());
            }
            _ => profiles.push(json!({ "network": "LinkedIn", "url": url.as_str() })),
        }
    }
    profiles
}

/// The profiles in networks, as the source has them.
pub(super) fn networks(profile: &Profile) -> impl Iterator<Item = &Json> {
    let networks = profile
        .attributes
        .0
        .get("profiles")
        .and_then(Json::as_array);
    networks.into_iter().flatten()
}

/// Whether a profile names its network: themes crash on one that does not.
pub(super) fn has_network(profile: &Json) -> bool {
    text(profile, "network").is_some()
}

/// The text of a field.
pub(super) fn text<'a>(object: &'a Json, key: &str) -> Option<&'a str> {
    object.get(key).and_then(Json::as_str)
}
