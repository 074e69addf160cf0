//! What a profile publishes beyond its named fields. Some names have a fixed form, because JSON
//! Resume has a place for them.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::field::{DateText, Field, Text, Texts, UrlText};
use super::ordered::OrderedMap;
use super::reserved::{self, but, their_spellings};
use crate::yaml::deserialize::Spanned;

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
    /// What JSON Resume shows at places that the profile lacks.
    pub json_resume: Field<JsonResumeDocument>,
    /// Free attributes.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// What JSON Resume shows at places that the profile lacks, under JSON Resume's own keys.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct JsonResumeDocument {
    /// Further fields of `basics`.
    #[schemars(extend("propertyNames" = but(&reserved::BASICS)))]
    pub basics: Map<String, Json>,
    /// Further fields of skills, by category key.
    pub skills: OrderedMap<SkillDocument>,
    /// Further sections.
    #[schemars(extend("propertyNames" = but(&reserved::SECTIONS)))]
    pub sections: Map<String, Json>,
    /// Further fields of `meta`, such as a theme.
    #[schemars(extend("propertyNames" = but(&reserved::META)))]
    pub meta: Map<String, Json>,
}

/// Further fields of a skill category.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = but(&reserved::SKILL)))]
pub struct SkillDocument {
    /// How well the consultant knows it, such as Master.
    pub level: Field<Text>,
    /// Anything else.
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
#[schemars(extend("propertyNames" = but(&reserved::LOCATION)))]
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
#[schemars(extend("propertyNames" = their_spellings()))]
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
#[schemars(extend("propertyNames" = their_spellings()))]
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
#[schemars(extend("propertyNames" = their_spellings()))]
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
#[schemars(extend("propertyNames" = their_spellings()))]
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
#[schemars(extend("propertyNames" = their_spellings()))]
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
#[schemars(extend("propertyNames" = their_spellings()))]
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
#[schemars(extend("propertyNames" = their_spellings()))]
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
