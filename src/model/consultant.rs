//! A consultant: the profile and the photo.

use super::date::Timestamp;
use super::id::ConsultantId;
use super::profile::Profile;
use crate::photo::Format;

/// A consultant's profile, photo and publication state.
#[derive(Debug, Clone, PartialEq)]
pub struct Consultant {
    /// The consultant's identifier.
    pub id: ConsultantId,
    /// The profile. It always has a last-modified date: the date of the files, if the author has not set one.
    pub profile: Profile,
    /// The photo, if the consultant has one.
    pub photo: Option<Photo>,
}

impl Consultant {
    /// Returns the published date of the profile.
    pub fn last_modified(&self) -> &Timestamp {
        self.profile.last_modified.as_ref().expect("the profile has a date")
    }
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
