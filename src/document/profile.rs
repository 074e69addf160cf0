//! The profile: `content/consultants/<id>.yaml`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value as Json};

use super::Document;
use super::attributes::AttributesDocument;
use super::field::{
    DayText, EmailText, Field, NullableText, Pricing, Text, Texts, TimestampText, UrlText,
    WorkArrangement,
};
use super::ordered_map::OrderedMap;
use super::profile_items::{
    CertificationDocument, EducationDocument, LanguageDocument, WorkDocument,
};
use crate::yaml::deserialize::Spanned;

/// A consultant's profile. The file name is the consultant's identifier.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "Consultant profile", extend("required" = ["active", "name"]))]
pub struct ProfileDocument {
    /// Whether the profile is published. `false` removes the consultant from the site.
    #[schemars(extend("examples" = [true, false]))]
    pub active: Field<bool>,
    /// The consultant's name.
    #[schemars(extend("examples" = ["Anna Berg", "Mateo Villaseca"]))]
    pub name: Field<Text>,
    /// The job title, such as "Senior Solution Architect".
    #[schemars(extend("examples" = ["Senior Solution Architect", "Data Engineer"]))]
    pub title: Field<NullableText>,
    /// One or two sentences about the consultant.
    #[schemars(extend("examples" = ["Architect who moves hospitals to the cloud without a night of downtime.", "Data engineer with ten years in retail and logistics."]))]
    pub bio_short: Field<NullableText>,
    /// When the profile last changed, such as 2026-03-14T09:30:00+01:00. The default is the time of
    /// the last change in git.
    pub last_modified: Field<TimestampText>,
    /// Who the consultant is and how to reach them.
    pub personal: Field<PersonalDocument>,
    /// When and how the consultant can be engaged.
    pub engagement: Field<EngagementDocument>,
    /// The presentation of the consultant.
    pub summary: Field<SummaryDocument>,
    /// Skills and languages.
    pub skills: Field<SkillsDocument>,
    /// Professional certifications.
    pub certifications: Vec<Spanned<CertificationDocument>>,
    /// Employments, the newest first.
    pub employment: Vec<Spanned<WorkDocument>>,
    /// Contract assignments, the newest first.
    pub contracts: Vec<Spanned<WorkDocument>>,
    /// Education, the newest first.
    pub education: Vec<Spanned<EducationDocument>>,
    /// Anything else to publish. Some keys have a fixed form, others are free.
    #[schemars(extend("examples" = [{"security_clearance": "BPSS", "awards": [{"title": "Architect of the Year", "date": "2024-03"}]}]))]
    pub attributes: Field<AttributesDocument>,
    /// What a card or a list shows, where it differs from the profile.
    pub card: Field<CardDocument>,
    /// Notes for the editors. Never published.
    #[schemars(with = "Map<String, Json>", extend("examples" = [{"consent": "given by email on 2026-02-03"}]))]
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
    /// The name, if it differs from the one above.
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
    /// The company's everyday name.
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
    /// The email address.
    pub email: Field<EmailText>,
    /// The phone number in quotes, with its country code: "+46 70 174 06 05".
    #[schemars(extend("examples" = ["+46 70 174 06 05", "+44 7700 900318"]))]
    pub phone: Field<Text>,
    /// The web address of the LinkedIn profile. It starts with https://.
    #[schemars(extend("examples" = ["https://www.linkedin.example.com/in/anna-berg", "https://www.linkedin.example.com/in/mateo-villaseca"]))]
    pub linkedin: Field<UrlText>,
    /// The web address of the website. It starts with https://.
    #[schemars(extend("examples" = ["https://berg-cloud.example.com", "https://villaseca.example.org"]))]
    pub website: Field<UrlText>,
}

/// When and how the consultant can be engaged.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EngagementDocument {
    /// The first available day, YYYY-MM-DD.
    pub available_from: Field<DayText>,
    /// A note on the availability.
    #[schemars(extend("examples" = ["Two days a week until March", "Notice period of one month"]))]
    pub available_from_note: Field<Text>,
    /// How the consultant works: remote, hybrid, onsite.
    #[schemars(extend("examples" = [["remote", "hybrid"], ["onsite"]]))]
    pub work_arrangements: Vec<Spanned<WorkArrangement>>,
    /// Whether the consultant holds the Swedish F-tax status: true or false.
    #[schemars(extend("examples" = [true, false]))]
    pub f_skatt: Field<bool>,
    /// How prices are stated, such as `contact_directly`.
    pub pricing: Field<Pricing>,
    /// A note on the price.
    #[schemars(extend("examples" = ["Rates on request, travel not included", "From 1,100 SEK an hour"]))]
    pub pricing_note: Field<Text>,
}

/// The presentation of the consultant.
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

/// Skills and languages.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SkillsDocument {
    /// Skills by category. The key of a category is in lower case with underscores, such as
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
    "description": "The key of the category: lowercase letters, digits and underscores.",
    "pattern": "^[a-z0-9]+(_[a-z0-9]+)*$",
    "errorMessage": "Write the key in lowercase letters, digits and underscores, such as security_compliance.",
}))]
pub struct CategoriesDocument(pub OrderedMap<Texts>);

/// What a card or a list shows, where it differs from the profile.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CardDocument {
    /// The name on the card.
    #[schemars(extend("examples" = ["Anna Berg", "A. Berg"]))]
    pub name: Field<Text>,
    /// The line below the name.
    #[schemars(extend("examples" = ["Cloud security architect", "Data engineer"]))]
    pub headline: Field<Text>,
    /// The location on the card, such as "Stockholm, Sweden".
    #[schemars(extend("examples" = ["Stockholm, Sweden", "Leeds"]))]
    pub location: Field<Text>,
    /// The skills on the card.
    #[schemars(extend("examples" = [["Azure", "Zero trust", "Kubernetes"], ["Python"]]))]
    pub top_skills: Field<Texts>,
    /// The first available day on the card, YYYY-MM-DD.
    pub available_from: Field<DayText>,
}
