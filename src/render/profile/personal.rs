//! The consultant's name, location, company and contact details.

use schemars::JsonSchema;
use serde::Serialize;

use crate::model::link::{Email, Url};
use crate::model::profile::Personal;

/// Name, location, company and contact details.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Personal")]
pub struct PersonalJson<'a> {
    /// The display name.
    pub name: &'a str,
    /// The headline below the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<&'a str>,
    /// The consultant's location.
    pub location: LocationJson<'a>,
    /// The consultant's company.
    pub company: CompanyJson<'a>,
    /// Contact details.
    pub contact: ContactJson<'a>,
}

/// The consultant's location.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Location")]
pub struct LocationJson<'a> {
    /// The city.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<&'a str>,
    /// The region, county or state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<&'a str>,
    /// The country's English name or ISO 3166-1 code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<&'a str>,
}

/// The consultant's company.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Company")]
pub struct CompanyJson<'a> {
    /// The company's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'a str>,
    /// The company's registered name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_name: Option<&'a str>,
}

/// Contact details.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Contact")]
pub struct ContactJson<'a> {
    /// The email address.
    #[schemars(extend("format" = "email"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<&'a str>,
    /// The phone number, in any format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<&'a str>,
    /// The `LinkedIn` profile.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linkedin: Option<&'a str>,
    /// The website.
    #[schemars(extend("format" = "uri"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website: Option<&'a str>,
}

impl<'a> From<&'a Personal> for PersonalJson<'a> {
    fn from(personal: &'a Personal) -> Self {
        let Personal {
            name,
            headline,
            city,
            region,
            country,
            company_name,
            company_legal_name,
            email,
            phone,
            linkedin,
            website,
        } = personal;
        Self {
            name,
            headline: headline.as_deref(),
            location: LocationJson {
                city: city.as_deref(),
                region: region.as_deref(),
                country: country.as_deref(),
            },
            company: CompanyJson {
                name: company_name.as_deref(),
                legal_name: company_legal_name.as_deref(),
            },
            contact: ContactJson {
                email: email.as_ref().map(Email::as_str),
                phone: phone.as_deref(),
                linkedin: linkedin.as_ref().map(Url::as_str),
                website: website.as_ref().map(Url::as_str),
            },
        }
    }
}
