//! The settings of the site, and its consultants.

use serde::Serialize;

use super::link::{Email, Url};
use super::profile::Profile;
use crate::photo::Format;

/// A consultant's profile, photo and publication state.
#[derive(Debug, Clone, PartialEq)]
pub struct Consultant {
    /// Whether the author activated the profile for publication.
    pub active: bool,
    /// The profile.
    pub profile: Profile,
    /// The photo, if the consultant has one.
    pub photo: Option<Photo>,
}

/// A consultant's photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Photo {
    /// The path of the source file, relative to the content directory.
    pub source: String,
    /// The published format.
    pub format: Format,
    /// The SHA-256 digest of the source file.
    pub digest: [u8; 32],
}

/// Settings of the whole site, with defaults applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Scheme and authority of the published site, without a trailing slash.
    pub base_url: Option<Url>,
    /// The service's name.
    pub title: String,
    /// A description of the service.
    pub description: String,
    /// The name of the contact for the service.
    pub contact_name: String,
    /// The contact's email address.
    pub contact_email: Email,
    /// The contact's website.
    pub contact_url: Option<Url>,
    /// The name of the license of the profiles.
    pub license_name: String,
    /// The URL of the license text.
    pub license_url: Url,
    /// The name of the host, which is its directory name under `templates/hosts/`.
    pub host: Option<String>,
    /// The longest side of a published photo, in pixels.
    pub photo_max_px: u32,
    /// The JPEG quality, 1 to 100.
    pub photo_quality: u8,
    /// The `max-age` of every response, in seconds.
    pub cache_seconds: u32,
    /// Whether search engines may index the site.
    pub indexing: bool,
    /// The request limit for each client.
    pub rate_limit: Option<RateLimit>,
    /// Whether compressed copies of documents are published too.
    pub precompress: bool,
    /// The identifiers of the host's known limitations that the site accepts without a warning.
    pub accepted_gaps: Vec<String>,
}

/// The request limit for each client: `requests` per `seconds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RateLimit {
    /// The number of allowed requests.
    pub requests: u32,
    /// The length of the time window, in seconds.
    pub seconds: u32,
}
