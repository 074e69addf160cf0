//! The responses that the interface promises, and the documents that serve as examples.

use crate::discovery::OPENAPI;
use crate::entry::{Entry, FileKind, photo_path, profile_path};
use crate::model::id::ConsultantId;
use crate::photo::Format;
use crate::verify::check::{Check, Group};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{ExpectedBody, ExpectedHeader, ExpectedResponse, Status};
use crate::verify::expected_site::ExpectedSite;
use crate::verify::resource::RESUME;

/// Returns the names and targets of the documents of a consultant.
pub(super) fn targets(id: &ConsultantId) -> [(&'static str, String); 3] {
    let profile = profile_path(id);
    let resume = format!("{profile}?{RESUME}");
    [("profile", profile), ("JSON Resume", resume), ("photo", photo_path(id))]
}

/// A document of the interface, or the response where it does not exist.
pub(super) struct ExpectedDocument {
    /// A name such as `profile`.
    pub(super) name: &'static str,
    pub(super) get: Request,
    pub(super) response: ExpectedResponse,
}

impl ExpectedDocument {
    pub(super) fn new((name, target): (&'static str, String), response: ExpectedResponse) -> Self {
        Self { name, get: Request::get(target), response }
    }

    /// Returns the check that a request gets this document.
    pub(super) fn check(&self, group: Group, name: String, request: Request) -> Check {
        Check::new(group, name, request, self.response.clone())
    }
}

impl ExpectedSite {
    /// Adds the headers of every response of the interface. Cookies are forbidden: caches would
    /// share them, or not store the response (RFC 6265, §3).
    pub(super) fn api(&self, response: ExpectedResponse) -> ExpectedResponse {
        let response = response.with("x-robots-tag", ExpectedHeader::Indexable);
        response.with_all(&self.compiled.headers).with("set-cookie", ExpectedHeader::Absent)
    }

    /// Returns the documents of an active consultant.
    pub(super) fn documents_of(&self, Entry { id, photo, .. }: &Entry) -> [ExpectedDocument; 3] {
        let [profile, resume, photo_target] = targets(id);
        let file =
            |kind: FileKind| self.api(ExpectedResponse::file(&kind.file(id), kind.media_type()));
        let of_photo =
            photo.map_or_else(|| self.not_found(), |photo| file(FileKind::Photo(photo.format)));
        [
            ExpectedDocument::new(profile, file(FileKind::Profile)),
            ExpectedDocument::new(resume, file(FileKind::JsonResume)),
            ExpectedDocument::new(photo_target, of_photo),
        ]
    }

    /// Returns the 404 below `/api`.
    pub(super) fn not_found(&self) -> ExpectedResponse {
        self.api(ExpectedResponse::error(404))
    }

    /// Returns the 304.
    pub(super) fn unchanged(&self) -> ExpectedResponse {
        let mut response = self.api(ExpectedResponse::of(Status::Is(304)));
        // A server may leave out what the client has (RFC 9110, §15.4.5).
        response.headers.remove("content-language");
        response.body(ExpectedBody::Empty)
    }

    /// Returns the document at `path` that belongs to no consultant, or `None` if it is not
    /// published.
    pub(super) fn document(&self, path: &str) -> Option<ExpectedResponse> {
        let media_type = self.compiled.files.get(path)?.media_type;
        let mut response = self.api(ExpectedResponse::file(path, media_type));
        if !path.starts_with("api/") {
            // Only photos are shown by other pages; no other request needs it (Fetch, §3.7).
            response.headers.remove("cross-origin-resource-policy");
        }
        Some(response)
    }
}

/// Returns an active consultant with a JPEG photo, one with a PNG photo, and one without a photo, as
/// far as the content has them.
pub(in crate::verify) fn examples(site: &ExpectedSite) -> Vec<&Entry> {
    let with = |format: Option<Format>| {
        let has_format = move |entry: &&Entry| entry.photo.map(|photo| photo.format) == format;
        site.compiled.entries.iter().find(has_format)
    };
    [Some(Format::Jpeg), Some(Format::Png), None].into_iter().filter_map(with).collect()
}

/// Returns a document of each operation: at most four.
pub(super) fn example_documents(site: &ExpectedSite) -> Vec<ExpectedDocument> {
    let consultant = examples(site).first().copied();
    let of_consultant = consultant.into_iter().flat_map(|consultant| site.documents_of(consultant));
    let description = site
        .document(&OPENAPI[1..])
        .map(|response| ExpectedDocument::new(("description", OPENAPI.to_owned()), response));
    // A photo that does not exist is not a document.
    let exists = |document: &ExpectedDocument| document.response.body.file().is_some();
    of_consultant.chain(description).filter(exists).collect()
}
