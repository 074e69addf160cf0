//! The settings of the site: `content/site.yaml`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Document;
use super::field::{EmailText, Field, OriginText, Text, Texts, UrlText};
use crate::templates::Templates;

fn known_hosts() -> Vec<String> {
    Templates::embedded().directories("hosts")
}

/// Settings for the whole site.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "Site", extend("required" = ["title", "description", "contact", "license"]))]
pub struct SiteDocument {
    /// The web address of the published site without a path, such as
    /// `https://profiles.example.com`. It makes links in JSON Resume documents and in the API
    /// description absolute.
    pub base_url: Field<OriginText>,
    /// The name of the service.
    #[schemars(extend("examples" = ["Nordvik consultant profiles", "Our consultants"]))]
    pub title: Field<Text>,
    /// What the service offers, in a sentence or two.
    #[schemars(extend("examples" = ["Public profiles of the consultants at Nordvik Konsult, as structured data.", "Profiles of our consultants for recruiters and the systems they work in."]))]
    pub description: Field<Text>,
    /// The contact for questions about the service.
    pub contact: Field<SiteContactDocument>,
    /// The terms of use of the profiles.
    pub license: Field<LicenseDocument>,
    /// The host that serves the site; `vitae hosts` lists all of them.
    #[schemars(extend("examples" = known_hosts()))]
    pub host: Field<Text>,
    /// How photos are published.
    pub photo: Field<PhotoDocument>,
    /// How many seconds clients may cache a response. The default is 300.
    #[schemars(range(max = 31_536_000))]
    #[schemars(extend("examples" = [300, 3600]))]
    pub cache_seconds: Field<u32>,
    /// Whether search engines may list the profiles and the start page. The default is false.
    #[schemars(extend("examples" = [false, true]))]
    pub indexing: Field<bool>,
    /// How many requests one client may send. The default is no limit. `vitae build` warns if the
    /// host cannot limit requests.
    pub rate_limit: Field<RateLimitDocument>,
    /// Whether documents are also published in compressed form, for servers that do not compress
    /// responses. The default is false.
    #[schemars(extend("examples" = [false, true]))]
    pub precompress: Field<bool>,
    /// The known limitations of the host that you accept. `vitae build` warns about the others; each
    /// warning names the word to write here.
    #[schemars(extend("examples" = [["trailing-slash"], ["trailing-slash", "encoded-slash"]]))]
    pub accepted_gaps: Field<Texts>,
}

impl Document for SiteDocument {
    const SUBJECT: &'static str = "the site";
    const SCHEMA_PATH: &'static str = "schema/site.json";
}

/// The contact for questions about the service.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["name", "email"]))]
pub struct SiteContactDocument {
    /// The name of a person, team or company.
    #[schemars(extend("examples" = ["Nordvik consultant desk", "Anna Berg"]))]
    pub name: Field<Text>,
    /// The email address.
    #[schemars(extend("examples" = ["profiles@example.com", "desk@example.org"]))]
    pub email: Field<EmailText>,
    /// The website. It starts with https://.
    #[schemars(extend("examples" = ["https://nordvik.example.com/contact", "https://www.example.org"]))]
    pub url: Field<UrlText>,
}

/// The terms of use of the profiles.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["name", "url"]))]
pub struct LicenseDocument {
    /// The name of the terms.
    #[schemars(extend("examples" = ["Nordvik terms of use for profile data", "Terms of use"]))]
    pub name: Field<Text>,
    /// The web address of the terms. It starts with https://.
    #[schemars(extend("examples" = ["https://nordvik.example.com/terms", "https://www.example.org/terms"]))]
    pub url: Field<UrlText>,
}

/// The default of `max_px`, a macro because a doc attribute accepts literals only.
macro_rules! photo_max_px {
    () => {
        800
    };
}

/// The default of `max_px` in [`PhotoDocument`], in pixels.
pub const PHOTO_MAX_PX: u32 = photo_max_px!();

/// How photos are published.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PhotoDocument {
    #[doc = concat!("The longest side of a published photo in pixels. The default is ", photo_max_px!(), ".")]
    #[schemars(range(min = 16, max = 4096))]
    #[schemars(extend("examples" = [PHOTO_MAX_PX, 1200]))]
    pub max_px: Field<u32>,
    /// The JPEG quality of a photo that is compressed again, from 1 to 100. The default is 85.
    #[schemars(range(min = 1, max = 100))]
    #[schemars(extend("examples" = [85, 75]))]
    pub quality: Field<u8>,
}

/// How many requests one client may send.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["requests", "seconds"]))]
pub struct RateLimitDocument {
    /// The number of requests.
    #[schemars(range(min = 1, max = 1_000_000))]
    #[schemars(extend("examples" = [600, 100]))]
    pub requests: Field<u32>,
    /// The period in seconds in which a client may send that many requests.
    #[schemars(range(min = 1, max = 3_600))]
    #[schemars(extend("examples" = [60, 10]))]
    pub seconds: Field<u32>,
}
