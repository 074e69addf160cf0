//! Requests for the example documents with other methods, or with headers.

use super::responses::{ExpectedDocument, example_documents};
use crate::render::{photo_path, profile_path};
use crate::route::METHODS;
use crate::verify::check::{Check, Group};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{
    Body, ExpectedHeader, ExpectedResponse, Part, Status, Whole,
};
use crate::verify::expected_site::ExpectedSite;

const ORIGIN: &str = "https://recruiter.example.org";
const OTHER_TAG: &str = "\"of-something-else\"";
/// A date before all modification times, including those derived from the bytes.
const LONG_AGO: &str = "Thu, 01 Jan 1970 00:00:01 GMT";
/// After all invented modification times.
const LATER: &str = "Thu, 01 Jan 2026 00:00:00 GMT";
/// Values of `Accept-Encoding`.
const CODINGS: [&str; 4] = ["gzip", "br", "gzip, br", "identity"];

pub(super) fn checks(site: &ExpectedSite) -> Vec<Check> {
    let documents = example_documents(site);
    let not_found = |name, path| ExpectedDocument::new((name, path), site.not_found());
    let id = site.unknown_id();
    let unknown = not_found("profile of an unknown id", profile_path(&id));
    let unknown_photo = not_found("photo of an unknown id", photo_path(&id));
    let mut checks = Vec::new();
    for document in documents.iter().chain([&unknown]) {
        checks.extend(methods(site, document));
    }
    // Pages of any origin may read every response, errors included.
    for document in documents.iter().chain([&unknown, &unknown_photo]) {
        let name = format!("the {}, requested by a page of another origin", document.name);
        let request = document.get.clone().with("Origin", ORIGIN);
        checks.push(document.check(Group::Origins, name, request));
    }
    for document in &documents {
        checks.push(preflight(site, document));
        checks.extend(revalidation(site, document));
        checks.extend(ranges(site, document));
        checks.extend(compression(site, document));
    }
    if let [profile, resume, ..] = &documents[..]
        && profile.get != resume.get
    {
        for (document, other) in [(profile, resume), (resume, profile)] {
            let name = format!("the {} with the entity tag of the {}", document.name, other.name);
            let get = document.get.clone().with_copied("If-None-Match", "etag", &other.get);
            checks.push(document.check(Group::Revalidation, name, get));
        }
    }
    // Conditions and ranges apply only to documents that exist (RFC 9110, §13.2.1).
    let name = format!("the {}, unless the client has it", unknown.name);
    let get = unknown.get.clone().with("If-None-Match", "*");
    checks.push(unknown.check(Group::Revalidation, name, get));
    let name = format!("the first bytes of the {}", unknown.name);
    let get = unknown.get.clone().with("Range", "bytes=0-9");
    checks.push(unknown.check(Group::Ranges, name, get));
    checks.sort_by_key(|check| check.group);
    checks
}

/// Methods other than GET and HEAD: nothing can be changed. Servers reject TRACE in their own ways.
fn methods(site: &ExpectedSite, document: &ExpectedDocument) -> [Check; 5] {
    let refused = site
        .api(ExpectedResponse::error(405))
        .with("allow", ExpectedHeader::Includes(&["GET", "HEAD"]));
    let mut expected = vec![refused];
    if document.response.status == Status::Is(404) {
        // Both are right for a document that does not exist.
        expected.push(document.response.clone());
    }
    ["POST", "PUT", "DELETE", "PATCH", "TRACE"].map(|method| {
        let name = format!("{method} to the {}", document.name);
        let request = document.get.with_method(method);
        let expected = match method {
            "TRACE" => vec![ExpectedResponse::of(Status::Error)],
            _ => expected.clone(),
        };
        Check::new(Group::Methods, name, request, expected)
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
        .body(Body::Empty);
    Check::new(Group::Origins, name, request, [allowed])
}

/// A client with the current document gets 304, and one with another document gets the whole. A date
/// does not identify a document: a server may trust only the very date that it sent.
fn revalidation(site: &ExpectedSite, document: &ExpectedDocument) -> Vec<Check> {
    let whole = || document.response.clone();
    let get = || document.get.clone();
    let same = site.unchanged().with("etag", ExpectedHeader::SameAs(get()));
    let check = |kind: &str, request: Request, expected: Vec<ExpectedResponse>| {
        let name = format!("the {}{kind}", document.name);
        Check::new(Group::Revalidation, name, request, expected)
    };
    let own_tag = get().with_copied("If-None-Match", "etag", &document.get);
    let own_date = get().with_copied("If-Modified-Since", "last-modified", &document.get);
    let since = |date| get().with("If-Modified-Since", date);
    let mut checks = vec![
        check(" with its own entity tag", own_tag, vec![same]),
        check(" with another entity tag", get().with("If-None-Match", OTHER_TAG), vec![whole()]),
        check(", if modified since long ago", since(LONG_AGO), vec![whole()]),
        check(", if modified since its own date", own_date, vec![whole(), site.unchanged()]),
    ];
    if site.has_invented_dates {
        checks.push(check(", if modified since a later date", since(LATER), vec![whole()]));
    }
    checks
}

/// A host may ignore a range, but must not send wrong bytes.
fn ranges(site: &ExpectedSite, document: &ExpectedDocument) -> [Check; 5] {
    let file = document.response.body.file().expect("an example has a file");
    let whole = || document.response.clone();
    let range = |range| document.get.clone().with("Range", range);
    let part = |whole: Whole, part| {
        ExpectedResponse { status: Status::Is(206), ..document.response.clone() }
            .with("content-range", ExpectedHeader::RangeOf(whole.clone(), part))
            .body(Body::Part(whole, part))
    };
    let [first, last] =
        [Part::First(10), Part::Last(10)].map(|of| part(Whole::File(file.to_owned()), of));
    let coded = document.get.clone().with("Accept-Encoding", "gzip");
    let of_gzip = vec![
        whole().with("etag", ExpectedHeader::EntityTag(Vec::new())),
        first.clone().with("etag", ExpectedHeader::SameAs(document.get.clone())),
        part(Whole::Response(coded.clone()), Part::First(10))
            .with("etag", ExpectedHeader::SameAs(coded)),
    ];
    let mut outside = ExpectedResponse::of(Status::Is(416)).with_all(&site.headers);
    // With any value.
    outside.headers.remove("cache-control");
    let start = || range("bytes=0-9");
    let if_other = start().with("If-Range", OTHER_TAG);
    let gzip = start().with("Accept-Encoding", "gzip");
    let name = |start: &str, end: &str| format!("{start} the {}{end}", document.name);
    [
        (name("the first bytes of", ""), start(), vec![whole(), first]),
        (name("the last bytes of", ""), range("bytes=-10"), vec![whole(), last]),
        (name("bytes after the end of", ""), range("bytes=99999999-"), vec![whole(), outside]),
        (name("the first bytes of", ", if it has another entity tag"), if_other, vec![whole()]),
        (name("the first bytes of", ", as gzip"), gzip, of_gzip),
    ]
    .map(|(name, request, expected)| Check::new(Group::Ranges, name, request, expected))
}

/// Only clients that accept a content coding get it, the decoded content is the published document,
/// and no cache can confuse codings.
fn compression(site: &ExpectedSite, document: &ExpectedDocument) -> Vec<Check> {
    let accepting = |coding| document.get.clone().with("Accept-Encoding", coding);
    let mut requests = vec![document.get.clone()];
    requests.extend(CODINGS.map(accepting));
    let coded = document
        .response
        .clone()
        .with("etag", ExpectedHeader::EntityTag(requests))
        .with("vary", ExpectedHeader::VaryIfCoded);
    let checks = CODINGS.into_iter().flat_map(|coding| {
        let name = format!("the {} as {coding}", document.name);
        let with_tag = format!("{name}, with its entity tag");
        let get = accepting(coding);
        let same = get.clone().with_copied("If-None-Match", "etag", &get);
        [
            Check::new(Group::Compression, name, get, [coded.clone()]),
            Check::new(Group::Compression, with_tag, same, [site.unchanged()]),
        ]
    });
    checks.collect()
}
