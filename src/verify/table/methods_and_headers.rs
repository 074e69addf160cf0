//! Requests for the example documents with other methods, or with headers.

use super::responses::{ExpectedDocument, example_documents};
use crate::render::{photo_path, profile_path};
use crate::route::METHODS;
use crate::verify::check::{Check, Group};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{ExpectedBody, ExpectedHeader, ExpectedResponse, Status};
use crate::verify::expected_site::ExpectedSite;

const ORIGIN: &str = "https://recruiter.example.org";
const OTHER_TAG: &str = "\"of-something-else\"";
/// After all invented modification times.
const LATER: &str = "Thu, 01 Jan 2026 00:00:00 GMT";

pub(super) fn checks(site: &ExpectedSite) -> Vec<Check> {
    let documents = example_documents(site);
    let not_found = |name, path| ExpectedDocument::new((name, path), site.not_found());
    let id = site.unknown_id();
    let unknown = not_found("profile of an unknown id", profile_path(&id));
    let unknown_photo = not_found("photo of an unknown id", photo_path(&id));
    let mut checks = Vec::new();
    for document in documents.iter().chain([&unknown]) {
        checks.extend(methods(document));
    }
    // Pages of any origin may read every response, errors included.
    for document in documents.iter().chain([&unknown, &unknown_photo]) {
        let name = format!("the {}, requested by a page of another origin", document.name);
        let request = document.get.clone().with("Origin", ORIGIN);
        checks.push(document.check(Group::Origins, name, request));
    }
    for document in &documents {
        checks.push(preflight(site, document));
        checks.extend(revalidation(site, document, &documents[0].get));
    }
    checks.sort_by_key(|check| check.group);
    checks
}

/// Methods other than GET and HEAD change nothing and get no document.
fn methods(document: &ExpectedDocument) -> [Check; 5] {
    ["POST", "PUT", "DELETE", "PATCH", "TRACE"].map(|method| {
        let name = format!("{method} to the {}", document.name);
        let request = document.get.with_method(method);
        Check::new(Group::Methods, name, request, ExpectedResponse::of(Status::Error))
    })
}

/// A browser asks whether a page of another origin may send the document's entity tag.
fn preflight(site: &ExpectedSite, document: &ExpectedDocument) -> Check {
    let name = format!("a browser's preflight for the {}", document.name);
    let request = document
        .get
        .with_method("OPTIONS")
        .with("Origin", ORIGIN)
        .with("Access-Control-Request-Method", "GET")
        .with("Access-Control-Request-Headers", "if-none-match");
    let allowed = site
        .api(ExpectedResponse::of(Status::Is(204)))
        .with("allow", ExpectedHeader::Includes(&METHODS))
        .with("access-control-allow-methods", ExpectedHeader::Includes(&METHODS))
        .with("access-control-allow-headers", ExpectedHeader::Is("*".to_owned()))
        .body(ExpectedBody::Empty);
    Check::new(Group::Origins, name, request, allowed)
}

/// Returns the checks that a client gets no compressed document if another one with gzip requested it first, through a cache
/// that did not have it: no cache has seen the word `nonce` in a query.
pub(in crate::verify) fn after_gzip(site: &ExpectedSite, nonce: &str) -> Vec<Check> {
    let documents = example_documents(site).into_iter();
    let check = |document: ExpectedDocument| {
        let name = format!("the {}, after a client with gzip", document.name);
        let request = document.get.past_caches(nonce);
        let gzip = request.clone().with("Accept-Encoding", "gzip");
        document.check(Group::Compression, name, request).compared_with(&gzip)
    };
    documents.map(check).collect()
}

/// A client with the current document gets 304, and one with another document gets the whole, whose tag is
/// not the tag of the `other` document. Modification times that are derived from the bytes are no dates, so a
/// client's date must not lead to a 304.
fn revalidation(site: &ExpectedSite, document: &ExpectedDocument, other: &Request) -> Vec<Check> {
    let get = || document.get.clone();
    let same = site.unchanged().with("etag", ExpectedHeader::EntityTag);
    let name = format!("the {} with its own entity tag", document.name);
    let own_tag = Request { revalidates: true, ..get() };
    let gzip = own_tag.clone().with("Accept-Encoding", "gzip");
    let name_as_gzip = format!("the {} as gzip, with its entity tag", document.name);
    let mut checks = vec![
        Check::new(Group::Revalidation, name, own_tag, same),
        Check::new(Group::Compression, name_as_gzip, gzip, site.unchanged()),
    ];
    let mut whole = |kind, request| {
        let name = format!("the {}{kind}", document.name);
        let check = document.check(Group::Revalidation, name, request);
        checks.push(check.compared_with(other));
    };
    whole(" with another entity tag", get().with("If-None-Match", OTHER_TAG));
    if site.derives_modification_times {
        whole(", if modified since a later date", get().with("If-Modified-Since", LATER));
    }
    checks
}
