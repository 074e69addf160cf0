//! The published profile (interface, "Consultant profile"). The schema describes the details that the
//! interface leaves open.
//!
//! Groups and lists are always present, even if empty. Missing texts are absent; only `title` and
//! `bio_short` can be null. The schema allows additional fields, so that a new minor version does not
//! break consumers.
//!
//! Each conversion destructures the model completely, so that a new field does not compile until it
//! is published or left out on purpose.

mod card;
mod engagement;
mod personal;
mod skills;
mod work;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};

pub use crate::discovery::SCHEMA_VERSION;
use crate::model::date::PartialDate;
use crate::model::id::ConsultantId;
use crate::model::profile::Profile;
use crate::model::site::Consultant;
use crate::render::{photo_path, profile_path};
use card::CardJson;
use engagement::EngagementJson;
use personal::PersonalJson;
use skills::{Categories, SkillsJson};
use work::{CertificationJson, EducationJson, WorkJson};

const DATE_PATTERN: &str = "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$";
const DAY_PATTERN: &str = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";
const WORD_PATTERN: &str = "^[a-z0-9_]+$";

/// The public profile of an active consultant.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Profile")]
pub struct ProfileJson<'a> {
    /// The consultant's identifier.
    #[schemars(regex(pattern = ConsultantId::PATTERN), length(max = ConsultantId::MAX_LENGTH))]
    pub id: &'a str,
    /// The version of the profile schema, `<major>.<minor>`.
    #[schemars(regex(pattern = r"^[0-9]+\.[0-9]+$"))]
    pub schema_version: &'static str,
    /// The consultant's name.
    pub name: &'a str,
    /// The professional title; null if there is none.
    pub title: Option<&'a str>,
    /// One or two sentences about the consultant; null if there is no short biography.
    pub bio_short: Option<&'a str>,
    /// The last-modified date of the profile: ISO 8601 with UTC offset.
    #[serde(rename = "lastModified")]
    #[schemars(extend("format" = "date-time"))]
    pub last_modified: &'a str,
    /// Name, location, company and contact details.
    pub personal: PersonalJson<'a>,
    /// Availability, ways of working and price.
    pub engagement: EngagementJson<'a>,
    /// The consultant's presentation.
    pub summary: SummaryJson<'a>,
    /// Skills and spoken languages.
    pub skills: SkillsJson<'a>,
    /// Professional certifications.
    pub certifications: Vec<CertificationJson<'a>>,
    /// Employments.
    pub employment: Vec<WorkJson<'a>>,
    /// Contract assignments, in the same shape as employments.
    pub contracts: Vec<WorkJson<'a>>,
    /// Education.
    pub education: Vec<EducationJson<'a>>,
    /// Additional attributes: an object that can have any fields.
    pub attributes: &'a Map<String, Json>,
    /// A short form of the profile for cards and lists.
    pub card: CardJson<'a>,
    /// Related resources.
    #[serde(rename = "_links")]
    pub links: LinksJson,
}

/// The consultant's presentation.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Summary")]
pub struct SummaryJson<'a> {
    /// The presentation in one paragraph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<&'a str>,
    /// The presentation in several paragraphs, separated by empty lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full: Option<&'a str>,
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
            summary_short,
            summary_full,
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
            id: id.as_str(),
            schema_version: SCHEMA_VERSION,
            name,
            title: title.as_deref(),
            bio_short: bio_short.as_deref(),
            last_modified: last_modified.as_str(),
            personal: personal.into(),
            engagement: engagement.into(),
            summary: SummaryJson { short: summary_short.as_deref(), full: summary_full.as_deref() },
            skills: SkillsJson {
                categories: Categories(categories),
                languages: languages.iter().map(Into::into).collect(),
            },
            certifications: certifications.iter().map(Into::into).collect(),
            employment: employment.iter().map(Into::into).collect(),
            contracts: contracts.iter().map(Into::into).collect(),
            education: education.iter().map(Into::into).collect(),
            attributes: &attributes.0,
            card: consultant.into(),
            links: LinksJson { this: profile_path(id), photo: photo_path(id) },
        }
    }
}

fn date(date: &Option<PartialDate>) -> Option<String> {
    date.as_ref().map(PartialDate::to_string)
}
