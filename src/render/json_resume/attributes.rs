//! Attributes that JSON Resume has a place for.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::item::{ResumeItem, changed_items, items};
use crate::model::attributes::{
    Attributes, Award, Interest, JsonResumeFields, Network, Project, Publication, Reference,
    Volunteer,
};
use crate::model::derived_value::{DerivedValue, LINKEDIN, is_linkedin};
use crate::model::profile::Profile;

/// The sections from the profile's attributes, and those that JSON Resume does not define.
#[derive(Debug, Serialize)]
pub struct Sections<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    volunteer: Vec<ResumeItem<'a, Volunteer>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    awards: Vec<ResumeItem<'a, Award>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    publications: Vec<ResumeItem<'a, Publication>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    interests: Vec<ResumeItem<'a, Interest>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    references: Vec<ResumeItem<'a, Reference>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    projects: Vec<ResumeItem<'a, Project>>,
    #[serde(flatten)]
    undefined: Option<&'a Map<String, Json>>,
}

pub(super) fn sections(attributes: &Attributes) -> Sections<'_> {
    Sections {
        volunteer: items(&attributes.volunteer),
        awards: items(&attributes.awards),
        publications: items(&attributes.publications),
        interests: items(&attributes.interests),
        references: items(&attributes.references),
        projects: items(&attributes.projects),
        undefined: additional_fields(attributes, |fields| &fields.sections),
    }
}

/// Returns the fields in `attributes.json_resume` for one part of the document.
pub(super) fn additional_fields(
    attributes: &Attributes,
    part: impl Fn(&JsonResumeFields) -> &Map<String, Json>,
) -> Option<&Map<String, Json>> {
    attributes.json_resume.as_ref().map(part)
}

/// Returns the profiles in networks that have the name of a network, and the LinkedIn profile of the
/// contact details, with what is derived from it.
pub(super) fn profiles(profile: &Profile) -> (Vec<ResumeItem<'_, Network>>, Option<DerivedValue>) {
    let networks = profile.attributes.profiles.iter();
    let mut profiles: Vec<_> = networks.filter(|it| has_network(it)).map(Cow::Borrowed).collect();
    let mut derived = None;
    if let Some(url) = &profile.personal.contact.linkedin {
        let is_linkedin =
            |it: &&mut Cow<'_, Network>| it.network.as_deref().is_some_and(is_linkedin);
        match profiles.iter_mut().find(is_linkedin) {
            Some(linkedin) if linkedin.url.is_some() => {}
            Some(linkedin) => {
                linkedin.to_mut().url = Some(url.clone());
                derived = Some(DerivedValue::LinkedinUrl);
            }
            None => {
                profiles.push(Cow::Owned(Network {
                    network: Some(LINKEDIN.to_owned()),
                    username: None,
                    url: Some(url.clone()),
                    others: Map::new(),
                }));
                derived = Some(DerivedValue::LinkedinProfile);
            }
        }
    }
    (changed_items(profiles.into_iter()), derived)
}

/// Returns whether a profile has the name of its network. Themes fail on profiles without one.
pub(super) fn has_network(profile: &Network) -> bool {
    profile.network.is_some()
}
