//! Consultants who serve as examples, one of each kind.

use super::responses::{Responses, photo_at, profile_at, resume_at};
use crate::discovery::OPENAPI;
use crate::model::id::ConsultantId;
use crate::verify::expected_response::ExpectedResponse;
use crate::verify::expected_site::{ExpectedConsultant, ExpectedSite};

/// One consultant of each kind that the content has.
pub(super) struct Examples<'a> {
    pub(super) with_jpeg: Option<&'a ExpectedConsultant>,
    pub(super) with_png: Option<&'a ExpectedConsultant>,
    pub(super) without_photo: Option<&'a ExpectedConsultant>,
    pub(super) inactive: Option<&'a ConsultantId>,
    pub(super) unknown_id: ConsultantId,
}

/// A document of the interface.
pub(super) struct ExampleDocument {
    /// A name such as `the profile`.
    pub(super) name: &'static str,
    pub(super) target: String,
    pub(super) response: ExpectedResponse,
    /// The path of its file.
    pub(super) file: String,
}

impl<'a> Examples<'a> {
    pub(super) fn of(site: &'a ExpectedSite) -> Self {
        let with = |media_type: Option<&str>| {
            let has_photo = |consultant: &&ExpectedConsultant| {
                consultant.photo.as_ref().map(|photo| photo.media_type) == media_type
            };
            let consultants = site.active().iter().filter(has_photo);
            let mut distinctive = consultants.clone();
            distinctive
                .find(|consultant| is_distinctive(&consultant.id))
                .or_else(|| consultants.clone().next())
        };
        Self {
            with_jpeg: with(Some("image/jpeg")),
            with_png: with(Some("image/png")),
            without_photo: with(None),
            inactive: site.inactive().first(),
            unknown_id: site.unknown_id(),
        }
    }

    /// Returns an active consultant, with a photo if possible.
    pub(super) fn any(&self) -> Option<&'a ExpectedConsultant> {
        self.with_jpeg.or(self.with_png).or(self.without_photo)
    }

    /// Returns a document of each operation: at most four.
    pub(super) fn documents(&self, responses: &Responses<'_>) -> Vec<ExampleDocument> {
        let mut documents = Vec::new();
        let mut add = |name, target, response: ExpectedResponse| {
            // A photo that does not exist is not a document.
            if let Some(file) = response.body.file().map(str::to_owned) {
                documents.push(ExampleDocument { name, target, response, file });
            }
        };
        if let Some(consultant) = self.any() {
            let id = &consultant.id;
            add("the profile", profile_at(id), responses.profile(consultant));
            add("the JSON Resume", resume_at(id), responses.resume(consultant));
            add("the photo", photo_at(id), responses.photo(consultant));
        }
        if let Some(description) = responses.document(&OPENAPI[1..]) {
            add("the description", OPENAPI.to_owned(), description);
        }
        documents
    }
}

/// Returns whether an identifier can be misspelled in every way: it has a letter and an inner
/// hyphen.
fn is_distinctive(id: &ConsultantId) -> bool {
    let id = id.as_str();
    id.contains(|c: char| c.is_ascii_lowercase()) && id.trim_matches('-').contains('-')
}
