//! `content/consultants/<id>.yaml`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value as Json};

use super::Document;
use super::field::{
    DateText, DayText, EmailText, Field, LanguageLevel, NullableText, Pricing, Text, TimestampText,
    UrlText, WorkArrangement,
};
use crate::yaml::deserialize::Spanned;

/// A list of texts.
pub type Texts = Vec<Spanned<Text>>;

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
    pub extra: Map<String, Json>,
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
    pub extra: Map<String, Json>,
}

/// Anything else to publish. The names below have a fixed form, because JSON Resume has a place
/// for them; others are free.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct AttributesDocument {
    /// The postal address.
    pub location: Field<PostalDocument>,
    /// Profiles in networks other than LinkedIn.
    pub profiles: Vec<Spanned<NetworkDocument>>,
    /// Voluntary work.
    pub volunteer: Vec<Spanned<VolunteerDocument>>,
    /// Awards.
    pub awards: Vec<Spanned<AwardDocument>>,
    /// Publications.
    pub publications: Vec<Spanned<PublicationDocument>>,
    /// Interests.
    pub interests: Vec<Spanned<InterestDocument>>,
    /// What others say about the consultant.
    pub references: Vec<Spanned<ReferenceDocument>>,
    /// Projects.
    pub projects: Vec<Spanned<ProjectDocument>>,
    /// Display names of skill categories whose key does not give the name back, such as
    /// `c_sharp: "C#"`.
    pub category_names: Field<CategoryNamesDocument>,
    /// Free attributes.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// Display names by key of a skill category.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CategoryNamesDocument(pub OrderedMap<Spanned<Text>>);

/// The postal address.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PostalDocument {
    /// Street and number.
    pub address: Field<Text>,
    /// The postal code, in quotes.
    pub postal_code: Field<Text>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// A profile in a network.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct NetworkDocument {
    /// The network's name, such as GitHub.
    pub network: Field<Text>,
    /// The name used there.
    pub username: Field<Text>,
    /// The profile's address, beginning with https://.
    pub url: Field<UrlText>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// Voluntary work.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct VolunteerDocument {
    /// For whom.
    pub organization: Field<Text>,
    /// As what.
    pub role: Field<Text>,
    /// The organization's website, beginning with https://.
    pub url: Field<UrlText>,
    /// The first year, month or day.
    pub start_date: Field<DateText>,
    /// The last year, month or day. Leave it out while it goes on.
    pub end_date: Field<DateText>,
    /// What the consultant did there.
    pub summary: Field<Text>,
    /// What came of it, one sentence each.
    pub key_results: Texts,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// An award.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct AwardDocument {
    /// The award's name.
    pub title: Field<Text>,
    /// When it was given.
    pub date: Field<DateText>,
    /// Who gave it.
    pub awarder: Field<Text>,
    /// What it was given for.
    pub summary: Field<Text>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// A publication.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PublicationDocument {
    /// Its title.
    pub name: Field<Text>,
    /// Who published it.
    pub publisher: Field<Text>,
    /// When.
    pub release_date: Field<DateText>,
    /// Where to read it, beginning with https://.
    pub url: Field<UrlText>,
    /// What it is about.
    pub summary: Field<Text>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// An interest.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct InterestDocument {
    /// Its name.
    pub name: Field<Text>,
    /// What belongs to it.
    pub keywords: Texts,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// What somebody says about the consultant.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ReferenceDocument {
    /// Who says it.
    pub name: Field<Text>,
    /// What they say.
    pub reference: Field<Text>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// A project.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ProjectDocument {
    /// Its name.
    pub name: Field<Text>,
    /// What it is.
    pub description: Field<Text>,
    /// Its website, beginning with https://.
    pub url: Field<UrlText>,
    /// The first year, month or day.
    pub start_date: Field<DateText>,
    /// The last year, month or day. Leave it out while it goes on.
    pub end_date: Field<DateText>,
    /// What came of it, one sentence each.
    pub key_results: Texts,
    /// Technologies and subjects.
    pub keywords: Texts,
    /// What the consultant was in it.
    pub roles: Texts,
    /// For whom.
    pub entity: Field<Text>,
    /// What kind of project, such as application.
    #[serde(rename = "type")]
    pub kind: Field<Text>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
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

/// A map that keeps the order in which it was written.
#[derive(Debug, Clone)]
pub struct OrderedMap<T>(pub Vec<(String, T)>);

impl<T> Default for OrderedMap<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OrderedMap<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> serde::de::Visitor<'de> for Entries<T> {
            type Value = OrderedMap<T>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a map")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<OrderedMap<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(OrderedMap(entries))
            }
        }
        deserializer.deserialize_map(Entries(std::marker::PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for OrderedMap<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Map".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "additionalProperties": generator.subschema_for::<T>(),
        })
    }
}
