//! Skills and spoken languages.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Map;

use super::WORD_PATTERN;
use crate::model::profile::{Extra, Language};

/// Skills and spoken languages.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Skills")]
pub struct SkillsJson<'a> {
    /// Skills by category. The keys contain lowercase letters, digits and underscores.
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub categories: Categories<'a>,
    /// Spoken languages.
    pub languages: Vec<LanguageJson<'a>>,
}

/// A spoken language.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Language")]
pub struct LanguageJson<'a> {
    /// The language's name.
    pub name: &'a str,
    /// The level. Known values are `native`, `bilingual`, `fluent`, `professional`, `intermediate` and `basic`; other values are possible.
    #[schemars(regex(pattern = WORD_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'a str>,
    /// Additional fields: an object that can have any fields.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: &'a Extra,
}

impl<'a> From<&'a Language> for LanguageJson<'a> {
    fn from(language: &'a Language) -> Self {
        let Language { name, level, extra } = language;
        Self { name, level: level.as_deref(), extra }
    }
}

/// Serializes skills by category, in the order of the source.
#[derive(Debug)]
pub struct Categories<'a>(pub(super) &'a [(String, Vec<String>)]);

impl Serialize for Categories<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, skills)| (key, skills)))
    }
}
