//! The answers that are promised.

use crate::model::id::ConsultantId;
use crate::render::{JSON, PHOTOS, PROFILES};
use crate::verify::answer::{Answer, Field};
use crate::verify::exchange::Request;
use crate::verify::expectation::{Expectation, Person};

/// The query that selects the JSON Resume.
pub(super) const RESUME: &str = "?format=jsonresume";

/// Makes the answers that are promised for some content.
pub(super) struct Promise<'a> {
    pub(super) expectation: &'a Expectation,
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

impl<'a> Promise<'a> {
    pub(super) fn new(expectation: &'a Expectation) -> Self {
        Self { expectation }
    }

    /// The same with the fields of every answer of the interface. A cookie would be shared by all who
    /// get it out of a cache, or keep the answer out of every cache (RFC 6265, §3).
    pub(super) fn open(&self, answer: Answer) -> Answer {
        answer
            .with_all(self.expectation.headers())
            .with("set-cookie", Field::Nothing)
    }

    /// The two formats have one path: their entity tags differ, so that no cache takes one for the
    /// other.
    pub(super) fn profile(&self, person: &Person) -> Answer {
        let other = Request::get(resume_at(&person.id));
        self.open(Answer::file(&person.profile_file(), JSON))
            .with("etag", Field::OtherThan(other))
    }

    pub(super) fn resume(&self, person: &Person) -> Answer {
        let other = Request::get(profile_at(&person.id));
        self.open(Answer::file(&person.resume_file(), JSON))
            .with("etag", Field::OtherThan(other))
    }

    /// The photo, or that there is none.
    pub(super) fn photo(&self, person: &Person) -> Answer {
        match &person.photo {
            Some(photo) => self.open(Answer::file(&photo.path, photo.media_type)),
            None => self.not_found(),
        }
    }

    /// Below `/api`.
    pub(super) fn not_found(&self) -> Answer {
        self.open(Answer::error(404))
    }

    /// A document that describes the interface, or leads to it. `None` if it is not published.
    pub(super) fn document(&self, path: &str) -> Option<Answer> {
        let artifact = self.expectation.bundle().get(path)?;
        let answer = self.open(Answer::file(path, artifact.media_type));
        let essence = artifact.media_type.split(';').next()?;
        Some(match (essence, artifact.media_type == essence) {
            // A page says its encoding itself.
            ("text/html", _) => answer.with("content-type", Field::MediaType(essence)),
            ("text/plain", false) => answer.with("content-type", Field::Utf8(essence)),
            _ => answer,
        })
    }
}
