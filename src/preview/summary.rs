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
    /// What the search matches: folded terms, one per line.
    search_text: String,
}

impl Summary {
    pub(super) fn new(id: &ConsultantId, profile: &Json) -> Self {
        let text = |pointer: &str| profile.pointer(pointer).and_then(Json::as_str);
        let headline = text("/personal/headline").or_else(|| text("/title"));
        let location = location(profile);
        let names = [Some(id.as_str()), text("/name"), text("/personal/name"), text("/title")];
        let shown = [headline, location.as_deref()];
        let terms = names.into_iter().chain(shown).flatten();
        let terms: BTreeSet<String> =
            terms.chain(skills(profile)).chain(technologies(profile)).map(folded).collect();
        Self {
            name: text("/name").unwrap_or(id.as_str()).to_owned(),
            headline: headline.map(str::to_owned),
            search_text: terms.into_iter().collect::<Vec<_>>().join("\n"),
            location,
        }
    }

    /// Returns whether the profile contains each of the folded `words`.
    pub(super) fn matches(&self, words: &[&str]) -> bool {
        words.iter().all(|word| self.search_text.contains(word))
    }
}

fn location(profile: &Json) -> Option<String> {
    let location = profile.pointer("/personal/location")?;
    let parts = ["city", "region", "country"].iter();
    let mut parts: Vec<&str> = parts.filter_map(|key| location[*key].as_str()).collect();
    parts.dedup();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn skills(profile: &Json) -> impl Iterator<Item = &str> {
    let categories = profile["skills"]["categories"].as_object();
    let categories = categories.into_iter().flat_map(|categories| categories.values());
    categories.filter_map(Json::as_array).flatten().filter_map(Json::as_str)
}

/// Returns the technologies of all employments and contracts.
fn technologies(profile: &Json) -> impl Iterator<Item = &str> {
    let items = ["employment", "contracts"].into_iter().filter_map(|key| profile[key].as_array());
    let technologies = items.flatten().filter_map(|item| item["technologies"].as_array());
    technologies.flatten().filter_map(Json::as_str)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn search_covers_skills_and_technologies() {
        let id = ConsultantId::parse("asa-berg").expect("an identifier");
        let summary = Summary::new(
            &id,
            &json!({
                "name": "Åsa Berg",
                "title": "Architect",
                "personal": { "headline": "Clouds", "location": { "city": "Luleå" } },
                "skills": { "categories": { "cloud": ["Terraform"] } },
                "employment": [{ "technologies": ["X-Road"] }, {}],
                "contracts": [{ "technologies": ["Sentinel"] }],
                "summary": { "short": "Not searched" },
            }),
        );
        let matches = |text: &str| summary.matches(&folded(text).split(' ').collect::<Vec<_>>());
        for text in ["ASA", "asa-berg", "architect cloud", "lulea", "terra", "x-road sentinel"] {
            assert!(matches(text), "{text}");
        }
        assert!(!matches("searched") && !matches("asa kubernetes"));
    }
}
