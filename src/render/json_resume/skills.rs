//! `skills` and `languages`.

use schemars::JsonSchema;
use serde::Serialize;

use super::other_fields::OtherFields;
use crate::model::attributes::{Attributes, SkillFields};
use crate::model::categories::category_name;
use crate::model::items::{self, Extra, LanguageExtra};
use crate::model::word::humanize;

/// A category of skills.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeSkill")]
pub struct Skill<'a> {
    /// The category's name.
    pub name: String,
    /// The skills.
    pub keywords: &'a [String],
    /// Additional fields.
    #[serde(flatten)]
    #[schemars(with = "Extra")]
    pub extra: Option<&'a SkillFields>,
}

/// A spoken language.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeLanguage")]
pub struct Language<'a> {
    /// The language's name.
    pub language: &'a str,
    /// The level in words, such as "Fluent".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fluency: Option<String>,
    #[serde(flatten)]
    pub others: OtherFields<'a, items::Language>,
    /// Additional fields.
    #[serde(flatten)]
    #[schemars(with = "Extra")]
    pub extra: &'a Option<LanguageExtra>,
}

pub(super) fn skill<'a>(
    (key, skills): (&'a String, &'a Vec<String>),
    attributes: &'a Attributes,
) -> Skill<'a> {
    Skill {
        name: category_name(key, attributes),
        keywords: skills,
        extra: attributes.json_resume.as_ref().and_then(|fields| fields.skills.get(key)),
    }
}

pub(super) fn language(language: &items::Language) -> Language<'_> {
    let items::Language { name, level, extra, .. } = language;
    Language {
        language: name,
        fluency: level
            .as_deref()
            .filter(|_| extra.as_ref().is_none_or(|extra| extra.fluency.is_none()))
            .map(humanize),
        others: OtherFields(language),
        extra,
    }
}
