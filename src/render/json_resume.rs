//! The JSON Resume variant (schema 1.2.1). The interface leaves the mapping open; it is described
//! in the table of `ARCHITECTURE.md`, "JSON Resume".
//!
//! A document that is valid is not yet one that themes can show: several fail without
//! `basics.name`, `location` or `profiles`, on a country code that is none and on a profile
//! without a network. So those three are always written, and such values left out.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use super::profile::{ProfileJson, SCHEMA_VERSION};
use super::{absolute, photo_path, profile_path};
use crate::model::country;
use crate::model::date::PartialDate;
use crate::model::link::{Email, Url};
use crate::model::profile::{self, Extra, Profile};
use crate::model::site::{Consultant, Settings};

/// The schema a document names. Under 1.0.0 a certificate dated `2024-03` is invalid.
const SCHEMA: &str =
    "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.2.1/schema.json";

/// The sections that the profile holds as attributes of the same name, and the keys that JSON
/// Resume spells differently.
const SECTIONS: [&str; 6] = [
    "volunteer",
    "awards",
    "publications",
    "interests",
    "references",
    "projects",
];
const SPELLINGS: [(&str, &str); 5] = [
    ("role", "position"),
    ("start_date", "startDate"),
    ("end_date", "endDate"),
    ("release_date", "releaseDate"),
    ("key_results", "highlights"),
];

/// A profile in the JSON Resume format.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResume")]
pub struct JsonResume<'a> {
    /// The schema of this document.
    #[serde(rename = "$schema")]
    pub schema: &'static str,
    /// Name, contact, place.
    pub basics: Basics<'a>,
    /// Employments and contract assignments, the newest first.
    pub work: Vec<Work<'a>>,
    /// Education.
    pub education: Vec<Education<'a>>,
    /// Certifications.
    pub certificates: Vec<Certificate<'a>>,
    /// Skills by category.
    pub skills: Vec<Skill<'a>>,
    /// Languages.
    pub languages: Vec<Language<'a>>,
    /// Volunteer work, awards, publications, interests, references and projects.
    #[serde(flatten)]
    pub sections: Map<String, Json>,
    /// About the document.
    pub meta: Meta,
}

/// Name, contact, place.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeBasics")]
pub struct Basics<'a> {
    /// The name.
    pub name: &'a str,
    /// The line below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<&'a str>,
    /// The photo's URL.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The mail address.
    #[schemars(extend("format" = "email"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<&'a str>,
    /// The phone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<&'a str>,
    /// The website.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// The presentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<&'a str>,
    /// The place.
    pub location: Location<'a>,
    /// Profiles in networks.
    pub profiles: Vec<Json>,
}

/// The place.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeLocation")]
pub struct Location<'a> {
    /// Street and number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<&'a str>,
    /// The postal code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postal_code: Option<&'a str>,
    /// The city.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<&'a str>,
    /// The code by ISO 3166-1 alpha-2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_code: Option<&'a str>,
    /// The region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<&'a str>,
}

/// An employment or a contract assignment.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeWork")]
pub struct Work<'a> {
    /// The employer or client.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'a str>,
    /// What the consultant was there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<&'a str>,
    /// `CONTRACTOR` for a contract assignment (schema.org `employmentType`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employment_type: Option<&'a str>,
    /// Where it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<&'a str>,
    /// The organization's website.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// What the organization does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<&'a str>,
    /// From.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    /// Until; absent while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_date: Option<String>,
    /// What the consultant did there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<&'a str>,
    /// What came of it.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub highlights: &'a [String],
    /// Technologies used.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub keywords: &'a [String],
    /// Further fields.
    #[serde(flatten)]
    pub extra: Extra,
}

/// An education.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeEducation")]
pub struct Education<'a> {
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
    /// From.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    /// Until; absent while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_date: Option<String>,
    /// The grade.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<&'a str>,
    /// Courses.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub courses: &'a [String],
    /// Further fields.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A certification.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeCertificate")]
pub struct Certificate<'a> {
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'a str>,
    /// Who issued it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer: Option<&'a str>,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Until when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    /// The number by which it can be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<&'a str>,
    /// Where it can be checked.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// Further fields.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A category of skills.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeSkill")]
pub struct Skill<'a> {
    /// Its name.
    pub name: String,
    /// The skills.
    pub keywords: &'a [String],
}

/// A language.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeLanguage")]
pub struct Language<'a> {
    /// Its name.
    pub language: &'a str,
    /// How well it is spoken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fluency: Option<String>,
    /// Further fields.
    #[serde(flatten)]
    pub extra: Extra,
}

/// About the document.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeMeta")]
pub struct Meta {
    /// The address of the profile.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// The version of the profile's schema.
    pub version: &'static str,
    /// When the profile last changed.
    pub last_modified: String,
    /// What the profile has and JSON Resume lacks.
    pub consultant_profile: Map<String, Json>,
}

impl<'a> JsonResume<'a> {
    /// The JSON Resume form of a consultant's profile; `published` is its own published form.
    pub fn new(
        consultant: &'a Consultant,
        published: &ProfileJson<'_>,
        settings: &Settings,
    ) -> Self {
        let profile = &consultant.profile;
        let attributes = &profile.attributes.0;
        let mut sections = Map::new();
        for name in SECTIONS {
            if let Some(section) = attributes.get(name) {
                sections.insert(name.to_owned(), respelt(section));
            }
        }
        let canonical = settings.base_url.is_some();
        let canonical = canonical.then(|| absolute(settings, &profile_path(&profile.id)));
        Self {
            schema: SCHEMA,
            basics: basics(consultant, settings),
            work: work(profile),
            education: profile.education.iter().map(education).collect(),
            certificates: profile.certifications.iter().map(certificate).collect(),
            skills: profile
                .categories
                .iter()
                .map(|category| skill(category, attributes))
                .collect(),
            languages: profile.languages.iter().map(language).collect(),
            sections,
            meta: Meta {
                canonical,
                version: SCHEMA_VERSION,
                last_modified: profile.last_modified.as_str().to_owned(),
                consultant_profile: beyond_json_resume(profile, published),
            },
        }
    }
}

fn basics<'a>(consultant: &'a Consultant, settings: &Settings) -> Basics<'a> {
    let profile = &consultant.profile;
    let personal = &profile.personal;
    let postal = |key| text(profile.attributes.0.get("location")?, key);
    let has_image = consultant.photo.is_some() && settings.base_url.is_some();
    Basics {
        name: &profile.name,
        label: personal.headline.as_deref(),
        image: has_image.then(|| absolute(settings, &photo_path(&profile.id))),
        email: personal.email.as_ref().map(Email::as_str),
        phone: personal.phone.as_deref(),
        url: personal.website.as_ref().map(Url::as_str),
        summary: profile.summary_full.as_deref(),
        location: Location {
            address: postal("address"),
            postal_code: postal("postal_code"),
            city: personal.city.as_deref(),
            country_code: personal.country.as_deref().and_then(country::code),
            region: personal.region.as_deref(),
        },
        profiles: profiles(profile),
    }
}

/// The profiles in networks that name their network, and LinkedIn if it is not among them.
fn profiles(profile: &Profile) -> Vec<Json> {
    let mut profiles: Vec<Json> = networks(profile)
        .filter(|p| has_network(p))
        .cloned()
        .collect();
    let is_linkedin = |profile: &Json| {
        text(profile, "network").is_some_and(|network| network.eq_ignore_ascii_case("linkedin"))
    };
    if let Some(linkedin) = &profile.personal.linkedin
        && !profiles.iter().any(is_linkedin)
    {
        profiles.push(json!({ "network": "LinkedIn", "url": linkedin.as_str() }));
    }
    profiles
}

fn networks(profile: &Profile) -> impl Iterator<Item = &Json> {
    let networks = profile
        .attributes
        .0
        .get("profiles")
        .and_then(Json::as_array);
    networks.into_iter().flatten()
}

fn has_network(profile: &Json) -> bool {
    text(profile, "network").is_some()
}

fn text<'a>(object: &'a Json, key: &str) -> Option<&'a str> {
    object.get(key).and_then(Json::as_str)
}

/// Contract assignments are work history too: both lists by start date, the newest first, each
/// list keeping its own order inside equal dates.
fn work(profile: &Profile) -> Vec<Work<'_>> {
    let employment = profile.employment.iter().map(|item| (item, None));
    let contracts = profile
        .contracts
        .iter()
        .map(|item| (item, Some("CONTRACTOR")));
    let mut work: Vec<_> = employment.chain(contracts).collect();
    work.sort_by(|(a, _), (b, _)| b.start_date.cmp(&a.start_date));
    work.into_iter()
        .map(|(item, employment_type)| work_item(item, employment_type))
        .collect()
}

fn work_item<'a>(work: &'a profile::Work, employment_type: Option<&'a str>) -> Work<'a> {
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
    Work {
        name: organization.as_deref(),
        position: role.as_deref(),
        employment_type,
        location: location.as_deref(),
        url: url.as_ref().map(Url::as_str),
        description: description.as_deref(),
        start_date: date(start_date),
        end_date: date(end_date),
        summary: summary.as_deref(),
        highlights: key_results,
        keywords: technologies,
        extra: beside(
            extra,
            &[
                "name",
                "position",
                "employmentType",
                "location",
                "url",
                "description",
                "startDate",
                "endDate",
                "summary",
                "highlights",
                "keywords",
            ],
        ),
    }
}

fn education(education: &profile::Education) -> Education<'_> {
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
    Education {
        institution: institution.as_deref(),
        url: url.as_ref().map(Url::as_str),
        area: area.as_deref(),
        study_type: study_type.as_deref(),
        start_date: date(start_date),
        end_date: date(end_date),
        score: score.as_deref(),
        courses,
        extra: beside(
            extra,
            &[
                "institution",
                "url",
                "area",
                "studyType",
                "startDate",
                "endDate",
                "score",
                "courses",
            ],
        ),
    }
}

fn certificate(certification: &profile::Certification) -> Certificate<'_> {
    let profile::Certification {
        name,
        issuer,
        date: issued,
        expires,
        credential_id,
        url,
        extra,
    } = certification;
    Certificate {
        name: name.as_deref(),
        issuer: issuer.as_deref(),
        date: date(issued),
        expires: date(expires),
        credential_id: credential_id.as_deref(),
        url: url.as_ref().map(Url::as_str),
        extra: beside(
            extra,
            &["name", "issuer", "date", "expires", "credentialId", "url"],
        ),
    }
}

fn skill<'a>(
    (key, skills): &'a (String, Vec<String>),
    attributes: &Map<String, Json>,
) -> Skill<'a> {
    let name = attributes
        .get("category_names")
        .and_then(|names| text(names, key));
    Skill {
        name: name.map_or_else(|| spoken(key), str::to_owned),
        keywords: skills,
    }
}

fn language(language: &profile::Language) -> Language<'_> {
    let profile::Language { name, level, extra } = language;
    Language {
        language: name,
        fluency: level.as_deref().map(spoken),
        extra: beside(extra, &["language", "fluency"]),
    }
}

/// A coded word as people write it: `security_compliance` is "Security compliance".
fn spoken(word: &str) -> String {
    let mut characters = word.chars().map(|c| if c == '_' { ' ' } else { c });
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// An item's further fields, without those the item has itself: a key must not be written twice.
fn beside(extra: &Extra, own: &[&str]) -> Extra {
    let beside = extra.iter().filter(|(key, _)| !own.contains(&key.as_str()));
    beside
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

/// A section with JSON Resume's spelling of the keys of its items.
fn respelt(section: &Json) -> Json {
    let respell = |(key, value): (&String, &Json)| {
        let spelling = SPELLINGS.iter().find(|(ours, _)| ours == key);
        let key = spelling.map_or(key.as_str(), |(_, theirs)| theirs);
        (key.to_owned(), value.clone())
    };
    let item = |item: &Json| match item.as_object() {
        Some(item) => item.iter().map(respell).collect::<Map<_, _>>().into(),
        None => item.clone(),
    };
    section.as_array().into_iter().flatten().map(item).collect()
}

/// What the profile has and JSON Resume lacks, so that the way back loses nothing.
fn beyond_json_resume(profile: &Profile, published: &ProfileJson<'_>) -> Map<String, Json> {
    let mut attributes = profile.attributes.0.clone();
    attributes.retain(|key, _| !SECTIONS.contains(&key.as_str()) && key != "profiles");
    if let Some(Json::Object(location)) = attributes.get_mut("location") {
        location.retain(|key, _| key != "address" && key != "postal_code");
    }
    let unnamed: Vec<Json> = networks(profile)
        .filter(|p| !has_network(p))
        .cloned()
        .collect();
    if !unnamed.is_empty() {
        attributes.insert("profiles".to_owned(), unnamed.into());
    }
    attributes.retain(|_, value| value.as_object().is_none_or(|group| !group.is_empty()));
    let personal = &profile.personal;
    let own_name = (personal.name != profile.name).then_some(&personal.name);
    let category_keys: Vec<&str> = profile
        .categories
        .iter()
        .map(|(key, _)| key.as_str())
        .collect();
    let parts = [
        ("id", json!(profile.id)),
        ("title", json!(profile.title)),
        ("bio_short", json!(profile.bio_short)),
        (
            "personal",
            json!({
                "name": own_name,
                "country": personal.country,
                "company": published.personal.company,
                "linkedin": personal.linkedin,
            }),
        ),
        ("engagement", json!(published.engagement)),
        ("summary", json!({ "short": profile.summary_short })),
        ("skills", json!({ "categories": category_keys })),
        ("attributes", attributes.into()),
        ("card", json!(published.card)),
    ];
    let given = parts
        .into_iter()
        .map(|(key, part)| (key.to_owned(), without_nulls(part)));
    given.filter(|(_, part)| !part.is_null()).collect()
}

/// The part without the fields that say nothing.
fn without_nulls(part: Json) -> Json {
    match part {
        Json::Object(fields) => {
            let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
            fields.collect::<Map<_, _>>().into()
        }
        other => other,
    }
}

fn date(date: &Option<PartialDate>) -> Option<String> {
    date.as_ref().map(PartialDate::to_string)
}

#[cfg(test)]
mod tests {
    use super::spoken;

    #[test]
    fn coded_words_are_spoken() {
        assert_eq!(spoken("security_compliance"), "Security compliance");
        assert_eq!(spoken("microsoft_365"), "Microsoft 365");
        assert_eq!(spoken(""), "");
    }
}
