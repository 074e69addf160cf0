//! The responses that the interface promises.

use crate::model::id::ConsultantId;
use crate::render::{JSON, PHOTOS, PROFILES};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{ExpectedHeader, ExpectedResponse};
use crate::verify::expected_site::{ExpectedConsultant, ExpectedSite};

/// The query that selects the JSON Resume.
pub(super) const RESUME: &str = "?format=jsonresume";

/// Creates the responses that the interface promises for a site.
pub(super) struct Responses<'a> {
    pub(super) site: &'a ExpectedSite,
}

pub(super) fn profile_at(id: &ConsultantId) -> String {
    format!("{PROFILES}{id}")
}

pub(super) fn resume_at(id: &ConsultantId) -> String {
    format!("{PROFILES}{id}{RESUME}")
}

pub(super) fn photo_at(id: &ConsultantId) -> String {
    format!("{PHOTOS}{id}")
}

impl<'a> Responses<'a> {
    pub(super) fn new(site: &'a ExpectedSite) -> Self {
        Self { site }
    }

    /// Adds the headers of every response of the interface. Cookies are forbidden: caches would
    /// share them, or not store the response (RFC 6265, §3).
    pub(super) fn api(&self, response: ExpectedResponse) -> ExpectedResponse {
        response.with_all(self.site.headers()).with("set-cookie", ExpectedHeader::Absent)
    }

    /// The profile. Its entity tag differs from that of the JSON Resume at the same path, so that no
    /// cache confuses them.
    pub(super) fn profile(&self, consultant: &ExpectedConsultant) -> ExpectedResponse {
        let other = Request::get(resume_at(&consultant.id));
        self.api(ExpectedResponse::file(&consultant.profile_file(), JSON))
            .with("etag", ExpectedHeader::DiffersFrom(other))
    }

    pub(super) fn resume(&self, consultant: &ExpectedConsultant) -> ExpectedResponse {
        let other = Request::get(profile_at(&consultant.id));
        self.api(ExpectedResponse::file(&consultant.resume_file(), JSON))
            .with("etag", ExpectedHeader::DiffersFrom(other))
    }

    /// The photo, or 404 if the consultant has none.
    pub(super) fn photo(&self, consultant: &ExpectedConsultant) -> ExpectedResponse {
        match &consultant.photo {
            Some(photo) => self.api(ExpectedResponse::file(&photo.path, photo.media_type)),
            None => self.not_found(),
        }
    }

    /// The 404 below `/api`.
    pub(super) fn not_found(&self) -> ExpectedResponse {
        self.api(ExpectedResponse::error(404))
    }

    /// The document at `path`; `None` if it is not published.
    pub(super) fn document(&self, path: &str) -> Option<ExpectedResponse> {
        let artifact = self.site.bundle().get(path)?;
        let response = self.api(ExpectedResponse::file(path, artifact.media_type));
        let essence = artifact.media_type.split(';').next()?;
        Some(match (essence, artifact.media_type == essence) {
            // The page declares its encoding itself.
            ("text/html", _) => response.with("content-type", ExpectedHeader::MediaType(essence)),
            ("text/plain", false) => response.with("content-type", ExpectedHeader::Utf8(essence)),
            _ => response,
        })
    }
}
