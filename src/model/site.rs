//! The whole site.

use std::collections::BTreeMap;

use super::id::ConsultantId;
use super::link::{Email, Url};
use super::profile::Profile;

/// What is published: the settings and the active consultants. Inactive ones end before this.
#[derive(Debug)]
pub struct Site {
    /// What holds for the whole site.
    pub settings: Settings,
    /// The active consultants.
    pub consultants: BTreeMap<ConsultantId, Consultant>,
}

/// An active consultant.
#[derive(Debug)]
pub struct Consultant {
    /// The profile.
    pub profile: Profile,
    /// The photo's source, relative to the content folder, and its published format.
    pub photo: Option<Photo>,
}

/// A photo of an active consultant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Photo {
    /// The source's path, relative to the content folder.
    pub source: String,
    /// `image/jpeg` or `image/png`.
    pub media_type: &'static str,
    /// `jpg` or `png`.
    pub extension: &'static str,
}

/// What holds for the whole site.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Scheme and authority of the published site, without a slash at the end.
    pub base_url: Option<Url>,
    /// The service's name.
    pub title: String,
    /// What it offers.
    pub description: String,
    /// Whom to ask.
    pub contact_name: String,
    /// Their mail address.
    pub contact_email: Email,
    /// Their website.
    pub contact_url: Option<Url>,
    /// The terms' name.
    pub license_name: String,
    /// Where to read them.
    pub license_url: Url,
    /// The host's folder name.
    pub host: Option<String>,
    /// Longest side of a published photo, in pixels.
    pub photo_max_px: u32,
    /// JPEG quality, 1 to 100.
    pub photo_quality: u8,
    /// `max-age` of every answer, in seconds.
    pub cache_seconds: u32,
    /// Whether search engines may list the answers.
    pub indexing: bool,
}
