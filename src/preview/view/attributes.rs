//! The `attributes` of a profile, in sections.

use serde_json::{Map, Value as Json, json};

use super::item::Item;
use super::value::{DisplayValue, Field, Text};
use crate::model::word::humanize;

/// Attributes that other parts of the page display: the contacts, and the names of skills.
const DISPLAYED_ELSEWHERE: [&str; 3] = ["profiles", "location", "category_names"];

/// The order of the well-known sections. Other sections follow in the order of the source.
const ORDER: [&str; 6] =
    ["projects", "publications", "awards", "volunteer", "references", "interests"];

/// Splits the attributes into titled lists of items and other fields.
pub(super) fn sections(attributes: &Map<String, Json>) -> (Vec<Json>, Vec<Field>) {
    let mut sections = Vec::new();
    let mut fields = Vec::new();
    let known = ORDER.iter().filter_map(|name| attributes.get_key_value(*name));
    let others = attributes.iter().filter(|(name, _)| {
        !ORDER.contains(&name.as_str()) && !DISPLAYED_ELSEWHERE.contains(&name.as_str())
    });
    for (name, json) in known.chain(others) {
        match items(json) {
            Some(items) => sections.push(json!({ "title": humanize(name), "items": items })),
            None => fields.push(Field::new(name, json)),
        }
    }
    (sections, fields)
}

fn items(json: &Json) -> Option<Vec<Item>> {
    let items = json.as_array().filter(|items| !items.is_empty())?;
    let item = |item: &Json| item.as_object().map(Item::new);
    items.iter().map(item).collect()
}

/// Returns the profiles in social networks, except the one with the URL `displayed`, and the postal
/// address.
pub(super) fn contacts(attributes: &Map<String, Json>, displayed: Option<&str>) -> Vec<Field> {
    let networks = attributes.get("profiles").and_then(Json::as_array);
    let networks = networks.into_iter().flatten().filter_map(Json::as_object);
    let other_networks = networks.filter(|network| {
        let url = network.get("url").and_then(Json::as_str);
        url.is_none() || url != displayed
    });
    let location = attributes.get("location").and_then(Json::as_object);
    let address = location.into_iter().flatten();
    other_networks
        .map(network_profile)
        .chain(address.map(|(key, json)| Field::new(key, json)))
        .collect()
}

/// Returns a profile in a social network: the user name as a link to it.
fn network_profile(network: &Map<String, Json>) -> Field {
    let text = |key: &str| network.get(key).and_then(Json::as_str);
    let label = text("network").unwrap_or("Profile");
    let (username, url) = (text("username"), text("url"));
    let mut link = Text::link(url.or(username).unwrap_or_default());
    if let Some(username) = username {
        link.text = username.to_owned();
    }
    let value = DisplayValue::Text(link);
    let displayed = ["network", "username", "url"];
    let others: Vec<Field> = (network.iter())
        .filter(|(key, _)| !displayed.contains(&key.as_str()))
        .map(|(key, json)| Field::new(key, json))
        .collect();
    if others.is_empty() {
        return Field::named(label, value);
    }
    let values = vec![value, DisplayValue::Fields(others)];
    Field::named(label, DisplayValue::List(values))
}
