//! `meta.consultantProfile`: the parts of the profile that JSON Resume has no fields for.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use super::attributes::{has_network, profiles};
use super::item::work_order;
use super::other_fields::OtherFields;
use crate::model::attributes::Attributes;
use crate::model::consultant::Consultant;
use crate::model::derived_value::DerivedValue;
use crate::model::id::ConsultantId;
use crate::model::profile::{
    CardOverrides, Contact, Engagement, Location, Personal, Profile, Skills, Summary,
};
use crate::model::published_attributes;

/// The parts of the profile that JSON Resume has no fields for.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ConsultantProfile")]
pub struct ConsultantProfile<'a> {
    /// The consultant's identifier.
    id: &'a ConsultantId,
    /// The professional title.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    title: Option<&'a str>,
    /// One or two sentences about the consultant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    bio_short: Option<&'a str>,
    /// Name, country, company and `LinkedIn` profile.
    personal: PersonalParts<'a>,
    /// Availability, ways of working and price.
    engagement: &'a Engagement,
    /// The consultant's presentation.
    summary: SummaryParts<'a>,
    /// Keys and levels of skills and languages.
    skills: SkillParts<'a>,
    /// Attributes that have no other place in the document.
    #[schemars(schema_with = "published_attributes::attributes")]
    attributes: Map<String, Json>,
    /// The author's overrides of the derived card.
    card: &'a CardOverrides,
    /// The places in the profile of the items of `work`: employments, then contracts. Absent if `work` has their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    work_order: Vec<usize>,
    /// The values of the document that are derived from others of the profile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    // A later version can have other values. Generated clients fail on values that they do not know.
    #[schemars(with = "Vec<String>")]
    derived: Vec<DerivedValue>,
    #[serde(flatten)]
    others: OtherFields<'a, Profile>,
}

/// Name, country, company and `LinkedIn` profile.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ConsultantProfilePersonal")]
struct PersonalParts<'a> {
    /// The display name; absent if it is the consultant's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    /// The country's name or code.
    #[serde(skip_serializing_if = "Option::is_none")]
    country: Option<&'a str>,
    #[serde(flatten)]
    others: OtherFields<'a, Personal>,
    #[serde(flatten)]
    of_location: OtherFields<'a, Location>,
    #[serde(flatten)]
    of_contact: OtherFields<'a, Contact>,
}

/// The consultant's presentation.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ConsultantProfileSummary")]
struct SummaryParts<'a> {
    #[serde(flatten)]
    others: OtherFields<'a, Summary>,
}

/// Keys and levels of skills and languages.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ConsultantProfileSkills")]
struct SkillParts<'a> {
    /// The keys of the categories, in the order of `skills`.
    categories: Vec<&'a str>,
    /// The levels of the languages, in the order of `languages`; empty strings for missing levels.
    levels: Vec<&'a str>,
    #[serde(flatten)]
    others: OtherFields<'a, Skills>,
}

/// Returns the parts of the profile without which an import would lose values.
pub(super) fn consultant_profile(consultant: &Consultant) -> ConsultantProfile<'_> {
    let profile = &consultant.profile;
    let personal = &profile.personal;
    let categories = profile.skills.categories.keys().map(String::as_str);
    let languages = profile.skills.languages.iter();
    let levels = languages.map(|language| language.level.as_deref().unwrap_or_default());
    ConsultantProfile {
        id: &consultant.id,
        title: profile.title.0.as_deref(),
        bio_short: profile.bio_short.0.as_deref(),
        personal: PersonalParts {
            name: (personal.name != profile.name).then_some(&personal.name),
            country: personal.location.country.as_deref(),
            others: OtherFields(personal),
            of_location: OtherFields(&personal.location),
            of_contact: OtherFields(&personal.contact),
        },
        engagement: &profile.engagement,
        summary: SummaryParts { others: OtherFields(&profile.summary) },
        skills: SkillParts {
            categories: categories.collect(),
            levels: levels.collect(),
            others: OtherFields(&profile.skills),
        },
        attributes: attributes(profile),
        card: &profile.card,
        work_order: work_order(profile),
        derived: derived(profile),
        others: OtherFields(profile),
    }
}

/// Returns the values that an import must not read as the author's.
fn derived(profile: &Profile) -> Vec<DerivedValue> {
    let has_short_only = profile.summary.full.is_none() && profile.summary.short.is_some();
    let summary = has_short_only.then_some(DerivedValue::Summary);
    summary.into_iter().chain(profiles(profile).1).collect()
}

/// Returns the attributes that have no other place in the document.
fn attributes(profile: &Profile) -> Map<String, Json> {
    let Attributes {
        location: _,
        profiles,
        volunteer: _,
        awards: _,
        publications: _,
        interests: _,
        references: _,
        projects: _,
        category_names,
        json_resume,
        others,
    } = &profile.attributes;
    let skills = json_resume.iter().flat_map(|fields| &fields.skills);
    let without_category: IndexMap<_, _> =
        skills.filter(|(key, _)| !profile.skills.categories.contains_key(*key)).collect();
    let unnamed: Vec<_> = profiles.iter().filter(|network| !has_network(network)).collect();
    let mut attributes = Map::from_iter([("category_names".to_owned(), json!(category_names))]);
    attributes.extend(others.clone());
    if !without_category.is_empty() {
        attributes.insert("json_resume".to_owned(), json!({ "skills": without_category }));
    }
    if !unnamed.is_empty() {
        attributes.insert("profiles".to_owned(), json!(unnamed));
    }
    attributes.retain(|_, value| value.as_object().is_none_or(|group| !group.is_empty()));
    attributes
}
