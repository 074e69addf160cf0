//! The published profile (interface, "Consultant profile"). The schema describes the details that the
//! interface leaves open.
//!
//! Groups and lists are always present, even if empty. Missing texts are absent; only `title` and
//! `bio_short` can be null. The schema allows additional fields, so that a new minor version does not
//! break consumers.
//!
//! The fields are the fields of the model, see [`Profile`].

mod card;

use schemars::JsonSchema;
use serde::Serialize;

pub use crate::discovery::SCHEMA_VERSION;
use crate::model::consultant::Consultant;
use crate::model::id::ConsultantId;
use crate::model::profile::Profile;
use crate::render::{photo_path, profile_path};
use card::CardJson;
pub use card::card_of_author;

/// The public profile of an active consultant.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Profile")]
pub struct ProfileJson<'a> {
    /// The consultant's identifier.
    #[schemars(regex(pattern = ConsultantId::PATTERN), length(max = ConsultantId::MAX_LENGTH))]
    pub id: &'a ConsultantId,
    /// The version of the profile schema, `<major>.<minor>`.
    #[schemars(regex(pattern = r"^[0-9]+\.[0-9]+$"))]
    pub schema_version: &'static str,
    /// The fields that the author wrote.
    #[serde(flatten)]
    pub profile: &'a Profile,
    /// A short form of the profile for cards and lists.
    pub card: CardJson<'a>,
    /// Related resources.
    #[serde(rename = "_links")]
    pub links: LinksJson,
}

/// Related resources.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Links")]
pub struct LinksJson {
    /// The path of this profile.
    #[serde(rename = "self")]
    #[schemars(rename = "self", regex(pattern = "^/api/consultant-public/[a-z0-9-]+$"))]
    pub this: String,
    /// The path of the photo. The response is 404 if the consultant has no photo.
    #[schemars(regex(pattern = "^/api/consultant-photo/[a-z0-9-]+$"))]
    pub photo: String,
}

impl<'a> ProfileJson<'a> {
    /// Returns the published form of a consultant's profile.
    pub fn new(consultant: &'a Consultant) -> Self {
        let id = &consultant.id;
        Self {
            id,
            schema_version: SCHEMA_VERSION,
            profile: &consultant.profile,
            card: consultant.into(),
            links: LinksJson { this: profile_path(id), photo: photo_path(id) },
        }
    }
}
