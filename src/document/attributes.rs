//! What a profile publishes beyond its named fields. Some names have a fixed form, because JSON
//! Resume has a place for them.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::field::{DateText, Field, Text, Texts, UrlText};
use super::ordered_map::OrderedMap;
use super::reserved_keys::{self, but, their_spellings};
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
    /// Awards, the newest first.
    pub awards: Vec<Spanned<AwardDocument>>,
    /// Publications, the newest first.
    pub publications: Vec<Spanned<PublicationDocument>>,
    /// Interests that say something about the consultant.
    pub interests: Vec<Spanned<InterestDocument>>,
    /// What others say about the consultant.
    pub references: Vec<Spanned<ReferenceDocument>>,
    /// Projects, the newest first.
    pub projects: Vec<Spanned<ProjectDocument>>,
    /// Display names of skill categories whose key does not give the name back, such as
    /// `c_sharp: "C#"`.
    #[schemars(extend("examples" = [{"c_sharp": "C#", "net": ".NET"}]))]
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
    #[schemars(extend("propertyNames" = but(&reserved_keys::BASICS), "examples" = [{"pronouns": "she/her"}]))]
    pub basics: Map<String, Json>,
    /// Further fields of skills, by category key.
    #[schemars(extend("examples" = [{"cloud": {"level": "Master"}}]))]
    pub skills: OrderedMap<SkillDocument>,
    /// Further sections.
    #[schemars(extend("propertyNames" = but(&reserved_keys::SECTIONS), "examples" = [{"patents": [{"title": "Wind turbine with a folding tower"}]}]))]
    pub sections: Map<String, Json>,
    /// Further fields of `meta`, such as a theme.
    #[schemars(extend("propertyNames" = but(&reserved_keys::META), "examples" = [{"theme": "even"}]))]
    pub meta: Map<String, Json>,
}

/// Further fields of a skill category.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = but(&reserved_keys::SKILL)))]
pub struct SkillDocument {
    /// How well the consultant knows it, such as Master.
    #[schemars(extend("examples" = ["Master", "Beginner"]))]
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
#[schemars(extend("propertyNames" = but(&reserved_keys::LOCATION)))]
pub struct PostalDocument {
    /// Street and number.
    #[schemars(extend("examples" = ["Storgatan 12", "4 Mill Lane"]))]
    pub address: Field<Text>,
    /// The postal code, in quotes.
    #[schemars(extend("examples" = ["411 38", "LS1 4AP"]))]
    pub postal_code: Field<Text>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// A profile in a network.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = their_spellings()))]
#[schemars(extend("usual_fields" = ["network", "username", "url"]))]
pub struct NetworkDocument {
    /// The network's name, such as GitHub.
    #[schemars(extend("examples" = ["GitHub", "Mastodon"]))]
    pub network: Field<Text>,
    /// The name used there.
    #[schemars(extend("examples" = ["annaberg", "mateo"]))]
    pub username: Field<Text>,
    /// The profile's address, beginning with https://.
    #[schemars(extend("examples" = ["https://github.example.com/annaberg", "https://social.example.org/@mateo"]))]
    pub url: Field<UrlText>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// Voluntary work.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = their_spellings()))]
#[schemars(extend("usual_fields" = ["organization", "role", "start_date", "summary"]))]
pub struct VolunteerDocument {
    /// For whom.
    #[schemars(extend("examples" = ["Girls Build Networks", "Coder Dojo Leeds"]))]
    pub organization: Field<Text>,
    /// As what.
    #[schemars(extend("examples" = ["Mentor", "Board member"]))]
    pub role: Field<Text>,
    /// The organization's website, beginning with https://.
    #[schemars(extend("examples" = ["https://girls-build-networks.example.org", "https://coder-dojo.example.org"]))]
    pub url: Field<UrlText>,
    /// The first year, month or day.
    pub start_date: Field<DateText>,
    /// The last year, month or day. Leave it out while it goes on.
    #[schemars(extend("examples" = ["2025-06", "2025"]))]
    pub end_date: Field<DateText>,
    /// What the consultant did there.
    #[schemars(extend("examples" = ["Mentors four students a year.", "Teaches children to program on Saturdays."]))]
    pub summary: Field<Text>,
    /// What came of it, one sentence each.
    #[schemars(extend("examples" = [["Sixteen students mentored since 2020"], ["A new chapter in two towns", "Funding for three years"]]))]
    pub key_results: Texts,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// An award.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = their_spellings()))]
#[schemars(extend("usual_fields" = ["title", "date", "awarder"]))]
pub struct AwardDocument {
    /// The award's name.
    #[schemars(extend("examples" = ["Architect of the Year", "Best Paper"]))]
    pub title: Field<Text>,
    /// When it was given.
    pub date: Field<DateText>,
    /// Who gave it.
    #[schemars(extend("examples" = ["Nordic Cloud Forum", "Reliability North"]))]
    pub awarder: Field<Text>,
    /// What it was given for.
    #[schemars(extend("examples" = ["For the migration of Nordvik Sjukhus.", "For a talk on uneventful on-call duty."]))]
    pub summary: Field<Text>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// A publication.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = their_spellings()))]
#[schemars(extend("usual_fields" = ["name", "publisher", "release_date", "url"]))]
pub struct PublicationDocument {
    /// Its title.
    #[schemars(extend("examples" = ["The boring pager", "Zero trust in hospitals"]))]
    pub name: Field<Text>,
    /// Who published it.
    #[schemars(extend("examples" = ["Reliability North", "Nordic Security Review"]))]
    pub publisher: Field<Text>,
    /// When it was published.
    pub release_date: Field<DateText>,
    /// Where to read it, beginning with https://.
    #[schemars(extend("examples" = ["https://reliability-north.example.org/talks/the-boring-pager", "https://review.example.org/zero-trust"]))]
    pub url: Field<UrlText>,
    /// What it is about.
    #[schemars(extend("examples" = ["Talk on how to make on-call duty uneventful.", "Article on access control for medical devices."]))]
    pub summary: Field<Text>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// An interest.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = their_spellings()))]
#[schemars(extend("usual_fields" = ["name", "keywords"]))]
pub struct InterestDocument {
    /// Its name.
    #[schemars(extend("examples" = ["Sailing", "Choral music"]))]
    pub name: Field<Text>,
    /// What belongs to it.
    #[schemars(extend("examples" = [["Archipelago", "Night races"], ["Bach"]]))]
    pub keywords: Texts,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// What somebody says about the consultant.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = their_spellings()))]
#[schemars(extend("usual_fields" = ["name", "reference"]))]
pub struct ReferenceDocument {
    /// Who says it.
    #[schemars(extend("examples" = ["Head of Operations, Calderwick Water", "Engineering Director, Northmere Rail Systems"]))]
    pub name: Field<Text>,
    /// What they say.
    #[schemars(extend("examples" = ["Anna changed how we talk about failure.", "The most dependable engineer I have worked with."]))]
    pub reference: Field<Text>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// A project.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = their_spellings()))]
#[schemars(extend("usual_fields" = ["name", "description", "start_date", "url"]))]
pub struct ProjectDocument {
    /// Its name.
    #[schemars(extend("examples" = ["Patient portal", "Metering platform"]))]
    pub name: Field<Text>,
    /// What it is.
    #[schemars(extend("examples" = ["Bookings and test results for 400,000 patients", "Collects meter readings every quarter of an hour"]))]
    pub description: Field<Text>,
    /// Its website, beginning with https://.
    #[schemars(extend("examples" = ["https://portal.example.org", "https://metering.example.com"]))]
    pub url: Field<UrlText>,
    /// The first year, month or day.
    pub start_date: Field<DateText>,
    /// The last year, month or day. Leave it out while it goes on.
    #[schemars(extend("examples" = ["2025-11", "2025"]))]
    pub end_date: Field<DateText>,
    /// What came of it, one sentence each.
    #[schemars(extend("examples" = [["Half of all bookings made online within a year"], ["Readings complete by six in the morning"]]))]
    pub key_results: Texts,
    /// Technologies and subjects.
    #[schemars(extend("examples" = [["Accessibility", "Kubernetes"], ["Kafka"]]))]
    pub keywords: Texts,
    /// What the consultant was in it.
    #[schemars(extend("examples" = [["Architect", "Product owner"], ["Developer"]]))]
    pub roles: Texts,
    /// For whom.
    #[schemars(extend("examples" = ["Nordvik Sjukhus", "Brunnsta Energi"]))]
    pub entity: Field<Text>,
    /// What kind of project, such as application.
    #[serde(rename = "type")]
    #[schemars(extend("examples" = ["application", "talk"]))]
    pub kind: Field<Text>,
    /// Anything else.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}
