//! The validated profile of a consultant (interface, "Consultant profile").
//!
//! The parts that implement [`Serialize`] and [`JsonSchema`] are published as they are.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::date::{PartialDate, Timestamp};
use super::id::ConsultantId;
use super::link::{Email, Url};
use super::word;

/// Additional fields of an item, keyed as the author wrote them.
pub type Extra = Map<String, Json>;

/// The profile of an active consultant.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// The consultant's identifier.
    pub id: ConsultantId,
    /// The consultant's name.
    pub name: String,
    /// The professional title.
    pub title: Option<String>,
    /// One or two sentences.
    pub bio_short: Option<String>,
    /// The published modification date.
    pub last_modified: Timestamp,
    /// Name, location, company and contact details.
    pub personal: Personal,
    /// Availability and price.
    pub engagement: Engagement,
    /// The consultant's presentation.
    pub summary: Summary,
    /// Skills by category key, in the order written.
    pub categories: Vec<(String, Vec<String>)>,
    /// Spoken languages.
    pub languages: Vec<Language>,
    /// Certifications.
    pub certifications: Vec<Certification>,
    /// Employments.
    pub employment: Vec<Work>,
    /// Contract assignments.
    pub contracts: Vec<Work>,
    /// Education.
    pub education: Vec<Education>,
    /// Additional attributes as JSON in the shape of the source, with named fields validated. JSON
    /// Resume renames keys (`attributes.projects[].start_date` becomes `projects[].startDate`).
    pub attributes: Map<String, Json>,
    /// The author's overrides of the derived card.
    pub card: CardOverrides,
}

/// Name, location, company and contact details.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Personal {
    /// The display name.
    pub name: String,
    /// The headline below the name.
    pub headline: Option<String>,
    /// The consultant's location.
    pub location: Location,
    /// The consultant's company.
    pub company: Company,
    /// Contact details.
    pub contact: Contact,
}

/// The consultant's location.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Location {
    /// The city.
    pub city: Option<String>,
    /// The region, county or state.
    pub region: Option<String>,
    /// The country's English name or ISO 3166-1 code.
    pub country: Option<String>,
}

/// The consultant's company.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Company {
    /// The company's name.
    pub name: Option<String>,
    /// The company's registered name.
    pub legal_name: Option<String>,
}

/// Contact details.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Contact {
    /// The email address.
    pub email: Option<Email>,
    /// The phone number, in any format.
    pub phone: Option<String>,
    /// The `LinkedIn` profile.
    pub linkedin: Option<Url>,
    /// The website.
    pub website: Option<Url>,
}

/// Availability, ways of working and price.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Engagement {
    /// The first available day, `YYYY-MM-DD`.
    #[schemars(regex(pattern = PartialDate::DAY_PATTERN), extend("format" = "date"))]
    pub available_from: Option<PartialDate>,
    /// A note on the availability.
    pub available_from_note: Option<String>,
    /// Ways of working. Known values are `remote`, `hybrid` and `onsite`; other values are possible.
    #[schemars(inner(regex(pattern = word::PATTERN)))]
    pub work_arrangements: Vec<String>,
    /// Whether the consultant is approved for Swedish F-tax.
    pub f_skatt: Option<bool>,
    /// The kind of price. Known values are `contact_directly`, `hourly_rate`, `daily_rate` and `fixed_price`; other values are possible.
    #[schemars(regex(pattern = word::PATTERN))]
    pub pricing: Option<String>,
    /// A note on the price.
    pub pricing_note: Option<String>,
}

/// The consultant's presentation.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Summary {
    /// The presentation in one paragraph.
    pub short: Option<String>,
    /// The presentation in several paragraphs, separated by empty lines.
    pub full: Option<String>,
}

/// A spoken language.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Language {
    /// The language's name.
    pub name: String,
    /// The level. Known values are `native`, `bilingual`, `fluent`, `professional`, `intermediate` and `basic`; other values are possible.
    #[schemars(regex(pattern = word::PATTERN))]
    pub level: Option<String>,
    /// Additional fields: an object that can have any fields.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: Extra,
}

/// A professional certification.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Certification {
    /// The certificate's name.
    pub name: Option<String>,
    /// The issuing organization.
    pub issuer: Option<String>,
    /// The date of issue: a year, a month or a day.
    #[schemars(regex(pattern = PartialDate::PATTERN))]
    pub date: Option<PartialDate>,
    /// The expiry date: a year, a month or a day.
    #[schemars(regex(pattern = PartialDate::PATTERN))]
    pub expires: Option<PartialDate>,
    /// The identifier that the issuer gave the certificate.
    pub credential_id: Option<String>,
    /// The page that confirms the certificate.
    pub url: Option<Url>,
    /// Additional fields: an object that can have any fields.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: Extra,
}

/// An employment or a contract assignment.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Work {
    /// The employer or client.
    pub organization: Option<String>,
    /// The consultant's role.
    pub role: Option<String>,
    /// The place of work.
    pub location: Option<String>,
    /// The organization's website.
    pub url: Option<Url>,
    /// The start date: a year, a month or a day.
    #[schemars(regex(pattern = PartialDate::PATTERN))]
    pub start_date: Option<PartialDate>,
    /// The end date: a year, a month or a day; absent if ongoing.
    #[schemars(regex(pattern = PartialDate::PATTERN))]
    pub end_date: Option<PartialDate>,
    /// What the organization does.
    pub description: Option<String>,
    /// The consultant's work there.
    pub summary: Option<String>,
    /// Technologies used.
    pub technologies: Vec<String>,
    /// Results of the work.
    pub key_results: Vec<String>,
    /// Additional fields: an object that can have any fields.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: Extra,
}

/// A degree, course of study or training.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Education {
    /// The school or university.
    pub institution: Option<String>,
    /// The institution's website.
    pub url: Option<Url>,
    /// The subject.
    pub area: Option<String>,
    /// The degree.
    pub study_type: Option<String>,
    /// The start date: a year, a month or a day.
    #[schemars(regex(pattern = PartialDate::PATTERN))]
    pub start_date: Option<PartialDate>,
    /// The end date: a year, a month or a day; absent if ongoing.
    #[schemars(regex(pattern = PartialDate::PATTERN))]
    pub end_date: Option<PartialDate>,
    /// The grade.
    pub score: Option<String>,
    /// Courses taken.
    pub courses: Vec<String>,
    /// Additional fields: an object that can have any fields.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: Extra,
}

/// Values of the card that the author set instead of the derived ones.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct CardOverrides {
    /// The display name.
    pub name: Option<String>,
    /// The headline.
    pub headline: Option<String>,
    /// The location in one line.
    pub location: Option<String>,
    /// The listed skills.
    pub top_skills: Option<Vec<String>>,
    /// The first available day.
    #[schemars(regex(pattern = PartialDate::DAY_PATTERN), extend("format" = "date"))]
    pub available_from: Option<PartialDate>,
}
