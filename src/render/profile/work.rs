//! Certifications, employments, contract assignments and education.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Map;

use super::{DATE_PATTERN, date};
use crate::model::link::Url;
use crate::model::profile::{Certification, Education, Extra, Work};

/// A professional certification.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Certification")]
pub struct CertificationJson<'a> {
    /// The certificate's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'a str>,
    /// The issuing organization.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer: Option<&'a str>,
    /// The date of issue: a year, a month or a day.
    #[schemars(regex(pattern = DATE_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The expiry date: a year, a month or a day.
    #[schemars(regex(pattern = DATE_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    /// The identifier that the issuer gave the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<&'a str>,
    /// The page that confirms the certificate.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// Additional fields: an object that can have any fields.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: &'a Extra,
}

impl<'a> From<&'a Certification> for CertificationJson<'a> {
    fn from(certification: &'a Certification) -> Self {
        let Certification { name, issuer, date: issued, expires, credential_id, url, extra } =
            certification;
        Self {
            name: name.as_deref(),
            issuer: issuer.as_deref(),
            date: date(issued),
            expires: date(expires),
            credential_id: credential_id.as_deref(),
            url: url.as_ref().map(Url::as_str),
            extra,
        }
    }
}

/// An employment or a contract assignment.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Work")]
pub struct WorkJson<'a> {
    /// The employer or client.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization: Option<&'a str>,
    /// The consultant's role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<&'a str>,
    /// The place of work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<&'a str>,
    /// The organization's website.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// The start date: a year, a month or a day.
    #[schemars(regex(pattern = DATE_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    /// The end date: a year, a month or a day; absent if ongoing.
    #[schemars(regex(pattern = DATE_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_date: Option<String>,
    /// What the organization does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<&'a str>,
    /// The consultant's work there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<&'a str>,
    /// Technologies used.
    pub technologies: &'a [String],
    /// Results of the work.
    pub key_results: &'a [String],
    /// Additional fields: an object that can have any fields.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: &'a Extra,
}

impl<'a> From<&'a Work> for WorkJson<'a> {
    fn from(work: &'a Work) -> Self {
        let Work {
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
        Self {
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
}

/// A degree, course of study or training.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Education")]
pub struct EducationJson<'a> {
    /// The school or university.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub institution: Option<&'a str>,
    /// The institution's website.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// The subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<&'a str>,
    /// The degree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub study_type: Option<&'a str>,
    /// The start date: a year, a month or a day.
    #[schemars(regex(pattern = DATE_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    /// The end date: a year, a month or a day; absent if ongoing.
    #[schemars(regex(pattern = DATE_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_date: Option<String>,
    /// The grade.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<&'a str>,
    /// Courses taken.
    pub courses: &'a [String],
    /// Additional fields: an object that can have any fields.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: &'a Extra,
}

impl<'a> From<&'a Education> for EducationJson<'a> {
    fn from(education: &'a Education) -> Self {
        let Education {
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
        Self {
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
}
