//! The JSON Resume variant of a profile (schema 1.2.1). The interface leaves the mapping open;
//! `docs/decisions/json-resume.md` describes it.
//!
//! Themes fail on some documents that the schema allows: without `basics.name`, `location` or
//! `profiles`, with an unknown country code, or with a profile without a network. The document
//! therefore always has these fields, and leaves out these values.
//!
//! A new field is in the document under the key of its declaration, or else where its group is (`other_fields.rs`). The
//! round trip test of imports finds a field that the document lacks.

mod attributes;
mod basics;
mod consultant_profile;
mod item;
mod other_fields;
mod skills;

use schemars::JsonSchema;
use serde::Serialize;

use crate::model::consultant::Consultant;
use crate::model::date::Timestamp;
use crate::model::items::{Certification, Education, Extra, Work};
use crate::model::published_attributes;
use crate::model::settings::Settings;
use crate::render::profile::SCHEMA_VERSION;
use crate::render::{absolute, profile_path};
use attributes::{Sections, additional_fields, sections};
use basics::{Basics, basics};
use consultant_profile::{ConsultantProfile, consultant_profile};
use item::{ResumeItem, items, work};
use skills::{Language, Skill, language, skill};

/// The schema that documents name. Version 1.0.0 does not allow certificate dates such as `2024-03`.
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
    /// Name, contact details and location.
    pub basics: Basics<'a>,
    /// Employments and contract assignments, newest first.
    pub work: Vec<ResumeItem<'a, Work>>,
    /// Education.
    pub education: Vec<ResumeItem<'a, Education>>,
    /// Certifications.
    pub certificates: Vec<ResumeItem<'a, Certification>>,
    /// Skills by category.
    pub skills: Vec<Skill<'a>>,
    /// Spoken languages.
    pub languages: Vec<Language<'a>>,
    /// Volunteer work, awards, publications, interests, references, projects, and sections that
    /// JSON Resume does not define.
    #[serde(flatten)]
    #[schemars(schema_with = "published_attributes::sections")]
    pub sections: Sections<'a>,
    /// Information about the document.
    pub meta: Meta<'a>,
}

/// Information about the document.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeMeta")]
pub struct Meta<'a> {
    /// The URL of the profile.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// The version of the profile schema.
    pub version: &'static str,
    /// The last-modified date of the profile.
    pub last_modified: &'a Timestamp,
    /// The parts of the profile that JSON Resume has no fields for.
    pub consultant_profile: ConsultantProfile<'a>,
    /// Additional fields.
    #[serde(flatten)]
    #[schemars(with = "Extra")]
    pub extra: Option<&'a Extra>,
}

impl<'a> JsonResume<'a> {
    /// Converts a consultant's profile.
    pub fn new(consultant: &'a Consultant, settings: &Settings) -> Self {
        let profile = &consultant.profile;
        let attributes = &profile.attributes;
        let canonical = settings.base_url.is_some();
        let canonical = canonical.then(|| absolute(settings, &profile_path(&consultant.id)));
        Self {
            schema: SCHEMA,
            basics: basics(consultant, settings),
            work: work(profile),
            education: items(&profile.education),
            certificates: items(&profile.certifications),
            skills: profile
                .skills
                .categories
                .iter()
                .map(|category| skill(category, attributes))
                .collect(),
            languages: profile.skills.languages.iter().map(language).collect(),
            sections: sections(attributes),
            meta: Meta {
                canonical,
                version: SCHEMA_VERSION,
                last_modified: consultant.last_modified(),
                consultant_profile: consultant_profile(consultant),
                extra: additional_fields(attributes, |fields| &fields.meta),
            },
        }
    }
}
