//! The JSON Resume variant (schema 1.2.1). The interface leaves the mapping open; it is described
//! in the table of `ARCHITECTURE.md`, "JSON Resume".
//!
//! A document that is valid is not yet one that themes can show: several fail without
//! `basics.name`, `location` or `profiles`, on a country code that is none and on a profile
//! without a network. So those three are always written, and such values left out.

mod attributes;
mod consultant_profile;
mod fill;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::model::profile::Extra;

/// The schema a document names. Under 1.0.0 a certificate dated `2024-03` is invalid.
const SCHEMA: &str =
    "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.2.1/schema.json";

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
    /// Volunteer work, awards, publications, interests, references and projects, and sections
    /// of the author's own.
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
    /// Further fields.
    #[serde(flatten)]
    pub extra: Extra,
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
    /// Further fields.
    #[serde(flatten)]
    pub extra: Extra,
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
    pub extra: &'a Extra,
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
    pub extra: &'a Extra,
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
    pub extra: &'a Extra,
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
    /// Further fields.
    #[serde(flatten)]
    pub extra: Extra,
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
    pub extra: &'a Extra,
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
    /// Further fields.
    #[serde(flatten)]
    pub extra: Extra,
}
