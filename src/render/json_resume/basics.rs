//! `basics`: name, contact details and location.

use schemars::JsonSchema;
use serde::Serialize;

use super::attributes::{additional_fields, profiles};
use super::item::ResumeItem;
use crate::model::attributes::Network;
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
    /// The presentation: the longer text, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub summary: Option<&'a str>,
    /// The location.
    pub location: ResumeLocation<'a>,
    /// Profiles in social networks.
    #[schemars(schema_with = "published_attributes::profiles")]
    pub profiles: Vec<ResumeItem<'a, Network>>,
    /// Additional fields.
    #[serde(flatten)]
    #[schemars(with = "Extra")]
    pub extra: Option<&'a Extra>,
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
    #[schemars(with = "Extra")]
    pub extra: Option<&'a Extra>,
}

pub(super) fn basics<'a>(consultant: &'a Consultant, settings: &Settings) -> Basics<'a> {
    let profile = &consultant.profile;
    let Personal { headline, location, contact, .. } = &profile.personal;
    let Contact { email, phone, website, .. } = contact;
    let profile::Location { city, region, country, .. } = location;
    let postal = profile.attributes.location.as_ref();
    let has_image = consultant.photo.is_some() && settings.base_url.is_some();
    Basics {
        name: &profile.name,
        label: headline,
        image: has_image.then(|| absolute(settings, &photo_path(&consultant.id))),
        email,
        phone,
        url: website,
        summary: profile.summary.full.as_deref().or(profile.summary.short.as_deref()),
        location: ResumeLocation {
            address: postal.and_then(|postal| postal.address.as_deref()),
            postal_code: postal.and_then(|postal| postal.postal_code.as_deref()),
            city,
            country_code: country.as_deref().and_then(country::code),
            region,
            extra: postal.map(|postal| &postal.others),
        },
        profiles: profiles(profile).0,
        extra: additional_fields(&profile.attributes, |fields| &fields.basics),
    }
}
