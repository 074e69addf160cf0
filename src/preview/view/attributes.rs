//! The attributes of a profile in sections.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::item::Item;
use super::value::{DisplayValue, Field, Text};
use crate::model::word::humanize;

/// Attributes that are shown elsewhere: among the contacts, and as the names of skills.
const ELSEWHERE: [&str; 3] = ["profiles", "location", "category_names"];

/// Sections in the order in which readers ask for them; others follow as they are written.
const ORDER: [&str; 6] = [
    "projects",
    "publications",
    "awards",
    "volunteer",
    "references",
    "interests",
];

/// A list of items under a heading.
#[derive(Debug, Serialize)]
pub(super) struct Section {
    pub(super) title: String,
    pub(super) items: Vec<Item>,
}

/// The attributes that are lists of items, and the rest as fields.
pub(super) fn sections(attributes: &Map<String, Json>) -> (Vec<Section>, Vec<Field>) {
    let mut sections = Vec::new();
    let mut fields = Vec::new();
    let known = ORDER
        .iter()
        .filter_map(|name| attributes.get_key_value(*name));
    let others = attributes
        .iter()
        .filter(|(name, _)| !ORDER.contains(&name.as_str()) && !ELSEWHERE.contains(&name.as_str()));
    for (name, json) in known.chain(others) {
        match items(json) {
            Some(items) => sections.push(Section {
                title: humanize(name),
                items,
            }),
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

/// The profiles in networks, but for the one at `known`, and the postal address.
pub(super) fn contacts(attributes: &Map<String, Json>, known: Option<&str>) -> Vec<Field> {
    let mut fields = Vec::new();
    let networks = attributes.get("profiles").and_then(Json::as_array);
    for network in networks.into_iter().flatten().filter_map(Json::as_object) {
        let url = network.get("url").and_then(Json::as_str);
        if url.is_none() || url != known {
            fields.push(contact(network));
        }
    }
    if let Some(Json::Object(location)) = attributes.get("location") {
        let address = location.iter().map(|(key, json)| Field::new(key, json));
        fields.extend(address);
    }
    fields
}

/// A profile in a network: the name used there leads to it.
fn contact(network: &Map<String, Json>) -> Field {
    let text = |key: &str| network.get(key).and_then(Json::as_str);
    let label = text("network").unwrap_or("Profile");
    let (username, url) = (text("username"), text("url"));
    let mut link = Text::link(url.or(username).unwrap_or_default());
    if let Some(username) = username {
        link.text = username.to_owned();
    }
    let value = DisplayValue::Text(link);
    let known = ["network", "username", "url"];
    let others = network
        .iter()
        .filter(|(key, _)| !known.contains(&key.as_str()));
    let others: Vec<Field> = others.map(|(key, json)| Field::new(key, json)).collect();
    if others.is_empty() {
        return Field::named(label, value);
    }
    Field::named(
        label,
        DisplayValue::List(vec![value, DisplayValue::Fields(others)]),
    )
}
