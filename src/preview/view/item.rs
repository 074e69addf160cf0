//! Items of lists: an employment, a degree, a certificate, an award.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::dates::{display_date, display_period};
use super::value::{Field, Text, comma_separated};
use crate::preview::url;

/// An item, with its keys assigned to parts of the page. Unknown keys are in `fields`.
#[derive(Debug, Default, Serialize)]
pub(super) struct Item {
    /// The role, the degree, the certificate.
    pub(super) title: Option<Text>,
    /// The employer, the school, the issuer.
    pub(super) organization: Option<Text>,
    pub(super) place: Option<String>,
    pub(super) period: Option<String>,
    /// The text of a reference.
    pub(super) quote: Option<String>,
    pub(super) paragraphs: Vec<String>,
    pub(super) results: Vec<String>,
    /// Technologies, courses, keywords.
    pub(super) tags: Vec<String>,
    pub(super) fields: Vec<Field>,
}

impl Item {
    pub(super) fn new(object: &Map<String, Json>) -> Self {
        let mut keys = UnusedKeys(object.clone());
        let study = [keys.text(&["study_type"]), keys.text(&["area"])];
        let title = comma_separated(study.into_iter().flatten())
            .or_else(|| keys.text(&["role", "title", "name"]));
        let organization_has_url =
            ["organization", "institution"].iter().any(|key| object.contains_key(*key));
        let organization =
            keys.text(&["organization", "institution", "issuer", "awarder", "publisher", "entity"]);
        let url = keys.text(&["url"]).and_then(|url| url::of_value(&url));
        let (title_url, organization_url) = match organization_has_url && title.is_some() {
            true => (None, url),
            false => (url, None),
        };
        let linked = |text: Option<String>, href| text.map(|text| Text { text, href });
        let (title, organization) =
            if title.is_some() { (title, organization) } else { (organization, None) };
        let mut item = Self {
            title: linked(title, title_url),
            organization: linked(organization, organization_url),
            place: keys.text(&["location"]),
            period: keys.period(),
            quote: keys.text(&["reference"]),
            paragraphs: [keys.text(&["description"]), keys.text(&["summary"])]
                .into_iter()
                .flatten()
                .collect(),
            results: keys.texts("key_results"),
            tags: ["technologies", "courses", "keywords"]
                .iter()
                .flat_map(|key| keys.texts(key))
                .collect(),
            ..Self::default()
        };
        item.fields = keys.into_fields();
        item
    }
}

/// The keys that no part of the item displays yet.
struct UnusedKeys(Map<String, Json>);

impl UnusedKeys {
    /// Takes the first of `keys` whose value is a text.
    fn text(&mut self, keys: &[&str]) -> Option<String> {
        let is_text = |key: &&&str| self.0.get(**key).is_some_and(Json::is_string);
        let key = keys.iter().find(is_text)?;
        self.0.shift_remove(*key)?.as_str().map(str::to_owned)
    }

    /// Takes `key` if its value is a list of texts.
    fn texts(&mut self, key: &str) -> Vec<String> {
        let text = |json: &Json| json.as_str().map(str::to_owned);
        let list = self.0.get(key).and_then(Json::as_array);
        let texts = list.and_then(|list| list.iter().map(text).collect::<Option<Vec<_>>>());
        if texts.is_some() {
            self.0.shift_remove(key);
        }
        texts.unwrap_or_default()
    }

    fn period(&mut self) -> Option<String> {
        let (start, end) = (self.text(&["start_date"]), self.text(&["end_date"]));
        let date = self.text(&["date", "release_date"]);
        let expires = self.text(&["expires"]);
        let parts = [
            display_period(start.as_deref(), end.as_deref()),
            date.map(|date| display_date(&date)),
            expires.map(|date| format!("valid until {}", display_date(&date))),
        ];
        comma_separated(parts.into_iter().flatten())
    }

    fn into_fields(mut self) -> Vec<Field> {
        let extra = match self.0.shift_remove("extra") {
            Some(Json::Object(extra)) => extra,
            Some(other) => Map::from_iter([("extra".to_owned(), other)]),
            None => Map::new(),
        };
        let field = |(key, json): (&String, &Json)| Field::new(key, json);
        self.0.iter().chain(&extra).map(field).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Item, Text};

    fn text(text: &str, href: Option<&str>) -> Option<Text> {
        let (text, href) = (text.to_owned(), href.map(str::to_owned));
        Some(Text { text, href })
    }

    fn item(json: &serde_json::Value) -> Item {
        Item::new(json.as_object().expect("an object"))
    }

    #[test]
    fn unknown_keys_become_fields() {
        let item = item(&json!({
            "organization": "Kustvik", "role": "Architect", "url": "https://example.com",
            "start_date": "2025-02", "technologies": ["KQL"], "key_results": ["Done"],
            "extra": { "team_size": 9 }, "unforeseen": "yes",
        }));
        assert_eq!(item.title, text("Architect", None));
        assert_eq!(item.organization, text("Kustvik", Some("https://example.com")));
        assert_eq!(item.period.as_deref(), Some("Feb 2025 – present"));
        let labels: Vec<&str> = item.fields.iter().map(|f| f.label.as_str()).collect();
        assert_eq!(labels, ["Unforeseen", "Team size"]);
    }

    #[test]
    fn the_organization_is_the_title_of_an_item_without_one() {
        let item = item(&json!({ "institution": "Chalmers", "url": "https://example.com" }));
        assert_eq!(item.title, text("Chalmers", Some("https://example.com")));
        assert!(item.organization.is_none());
    }
}
