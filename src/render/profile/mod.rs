//! The profile as published. Interface, "Consultant profile"; what it leaves open is decided here
//! and described in the schema.
//!
//! Groups and lists are always there, possibly empty, so that a consumer never has to ask for
//! them; texts the source does not give are absent; only `title` and `bio_short` may be null. The
//! schema does not forbid further fields: a consumer that holds to one minor version of it is not
//! broken by the next.

mod card;
mod fill;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};

pub use crate::discovery::SCHEMA_VERSION;
use crate::model::id::ConsultantId;
use crate::model::profile::Extra;

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
    /// The professional title; null if the consultant has none.
    pub title: Option<&'a str>,
    /// One or two sentences about the consultant; null if there are none.
    pub bio_short: Option<&'a str>,
    /// When the profile last changed: ISO 8601 with UTC offset.
    #[serde(rename = "lastModified")]
    #[schemars(extend("format" = "date-time"))]
    pub last_modified: &'a str,
    /// Who the consultant is and how to reach them.
    pub personal: PersonalJson<'a>,
    /// When and how the consultant can be engaged.
    pub engagement: EngagementJson<'a>,
    /// The presentation in prose.
    pub summary: SummaryJson<'a>,
    /// What the consultant can do.
    pub skills: SkillsJson<'a>,
    /// Professional certifications.
    pub certifications: Vec<CertificationJson<'a>>,
    /// Employments.
    pub employment: Vec<WorkJson<'a>>,
    /// Contract assignments, in the same shape as employments.
    pub contracts: Vec<WorkJson<'a>>,
    /// Education.
    pub education: Vec<EducationJson<'a>>,
    /// Additional attributes, an open object.
    pub attributes: &'a Map<String, Json>,
    /// The profile in brief, for a card or a list.
    pub card: CardJson<'a>,
    /// Where to go from here.
    #[serde(rename = "_links")]
    pub links: LinksJson,
}

/// Who the consultant is and how to reach them.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Personal")]
pub struct PersonalJson<'a> {
    /// The name to show.
    pub name: &'a str,
    /// The line below the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<&'a str>,
    /// Where the consultant is based.
    pub location: LocationJson<'a>,
    /// The company the consultant works through.
    pub company: CompanyJson<'a>,
    /// How to reach the consultant.
    pub contact: ContactJson<'a>,
}

/// Where the consultant is based.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Location")]
pub struct LocationJson<'a> {
    /// The city.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<&'a str>,
    /// The region, county or state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<&'a str>,
    /// The country's English name or ISO 3166-1 code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<&'a str>,
}

/// The company the consultant works through.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Company")]
pub struct CompanyJson<'a> {
    /// The name people use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'a str>,
    /// The registered name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_name: Option<&'a str>,
}

/// How to reach the consultant.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Contact")]
pub struct ContactJson<'a> {
    /// The mail address.
    #[schemars(extend("format" = "email"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<&'a str>,
    /// The phone number, as people write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<&'a str>,
    /// The `LinkedIn` profile.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linkedin: Option<&'a str>,
    /// The website.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website: Option<&'a str>,
}

/// When and how the consultant can be engaged.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Engagement")]
pub struct EngagementJson<'a> {
    /// The first available day, `YYYY-MM-DD`.
    #[schemars(regex(pattern = DAY_PATTERN), extend("format" = "date"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub available_from: Option<String>,
    /// A remark on the availability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub available_from_note: Option<&'a str>,
    /// How the consultant works. Known words: `remote`, `hybrid`, `onsite`; others may come.
    #[schemars(inner(regex(pattern = WORD_PATTERN)))]
    pub work_arrangements: &'a [String],
    /// Whether the consultant holds the Swedish F-tax status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f_skatt: Option<bool>,
    /// How the price is told, a coded value. Known: `contact_directly`, `hourly_rate`, `daily_rate`, `fixed_price`; others may come.
    #[schemars(regex(pattern = WORD_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pricing: Option<&'a str>,
    /// A remark on the price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pricing_note: Option<&'a str>,
}

/// The presentation in prose.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Summary")]
pub struct SummaryJson<'a> {
    /// One paragraph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<&'a str>,
    /// Several paragraphs, separated by empty lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full: Option<&'a str>,
}

/// What the consultant can do.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Skills")]
pub struct SkillsJson<'a> {
    /// Skills by category. A key is a category's name in lower case with underscores.
    #[schemars(with = "BTreeMap<String, Vec<String>>")]
    pub categories: Categories<'a>,
    /// Languages the consultant speaks.
    pub languages: Vec<LanguageJson<'a>>,
}

/// A language and how well it is spoken.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Language")]
pub struct LanguageJson<'a> {
    /// The language's name.
    pub name: &'a str,
    /// How well it is spoken. Known words: `native`, `bilingual`, `fluent`, `professional`, `intermediate`, `basic`; others may come.
    #[schemars(regex(pattern = WORD_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'a str>,
    /// Further fields, an open object.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: &'a Extra,
}

/// A professional certification.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Certification")]
pub struct CertificationJson<'a> {
    /// The certificate's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'a str>,
    /// Who issued it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer: Option<&'a str>,
    /// When it was issued: a year, a month or a day.
    #[schemars(regex(pattern = DATE_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// When it expires: a year, a month or a day.
    #[schemars(regex(pattern = DATE_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    /// The number by which it can be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<&'a str>,
    /// Where it can be checked.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// Further fields, an open object.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: &'a Extra,
}

/// An employment or a contract assignment.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Work")]
pub struct WorkJson<'a> {
    /// The employer or client.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization: Option<&'a str>,
    /// What the consultant was there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<&'a str>,
    /// Where it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<&'a str>,
    /// The organization's website.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// From: a year, a month or a day.
    #[schemars(regex(pattern = DATE_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    /// Until: a year, a month or a day; absent while it goes on.
    #[schemars(regex(pattern = DATE_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_date: Option<String>,
    /// What the organization does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<&'a str>,
    /// What the consultant did there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<&'a str>,
    /// Technologies used.
    pub technologies: &'a [String],
    /// What came of it.
    pub key_results: &'a [String],
    /// Further fields, an open object.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: &'a Extra,
}

/// An education.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Education")]
pub struct EducationJson<'a> {
    /// The school or university.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub institution: Option<&'a str>,
    /// Its website.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// The subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<&'a str>,
    /// The degree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub study_type: Option<&'a str>,
    /// From: a year, a month or a day.
    #[schemars(regex(pattern = DATE_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    /// Until: a year, a month or a day; absent while it goes on.
    #[schemars(regex(pattern = DATE_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_date: Option<String>,
    /// The grade.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<&'a str>,
    /// Courses worth mentioning.
    pub courses: &'a [String],
    /// Further fields, an open object.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: &'a Extra,
}

/// The profile in brief, for a card or a list. Taken from the profile unless its author chose otherwise.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Card")]
pub struct CardJson<'a> {
    /// The name.
    pub name: &'a str,
    /// The line below it; the title where there is no headline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<&'a str>,
    /// The place in one line, such as `Stockholm, Sweden`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// A few skills: the first of each category, then the second of each, and so on.
    pub top_skills: Vec<&'a str>,
    /// The first available day, `YYYY-MM-DD`.
    #[schemars(regex(pattern = DAY_PATTERN), extend("format" = "date"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub available_from: Option<String>,
    /// The photo's address; absent without a photo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo: Option<String>,
}

/// Where to go from here.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Links")]
pub struct LinksJson {
    /// This profile's address.
    #[serde(rename = "self")]
    #[schemars(
        rename = "self",
        regex(pattern = "^/api/consultant-public/[a-z0-9-]+$")
    )]
    pub this: String,
    /// The photo's address; it answers 404 where there is no photo.
    #[schemars(regex(pattern = "^/api/consultant-photo/[a-z0-9-]+$"))]
    pub photo: String,
}

/// Skills by category, in the order of the source.
#[derive(Debug)]
pub struct Categories<'a>(&'a [(String, Vec<String>)]);

impl Serialize for Categories<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, skills)| (key, skills)))
    }
}
