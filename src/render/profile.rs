//! The profile as published. Interface, "Consultant profile"; what it leaves open is decided here
//! and described in the schema.
//!
//! Groups and lists are always there, possibly empty, so that a consumer never has to ask for
//! them; texts the source does not give are absent; only `title` and `bio_short` may be null. The
//! schema does not forbid further fields: a consumer that holds to one minor version of it is not
//! broken by the next.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::{photo_path, profile_path};
use crate::model::date::PartialDate;
use crate::model::id::ConsultantId;
use crate::model::link::{Email, Url};
use crate::model::profile::{self, Extra, Personal, Profile};
use crate::model::site::Consultant;

/// The version of the profile's schema. A new optional field raises the minor number; anything
/// that could break a consumer raises the major one.
pub const SCHEMA_VERSION: &str = "1.0";

/// How many skills a card shows.
const TOP_SKILLS: usize = 6;

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

impl<'a> ProfileJson<'a> {
    /// The published form of a consultant's profile.
    pub fn new(consultant: &'a Consultant) -> Self {
        let Profile {
            id,
            name,
            title,
            bio_short,
            last_modified,
            personal: own,
            engagement: own_engagement,
            summary_short,
            summary_full,
            categories,
            languages,
            certifications,
            employment,
            contracts,
            education: schools,
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
            personal: personal(own),
            engagement: engagement(own_engagement),
            summary: SummaryJson {
                short: summary_short.as_deref(),
                full: summary_full.as_deref(),
            },
            skills: SkillsJson {
                categories: Categories(categories),
                languages: languages.iter().map(language).collect(),
            },
            certifications: certifications.iter().map(certification).collect(),
            employment: employment.iter().map(work).collect(),
            contracts: contracts.iter().map(work).collect(),
            education: schools.iter().map(education).collect(),
            attributes: &attributes.0,
            card: card(consultant),
            links: LinksJson {
                this: profile_path(id),
                photo: photo_path(id),
            },
        }
    }
}

fn personal(personal: &Personal) -> PersonalJson<'_> {
    let Personal {
        name,
        headline,
        city,
        region,
        country,
        company_name,
        company_legal_name,
        email,
        phone,
        linkedin,
        website,
    } = personal;
    PersonalJson {
        name,
        headline: headline.as_deref(),
        location: LocationJson {
            city: city.as_deref(),
            region: region.as_deref(),
            country: country.as_deref(),
        },
        company: CompanyJson {
            name: company_name.as_deref(),
            legal_name: company_legal_name.as_deref(),
        },
        contact: ContactJson {
            email: email.as_ref().map(Email::as_str),
            phone: phone.as_deref(),
            linkedin: linkedin.as_ref().map(Url::as_str),
            website: website.as_ref().map(Url::as_str),
        },
    }
}

fn engagement(engagement: &profile::Engagement) -> EngagementJson<'_> {
    let profile::Engagement {
        available_from,
        available_from_note,
        work_arrangements,
        f_skatt,
        pricing,
        pricing_note,
    } = engagement;
    EngagementJson {
        available_from: date(available_from),
        available_from_note: available_from_note.as_deref(),
        work_arrangements,
        f_skatt: *f_skatt,
        pricing: pricing.as_deref(),
        pricing_note: pricing_note.as_deref(),
    }
}

fn language(language: &profile::Language) -> LanguageJson<'_> {
    let profile::Language { name, level, extra } = language;
    LanguageJson {
        name,
        level: level.as_deref(),
        extra,
    }
}

fn certification(certification: &profile::Certification) -> CertificationJson<'_> {
    let profile::Certification {
        name,
        issuer,
        date: issued,
        expires,
        credential_id,
        url,
        extra,
    } = certification;
    CertificationJson {
        name: name.as_deref(),
        issuer: issuer.as_deref(),
        date: date(issued),
        expires: date(expires),
        credential_id: credential_id.as_deref(),
        url: url.as_ref().map(Url::as_str),
        extra,
    }
}

fn work(work: &profile::Work) -> WorkJson<'_> {
    let profile::Work {
        organization,
        role,
        location,
        url,
        start_date,
        end_date,
        description,
        summary,
        technologies,
        key_results,
        extra,
    } = work;
    WorkJson {
        organization: organization.as_deref(),
        role: role.as_deref(),
        location: location.as_deref(),
        url: url.as_ref().map(Url::as_str),
        start_date: date(start_date),
        end_date: date(end_date),
        description: description.as_deref(),
        summary: summary.as_deref(),
        technologies,
        key_results,
        extra,
    }
}

fn education(education: &profile::Education) -> EducationJson<'_> {
    let profile::Education {
        institution,
        url,
        area,
        study_type,
        start_date,
        end_date,
        score,
        courses,
        extra,
    } = education;
    EducationJson {
        institution: institution.as_deref(),
        url: url.as_ref().map(Url::as_str),
        area: area.as_deref(),
        study_type: study_type.as_deref(),
        start_date: date(start_date),
        end_date: date(end_date),
        score: score.as_deref(),
        courses,
        extra,
    }
}

fn card(consultant: &Consultant) -> CardJson<'_> {
    let profile = &consultant.profile;
    let own = &profile.card;
    let Personal {
        name,
        headline,
        city,
        country,
        ..
    } = &profile.personal;
    let place: Vec<&str> = [city, country]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    let place = (!place.is_empty()).then(|| place.join(", "));
    let available_from = own.available_from.as_ref();
    CardJson {
        name: own.name.as_deref().unwrap_or(name),
        headline: [&own.headline, headline, &profile.title]
            .into_iter()
            .flatten()
            .next()
            .map(String::as_str),
        location: own.location.clone().or(place),
        top_skills: match &own.top_skills {
            Some(skills) => skills.iter().map(String::as_str).collect(),
            None => top_skills(&profile.categories),
        },
        available_from: available_from
            .or(profile.engagement.available_from.as_ref())
            .map(PartialDate::to_string),
        photo: consultant.photo.as_ref().map(|_| photo_path(&profile.id)),
    }
}

/// The first skill of each category, then the second of each, and so on, none twice: what a
/// consultant lists first in a category is what they want to be known for.
fn top_skills(categories: &[(String, Vec<String>)]) -> Vec<&str> {
    let deepest = categories
        .iter()
        .map(|(_, skills)| skills.len())
        .max()
        .unwrap_or(0);
    let by_rank = (0..deepest).flat_map(|rank| {
        categories
            .iter()
            .filter_map(move |(_, skills)| skills.get(rank).map(String::as_str))
    });
    let mut seen = BTreeSet::new();
    by_rank
        .filter(|skill| seen.insert(*skill))
        .take(TOP_SKILLS)
        .collect()
}

fn date(date: &Option<PartialDate>) -> Option<String> {
    date.as_ref().map(PartialDate::to_string)
}
