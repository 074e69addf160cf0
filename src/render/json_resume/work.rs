//! `work`, `education` and `certificates`.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Serialize;

use crate::document::reserved_keys::CONTRACTOR;
use crate::model::date::PartialDate;
use crate::model::items::{self, Extra};
use crate::model::link::Url;
use crate::model::profile::Profile;

/// An employment or a contract assignment.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeWork")]
pub struct Work<'a> {
    /// The employer or client.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: &'a Option<String>,
    /// The consultant's role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: &'a Option<String>,
    /// `CONTRACTOR` for a contract assignment (schema.org `employmentType`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employment_type: Option<&'a str>,
    /// The place of work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: &'a Option<String>,
    /// The organization's website.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: &'a Option<Url>,
    /// What the organization does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: &'a Option<String>,
    /// The start date: a year, a month or a day.
    #[schemars(with = "Option<String>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: &'a Option<PartialDate>,
    /// The end date: a year, a month or a day; absent if ongoing.
    #[schemars(with = "Option<String>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_date: &'a Option<PartialDate>,
    /// The consultant's work there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: &'a Option<String>,
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
    pub institution: &'a Option<String>,
    /// The institution's website.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: &'a Option<Url>,
    /// The subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: &'a Option<String>,
    /// The degree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub study_type: &'a Option<String>,
    /// The start date: a year, a month or a day.
    #[schemars(with = "Option<String>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: &'a Option<PartialDate>,
    /// The end date: a year, a month or a day; absent if ongoing.
    #[schemars(with = "Option<String>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_date: &'a Option<PartialDate>,
    /// The grade.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: &'a Option<String>,
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
    pub name: &'a Option<String>,
    /// The issuing organization.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer: &'a Option<String>,
    /// The date of issue: a year, a month or a day.
    #[schemars(with = "Option<String>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: &'a Option<PartialDate>,
    /// The expiry date: a year, a month or a day.
    #[schemars(with = "Option<String>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: &'a Option<PartialDate>,
    /// The identifier that the issuer gave the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: &'a Option<String>,
    /// The page that confirms the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: &'a Option<Url>,
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
    work.sort_by_key(|(item, _)| Reverse(item.start_date));
    work.into_iter().map(|(item, employment_type)| work_item(item, employment_type)).collect()
}

fn work_item<'a>(work: &'a items::Work, employment_type: Option<&'a str>) -> Work<'a> {
    let items::Work {
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
        name: organization,
        position: role,
        employment_type,
        location,
        url,
        description,
        start_date,
        end_date,
        summary,
        highlights: key_results,
        keywords: technologies,
        extra,
    }
}

pub(super) fn education(education: &items::Education) -> Education<'_> {
    let items::Education {
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
    Education { institution, url, area, study_type, start_date, end_date, score, courses, extra }
}

pub(super) fn certificate(certification: &items::Certification) -> Certificate<'_> {
    let items::Certification { name, issuer, date, expires, credential_id, url, extra } =
        certification;
    Certificate { name, issuer, date, expires, credential_id, url, extra }
}
