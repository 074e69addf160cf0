//! The validated profile of a consultant (interface, "Consultant profile").

use serde_json::{Map, Value as Json};

use super::date::{PartialDate, Timestamp};
use super::id::ConsultantId;
use super::link::{Email, Url};

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
    /// The presentation in one paragraph.
    pub summary_short: Option<String>,
    /// The presentation in several paragraphs.
    pub summary_full: Option<String>,
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
    /// Additional attributes.
    pub attributes: Attributes,
    /// The author's overrides of the derived card.
    pub card: CardOverrides,
}

/// Name, location, company and contact details.
#[derive(Debug, Clone, PartialEq)]
pub struct Personal {
    /// The display name; defaults to the name of the profile.
    pub name: String,
    /// The headline below the name.
    pub headline: Option<String>,
    /// City.
    pub city: Option<String>,
    /// Region.
    pub region: Option<String>,
    /// Country, as the author wrote it.
    pub country: Option<String>,
    /// The company's name.
    pub company_name: Option<String>,
    /// The company's registered name.
    pub company_legal_name: Option<String>,
    /// Email address.
    pub email: Option<Email>,
    /// Phone number, as the author wrote it.
    pub phone: Option<String>,
    /// `LinkedIn` profile.
    pub linkedin: Option<Url>,
    /// Website.
    pub website: Option<Url>,
}

/// Availability and price.
#[derive(Debug, Clone, PartialEq)]
pub struct Engagement {
    /// The first available day: year, month and day.
    pub available_from: Option<PartialDate>,
    /// A note on the availability.
    pub available_from_note: Option<String>,
    /// Ways of working, such as `remote`: words of an open vocabulary.
    pub work_arrangements: Vec<String>,
    /// Whether the consultant is approved for Swedish F-tax.
    pub f_skatt: Option<bool>,
    /// The kind of price, such as `hourly_rate`: a word of an open vocabulary.
    pub pricing: Option<String>,
    /// A note on the price.
    pub pricing_note: Option<String>,
}

/// A spoken language.
#[derive(Debug, Clone, PartialEq)]
pub struct Language {
    /// The language's name.
    pub name: String,
    /// The level, such as `fluent`: a word of an open vocabulary.
    pub level: Option<String>,
    /// Additional fields.
    pub extra: Extra,
}

/// A certification.
#[derive(Debug, Clone, PartialEq)]
pub struct Certification {
    /// The certificate's name.
    pub name: Option<String>,
    /// The issuing organization.
    pub issuer: Option<String>,
    /// The date of issue.
    pub date: Option<PartialDate>,
    /// The expiry date.
    pub expires: Option<PartialDate>,
    /// The identifier that the issuer gave the certificate.
    pub credential_id: Option<String>,
    /// The page that confirms the certificate.
    pub url: Option<Url>,
    /// Additional fields.
    pub extra: Extra,
}

/// An employment or a contract assignment.
#[derive(Debug, Clone, PartialEq)]
pub struct Work {
    /// The employer or client.
    pub organization: Option<String>,
    /// The consultant's role.
    pub role: Option<String>,
    /// The place of work.
    pub location: Option<String>,
    /// The organization's website.
    pub url: Option<Url>,
    /// The start date.
    pub start_date: Option<PartialDate>,
    /// The end date; `None` if ongoing.
    pub end_date: Option<PartialDate>,
    /// What the organization does.
    pub description: Option<String>,
    /// What the consultant did.
    pub summary: Option<String>,
    /// Technologies used.
    pub technologies: Vec<String>,
    /// Results of the work.
    pub key_results: Vec<String>,
    /// Additional fields.
    pub extra: Extra,
}

/// An education.
#[derive(Debug, Clone, PartialEq)]
pub struct Education {
    /// The school or university.
    pub institution: Option<String>,
    /// The institution's website.
    pub url: Option<Url>,
    /// The subject.
    pub area: Option<String>,
    /// The degree.
    pub study_type: Option<String>,
    /// The start date.
    pub start_date: Option<PartialDate>,
    /// The end date; `None` if ongoing.
    pub end_date: Option<PartialDate>,
    /// The grade.
    pub score: Option<String>,
    /// Courses taken.
    pub courses: Vec<String>,
    /// Additional fields.
    pub extra: Extra,
}

/// Additional attributes as JSON in the shape of the source, with named fields validated.
///
/// The profile publishes them unchanged; JSON Resume renames keys
/// (`attributes.projects[].start_date` becomes `projects[].startDate`).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Attributes(pub Map<String, Json>);

/// Values of the card that the author set instead of the derived ones.
#[derive(Debug, Clone, PartialEq, Default)]
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
    pub available_from: Option<PartialDate>,
}
