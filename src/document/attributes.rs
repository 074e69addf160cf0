//! What a profile publishes in addition to its own fields. Some keys have a fixed form because they
//! are fields of JSON Resume.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::field::{DateText, Field, Text, Texts, UrlText, groups};
use super::reserved_keys::{self, no_json_resume_names, none_of};
use crate::yaml::deserialize::Spanned;

groups! {
    /// Anything else to publish. The keys below have a fixed form because they are fields of JSON
    /// Resume. Other keys are free.
    AttributesDocument {
        /// The postal address.
        location: Field<PostalDocument>,
        /// Profiles in social networks other than LinkedIn.
        profiles: Vec<Spanned<NetworkDocument>>,
        /// Voluntary work.
        volunteer: Vec<Spanned<VolunteerDocument>>,
        /// Awards, the newest first.
        awards: Vec<Spanned<AwardDocument>>,
        /// Publications, the newest first.
        publications: Vec<Spanned<PublicationDocument>>,
        /// Interests of the consultant.
        interests: Vec<Spanned<InterestDocument>>,
        /// References: what others say about the consultant.
        references: Vec<Spanned<ReferenceDocument>>,
        /// Projects, the newest first.
        projects: Vec<Spanned<ProjectDocument>>,
        /// Names of skill categories that cannot be derived from their keys, such as `c_sharp: "C#"`.
        category_names: Field<IndexMap<String, Spanned<Text>>> = [{"security_compliance": "Security & compliance"}],
        /// Values for fields of JSON Resume that the profile does not have.
        json_resume: Field<JsonResumeDocument>,
        ..others
    }

    /// Values for fields of JSON Resume that the profile does not have, under JSON Resume's keys.
    JsonResumeDocument {
        /// More fields of `basics`.
        #[schemars(extend("propertyNames" = none_of(reserved_keys::BASICS)))]
        basics: Map<String, Json> = [{"pronouns": "she/her"}],
        /// More fields of skills, by the key of the category.
        skills: IndexMap<String, SkillDocument> = [{"cloud_platforms": {"level": "Master"}}],
        /// More sections.
        #[schemars(extend("propertyNames" = none_of(reserved_keys::SECTIONS)))]
        sections: Map<String, Json> = [{"patents": [{"title": "Wind turbine with a folding tower"}]}] invented,
        /// More fields of `meta`, such as a theme.
        #[schemars(extend("propertyNames" = none_of(reserved_keys::META)))]
        meta: Map<String, Json> = [{"theme": "even"}],
    }

    /// More fields of a skill category.
    #[schemars(extend("propertyNames" = none_of(reserved_keys::SKILL)))]
    SkillDocument {
        /// How well the consultant masters it, such as Master.
        level: Field<Text> = ["Master", "Beginner"],
        ..others
    }

    /// The postal address.
    #[schemars(extend("propertyNames" = none_of(reserved_keys::LOCATION)))]
    PostalDocument {
        /// Street and number.
        address: Field<Text> = ["Exempelgatan 12", "4 Sample Lane"] invented,
        /// The postal code. Put it in quotes.
        postal_code: Field<Text> = ["411 38", "LS1 4AP"],
        ..others
    }

    /// A profile in a social network.
    #[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["network", "username", "url"]))]
    NetworkDocument {
        /// The name of the network, such as GitHub.
        network: Field<Text> = ["GitHub", "Mastodon"],
        /// The user name in the network.
        username: Field<Text> = ["anna-berg-example", "erik-example"] invented,
        /// The web address of the profile. It starts with https://.
        url: Field<UrlText> = ["https://github.example.com/anna-berg-example", "https://social.example.org/@erik-example"] invented,
        ..others
    }

    /// Voluntary work.
    #[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["organization", "role", "start_date", "summary"]))]
    VolunteerDocument {
        /// The organization.
        organization: Field<Text> = ["Girls Build Bridges", "Coder Dojo Ashwick"] invented,
        /// The role of the consultant.
        role: Field<Text> = ["Mentor", "Board member"],
        /// The website of the organization. It starts with https://.
        url: Field<UrlText> = ["https://girls-build-bridges.example.org", "https://coder-dojo.example.org"] invented,
        /// The first year, month or day.
        start_date: Field<DateText>,
        /// The last year, month or day. Leave it out for a current one.
        end_date: Field<DateText> = ["2025-06", "2025"],
        /// What the consultant did.
        summary: Field<Text> = ["Mentors four students a year.", "Teaches children to program on Saturdays."] invented,
        /// Results, one sentence each.
        key_results: Texts = [["Sixteen students mentored since 2020"], ["A new chapter in two towns", "Funding for three years in Ashwick"]] invented,
        ..others
    }

    /// An award.
    #[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["title", "date", "awarder"]))]
    AwardDocument {
        /// The name of the award.
        title: Field<Text> = ["Nordic Cloud Architect of the Year", "Best Paper on Pagers"] invented,
        /// The date of the award.
        date: Field<DateText>,
        /// Who gave the award.
        awarder: Field<Text> = ["Nordic Cloud Forum", "Ashwick Reliability Days"] invented,
        /// The reason for the award.
        summary: Field<Text> = ["For the migration of Nordvik Sjukhus.", "For a talk on uneventful on-call duty."] invented,
        ..others
    }

    /// A publication.
    #[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["name", "publisher", "release_date", "url"]))]
    PublicationDocument {
        /// The title.
        name: Field<Text> = ["The pager that stays silent", "Zero trust in hospitals"] invented,
        /// The publisher.
        publisher: Field<Text> = ["Ashwick Reliability Days", "Nordic Security Review"] invented,
        /// The date of publication.
        release_date: Field<DateText>,
        /// The web address of the publication. It starts with https://.
        url: Field<UrlText> = ["https://reliability-days.example.org/talks/pager", "https://review.example.org/zero-trust"] invented,
        /// A short description.
        summary: Field<Text> = ["Talk on duty rotas that let engineers sleep.", "Article on access control for medical devices."] invented,
        ..others
    }

    /// An interest.
    #[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["name", "keywords"]))]
    InterestDocument {
        /// The name of the interest.
        name: Field<Text> = ["Sailing", "Choral music"],
        /// Keywords.
        keywords: Texts = [["Archipelago", "Night races"], ["Bach"]],
        ..others
    }

    /// What another person says about the consultant.
    #[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["name", "reference"]))]
    ReferenceDocument {
        /// The name or role of the person.
        name: Field<Text> = ["Head of Operations, Ashwick Water", "Director, Nordvik Sjukhus"] invented,
        /// The text of the reference.
        reference: Field<Text> = ["Anna changed how we talk about failure.", "Erik asks the question that the others avoid."] invented,
        ..others
    }

    /// A project.
    #[schemars(extend("propertyNames" = no_json_resume_names(), "usual_fields" = ["name", "description", "start_date", "url"]))]
    ProjectDocument {
        /// The name of the project.
        name: Field<Text> = ["Nordvik patient portal", "Ashwick metering platform"] invented,
        /// A short description.
        description: Field<Text> = ["Bookings and test results for 400,000 patients", "Collects meter readings every quarter of an hour"] invented,
        /// The website of the project. It starts with https://.
        url: Field<UrlText> = ["https://portal.example.org", "https://metering.example.com"] invented,
        /// The first year, month or day.
        start_date: Field<DateText>,
        /// The last year, month or day. Leave it out for a current one.
        end_date: Field<DateText> = ["2025-11", "2025"],
        /// Results, one sentence each.
        key_results: Texts = [["Half of all bookings made online within a year"], ["Readings complete by six in the morning"]] invented,
        /// Technologies and subjects.
        keywords: Texts = [["Accessibility", "Kubernetes"], ["Kafka"]],
        /// The roles of the consultant.
        roles: Texts = [["Architect", "Product owner"], ["Developer"]],
        /// The client or employer.
        entity: Field<Text> = ["Nordvik Sjukhus", "Ashwick Water"] invented,
        /// The kind of project, such as application.
        #[serde(rename = "type")]
        kind: Field<Text> = ["application", "talk"],
        ..others
    }
}
