//! The whole site.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::id::ConsultantId;
use super::link::{Email, Url};
use super::profile::Profile;

/// What is published: the settings and the active consultants. Inactive ones end before this:
/// there is no way to make a site that has one.
#[derive(Debug)]
pub struct Site {
    settings: Settings,
    consultants: BTreeMap<ConsultantId, Arc<Consultant>>,
}

impl Site {
    /// The site of the active ones among `consultants`.
    pub fn new(settings: Settings, consultants: impl IntoIterator<Item = Arc<Consultant>>) -> Self {
        let active = consultants
            .into_iter()
            .filter(|consultant| consultant.active);
        Self {
            settings,
            consultants: active
                .map(|consultant| (consultant.profile.id.clone(), consultant))
                .collect(),
        }
    }

    /// What holds for the whole site.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The active consultants, ordered by identifier, to be let go one by one.
    pub fn into_consultants(self) -> impl Iterator<Item = Arc<Consultant>> {
        self.consultants.into_values()
    }
}

/// A consultant.
#[derive(Debug, Clone, PartialEq)]
pub struct Consultant {
    /// Whether the profile is to be published.
    pub active: bool,
    /// The profile.
    pub profile: Profile,
    /// The photo's source, relative to the content folder, and its published format.
    pub photo: Option<Photo>,
}

/// A consultant's photo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Photo {
    /// The source's path, relative to the content folder.
    pub source: String,
    /// `image/jpeg` or `image/png`.
    pub media_type: &'static str,
    /// `jpg` or `png`.
    pub extension: &'static str,
    /// SHA-256 of the source's bytes.
    pub digest: [u8; 32],
}

/// What holds for the whole site.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// How often one client may ask.
    pub rate_limit: Option<RateLimit>,
    /// Whether documents are published compressed too.
    pub precompress: bool,
    /// What the host cannot keep and nobody has to be told any more: the gaps' identifiers.
    pub accepted_gaps: Vec<String>,
}

/// How often one client may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// So many requests ...
    pub requests: u32,
    /// ... in so many seconds.
    pub seconds: u32,
}
