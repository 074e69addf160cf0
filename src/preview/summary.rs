//! The summary of a profile: what the start page shows and searches.

use indexmap::IndexSet;
use serde_json::Value as Json;

use crate::model::id::ConsultantId;
use crate::slug::folded;

#[derive(Debug)]
pub(super) struct ProfileSummary {
    pub(super) name: String,
    /// The line below the name.
    pub(super) headline: Option<String>,
    /// The location in one line.
    pub(super) location: Option<String>,
}

impl ProfileSummary {
    pub(super) fn new(id: &ConsultantId, profile: &Json) -> Self {
        let text = |pointer: &str| profile.pointer(pointer).and_then(Json::as_str);
        let headline = text("/personal/headline").or_else(|| text("/title"));
        Self {
            name: text("/name").unwrap_or(id.as_str()).to_owned(),
            headline: headline.map(str::to_owned),
            location: text("/card/location").map(str::to_owned),
        }
    }
}

/// Returns the distinct words of all texts of a profile, one per line. A search finds the profiles whose
/// text contains each of its [`words`].
pub(super) fn search_text(id: &ConsultantId, profile: &Json) -> String {
    let mut texts = id.as_str().to_owned();
    append_texts(profile, &mut texts);
    let texts = searchable(&texts);
    let words: IndexSet<&str> = texts.split_whitespace().collect();
    Vec::from_iter(words).join("\n")
}

/// Returns the words of a search.
pub(super) fn words(search: &str) -> Vec<String> {
    searchable(search).split_whitespace().map(str::to_owned).collect()
}

/// Returns the text in lower case, without accents and apostrophes.
fn searchable(text: &str) -> String {
    folded(text).replace(['\'', '’'], "")
}

/// Appends all texts of a profile, except the links that every profile has.
fn append_texts(value: &Json, texts: &mut String) {
    match value {
        Json::String(text) => {
            texts.push('\n');
            texts.push_str(text);
        }
        Json::Array(items) => items.iter().for_each(|item| append_texts(item, texts)),
        Json::Object(fields) => {
            let fields = fields.iter().filter(|(key, _)| *key != "_links");
            fields.for_each(|(_, field)| append_texts(field, texts));
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn search_covers_all_texts() {
        let id = ConsultantId::parse("asa-berg").expect("an identifier");
        let search_text = search_text(
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
        let matches = |text: &str| words(text).iter().all(|word| search_text.contains(word));
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
