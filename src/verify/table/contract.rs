//! The answers that are promised.

use crate::model::id::ConsultantId;
use crate::render::{JSON, PHOTOS, PROFILES};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{ExpectedResponse, Field};
use crate::verify::expected_site::{ExpectedConsultant, ExpectedSite};

/// The query that selects the JSON Resume.
pub(super) const RESUME: &str = "?format=jsonresume";

/// Makes the answers that are promised for some content.
pub(super) struct ExpectedResponses<'a> {
    pub(super) expectation: &'a ExpectedSite,
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

impl<'a> ExpectedResponses<'a> {
    pub(super) fn new(expectation: &'a ExpectedSite) -> Self {
        Self { expectation }
    }

    /// The same with the fields of every answer of the interface. A cookie would be shared by all who
    /// get it out of a cache, or keep the answer out of every cache (RFC 6265, §3).
    pub(super) fn open(&self, answer: ExpectedResponse) -> ExpectedResponse {
        answer
            .with_all(self.expectation.headers())
            .with("set-cookie", Field::Nothing)
    }

    /// The two formats have one path: their entity tags differ, so that no cache takes one for the
    /// other.
    pub(super) fn profile(&self, person: &ExpectedConsultant) -> ExpectedResponse {
        let other = Request::get(resume_at(&person.id));
        self.open(ExpectedResponse::file(&person.profile_file(), JSON))
            .with("etag", Field::OtherThan(other))
    }

    pub(super) fn resume(&self, person: &ExpectedConsultant) -> ExpectedResponse {
        let other = Request::get(profile_at(&person.id));
        self.open(ExpectedResponse::file(&person.resume_file(), JSON))
            .with("etag", Field::OtherThan(other))
    }

    /// The photo, or that there is none.
    pub(super) fn photo(&self, person: &ExpectedConsultant) -> ExpectedResponse {
        match &person.photo {
            Some(photo) => self.open(ExpectedResponse::file(&photo.path, photo.media_type)),
            None => self.not_found(),
        }
    }

    /// Below `/api`.
    pub(super) fn not_found(&self) -> ExpectedResponse {
        self.open(ExpectedResponse::error(404))
    }

    /// A document that describes the interface, or leads to it. `None` if it is not published.
    pub(super) fn document(&self, path: &str) -> Option<ExpectedResponse> {
        let artifact = self.expectation.bundle().get(path)?;
        let answer = self.open(ExpectedResponse::file(path, artifact.media_type));
        let essence = artifact.media_type.split(';').next()?;
        Some(match (essence, artifact.media_type == essence) {
            // A page says its encoding itself.
            ("text/html", _) => answer.with("content-type", Field::MediaType(essence)),
            ("text/plain", false) => answer.with("content-type", Field::Utf8(essence)),
            _ => answer,
        })
    }
}
