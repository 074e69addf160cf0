//! `basics`: name, contact details and location.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::attributes::{additional_fields, profiles, text};
use crate::model::consultant::Consultant;
use crate::model::country;
use crate::model::items::Extra;
use crate::model::link::{Email, Url};
use crate::model::profile::{self, Contact, Personal};
use crate::model::published_attributes;
use crate::model::settings::Settings;
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
    pub label: &'a Option<String>,
    /// The URL of the photo.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The email address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: &'a Option<Email>,
    /// The phone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: &'a Option<String>,
    /// The website.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: &'a Option<Url>,
    /// The presentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: &'a Option<String>,
    /// The location.
    pub location: ResumeLocation<'a>,
    /// Profiles in social networks.
    #[schemars(schema_with = "published_attributes::profiles")]
    pub profiles: Vec<Json>,
    /// Additional fields.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A location.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonResumeLocation")]
pub struct ResumeLocation<'a> {
    /// Street and number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<&'a str>,
    /// The postal code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postal_code: Option<&'a str>,
    /// The city.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: &'a Option<String>,
    /// The ISO 3166-1 alpha-2 code of the country.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_code: Option<&'a str>,
    /// The region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: &'a Option<String>,
    /// Additional fields.
    #[serde(flatten)]
    pub extra: Extra,
}

pub(super) fn basics<'a>(consultant: &'a Consultant, settings: &Settings) -> Basics<'a> {
    let profile = &consultant.profile;
    let Personal { name: _, headline, location, company: _, contact } = &profile.personal;
    let Contact { email, phone, linkedin: _, website } = contact;
    let profile::Location { city, region, country } = location;
    let postal = |key| text(profile.attributes.get("location")?, key);
    let has_image = consultant.photo.is_some() && settings.base_url.is_some();
    Basics {
        name: &profile.name,
        label: headline,
        image: has_image.then(|| absolute(settings, &photo_path(&consultant.id))),
        email,
        phone,
        url: website,
        summary: &profile.summary.full,
        location: ResumeLocation {
            address: postal("address"),
            postal_code: postal("postal_code"),
            city,
            country_code: country.as_deref().and_then(country::code),
            region,
            extra: additional_location_fields(&profile.attributes),
        },
        profiles: profiles(profile),
        extra: additional_fields(&profile.attributes, "basics"),
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
