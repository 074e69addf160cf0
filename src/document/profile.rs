//! `content/consultants/<id>.yaml`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value as Json};

use super::Document;
use super::attributes::AttributesDocument;
use super::field::{
    DateText, DayText, EmailText, Field, LanguageLevel, NullableText, Pricing, Text, Texts,
    TimestampText, UrlText, WorkArrangement,
};
use super::ordered_map::OrderedMap;
use super::reserved_keys::but;
use crate::yaml::deserialize::Spanned;

/// The keys that JSON Resume gives these items: what is further must be called otherwise.
const LANGUAGE_KEYS: [&str; 1] = ["language"];
const CERTIFICATION_KEYS: [&str; 6] = ["name", "issuer", "date", "expires", "credentialId", "url"];
const ASSIGNMENT_KEYS: [&str; 10] = [
    "name",
    "position",
    "location",
    "url",
    "description",
    "startDate",
    "endDate",
    "summary",
    "highlights",
    "keywords",
];
const EDUCATION_KEYS: [&str; 8] = [
    "institution",
    "url",
    "area",
    "studyType",
    "startDate",
    "endDate",
    "score",
    "courses",
];

/// A consultant's profile. The name of the file is the consultant's identifier.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "Consultant profile", extend("required" = ["active", "name"]))]
pub struct ProfileDocument {
    /// Whether the profile is published. `false` takes the consultant off the site entirely.
    #[schemars(extend("examples" = [true, false]))]
    pub active: Field<bool>,
    /// The consultant's name.
    #[schemars(extend("examples" = ["Anna Berg", "Mateo Villaseca"]))]
    pub name: Field<Text>,
    /// The professional title, such as "Senior Solution Architect".
    #[schemars(extend("examples" = ["Senior Solution Architect", "Data Engineer"]))]
    pub title: Field<NullableText>,
    /// One or two sentences about the consultant.
    #[schemars(extend("examples" = ["Architect who moves hospitals to the cloud without a night of downtime.", "Data engineer with ten years in retail and logistics."]))]
    pub bio_short: Field<NullableText>,
    /// When the profile last changed, if it shall differ from the file's own history, such as
    /// 2026-03-14T09:30:00+01:00.
    pub last_modified: Field<TimestampText>,
    /// Who the consultant is and how to reach them.
    pub personal: Field<PersonalDocument>,
    /// When and how the consultant can be engaged.
    pub engagement: Field<EngagementDocument>,
    /// The presentation in prose.
    pub summary: Field<SummaryDocument>,
    /// What the consultant can do.
    pub skills: Field<SkillsDocument>,
    /// Professional certifications.
    pub certifications: Vec<Spanned<CertificationDocument>>,
    /// Employments, the newest first.
    pub employment: Vec<Spanned<WorkDocument>>,
    /// Contract assignments, the newest first.
    pub contracts: Vec<Spanned<WorkDocument>>,
    /// Education, the newest first.
    pub education: Vec<Spanned<EducationDocument>>,
    /// Anything else to publish. Some names have a fixed form, others are free.
    #[schemars(extend("examples" = [{"security_clearance": "BPSS", "awards": [{"title": "Architect of the Year", "date": "2024-03"}]}]))]
    pub attributes: Field<AttributesDocument>,
    /// What a card or a list shows, where it shall differ from what the profile says.
    pub card: Field<CardDocument>,
    /// Notes for the editors. Never published.
    #[schemars(with = "Map<String, Json>", extend("examples" = [{"consent": "given by mail on 2026-02-03"}]))]
    pub internal: Field<IgnoredAny>,
}

impl Document for ProfileDocument {
    const SUBJECT: &'static str = "the profile";
    const SCHEMA_PATH: &'static str = "schema/consultant.json";
}

/// Who the consultant is and how to reach them.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PersonalDocument {
    /// The name, if it shall differ from the one above.
    #[schemars(extend("examples" = ["Anna Berg", "Dr. Anna Berg"]))]
    pub name: Field<Text>,
    /// The line below the name, such as "Cloud security for regulated industries".
    #[schemars(extend("examples" = ["Cloud security for regulated industries", "Data platforms from sensor to report"]))]
    pub headline: Field<Text>,
    /// Where the consultant is based.
    pub location: Field<LocationDocument>,
    /// The company the consultant works through.
    pub company: Field<CompanyDocument>,
    /// How to reach the consultant.
    pub contact: Field<ContactDocument>,
}

/// Where the consultant is based.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LocationDocument {
    /// The city.
    #[schemars(extend("examples" = ["Stockholm", "Leeds"]))]
    pub city: Field<Text>,
    /// The region, county or state.
    #[schemars(extend("examples" = ["Stockholm County", "West Yorkshire"]))]
    pub region: Field<Text>,
    /// The country's English name, such as Sweden, or its two-letter code.
    #[schemars(extend("examples" = ["Sweden", "GB"]))]
    pub country: Field<Text>,
}

/// The company the consultant works through.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CompanyDocument {
    /// The name people use.
    #[schemars(extend("examples" = ["Berg Cloud", "Villaseca Data"]))]
    pub name: Field<Text>,
    /// The registered name.
    #[schemars(extend("examples" = ["Berg Cloud Konsult AB", "Villaseca Data Ltd"]))]
    pub legal_name: Field<Text>,
}

/// How to reach the consultant.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ContactDocument {
    /// The mail address.
    pub email: Field<EmailText>,
    /// The phone number in quotes, with its country code: "+46 70 174 06 05".
    #[schemars(extend("examples" = ["+46 70 174 06 05", "+44 7700 900318"]))]
    pub phone: Field<Text>,
    /// The LinkedIn profile's address, beginning with https://.
    #[schemars(extend("examples" = ["https://www.linkedin.example.com/in/anna-berg", "https://www.linkedin.example.com/in/mateo-villaseca"]))]
    pub linkedin: Field<UrlText>,
    /// The website's address, beginning with https://.
    #[schemars(extend("examples" = ["https://berg-cloud.example.com", "https://villaseca.example.org"]))]
    pub website: Field<UrlText>,
}

/// When and how the consultant can be engaged.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EngagementDocument {
    /// The first available day, YYYY-MM-DD.
    pub available_from: Field<DayText>,
    /// A remark on the availability.
    #[schemars(extend("examples" = ["Two days a week until March", "Notice period of one month"]))]
    pub available_from_note: Field<Text>,
    /// How the consultant works: remote, hybrid, onsite.
    #[schemars(extend("examples" = [["remote", "hybrid"], ["onsite"]]))]
    pub work_arrangements: Vec<Spanned<WorkArrangement>>,
    /// Whether the consultant holds the Swedish F-tax status: true or false.
    #[schemars(extend("examples" = [true, false]))]
    pub f_skatt: Field<bool>,
    /// How the price is told, such as `contact_directly`.
    pub pricing: Field<Pricing>,
    /// A remark on the price.
    #[schemars(extend("examples" = ["Rates on request, travel not included", "From 1,100 SEK an hour"]))]
    pub pricing_note: Field<Text>,
}

/// The presentation in prose.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SummaryDocument {
    /// One paragraph.
    #[schemars(extend("examples" = ["Architect who leads teams from the first sketch to operations.", "Engineer for data platforms, at home in retail and logistics."]))]
    pub short: Field<Text>,
    /// Several paragraphs. Start with `full: |` and indent the text below it.
    #[schemars(extend("examples" = ["Anna designs and secures platforms for hospitals and banks.\n\nShe leads teams, writes code and trains colleagues.\n", "Mateo builds data platforms.\n\nHe has worked in retail and logistics.\n"]))]
    pub full: Field<Text>,
}

/// What the consultant can do.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SkillsDocument {
    /// Skills by category. A category's key is lower case with underscores, such as
    /// `security_compliance`.
    #[schemars(extend("examples" = [{"cloud_platforms": ["Microsoft Azure", "AWS"], "security_compliance": ["ISO 27001"]}]))]
    pub categories: Field<CategoriesDocument>,
    /// Languages the consultant speaks.
    pub languages: Vec<Spanned<LanguageDocument>>,
}

/// Skills by category.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("propertyNames" = {
    "title": "category",
    "description": "The category's key: lower case letters, digits and underscores.",
    "pattern": "^[a-z0-9]+(_[a-z0-9]+)*$",
    "errorMessage": "Write the key in lower case letters, digits and underscores, such as security_compliance.",
}))]
pub struct CategoriesDocument(pub OrderedMap<Texts>);

/// A language and how well it is spoken.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["name"]))]
#[schemars(extend("usual_fields" = ["name", "level"]))]
pub struct LanguageDocument {
    /// The language's name.
    #[schemars(extend("examples" = ["Swedish", "English"]))]
    pub name: Field<Text>,
    /// How well it is spoken: native, bilingual, fluent, professional, intermediate, basic.
    pub level: Field<LanguageLevel>,
    /// Further fields of this language.
    #[schemars(extend("examples" = [{"fluency": "C1", "certificate": "TISUS"}]))]
    pub extra: LanguageExtraDocument,
}

/// Further fields of a language.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = but(&LANGUAGE_KEYS)))]
pub struct LanguageExtraDocument {
    /// What JSON Resume shows in place of the level, such as "Native speaker".
    #[schemars(extend("examples" = ["Native speaker", "C1"]))]
    pub fluency: Field<Text>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// A professional certification.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
#[schemars(extend("usual_fields" = ["name", "issuer", "date"]))]
pub struct CertificationDocument {
    /// The certificate's name.
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
    /// The number by which it can be checked, in quotes.
    #[schemars(extend("examples" = ["LF-9k2vq7d1xe", "AZ-305-88412"]))]
    pub credential_id: Field<Text>,
    /// Where it can be checked, beginning with https://.
    #[schemars(extend("examples" = ["https://credentials.example.com/c/lf-9k2vq7d1xe", "https://credentials.example.com/c/az-305-88412"]))]
    pub url: Field<UrlText>,
    /// Further fields of this certification.
    #[schemars(extend("propertyNames" = but(&CERTIFICATION_KEYS), "examples" = [{"level": "Professional"}]))]
    pub extra: Map<String, Json>,
}

/// An employment or a contract assignment.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
#[schemars(extend("usual_fields" = ["organization", "role", "start_date", "summary", "technologies"]))]
pub struct WorkDocument {
    /// The employer or client.
    #[schemars(extend("examples" = ["Nordvik Sjukhus", "Calderwick Water"]))]
    pub organization: Field<Text>,
    /// What the consultant was there.
    #[schemars(extend("examples" = ["Lead Platform Engineer", "Enterprise Architect"]))]
    pub role: Field<Text>,
    /// Where it was.
    #[schemars(extend("examples" = ["Gothenburg, Sweden", "Remote"]))]
    pub location: Field<Text>,
    /// The organization's website, beginning with https://.
    #[schemars(extend("examples" = ["https://nordvik.example.org", "https://calderwick-water.example.org"]))]
    pub url: Field<UrlText>,
    /// The first month or day: YYYY, YYYY-MM or YYYY-MM-DD.
    pub start_date: Field<DateText>,
    /// The last month or day. Leave it out while it goes on.
    #[schemars(extend("examples" = ["2025-11", "2025"]))]
    pub end_date: Field<DateText>,
    /// What the organization does, in a few words.
    #[schemars(extend("examples" = ["Hospital group with 9,000 employees", "Water utility with 1.8 million customers"]))]
    pub description: Field<Text>,
    /// What the consultant did there.
    #[schemars(extend("examples" = ["Led the move of 140 systems to the cloud.", "Introduced service level objectives for telemetry."]))]
    pub summary: Field<Text>,
    /// Technologies used.
    #[schemars(extend("examples" = [["Kubernetes", "Terraform", "Go"], ["Azure", "PostgreSQL"]]))]
    pub technologies: Texts,
    /// What came of it, one sentence each.
    #[schemars(extend("examples" = [["Costs of operation down by 27 percent", "No unplanned downtime in two years"], ["Fourteen teams on the platform after a year"]]))]
    pub key_results: Texts,
    /// Further fields of this assignment.
    #[schemars(extend("propertyNames" = but(&ASSIGNMENT_KEYS), "examples" = [{"team_size": 8}]))]
    pub extra: Map<String, Json>,
}

/// An education.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
#[schemars(extend("usual_fields" = ["institution", "area", "study_type", "start_date", "end_date"]))]
pub struct EducationDocument {
    /// The school or university.
    #[schemars(extend("examples" = ["Aspvik Technical University", "University of Leeds"]))]
    pub institution: Field<Text>,
    /// Its website, beginning with https://.
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
    /// The last year, month or day. Leave it out while it goes on.
    #[schemars(extend("examples" = ["2025-06", "2025"]))]
    pub end_date: Field<DateText>,
    /// The grade, in quotes.
    #[schemars(extend("examples" = ["4.6", "First class"]))]
    pub score: Field<Text>,
    /// Courses worth mentioning.
    #[schemars(extend("examples" = [["Operating Systems", "Parallel Computation"], ["Statistics"]]))]
    pub courses: Texts,
    /// Further fields of this education.
    #[schemars(extend("propertyNames" = but(&EDUCATION_KEYS), "examples" = [{"thesis": "Scheduling of sensor networks"}]))]
    pub extra: Map<String, Json>,
}

/// What a card or a list shows, where it shall differ from what the profile says.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CardDocument {
    /// The name on the card.
    #[schemars(extend("examples" = ["Anna Berg", "A. Berg"]))]
    pub name: Field<Text>,
    /// The line below it.
    #[schemars(extend("examples" = ["Cloud security architect", "Data engineer"]))]
    pub headline: Field<Text>,
    /// The place on the card, such as "Stockholm, Sweden".
    #[schemars(extend("examples" = ["Stockholm, Sweden", "Leeds"]))]
    pub location: Field<Text>,
    /// The skills on the card.
    #[schemars(extend("examples" = [["Azure", "Zero trust", "Kubernetes"], ["Python"]]))]
    pub top_skills: Field<Texts>,
    /// The first available day on the card, YYYY-MM-DD.
    pub available_from: Field<DayText>,
}
