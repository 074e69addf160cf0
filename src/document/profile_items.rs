//! The items of a profile's lists: languages, certifications, employment, contracts, education.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::field::{DateText, Field, LanguageLevel, NOT_TEXT, Text, Texts, UrlText, groups};
use super::reserved_keys::{EMPLOYMENT_TYPE, none_of};

// The keys of these items in JSON Resume, separated by spaces. They are not allowed under `extra`.
const LANGUAGE_KEYS: &str = "language";
const CERTIFICATION_KEYS: &str = "name issuer date expires credentialId url";
const ASSIGNMENT_KEYS: &str =
    "name position location url description startDate endDate summary highlights keywords";
const EDUCATION_KEYS: &str = "institution url area studyType startDate endDate score courses";

/// The rule for `employmentType`, which the published schema defines as text. It is no field of a type:
/// `vitae new` and editor programs would offer it for contracts, which cannot have it.
fn employment_type() -> Json {
    json!({ "properties": { EMPLOYMENT_TYPE: { "type": "string", "errorMessage": NOT_TEXT } } })
}

groups! {
    /// A language and how well the consultant speaks it.
    #[schemars(extend("required" = ["name"], "usual_fields" = ["name", "level"]))]
    LanguageDocument {
        /// The name of the language.
        name: Field<Text> = ["Swedish", "English"],
        /// How well the consultant speaks it: native, bilingual, fluent, professional, intermediate, basic.
        level: Field<LanguageLevel>,
        /// More fields of this language.
        extra: LanguageExtraDocument = [{"fluency": "C1", "certificate": "TISUS"}],
    }

    /// More fields of a language.
    #[schemars(extend("propertyNames" = none_of(LANGUAGE_KEYS.split(' '))))]
    LanguageExtraDocument {
        /// The level in JSON Resume, such as "Native speaker".
        fluency: Field<Text> = ["Native speaker", "C1"],
        ..others
    }

    /// A professional certification.
    #[schemars(extend("minProperties" = 1, "usual_fields" = ["name", "issuer", "date"]))]
    CertificationDocument {
        /// The name of the certification.
        name: Field<Text> = ["Certified Kubernetes Administrator (CKA)", "Azure Solutions Architect Expert"],
        /// Who issued it.
        issuer: Field<Text> = ["The Linux Foundation", "Microsoft"],
        /// When it was issued: YYYY, YYYY-MM or YYYY-MM-DD.
        date: Field<DateText>,
        /// When it expires: YYYY, YYYY-MM or YYYY-MM-DD.
        expires: Field<DateText> = ["2027-03", "2027"],
        /// The number of the credential, in quotes.
        credential_id: Field<Text> = ["EXAMPLE-4711", "EXAMPLE-88412"] invented,
        /// The web address that verifies it. It starts with https://.
        url: Field<UrlText> = ["https://credentials.example.com/c/4711", "https://credentials.example.com/c/88412"] invented,
        /// More fields of this certification.
        #[schemars(extend("propertyNames" = none_of(CERTIFICATION_KEYS.split(' '))))]
        extra: Map<String, Json> = [{"level": "Professional"}],
    }

    /// An employment or a contract assignment.
    #[schemars(extend("minProperties" = 1, "usual_fields" = ["organization", "role", "start_date", "summary", "technologies"]))]
    WorkDocument {
        /// The employer or client.
        organization: Field<Text> = ["Nordvik Sjukhus", "Ashwick Water"] invented,
        /// The role of the consultant.
        role: Field<Text> = ["Lead Engineer for Patient Platforms", "Architect for Metering"] invented,
        /// The place of work.
        location: Field<Text> = ["Gothenburg, Sweden", "Remote"],
        /// The website of the organization. It starts with https://.
        url: Field<UrlText> = ["https://nordvik.example.org", "https://ashwick-water.example.org"] invented,
        /// The first month or day: YYYY, YYYY-MM or YYYY-MM-DD.
        start_date: Field<DateText>,
        /// The last month or day: YYYY, YYYY-MM or YYYY-MM-DD. Leave it out for a current one.
        end_date: Field<DateText> = ["2025-11", "2025"],
        /// What the organization does, in a few words.
        description: Field<Text> = ["Hospital group with 9,000 employees", "Water utility with 900,000 customers"] invented,
        /// What the consultant did.
        summary: Field<Text> = ["Led the move of 140 systems to the cloud.", "Introduced service level objectives for telemetry."] invented,
        /// Technologies used.
        technologies: Texts = [["Kubernetes", "Terraform", "Go"], ["Azure", "PostgreSQL"]],
        /// Results, one sentence each.
        key_results: Texts = [["Costs of operation down by 27 percent", "No unplanned downtime in two years"], ["Fourteen teams on the platform after a year"]] invented,
        /// More fields of this item.
        #[schemars(extend("propertyNames" = none_of(ASSIGNMENT_KEYS.split(' ')), "allOf" = [employment_type()]))]
        extra: Map<String, Json> = [{"team_size": 8}],
    }

    /// A degree or other education.
    #[schemars(extend("minProperties" = 1, "usual_fields" = ["institution", "area", "study_type", "start_date", "end_date"]))]
    EducationDocument {
        /// The school or university.
        institution: Field<Text> = ["Aspvik Technical University", "Ashwick University"] invented,
        /// Its website. It starts with https://.
        url: Field<UrlText> = ["https://aspvik-university.example.org", "https://ashwick-university.example.net"] invented,
        /// The subject.
        area: Field<Text> = ["Computer Science", "Industrial Engineering"],
        /// The degree, such as Master of Science.
        study_type: Field<Text> = ["Master of Science", "Bachelor of Science (Hons)"],
        /// The first year, month or day.
        start_date: Field<DateText>,
        /// The last year, month or day. Leave it out for a current one.
        end_date: Field<DateText> = ["2025-06", "2025"],
        /// The grade, in quotes.
        score: Field<Text> = ["4.6", "First class"],
        /// Courses worth mentioning.
        courses: Texts = [["Operating Systems", "Parallel Computation"], ["Statistics"]],
        /// More fields of this item.
        #[schemars(extend("propertyNames" = none_of(EDUCATION_KEYS.split(' '))))]
        extra: Map<String, Json> = [{"thesis": "Scheduling of sensor networks"}] invented,
    }
}
