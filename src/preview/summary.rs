//! The summary of a profile: what the start page shows and searches.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use crate::model::id::ConsultantId;
use crate::slug::folded;

#[derive(Debug)]
pub(super) struct Summary {
    pub(super) name: String,
    /// The line below the name.
    pub(super) headline: Option<String>,
    /// The location in one line.
    pub(super) location: Option<String>,
    /// The distinct [`words`] of all texts of the profile, one per line.
    search_text: String,
}

impl Summary {
    pub(super) fn new(id: &ConsultantId, profile: &Json) -> Self {
        let text = |pointer: &str| profile.pointer(pointer).and_then(Json::as_str);
        let headline = text("/personal/headline").or_else(|| text("/title"));
        let location = location(profile);
        let mut search_words = BTreeSet::from_iter(words(id.as_str()));
        collect_words(profile, &mut search_words);
        let search_words: Vec<String> = search_words.into_iter().collect();
        Self {
            name: text("/name").unwrap_or(id.as_str()).to_owned(),
            headline: headline.map(str::to_owned),
            search_text: search_words.join("\n"),
            location,
        }
    }

    /// Returns whether the profile contains each of the [`words`] of a search, also as a part of a word.
    pub(super) fn matches(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.search_text.contains(word))
    }
}

/// Returns the words of a text in lower case, without accents and apostrophes.
pub(super) fn words(text: &str) -> Vec<String> {
    let text = folded(text).replace(['\'', '’'], "");
    text.split_whitespace().map(str::to_owned).collect()
}

/// Adds the words of all texts of a profile, except the links that every profile has.
fn collect_words(value: &Json, found: &mut BTreeSet<String>) {
    match value {
        Json::String(text) => found.extend(words(text)),
        Json::Array(items) => items.iter().for_each(|item| collect_words(item, found)),
        Json::Object(fields) => {
            let fields = fields.iter().filter(|(key, _)| *key != "_links");
            fields.for_each(|(_, field)| collect_words(field, found));
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

fn location(profile: &Json) -> Option<String> {
    let location = profile.pointer("/personal/location")?;
    let parts = ["city", "region", "country"].iter();
    let mut parts: Vec<&str> = parts.filter_map(|key| location[*key].as_str()).collect();
    parts.dedup();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn search_covers_all_texts() {
        let id = ConsultantId::parse("asa-berg").expect("an identifier");
        let summary = Summary::new(
            &id,
            &json!({
                "name": "Åsa O’Berg",
                "title": "Architect",
                "personal": { "headline": "Clouds", "location": { "city": "Luleå" } },
                "skills": { "categories": { "cloud": ["Terraform"] } },
                "employment": [{ "technologies": ["X-Road"] }, {}],
                "contracts": [{ "technologies": ["Sentinel"] }],
                "summary": { "short": "Designs networks" },
                "_links": { "self": "https://example.com/api" },
            }),
        );
        let matches = |text: &str| summary.matches(&words(text));
        for text in [
            "ASA",
            "asa-berg",
            "o'berg",
            "architect cloud",
            "lulea",
            "terra",
            "x-road sentinel",
            "network",
        ] {
            assert!(matches(text), "{text}");
        }
        assert!(!matches("example.com") && !matches("asa kubernetes"));
    }
}
