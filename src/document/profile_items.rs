//! The items of a profile's lists: languages, certifications, employment, contracts, education.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::field::{DateText, Field, LanguageLevel, Text, Texts, UrlText};
use super::reserved_keys::none_of;

// The keys of these items in JSON Resume, separated by spaces. They are not allowed under `extra`.
const LANGUAGE_KEYS: &str = "language";
const CERTIFICATION_KEYS: &str = "name issuer date expires credentialId url";
const ASSIGNMENT_KEYS: &str =
    "name position location url description startDate endDate summary highlights keywords";
const EDUCATION_KEYS: &str = "institution url area studyType startDate endDate score courses";

/// A language and how well the consultant speaks it.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["name"], "usual_fields" = ["name", "level"]))]
pub struct LanguageDocument {
    /// The name of the language.
    #[schemars(extend("examples" = ["Swedish", "English"]))]
    pub name: Field<Text>,
    /// How well the consultant speaks it: native, bilingual, fluent, professional, intermediate, basic.
    pub level: Field<LanguageLevel>,
    /// More fields of this language.
    #[schemars(extend("examples" = [{"fluency": "C1", "certificate": "TISUS"}]))]
    pub extra: LanguageExtraDocument,
}

/// More fields of a language.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = none_of(LANGUAGE_KEYS.split(' '))))]
pub struct LanguageExtraDocument {
    /// The level in JSON Resume, such as "Native speaker".
    #[schemars(extend("examples" = ["Native speaker", "C1"]))]
    pub fluency: Field<Text>,
    /// Any other keys.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// A professional certification.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("minProperties" = 1, "usual_fields" = ["name", "issuer", "date"]))]
pub struct CertificationDocument {
    /// The name of the certification.
    #[schemars(extend("examples" = ["Certified Kubernetes Administrator (CKA)", "Azure Solutions Architect Expert"]))]
    pub name: Field<Text>,
    /// Who issued it.
    #[schemars(extend("examples" = ["The Linux Foundation", "Microsoft"]))]
    pub issuer: Field<Text>,
    /// When it was issued: YYYY, YYYY-MM or YYYY-MM-DD.
    pub date: Field<DateText>,
    /// When it expires: YYYY, YYYY-MM or YYYY-MM-DD.
    #[schemars(extend("examples" = ["2027-03", "2027"]))]
    pub expires: Field<DateText>,
    /// The number of the credential, in quotes.
    #[schemars(extend("examples" = ["LF-9k2vq7d1xe", "AZ-305-88412"]))]
    pub credential_id: Field<Text>,
    /// The web address that verifies it. It starts with https://.
    #[schemars(extend("examples" = ["https://credentials.example.com/c/lf-9k2vq7d1xe", "https://credentials.example.com/c/az-305-88412"]))]
    pub url: Field<UrlText>,
    /// More fields of this certification.
    #[schemars(extend("propertyNames" = none_of(CERTIFICATION_KEYS.split(' ')), "examples" = [{"level": "Professional"}]))]
    pub extra: Map<String, Json>,
}

/// An employment or a contract assignment.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("minProperties" = 1, "usual_fields" = ["organization", "role", "start_date", "summary", "technologies"]))]
pub struct WorkDocument {
    /// The employer or client.
    #[schemars(extend("examples" = ["Nordvik Sjukhus", "Calderwick Water"]))]
    pub organization: Field<Text>,
    /// The role of the consultant.
    #[schemars(extend("examples" = ["Lead Platform Engineer", "Enterprise Architect"]))]
    pub role: Field<Text>,
    /// The place of work.
    #[schemars(extend("examples" = ["Gothenburg, Sweden", "Remote"]))]
    pub location: Field<Text>,
    /// The website of the organization. It starts with https://.
    #[schemars(extend("examples" = ["https://nordvik.example.org", "https://calderwick-water.example.org"]))]
    pub url: Field<UrlText>,
    /// The first month or day: YYYY, YYYY-MM or YYYY-MM-DD.
    pub start_date: Field<DateText>,
    /// The last month or day: YYYY, YYYY-MM or YYYY-MM-DD. Leave it out for a current one.
    #[schemars(extend("examples" = ["2025-11", "2025"]))]
    pub end_date: Field<DateText>,
    /// What the organization does, in a few words.
    #[schemars(extend("examples" = ["Hospital group with 9,000 employees", "Water utility with 1.8 million customers"]))]
    pub description: Field<Text>,
    /// What the consultant did.
    #[schemars(extend("examples" = ["Led the move of 140 systems to the cloud.", "Introduced service level objectives for telemetry."]))]
    pub summary: Field<Text>,
    /// Technologies used.
    #[schemars(extend("examples" = [["Kubernetes", "Terraform", "Go"], ["Azure", "PostgreSQL"]]))]
    pub technologies: Texts,
    /// Results, one sentence each.
    #[schemars(extend("examples" = [["Costs of operation down by 27 percent", "No unplanned downtime in two years"], ["Fourteen teams on the platform after a year"]]))]
    pub key_results: Texts,
    /// More fields of this item.
    #[schemars(extend("propertyNames" = none_of(ASSIGNMENT_KEYS.split(' ')), "examples" = [{"team_size": 8}]))]
    pub extra: Map<String, Json>,
}

/// A degree or other education.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("minProperties" = 1, "usual_fields" = ["institution", "area", "study_type", "start_date", "end_date"]))]
pub struct EducationDocument {
    /// The school or university.
    #[schemars(extend("examples" = ["Aspvik Technical University", "University of Leeds"]))]
    pub institution: Field<Text>,
    /// Its website. It starts with https://.
    #[schemars(extend("examples" = ["https://aspvik-university.example.org", "https://leeds.example.net"]))]
    pub url: Field<UrlText>,
    /// The subject.
    #[schemars(extend("examples" = ["Computer Science", "Industrial Engineering"]))]
    pub area: Field<Text>,
    /// The degree, such as Master of Science.
    #[schemars(extend("examples" = ["Master of Science", "Bachelor of Science (Hons)"]))]
    pub study_type: Field<Text>,
    /// The first year, month or day.
    pub start_date: Field<DateText>,
    /// The last year, month or day. Leave it out for a current one.
    #[schemars(extend("examples" = ["2025-06", "2025"]))]
    pub end_date: Field<DateText>,
    /// The grade, in quotes.
    #[schemars(extend("examples" = ["4.6", "First class"]))]
    pub score: Field<Text>,
    /// Courses worth mentioning.
    #[schemars(extend("examples" = [["Operating Systems", "Parallel Computation"], ["Statistics"]]))]
    pub courses: Texts,
    /// More fields of this item.
    #[schemars(extend("propertyNames" = none_of(EDUCATION_KEYS.split(' ')), "examples" = [{"thesis": "Scheduling of sensor networks"}]))]
    pub extra: Map<String, Json>,
}
