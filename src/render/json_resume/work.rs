//! `work`, `education` and `certificates`.

use schemars::JsonSchema;
use serde::Serialize;

use super::date;
use crate::document::reserved_keys::CONTRACTOR;
use crate::model::link::Url;
use crate::model::profile::{self, Extra, Profile};

/// An employment or a contract assignment.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeWork")]
pub struct Work<'a> {
    /// The employer or client.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'a str>,
    /// The consultant's role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<&'a str>,
    /// `CONTRACTOR` for a contract assignment (schema.org `employmentType`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employment_type: Option<&'a str>,
    /// The place of work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<&'a str>,
    /// The organization's website.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// What the organization does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<&'a str>,
    /// The start date: a year, a month or a day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    /// The end date: a year, a month or a day; absent if ongoing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_date: Option<String>,
    /// The consultant's work there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<&'a str>,
    /// Results of the work.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub highlights: &'a [String],
    /// Technologies used.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub keywords: &'a [String],
    /// Additional fields.
    #[serde(flatten)]
    pub extra: &'a Extra,
}

/// A degree, course of study or training.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeEducation")]
pub struct Education<'a> {
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    /// The end date: a year, a month or a day; absent if ongoing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_date: Option<String>,
    /// The grade.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<&'a str>,
    /// Courses taken.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub courses: &'a [String],
    /// Additional fields.
    #[serde(flatten)]
    pub extra: &'a Extra,
}

/// A certification.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeCertificate")]
pub struct Certificate<'a> {
    /// The certificate's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'a str>,
    /// The issuing organization.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer: Option<&'a str>,
    /// The date of issue: a year, a month or a day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The expiry date: a year, a month or a day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    /// The identifier that the issuer gave the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<&'a str>,
    /// The page that confirms the certificate.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// Additional fields.
    #[serde(flatten)]
    pub extra: &'a Extra,
}

/// Returns employments and contract assignments by start date, newest first. Items with equal dates
/// keep their order.
pub(super) fn work(profile: &Profile) -> Vec<Work<'_>> {
    let employment = profile.employment.iter().map(|item| (item, None));
    let contracts = profile.contracts.iter().map(|item| (item, Some(CONTRACTOR)));
    let mut work: Vec<_> = employment.chain(contracts).collect();
    work.sort_by(|(a, _), (b, _)| b.start_date.cmp(&a.start_date));
    work.into_iter().map(|(item, employment_type)| work_item(item, employment_type)).collect()
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
        extra,
    }
}

pub(super) fn education(education: &profile::Education) -> Education<'_> {
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
        extra,
    }
}

pub(super) fn certificate(certification: &profile::Certification) -> Certificate<'_> {
    let profile::Certification { name, issuer, date: issued, expires, credential_id, url, extra } =
        certification;
    Certificate {
        name: name.as_deref(),
        issuer: issuer.as_deref(),
        date: date(issued),
        expires: date(expires),
        credential_id: credential_id.as_deref(),
        url: url.as_ref().map(Url::as_str),
        extra,
    }
}
