//! A consultant's profile. Interface, "Consultant profile".

use serde_json::{Map, Value as Json};

use super::date::{PartialDate, Timestamp};
use super::id::ConsultantId;
use super::link::{Email, Url};

/// Fields an item has beyond the named ones, under their own keys.
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
    /// When it last changed.
    pub last_modified: Timestamp,
    /// Name, place, company, contact.
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
    /// Further attributes.
    pub attributes: Attributes,
    /// Where the card differs from what the profile says.
    pub card: CardOverrides,
}

/// Name, place, company, contact.
#[derive(Debug, Clone, PartialEq)]
pub struct Personal {
    /// The name; the profile's own unless the author gave another.
    pub name: String,
    /// The line below the name.
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
    /// Mail address.
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
    /// The first available day; always a full date.
    pub available_from: Option<PartialDate>,
    /// A remark on it.
    pub available_from_note: Option<String>,
    /// Words of an open vocabulary.
    pub work_arrangements: Vec<String>,
    /// The Swedish F-tax status.
    pub f_skatt: Option<bool>,
    /// A word of an open vocabulary.
    pub pricing: Option<String>,
    /// A remark on it.
    pub pricing_note: Option<String>,
}

/// A spoken language.
#[derive(Debug, Clone, PartialEq)]
pub struct Language {
    /// Its name.
    pub name: String,
    /// A word of an open vocabulary.
    pub level: Option<String>,
    /// Further fields.
    pub extra: Extra,
}

/// A certification.
#[derive(Debug, Clone, PartialEq)]
pub struct Certification {
    /// Its name.
    pub name: Option<String>,
    /// Who issued it.
    pub issuer: Option<String>,
    /// When.
    pub date: Option<PartialDate>,
    /// Until when.
    pub expires: Option<PartialDate>,
    /// The number by which it can be checked.
    pub credential_id: Option<String>,
    /// Where it can be checked.
    pub url: Option<Url>,
    /// Further fields.
    pub extra: Extra,
}

/// An employment or a contract assignment.
#[derive(Debug, Clone, PartialEq)]
pub struct Work {
    /// Employer or client.
    pub organization: Option<String>,
    /// What the consultant was there.
    pub role: Option<String>,
    /// Where.
    pub location: Option<String>,
    /// The organization's website.
    pub url: Option<Url>,
    /// From.
    pub start_date: Option<PartialDate>,
    /// Until; `None` while it goes on.
    pub end_date: Option<PartialDate>,
    /// What the organization does.
    pub description: Option<String>,
    /// What the consultant did.
    pub summary: Option<String>,
    /// Technologies used.
    pub technologies: Vec<String>,
    /// What came of it.
    pub key_results: Vec<String>,
    /// Further fields.
    pub extra: Extra,
}

/// An education.
#[derive(Debug, Clone, PartialEq)]
pub struct Education {
    /// School or university.
    pub institution: Option<String>,
    /// Its website.
    pub url: Option<Url>,
    /// Subject.
    pub area: Option<String>,
    /// Degree.
    pub study_type: Option<String>,
    /// From.
    pub start_date: Option<PartialDate>,
    /// Until; `None` while it goes on.
    pub end_date: Option<PartialDate>,
    /// Grade.
    pub score: Option<String>,
    /// Courses.
    pub courses: Vec<String>,
    /// Further fields.
    pub extra: Extra,
}

/// Further attributes. Each group is JSON in the shape of the source, its named fields checked:
/// the profile publishes it as it is, JSON Resume renames keys (`attributes.projects[].start_date`
/// is `projects[].startDate`).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Attributes(pub Map<String, Json>);

/// Where the card differs from what the profile says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CardOverrides {
    /// The name.
    pub name: Option<String>,
    /// The line below it.
    pub headline: Option<String>,
    /// The place.
    pub location: Option<String>,
    /// The skills.
    pub top_skills: Option<Vec<String>>,
    /// The first available day.
    pub available_from: Option<PartialDate>,
}
