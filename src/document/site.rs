//! `content/site.yaml`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Document;
use super::field::{EmailText, Field, OriginText, Text, Texts, UrlText};
use crate::templates::Templates;

/// The names of the hosts that need no templates of the project's own.
fn known_hosts() -> Vec<String> {
    Templates::embedded().directories("hosts")
}

/// What holds for the whole site.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "Site", extend("required" = ["title", "description", "contact", "license"]))]
pub struct SiteDocument {
    /// The address under which the site is published, such as `https://profiles.example.com`,
    /// without a path. With it, links in JSON Resume documents and in the description of the
    /// interface are absolute.
    pub base_url: Field<OriginText>,
    /// The name of the service.
    #[schemars(extend("examples" = ["Nordvik consultant profiles", "Our consultants"]))]
    pub title: Field<Text>,
    /// What the service offers, in a sentence or two.
    #[schemars(extend("examples" = ["Public profiles of the consultants at Nordvik Konsult, as structured data.", "Profiles of our consultants for recruiters and the systems they work in."]))]
    pub description: Field<Text>,
    /// Whom to ask about the service.
    pub contact: Field<SiteContactDocument>,
    /// Under which terms the profiles may be used.
    pub license: Field<LicenseDocument>,
    /// The host that serves the site: the name of a folder in templates/hosts.
    #[schemars(extend("examples" = known_hosts()))]
    pub host: Field<Text>,
    /// How photos are published.
    pub photo: Field<PhotoDocument>,
    /// For how many seconds an answer may be kept and used again. The default is 300.
    #[schemars(range(max = 31_536_000))]
    #[schemars(extend("examples" = [300, 3600]))]
    pub cache_seconds: Field<u32>,
    /// Whether search engines may list the profiles and the page about them. The default is false.
    #[schemars(extend("examples" = [false, true]))]
    pub indexing: Field<bool>,
    /// How often one client may ask. Without it there is no limit. Not every host has one; the
    /// build tells.
    pub rate_limit: Field<RateLimitDocument>,
    /// Whether documents are published compressed too, for an own server that does not compress by
    /// itself. The default is false.
    #[schemars(extend("examples" = [false, true]))]
    pub precompress: Field<bool>,
    /// What the host cannot keep of the interface and you know of: the build warns of the rest. The
    /// warnings say what to write here.
    #[schemars(extend("examples" = [["trailing-slash"], ["trailing-slash", "encoded-slash"]]))]
    pub accepted_gaps: Field<Texts>,
}

impl Document for SiteDocument {
    const SUBJECT: &'static str = "the site";
    const SCHEMA_PATH: &'static str = "schema/site.json";
}

/// Whom to ask about the service.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["name", "email"]))]
pub struct SiteContactDocument {
    /// A person's, team's or company's name.
    #[schemars(extend("examples" = ["Nordvik consultant desk", "Anna Berg"]))]
    pub name: Field<Text>,
    /// The mail address.
    #[schemars(extend("examples" = ["profiles@example.com", "desk@example.org"]))]
    pub email: Field<EmailText>,
    /// A website, beginning with https://.
    #[schemars(extend("examples" = ["https://nordvik.example.com/contact", "https://www.example.org"]))]
    pub url: Field<UrlText>,
}

/// Under which terms the profiles may be used.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["name", "url"]))]
pub struct LicenseDocument {
    /// The terms' name.
    #[schemars(extend("examples" = ["Nordvik terms of use for profile data", "Terms of use"]))]
    pub name: Field<Text>,
    /// Where to read them, beginning with https://.
    #[schemars(extend("examples" = ["https://nordvik.example.com/terms", "https://www.example.org/terms"]))]
    pub url: Field<UrlText>,
}

/// How photos are published.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PhotoDocument {
    /// The longest side of a published photo in pixels. The default is 800.
    #[schemars(range(min = 16, max = 4096))]
    #[schemars(extend("examples" = [800, 1200]))]
    pub max_px: Field<u32>,
    /// The quality of a photo that has to be compressed anew, from 1 to 100. The default is 85.
    #[schemars(range(min = 1, max = 100))]
    #[schemars(extend("examples" = [85, 75]))]
    pub quality: Field<u8>,
}

/// How often one client may ask.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["requests", "seconds"]))]
pub struct RateLimitDocument {
    /// How many requests one client may make ...
    #[schemars(range(min = 1, max = 1_000_000))]
    #[schemars(extend("examples" = [600, 100]))]
    pub requests: Field<u32>,
    /// ... in how many seconds.
    #[schemars(range(min = 1, max = 3_600))]
    #[schemars(extend("examples" = [60, 10]))]
    pub seconds: Field<u32>,
}
