//! The published profile (interface, "Consultant profile"). The schema describes the details that the
//! interface leaves open.
//!
//! Groups and lists are always present, even if empty. Missing texts are absent; only `title` and
//! `bio_short` can be null. The schema allows additional fields, so that a new minor version does not
//! break consumers.
//!
//! The groups and items are those of the model. [`ProfileJson::new`] destructures the profile completely,
//! so that a new field does not compile until it is published or left out on purpose.

mod card;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json};

pub use crate::discovery::SCHEMA_VERSION;
use crate::model::date::Timestamp;
use crate::model::id::ConsultantId;
use crate::model::profile::{
    Certification, Education, Engagement, Language, Personal, Profile, Summary, Work,
};
use crate::model::site::Consultant;
use crate::render::{attributes_schema, photo_path, profile_path};
use card::CardJson;

/// The public profile of an active consultant.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Profile")]
pub struct ProfileJson<'a> {
    /// The consultant's identifier.
    #[schemars(regex(pattern = ConsultantId::PATTERN), length(max = ConsultantId::MAX_LENGTH))]
    pub id: &'a ConsultantId,
    /// The version of the profile schema, `<major>.<minor>`.
    #[schemars(regex(pattern = r"^[0-9]+\.[0-9]+$"))]
    pub schema_version: &'static str,
    /// The consultant's name.
    pub name: &'a str,
    /// The professional title; null if there is none.
    pub title: &'a Option<String>,
    /// One or two sentences about the consultant; null if there is no short biography.
    pub bio_short: &'a Option<String>,
    /// The last-modified date of the profile: ISO 8601 with UTC offset.
    #[serde(rename = "lastModified")]
    #[schemars(extend("format" = "date-time"))]
    pub last_modified: &'a Timestamp,
    /// Name, location, company and contact details.
    pub personal: &'a Personal,
    /// Availability, ways of working and price.
    pub engagement: &'a Engagement,
    /// The consultant's presentation.
    pub summary: &'a Summary,
    /// Skills and spoken languages.
    pub skills: SkillsJson<'a>,
    /// Professional certifications.
    pub certifications: &'a [Certification],
    /// Employments.
    pub employment: &'a [Work],
    /// Contract assignments, in the same shape as employments.
    pub contracts: &'a [Work],
    /// Education.
    pub education: &'a [Education],
    /// Additional attributes: an object that can have any fields. These have a fixed form.
    #[schemars(schema_with = "attributes_schema::attributes")]
    pub attributes: &'a Map<String, Json>,
    /// A short form of the profile for cards and lists.
    pub card: CardJson<'a>,
    /// Related resources.
    #[serde(rename = "_links")]
    pub links: LinksJson,
}

/// Skills and spoken languages.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Skills")]
pub struct SkillsJson<'a> {
    /// Skills by category. The keys contain lowercase letters, digits and underscores.
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    #[serde(serialize_with = "as_map")]
    pub categories: &'a [(String, Vec<String>)],
    /// Spoken languages.
    pub languages: &'a [Language],
}

/// Serializes the categories in the order of the source.
fn as_map<S: Serializer>(
    categories: &[(String, Vec<String>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(categories.iter().map(|(key, skills)| (key, skills)))
}

/// Related resources.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Links")]
pub struct LinksJson {
    /// The path of this profile.
    #[serde(rename = "self")]
    #[schemars(rename = "self", regex(pattern = "^/api/consultant-public/[a-z0-9-]+$"))]
    pub this: String,
    /// The path of the photo. The response is 404 if the consultant has no photo.
    #[schemars(regex(pattern = "^/api/consultant-photo/[a-z0-9-]+$"))]
    pub photo: String,
}

impl<'a> ProfileJson<'a> {
    /// Returns the published form of a consultant's profile.
    pub fn new(consultant: &'a Consultant) -> Self {
        let Profile {
            id,
            name,
            title,
            bio_short,
            last_modified,
            personal,
            engagement,
            summary,
            categories,
            languages,
            certifications,
            employment,
            contracts,
            education,
            attributes,
            card: _,
        } = &consultant.profile;
        Self {
            id,
            schema_version: SCHEMA_VERSION,
            name,
            title,
            bio_short,
            last_modified,
            personal,
            engagement,
            summary,
            skills: SkillsJson { categories, languages },
            certifications,
            employment,
            contracts,
            education,
            attributes,
            card: consultant.into(),
            links: LinksJson { this: profile_path(id), photo: photo_path(id) },
        }
    }
}
