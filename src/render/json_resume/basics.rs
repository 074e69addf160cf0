//! `basics`: name, contact details and location.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::attributes::{additional_fields, profiles, text};
use crate::model::country;
use crate::model::link::{Email, Url};
use crate::model::profile::Extra;
use crate::model::site::{Consultant, Settings};
use crate::render::{absolute, photo_path};

/// Name, contact details and location.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeBasics")]
pub struct Basics<'a> {
    /// The name.
    pub name: &'a str,
    /// The headline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<&'a str>,
    /// The URL of the photo.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The email address.
    #[schemars(extend("format" = "email"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<&'a str>,
    /// The phone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<&'a str>,
    /// The website.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'a str>,
    /// The presentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<&'a str>,
    /// The location.
    pub location: Location<'a>,
    /// Profiles in social networks.
    pub profiles: Vec<Json>,
    /// Additional fields.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A location.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeLocation")]
pub struct Location<'a> {
    /// Street and number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<&'a str>,
    /// The postal code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postal_code: Option<&'a str>,
    /// The city.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<&'a str>,
    /// The ISO 3166-1 alpha-2 code of the country.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_code: Option<&'a str>,
    /// The region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<&'a str>,
    /// Additional fields.
    #[serde(flatten)]
    pub extra: Extra,
}

pub(super) fn basics<'a>(consultant: &'a Consultant, settings: &Settings) -> Basics<'a> {
    let profile = &consultant.profile;
    let personal = &profile.personal;
    let postal = |key| text(profile.attributes.0.get("location")?, key);
    let has_image = consultant.photo.is_some() && settings.base_url.is_some();
    Basics {
        name: &profile.name,
        label: personal.headline.as_deref(),
        image: has_image.then(|| absolute(settings, &photo_path(&profile.id))),
        email: personal.email.as_ref().map(Email::as_str),
        phone: personal.phone.as_deref(),
        url: personal.website.as_ref().map(Url::as_str),
        summary: profile.summary_full.as_deref(),
        location: Location {
            address: postal("address"),
            postal_code: postal("postal_code"),
            city: personal.city.as_deref(),
            country_code: personal.country.as_deref().and_then(country::code),
            region: personal.region.as_deref(),
            extra: additional_location_fields(&profile.attributes.0),
        },
        profiles: profiles(profile),
        extra: additional_fields(&profile.attributes.0, "basics"),
    }
}

/// Returns the fields of the postal address that are not part of the schema.
fn additional_location_fields(attributes: &Map<String, Json>) -> Map<String, Json> {
    let location = attributes.get("location").and_then(Json::as_object);
    let others = location.into_iter().flatten();
    others
        .filter(|(key, _)| *key != "address" && *key != "postal_code")
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}
