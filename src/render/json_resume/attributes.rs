//! Attributes that JSON Resume has a place for.

use serde_json::{Map, Value as Json, json};

use crate::document::group::FieldGroup as _;
use crate::document::shape::Group;
use crate::model::attributes::Network;
use crate::model::profile::Profile;
use crate::model::published_attributes::SECTIONS;

/// Returns the fields in `attributes.json_resume` for one part of the document.
pub(super) fn additional_fields(attributes: &Map<String, Json>, part: &str) -> Map<String, Json> {
    let fields = attributes.get("json_resume").and_then(|all| all.get(part));
    fields.and_then(Json::as_object).cloned().unwrap_or_default()
}

/// Returns the sections from the profile's attributes, and those that JSON Resume does not define.
pub(super) fn sections(profile: &Profile) -> Map<String, Json> {
    let section = |(name, group): (&str, &Group)| {
        let section = profile.attributes.get(name)?;
        let items = section.as_array().into_iter().flatten();
        Some((name.to_owned(), items.map(|item| with_json_resume_keys(item, group)).collect()))
    };
    let undefined = additional_fields(&profile.attributes, "sections");
    SECTIONS.into_iter().filter_map(section).chain(undefined).collect()
}

/// Renames the keys of an item to those of JSON Resume.
fn with_json_resume_keys(item: &Json, group: &Group) -> Json {
    let rename = |(key, value): (&String, &Json)| (group.resume_key(key).to_owned(), value.clone());
    match item.as_object() {
        Some(item) => item.iter().map(rename).collect::<Map<_, _>>().into(),
        None => item.clone(),
    }
}

/// Returns the profiles in networks that have the name of a network, and the LinkedIn profile of the
/// contact details.
pub(super) fn profiles(profile: &Profile) -> Vec<Json> {
    let network = |network| with_json_resume_keys(network, Network::GROUP);
    let mut profiles: Vec<Json> =
        networks(profile).filter(|p| has_network(p)).map(network).collect();
    let is_linkedin = |profile: &Json| {
        text(profile, "network").is_some_and(|network| network.eq_ignore_ascii_case("linkedin"))
    };
    if let Some(url) = &profile.personal.contact.linkedin {
        match profiles.iter_mut().find(|profile| is_linkedin(profile)) {
            Some(Json::Object(linkedin)) => {
                linkedin.entry("url").or_insert_with(|| url.as_str().into());
            }
            _ => profiles.push(json!({ "network": "LinkedIn", "url": url.as_str() })),
        }
    }
    profiles
}

/// Returns the profiles in networks, as in the source.
pub(super) fn networks(profile: &Profile) -> impl Iterator<Item = &Json> {
    let networks = profile.attributes.get("profiles").and_then(Json::as_array);
    networks.into_iter().flatten()
}

/// Returns whether a profile has the name of its network. Themes fail on profiles without one.
pub(super) fn has_network(profile: &Json) -> bool {
    text(profile, "network").is_some()
}

pub(super) fn text<'a>(object: &'a Json, key: &str) -> Option<&'a str> {
    object.get(key).and_then(Json::as_str)
}
