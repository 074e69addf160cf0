//! A few of the consultants, one of each kind, for checks that need somebody.

use crate::discovery::OPENAPI;
use crate::model::id::ConsultantId;
use crate::verify::expected_response::ExpectedResponse;
use crate::verify::expected_site::{ExpectedConsultant, ExpectedSite};

use super::contract::{ExpectedResponses, photo_at, profile_at, resume_at};

/// One of each kind, as far as there is one.
pub(super) struct Examples<'a> {
    pub(super) with_jpeg: Option<&'a ExpectedConsultant>,
    pub(super) with_png: Option<&'a ExpectedConsultant>,
    pub(super) without_photo: Option<&'a ExpectedConsultant>,
    pub(super) inactive: Option<&'a ConsultantId>,
    pub(super) unknown_id: ConsultantId,
}

/// What is answered at one target.
pub(super) struct ExampleDocument {
    /// Such as `the profile`.
    pub(super) name: &'static str,
    pub(super) target: String,
    pub(super) answer: ExpectedResponse,
    /// The path of its file.
    pub(super) file: String,
}

impl<'a> Examples<'a> {
    pub(super) fn of(expectation: &'a ExpectedSite) -> Self {
        let with = |media_type: Option<&str>| {
            let is_such = |person: &&ExpectedConsultant| {
                person.photo.as_ref().map(|photo| photo.media_type) == media_type
            };
            let of_this_kind = expectation.active().iter().filter(is_such);
            let mut tellable = of_this_kind
                .clone()
                .filter(|person| is_tellable(&person.id));
            tellable.next().or_else(|| of_this_kind.clone().next())
        };
        Self {
            with_jpeg: with(Some("image/jpeg")),
            with_png: with(Some("image/png")),
            without_photo: with(None),
            inactive: expectation.inactive().first(),
            unknown_id: expectation.unknown_id(),
        }
    }

    /// Somebody, if possible with a photo.
    pub(super) fn anybody(&self) -> Option<&'a ExpectedConsultant> {
        self.with_jpeg.or(self.with_png).or(self.without_photo)
    }

    /// What each operation answers: at most four documents.
    pub(super) fn documents(&self, promise: &ExpectedResponses<'_>) -> Vec<ExampleDocument> {
        let mut documents = Vec::new();
        let mut add = |name, target, answer: ExpectedResponse| {
            // An answer without a file is no document: somebody has no photo.
            if let Some(file) = answer.body.file().map(str::to_owned) {
                documents.push(ExampleDocument {
                    name,
                    target,
                    answer,
                    file,
                });
            }
        };
        if let Some(person) = self.anybody() {
            let id = &person.id;
            add("the profile", profile_at(id), promise.profile(person));
            add("the JSON Resume", resume_at(id), promise.resume(person));
            add("the photo", photo_at(id), promise.photo(person));
        }
        if let Some(description) = promise.document(&OPENAPI[1..]) {
            add("the description", OPENAPI.to_owned(), description);
        }
        documents
    }
}

/// Whether there are more ways to misspell it: it has a letter, and a hyphen in it.
fn is_tellable(id: &ConsultantId) -> bool {
    let id = id.as_str();
    id.contains(|c: char| c.is_ascii_lowercase()) && id.trim_matches('-').contains('-')
}
