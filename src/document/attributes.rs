//! What a profile publishes in addition to its own fields. Some keys have a fixed form because they
//! are fields of JSON Resume.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::field::{DateText, Field, Text, Texts, UrlText};
use super::ordered_map::OrderedMap;
use super::reserved_keys::{self, no_json_resume_names, none_of};
use crate::yaml::deserialize::Spanned;

/// Anything else to publish. The keys below have a fixed form because they are fields of JSON
/// Resume. Other keys are free.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct AttributesDocument {
    /// The postal address.
    pub location: Field<PostalDocument>,
    /// Profiles in social networks other than LinkedIn.
    pub profiles: Vec<Spanned<NetworkDocument>>,
    /// Voluntary work.
    pub volunteer: Vec<Spanned<VolunteerDocument>>,
    /// Awards, the newest first.
    pub awards: Vec<Spanned<AwardDocument>>,
    /// Publications, the newest first.
    pub publications: Vec<Spanned<PublicationDocument>>,
    /// Interests of the consultant.
    pub interests: Vec<Spanned<InterestDocument>>,
    /// References: what others say about the consultant.
    pub references: Vec<Spanned<ReferenceDocument>>,
    /// Projects, the newest first.
    pub projects: Vec<Spanned<ProjectDocument>>,
    /// Names of skill categories that cannot be derived from their keys, such as `c_sharp: "C#"`.
    #[schemars(extend("examples" = [{"c_sharp": "C#", "net": ".NET"}]))]
    pub category_names: Field<OrderedMap<Spanned<Text>>>,
    /// Values for fields of JSON Resume that the profile does not have.
    pub json_resume: Field<JsonResumeDocument>,
    /// Free attributes.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// Values for fields of JSON Resume that the profile does not have, under JSON Resume's keys.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct JsonResumeDocument {
    /// More fields of `basics`.
    #[schemars(extend("propertyNames" = none_of(reserved_keys::BASICS), "examples" = [{"pronouns": "she/her"}]))]
    pub basics: Map<String, Json>,
    /// More fields of skills, by the key of the category.
    #[schemars(extend("examples" = [{"cloud": {"level": "Master"}}]))]
    pub skills: OrderedMap<SkillDocument>,
    /// More sections.
    #[schemars(extend("propertyNames" = none_of(reserved_keys::SECTIONS), "examples" = [{"patents": [{"title": "Wind turbine with a folding tower"}]}]))]
    pub sections: Map<String, Json>,
    /// More fields of `meta`, such as a theme.
    #[schemars(extend("propertyNames" = none_of(reserved_keys::META), "examples" = [{"theme": "even"}]))]
    pub meta: Map<String, Json>,
}

/// More fields of a skill category.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = none_of(reserved_keys::SKILL)))]
pub struct SkillDocument {
    /// How well the consultant masters it, such as Master.
    #[schemars(extend("examples" = ["Master", "Beginner"]))]
    pub level: Field<Text>,
    /// Any other keys.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// The postal address.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = none_of(reserved_keys::LOCATION)))]
pub struct PostalDocument {
    /// Street and number.
    #[schemars(extend("examples" = ["Storgatan 12", "4 Mill Lane"]))]
    pub address: Field<Text>,
    /// The postal code, in quotes.
    #[schemars(extend("examples" = ["411 38", "LS1 4AP"]))]
    pub postal_code: Field<Text>,
    /// Any other keys.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// A profile in a social network.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["network", "username", "url"]))]
pub struct NetworkDocument {
    /// The name of the network, such as GitHub.
    #[schemars(extend("examples" = ["GitHub", "Mastodon"]))]
    pub network: Field<Text>,
    /// The user name in the network.
    #[schemars(extend("examples" = ["annaberg", "mateo"]))]
    pub username: Field<Text>,
    /// The web address of the profile. It starts with https://.
    #[schemars(extend("examples" = ["https://github.example.com/annaberg", "https://social.example.org/@mateo"]))]
    pub url: Field<UrlText>,
    /// Any other keys.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// Voluntary work.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["organization", "role", "start_date", "summary"]))]
pub struct VolunteerDocument {
    /// The organization.
    #[schemars(extend("examples" = ["Girls Build Networks", "Coder Dojo Leeds"]))]
    pub organization: Field<Text>,
    /// The role of the consultant.
    #[schemars(extend("examples" = ["Mentor", "Board member"]))]
    pub role: Field<Text>,
    /// The website of the organization. It starts with https://.
    #[schemars(extend("examples" = ["https://girls-build-networks.example.org", "https://coder-dojo.example.org"]))]
    pub url: Field<UrlText>,
    /// The first year, month or day.
    pub start_date: Field<DateText>,
    /// The last year, month or day. Leave it out for a current one.
    #[schemars(extend("examples" = ["2025-06", "2025"]))]
    pub end_date: Field<DateText>,
    /// What the consultant did.
    #[schemars(extend("examples" = ["Mentors four students a year.", "Teaches children to program on Saturdays."]))]
    pub summary: Field<Text>,
    /// Results, one sentence each.
    #[schemars(extend("examples" = [["Sixteen students mentored since 2020"], ["A new chapter in two towns", "Funding for three years"]]))]
    pub key_results: Texts,
    /// Any other keys.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// An award.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["title", "date", "awarder"]))]
pub struct AwardDocument {
    /// The name of the award.
    #[schemars(extend("examples" = ["Architect of the Year", "Best Paper"]))]
    pub title: Field<Text>,
    /// The date of the award.
    pub date: Field<DateText>,
    /// Who gave the award.
    #[schemars(extend("examples" = ["Nordic Cloud Forum", "Reliability North"]))]
    pub awarder: Field<Text>,
    /// The reason for the award.
    #[schemars(extend("examples" = ["For the migration of Nordvik Sjukhus.", "For a talk on uneventful on-call duty."]))]
    pub summary: Field<Text>,
    /// Any other keys.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// A publication.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["name", "publisher", "release_date", "url"]))]
pub struct PublicationDocument {
    /// The title.
    #[schemars(extend("examples" = ["The boring pager", "Zero trust in hospitals"]))]
    pub name: Field<Text>,
    /// The publisher.
    #[schemars(extend("examples" = ["Reliability North", "Nordic Security Review"]))]
    pub publisher: Field<Text>,
    /// The date of publication.
    pub release_date: Field<DateText>,
    /// The web address of the publication. It starts with https://.
    #[schemars(extend("examples" = ["https://reliability-north.example.org/talks/the-boring-pager", "https://review.example.org/zero-trust"]))]
    pub url: Field<UrlText>,
    /// A short description.
    #[schemars(extend("examples" = ["Talk on how to make on-call duty uneventful.", "Article on access control for medical devices."]))]
    pub summary: Field<Text>,
    /// Any other keys.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// An interest.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["name", "keywords"]))]
pub struct InterestDocument {
    /// The name of the interest.
    #[schemars(extend("examples" = ["Sailing", "Choral music"]))]
    pub name: Field<Text>,
    /// Keywords.
    #[schemars(extend("examples" = [["Archipelago", "Night races"], ["Bach"]]))]
    pub keywords: Texts,
    /// Any other keys.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// What another person says about the consultant.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["name", "reference"]))]
pub struct ReferenceDocument {
    /// The name or role of the person.
    #[schemars(extend("examples" = ["Head of Operations, Calderwick Water", "Engineering Director, Northmere Rail Systems"]))]
    pub name: Field<Text>,
    /// The text of the reference.
    #[schemars(extend("examples" = ["Anna changed how we talk about failure.", "The most dependable engineer I have worked with."]))]
    pub reference: Field<Text>,
    /// Any other keys.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}

/// A project.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["name", "description", "start_date", "url"]))]
pub struct ProjectDocument {
    /// The name of the project.
    #[schemars(extend("examples" = ["Patient portal", "Metering platform"]))]
    pub name: Field<Text>,
    /// A short description.
    #[schemars(extend("examples" = ["Bookings and test results for 400,000 patients", "Collects meter readings every quarter of an hour"]))]
    pub description: Field<Text>,
    /// The website of the project. It starts with https://.
    #[schemars(extend("examples" = ["https://portal.example.org", "https://metering.example.com"]))]
    pub url: Field<UrlText>,
    /// The first year, month or day.
    pub start_date: Field<DateText>,
    /// The last year, month or day. Leave it out for a current one.
    #[schemars(extend("examples" = ["2025-11", "2025"]))]
    pub end_date: Field<DateText>,
    /// Results, one sentence each.
    #[schemars(extend("examples" = [["Half of all bookings made online within a year"], ["Readings complete by six in the morning"]]))]
    pub key_results: Texts,
    /// Technologies and subjects.
    #[schemars(extend("examples" = [["Accessibility", "Kubernetes"], ["Kafka"]]))]
    pub keywords: Texts,
    /// The roles of the consultant.
    #[schemars(extend("examples" = [["Architect", "Product owner"], ["Developer"]]))]
    pub roles: Texts,
    /// The client or employer.
    #[schemars(extend("examples" = ["Nordvik Sjukhus", "Brunnsta Energi"]))]
    pub entity: Field<Text>,
    /// The kind of project, such as application.
    #[serde(rename = "type")]
    #[schemars(extend("examples" = ["application", "talk"]))]
    pub kind: Field<Text>,
    /// Any other keys.
    #[serde(flatten)]
    pub others: Map<String, Json>,
}
