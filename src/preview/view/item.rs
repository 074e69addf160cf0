//! An item of a list as people read it: an employment, an education, a certificate, an award.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::dates::{period, spoken as spoken_date};
use super::url;
use super::value::Field;

/// What an item says, each part in its place. What has no place of its own is among `fields`.
#[derive(Debug, Default, Serialize)]
pub(super) struct Item {
    /// What it is called: the role, the degree, the certificate.
    pub(super) title: Option<String>,
    pub(super) title_href: Option<String>,
    /// Who stands behind it: the employer, the school, the issuer.
    pub(super) by: Option<String>,
    pub(super) by_href: Option<String>,
    pub(super) place: Option<String>,
    pub(super) period: Option<String>,
    /// What somebody said.
    pub(super) quote: Option<String>,
    /// Prose, in paragraphs.
    pub(super) texts: Vec<String>,
    /// What came of it.
    pub(super) results: Vec<String>,
    /// Technologies, courses, keywords.
    pub(super) tags: Vec<String>,
    /// Everything else.
    pub(super) fields: Vec<Field>,
}

impl Item {
    /// The item as published.
    pub(super) fn new(object: &Map<String, Json>) -> Self {
        let mut left = Left(object.clone());
        let study = [left.text(&["study_type"]), left.text(&["area"])];
        let study: Vec<String> = study.into_iter().flatten().collect();
        let study = (!study.is_empty()).then(|| study.join(", "));
        let is_organization = ["organization", "institution"]
            .iter()
            .any(|key| object.contains_key(*key));
        let mut item = Self {
            title: study.or_else(|| left.text(&["role", "title", "name"])),
            by: left.text(&[
                "organization",
                "institution",
                "issuer",
                "awarder",
                "publisher",
                "entity",
            ]),
            place: left.text(&["location"]),
            period: left.period(),
            quote: left.text(&["reference"]),
            texts: [left.text(&["description"]), left.text(&["summary"])]
                .into_iter()
                .flatten()
                .collect(),
            results: left.texts("key_results"),
            tags: ["technologies", "courses", "keywords"]
                .iter()
                .flat_map(|key| left.texts(key))
                .collect(),
            ..Self::default()
        };
        let href = left.text(&["url"]);
        let href = href.and_then(|url| url::of_value(&url));
        if is_organization && item.title.is_some() {
            item.by_href = href;
        } else {
            item.title_href = href;
        }
        if item.title.is_none() {
            item.title = item.by.take();
        }
        item.fields = left.into_fields();
        item
    }
}

/// The fields that have found no place yet.
struct Left(Map<String, Json>);

impl Left {
    /// The text of the first of the fields that is one.
    fn text(&mut self, keys: &[&str]) -> Option<String> {
        let is_text = |key: &&&str| self.0.get(**key).is_some_and(Json::is_string);
        let key = keys.iter().find(is_text)?;
        match self.0.shift_remove(*key) {
            Some(Json::String(text)) => Some(text),
            _ => None,
        }
    }

    /// The texts of a list of nothing but texts.
    fn texts(&mut self, key: &str) -> Vec<String> {
        let texts = self.0.get(key).and_then(Json::as_array);
        let texts = texts.filter(|texts| texts.iter().all(Json::is_string));
        let texts = texts.map(|texts| {
            let texts = texts.iter().filter_map(Json::as_str);
            texts.map(str::to_owned).collect()
        });
        if texts.is_some() {
            self.0.shift_remove(key);
        }
        texts.unwrap_or_default()
    }

    fn period(&mut self) -> Option<String> {
        let (start, end) = (self.text(&["start_date"]), self.text(&["end_date"]));
        let lasted = period(start.as_deref(), end.as_deref());
        let date = self.text(&["date", "release_date"]);
        let expires = self.text(&["expires"]);
        let expires = expires.map(|date| format!("valid until {}", spoken_date(&date)));
        let date = date.map(|date| spoken_date(&date));
        let parts: Vec<String> = [lasted, date, expires].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
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

    use super::Item;

    fn item(json: &serde_json::Value) -> Item {
        Item::new(json.as_object().expect("an object"))
    }

    #[test]
    fn each_part_finds_its_place_and_nothing_is_lost() {
        let item = item(&json!({
            "organization": "Kustvik", "role": "Architect", "url": "https://example.com",
            "start_date": "2025-02", "technologies": ["KQL"], "key_results": ["Done"],
            "extra": { "team_size": 9 }, "unforeseen": "yes",
        }));
        assert_eq!(item.title.as_deref(), Some("Architect"));
        assert_eq!(item.by.as_deref(), Some("Kustvik"));
        assert_eq!(item.by_href.as_deref(), Some("https://example.com"));
        assert_eq!(item.period.as_deref(), Some("Feb 2025 – present"));
        let labels: Vec<&str> = item.fields.iter().map(|f| f.label.as_str()).collect();
        assert_eq!(labels, ["Unforeseen", "Team size"]);
    }

    #[test]
    fn an_item_without_a_title_is_called_by_its_organization() {
        let item = item(&json!({ "institution": "Chalmers", "url": "https://example.com" }));
        assert_eq!(item.title.as_deref(), Some("Chalmers"));
        assert_eq!(item.title_href.as_deref(), Some("https://example.com"));
        assert!(item.by.is_none());
    }
}
