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
use super::ordered::OrderedMap;
use super::reserved::but;
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
    pub active: Field<bool>,
    /// The consultant's name.
    pub name: Field<Text>,
    /// The professional title, such as "Senior Solution Architect".
    pub title: Field<NullableText>,
    /// One or two sentences about the consultant.
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
    pub attributes: Field<AttributesDocument>,
    /// What a card or a list shows, where it shall differ from what the profile says.
    pub card: Field<CardDocument>,
    /// Notes for the editors. Never published.
    #[schemars(with = "Map<String, Json>")]
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
    pub name: Field<Text>,
    /// The line below the name, such as "Cloud security for regulated industries".
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
    pub city: Field<Text>,
    /// The region, county or state.
    pub region: Field<Text>,
    /// The country's English name, such as Sweden, or its two-letter code.
    pub country: Field<Text>,
}

/// The company the consultant works through.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CompanyDocument {
    /// The name people use.
    pub name: Field<Text>,
    /// The registered name.
    pub legal_name: Field<Text>,
}

/// How to reach the consultant.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ContactDocument {
    /// The mail address.
    pub email: Field<EmailText>,
    /// The phone number in quotes, with its country code: "+46 70 174 06 05".
    pub phone: Field<Text>,
    /// The LinkedIn profile's address, beginning with https://.
    pub linkedin: Field<UrlText>,
    /// The website's address, beginning with https://.
    pub website: Field<UrlText>,
}

/// When and how the consultant can be engaged.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EngagementDocument {
    /// The first available day, YYYY-MM-DD.
    pub available_from: Field<DayText>,
    /// A remark on the availability.
    pub available_from_note: Field<Text>,
    /// How the consultant works: remote, hybrid, onsite.
    pub work_arrangements: Vec<Spanned<WorkArrangement>>,
    /// Whether the consultant holds the Swedish F-tax status: true or false.
    pub f_skatt: Field<bool>,
    /// How the price is told, such as `contact_directly`.
    pub pricing: Field<Pricing>,
    /// A remark on the price.
    pub pricing_note: Field<Text>,
}

/// The presentation in prose.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SummaryDocument {
    /// One paragraph.
    pub short: Field<Text>,
    /// Several paragraphs. Start with `full: |` and indent the text below it.
    pub full: Field<Text>,
}

/// What the consultant can do.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SkillsDocument {
    /// Skills by category. A category's key is lower case with underscores, such as
    /// `security_compliance`.
    pub categories: Field<CategoriesDocument>,
    /// Languages the consultant speaks.
    pub languages: Vec<Spanned<LanguageDocument>>,
}

/// Skills by category.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("propertyNames" = {"pattern": "^[a-z0-9]+(_[a-z0-9]+)*$"}))]
pub struct CategoriesDocument(pub OrderedMap<Texts>);

/// A language and how well it is spoken.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["name"]))]
pub struct LanguageDocument {
    /// The language's name.
    pub name: Field<Text>,
    /// How well it is spoken: native, bilingual, fluent, professional, intermediate, basic.
    pub level: Field<LanguageLevel>,
    /// Further fields of this language.
    pub extra: LanguageExtraDocument,
}

/// Further fields of a language.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = but(&LANGUAGE_KEYS)))]
pub struct LanguageExtraDocument {
    /// What JSON Resume shows in place of the level, such as "Native speaker".
    pub fluency: Field<Text>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// A professional certification.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
pub struct CertificationDocument {
    /// The certificate's name.
    pub name: Field<Text>,
    /// Who issued it.
    pub issuer: Field<Text>,
    /// When it was issued: YYYY, YYYY-MM or YYYY-MM-DD.
    pub date: Field<DateText>,
    /// When it expires: YYYY, YYYY-MM or YYYY-MM-DD.
    pub expires: Field<DateText>,
    /// The number by which it can be checked, in quotes.
    pub credential_id: Field<Text>,
    /// Where it can be checked, beginning with https://.
    pub url: Field<UrlText>,
    /// Further fields of this certification.
    #[schemars(extend("propertyNames" = but(&CERTIFICATION_KEYS)))]
    pub extra: Map<String, Json>,
}

/// An employment or a contract assignment.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
pub struct WorkDocument {
    /// The employer or client.
    pub organization: Field<Text>,
    /// What the consultant was there.
    pub role: Field<Text>,
    /// Where it was.
    pub location: Field<Text>,
    /// The organization's website, beginning with https://.
    pub url: Field<UrlText>,
    /// The first month or day: YYYY, YYYY-MM or YYYY-MM-DD.
    pub start_date: Field<DateText>,
    /// The last month or day. Leave it out while it goes on.
    pub end_date: Field<DateText>,
    /// What the organization does, in a few words.
    pub description: Field<Text>,
    /// What the consultant did there.
    pub summary: Field<Text>,
    /// Technologies used.
    pub technologies: Texts,
    /// What came of it, one sentence each.
    pub key_results: Texts,
    /// Further fields of this assignment.
    #[schemars(extend("propertyNames" = but(&ASSIGNMENT_KEYS)))]
    pub extra: Map<String, Json>,
}

/// An education.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("minProperties" = 1))]
pub struct EducationDocument {
    /// The school or university.
    pub institution: Field<Text>,
    /// Its website, beginning with https://.
    pub url: Field<UrlText>,
    /// The subject.
    pub area: Field<Text>,
    /// The degree, such as Master of Science.
    pub study_type: Field<Text>,
    /// The first year, month or day.
    pub start_date: Field<DateText>,
    /// The last year, month or day. Leave it out while it goes on.
    pub end_date: Field<DateText>,
    /// The grade, in quotes.
    pub score: Field<Text>,
    /// Courses worth mentioning.
    pub courses: Texts,
    /// Further fields of this education.
    #[schemars(extend("propertyNames" = but(&EDUCATION_KEYS)))]
    pub extra: Map<String, Json>,
}

/// What a card or a list shows, where it shall differ from what the profile says.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CardDocument {
    /// The name on the card.
    pub name: Field<Text>,
    /// The line below it.
    pub headline: Field<Text>,
    /// The place on the card, such as "Stockholm, Sweden".
    pub location: Field<Text>,
    /// The skills on the card.
    pub top_skills: Field<Texts>,
    /// The first available day on the card, YYYY-MM-DD.
    pub available_from: Field<DayText>,
}
