//! What a profile publishes in addition to its own fields. Some keys have a fixed form because they
//! are fields of JSON Resume.

use std::ops::Deref;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::date::PartialDate;
use super::link::Url;
use super::written_date::check_period;
use crate::document::group::group;
use crate::document::open::OpenKeys;
use crate::document::reserved_keys::{BASICS, LOCATION, META, SKILL, TOP_LEVEL};
use crate::document::resume_field::THEIR_SPELLINGS;
use crate::document::shape::Shape;
use crate::document::{Decode, Reporter};
use crate::yaml::Node;

/// A list that is published only if it has items.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct List<T>(Vec<T>);

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Decode> Decode for List<T> {
    const SHAPE: &'static Shape = Vec::<T>::SHAPE;

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        Vec::decode(node, to).map(Self)
    }

    fn absent() -> Option<Self> {
        Some(Self(Vec::new()))
    }

    fn is_absent(&self) -> bool {
        self.0.is_empty()
    }
}

const ITEM_KEYS: OpenKeys = OpenKeys::except(&THEIR_SPELLINGS);

group! {
    /// Anything else to publish. The keys below have a fixed form because they are fields of JSON
    /// Resume. Other keys are free.
    Attributes {
        /// The postal address.
        location: Option<Postal>;
        /// Profiles in social networks other than LinkedIn.
        profiles: List<Network>;
        /// Voluntary work.
        volunteer: List<Volunteer>;
        /// Awards, the newest first.
        awards: List<Award>;
        /// Publications, the newest first.
        publications: List<Publication>;
        /// Interests of the consultant.
        interests: List<Interest>;
        /// References: what others say about the consultant.
        references: List<Reference>;
        /// Projects, the newest first.
        projects: List<Project>;
        /// Names of skill categories that differ from those in `skills.categories`, by the published key: lowercase letters,
        /// digits and underscores.
        category_names: IndexMap<String, String> = [{"security_compliance": "Security & privacy"}], translated true;
        /// Values for fields of JSON Resume that the profile does not have.
        json_resume: Option<JsonResumeFields>;
        ..others;
    }

    /// Values for fields of JSON Resume that the profile does not have, under JSON Resume's keys.
    JsonResumeFields {
        /// More fields of `basics`.
        basics: Map<String, Json> = [{"pronouns": "she/her"}], open OpenKeys::except(&BASICS);
        /// More fields of skills, by the key of the category.
        skills: IndexMap<String, SkillFields> = [{"cloud_platforms": {"level": "Master"}}];
        /// More sections.
        sections: Map<String, Json> = [{"patents": [{"title": "Wind turbine with a folding tower"}]}] invented, open OpenKeys::except(&TOP_LEVEL);
        /// More fields of `meta`, such as a theme.
        meta: Map<String, Json> = [{"theme": "even"}], open OpenKeys::except(&META);
    }

    /// More fields of a skill category.
    SkillFields {
        /// How well the consultant masters it, such as Master.
        level: Option<String> = ["Master", "Beginner"];
        ..others, open OpenKeys::except(&SKILL);
    }

    /// The postal address.
    Postal {
        /// Street and number.
        address: Option<String> = ["Exempelgatan 12", "4 Sample Lane"] invented;
        /// The postal code.
        postal_code: Option<String> = ["411 38", "LS1 4AP"], translated false;
        ..others, open OpenKeys::except(&LOCATION);
    }

    /// A profile in a social network.
    Network starts with network username url {
        /// The name of the network, such as GitHub.
        network: Option<String> = ["GitHub", "Mastodon"];
        /// The user name in the network.
        username: Option<String> = ["anna-berg-example", "erik-example"] invented, translated false;
        /// The web address of the profile. It starts with https://.
        url: Option<Url> = ["https://github.example.com/anna-berg-example", "https://social.example.org/@erik-example"] invented;
        ..others, open ITEM_KEYS;
    }

    /// Voluntary work.
    Volunteer starts with organization role start_date summary {
        /// The organization.
        organization: Option<String> = ["Girls Build Bridges", "Coder Dojo Ashwick"] invented,
            resume "organization" or "company";
        /// The role of the consultant.
        role: Option<String> = ["Mentor", "Board member"];
        /// The website of the organization. It starts with https://.
        url: Option<Url> = ["https://girls-build-bridges.example.org", "https://coder-dojo.example.org"] invented;
        /// The first year, month or day.
        start_date: Option<PartialDate>;
        /// The last year, month or day. Leave it out for a current one.
        end_date: Option<PartialDate> = ["2025-06", "2025"];
        /// What the consultant did.
        summary: Option<String> = ["Mentors four students a year.", "Teaches children to program on Saturdays."] invented;
        /// Results, one sentence each.
        key_results: List<String> = [["Sixteen students mentored since 2020"], ["A new chapter in two towns", "Funding for three years in Ashwick"]] invented;
        ..others, open ITEM_KEYS;
    }
    check(item, node, to) {
        check_period(node, ("start_date", &item.start_date), ("end_date", &item.end_date), to);
    }

    /// An award.
    Award starts with title date awarder {
        /// The name of the award.
        title: Option<String> = ["Nordic Cloud Architect of the Year", "Best Paper on Pagers"] invented,
            resume "title" or "name";
        /// The date of the award.
        date: Option<PartialDate>;
        /// Who gave the award.
        awarder: Option<String> = ["Nordic Cloud Forum", "Ashwick Reliability Days"] invented;
        /// The reason for the award.
        summary: Option<String> = ["For the migration of Nordvik Sjukhus.", "For a talk on uneventful on-call duty."] invented;
        ..others, open ITEM_KEYS;
    }

    /// A publication.
    Publication starts with name publisher release_date url {
        /// The title.
        name: Option<String> = ["The pager that stays silent", "Zero trust in hospitals"] invented,
            resume "name" or "title";
        /// The publisher.
        publisher: Option<String> = ["Ashwick Reliability Days", "Nordic Security Review"] invented;
        /// The date of publication.
        release_date: Option<PartialDate>;
        /// The web address of the publication. It starts with https://.
        url: Option<Url> = ["https://reliability-days.example.org/talks/pager", "https://review.example.org/zero-trust"] invented;
        /// A short description.
        summary: Option<String> = ["Talk on duty rotas that let engineers sleep.", "Article on access control for medical devices."] invented;
        ..others, open ITEM_KEYS;
    }

    /// An interest.
    Interest starts with name keywords {
        /// The name of the interest.
        name: Option<String> = ["Sailing", "Choral music"];
        /// Keywords.
        keywords: List<String> = [["Archipelago", "Night races"], ["Bach"]], resume "keywords" or "items";
        ..others, open ITEM_KEYS;
    }

    /// What another person says about the consultant.
    Reference starts with name reference {
        /// The name or role of the person.
        name: Option<String> = ["Head of Operations, Ashwick Water", "Director, Nordvik Sjukhus"] invented;
        /// The text of the reference.
        reference: Option<String> = ["Anna changed how we talk about failure.", "Erik asks the question that the others avoid."] invented;
        ..others, open ITEM_KEYS;
    }

    /// A project.
    Project starts with name description start_date url {
        /// The name of the project.
        name: Option<String> = ["Nordvik patient portal", "Ashwick metering platform"] invented,
            resume "name" or "title";
        /// A short description.
        description: Option<String> = ["Bookings and test results for 400,000 patients", "Collects meter readings every quarter of an hour"] invented;
        /// The website of the project. It starts with https://.
        url: Option<Url> = ["https://portal.example.org", "https://metering.example.com"] invented;
        /// The first year, month or day.
        start_date: Option<PartialDate>;
        /// The last year, month or day. Leave it out for a current one.
        end_date: Option<PartialDate> = ["2025-11", "2025"];
        /// Results, one sentence each.
        key_results: List<String> = [["Half of all bookings made online within a year"], ["Readings complete by six in the morning"]] invented;
        /// Technologies and subjects.
        keywords: List<String> = [["Accessibility", "Kubernetes"], ["Kafka"]], resume "keywords" or "items";
        /// The roles of the consultant.
        roles: List<String> = [["Architect", "Product owner"], ["Developer"]];
        /// The client or employer.
        entity: Option<String> = ["Nordvik Sjukhus", "Ashwick Water"] invented;
        /// The kind of project, such as application.
        r#type: Option<String> = ["application", "talk"];
        ..others, open ITEM_KEYS;
    }
    check(item, node, to) {
        check_period(node, ("start_date", &item.start_date), ("end_date", &item.end_date), to);
    }
}

#[cfg(test)]
mod tests {
    use crate::document;
    use crate::model::profile::Profile;

    #[test]
    fn empty_lists_are_not_published() {
        let published = |attributes: &str| {
            let text = format!("active: true\nname: A\nattributes: {attributes}\n");
            let decoded = document::decode::<Profile>(("a.yaml", text.as_bytes()), None, 1).0;
            let profile = decoded.and_then(|decoded| decoded.value).expect("a profile");
            serde_json::to_string(&profile.attributes).expect("JSON")
        };
        let attributes = published("{awards: [], interests: [{name: B, keywords: []}], own: []}");
        assert_eq!(attributes, r#"{"interests":[{"name":"B"}],"own":[]}"#);
        assert_eq!(published("{awards: [], own: []}"), r#"{"own":[]}"#);
    }
}
