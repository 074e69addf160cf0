//! Requests for the example documents with other methods, or with headers.

use super::examples::{Example, documents};
use crate::render::{photo_path, profile_path};
use crate::verify::check::{Check, Group};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{
    Body, ExpectedHeader, ExpectedResponse, Part, Status, Whole,
};
use crate::verify::expected_site::ExpectedSite;

const UNKNOWN: &str = "the profile of an unknown id";
const ORIGIN: &str = "https://recruiter.example.org";
const OTHER_TAG: &str = "\"of-something-else\"";
/// Before all modification times, invented ones included.
const LONG_AGO: &str = "Thu, 01 Jan 1970 00:00:01 GMT";
/// After all invented modification times.
const LATER: &str = "Thu, 01 Jan 2026 00:00:00 GMT";
/// Values of `Accept-Encoding`.
const CODINGS: [&str; 4] = ["gzip", "br", "gzip, br", "identity"];

pub(super) fn checks(site: &ExpectedSite) -> Vec<Check> {
    let documents = documents(site);
    let unknown_id = site.unknown_id();
    let unknown = Request::get(profile_path(&unknown_id));
    let unknown_photo = Request::get(photo_path(&unknown_id));
    let mut checks = methods(site, &documents, &unknown);
    let of_each: [fn(&ExpectedSite, &Example) -> Vec<Check>; 4] =
        [origins, revalidation, ranges, compression];
    for of_document in of_each {
        checks.extend(documents.iter().flat_map(|document| of_document(site, document)));
    }
    if let [profile, resume, ..] = &documents[..]
        && profile.get != resume.get
    {
        let with_tag_of = |document: &Example, other: &Example| {
            let kind = format!("{} with the entity tag of {}", document.name, other.name);
            let get = document.get.clone().with_copied("If-None-Match", "etag", &other.get);
            Check::new(Group::Revalidation, kind, get, [document.response.clone()])
        };
        checks.extend([with_tag_of(profile, resume), with_tag_of(resume, profile)]);
    }
    let not_found =
        |group, kind: String, request| Check::new(group, kind, request, [site.not_found()]);
    for (name, get) in [(UNKNOWN, &unknown), ("the photo of an unknown id", &unknown_photo)] {
        let kind = format!("{name}, requested by a page of another origin");
        checks.push(not_found(Group::Origins, kind, get.clone().with("Origin", ORIGIN)));
    }
    // Conditions and ranges apply only to documents that exist (RFC 9110, §13.2.1).
    let kind = format!("{UNKNOWN}, unless the client has it");
    let conditional = unknown.clone().with("If-None-Match", "*");
    checks.push(not_found(Group::Revalidation, kind, conditional));
    let kind = format!("the first bytes of {UNKNOWN}");
    checks.push(not_found(Group::Ranges, kind, unknown.with("Range", "bytes=0-9")));
    checks.sort_by_key(|check| check.group);
    checks
}

/// Methods other than GET and HEAD: nothing can be changed.
fn methods(site: &ExpectedSite, documents: &[Example], unknown: &Request) -> Vec<Check> {
    let refused = site
        .api(ExpectedResponse::error(405))
        .with("allow", ExpectedHeader::Includes(&["GET", "HEAD"]));
    let mut checks = Vec::new();
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
        let mut add = |kind: &str, get: &Request, expected: Vec<ExpectedResponse>| {
            let request = get.with_method(method);
            checks.push(Check::new(Group::Methods, kind, request, expected));
        };
        for document in documents {
            add(&document.name, &document.get, vec![refused.clone()]);
        }
        // Both are right for a document that does not exist.
        add(UNKNOWN, unknown, vec![refused.clone(), site.not_found()]);
    }
    checks
}

/// Pages of any origin may read every response, errors included.
fn origins(_: &ExpectedSite, document: &Example) -> Vec<Check> {
    let kind = format!("{}, requested by a page of another origin", document.name);
    let request = document.get.clone().with("Origin", ORIGIN);
    vec![Check::new(Group::Origins, kind, request, [document.response.clone()])]
}

/// A client with the current document gets 304, and one with another document gets the whole. A date
/// does not identify a document: a server may trust only the very date that it sent.
fn revalidation(site: &ExpectedSite, document: &Example) -> Vec<Check> {
    let whole = || document.response.clone();
    let get = || document.get.clone();
    let same = site.unchanged().with("etag", ExpectedHeader::SameAs(get()));
    let check = |kind: &str, request: Request, expected: Vec<ExpectedResponse>| {
        let kind = format!("{}{kind}", document.name);
        Check::new(Group::Revalidation, kind, request, expected)
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
    if site.has_invented_dates() {
        checks.push(check(", if modified since a later date", since(LATER), vec![whole()]));
    }
    checks
}

/// A host may ignore a range, but must not send wrong bytes.
fn ranges(site: &ExpectedSite, document: &Example) -> Vec<Check> {
    let name = &document.name;
    let whole = || document.response.clone();
    let range = |range| document.get.clone().with("Range", range);
    let part = |whole: Whole, part| {
        ExpectedResponse { status: Status::Is(206), ..document.response.clone() }
            .with("content-range", ExpectedHeader::RangeOf(whole.clone(), part))
            .body(Body::Part(whole, part))
    };
    let part_of_file = |of| part(Whole::File(document.file.clone()), of);
    let with_tag_of = |response: ExpectedResponse, request: &Request| {
        response.with("etag", ExpectedHeader::SameAs(request.clone()))
    };
    let coded = document.get.clone().with("Accept-Encoding", "gzip");
    let part_of_coded = part(Whole::Response(coded.clone()), Part::First(10));
    // With any `Cache-Control`.
    let headers = site.headers().iter();
    let headers = headers.filter(|(name, _)| !name.eq_ignore_ascii_case("cache-control"));
    let headers: Vec<_> = headers.cloned().collect();
    let unsatisfiable = ExpectedResponse::of(Status::Is(416)).with_all(&headers);
    let check = |kind, request, expected: Vec<ExpectedResponse>| {
        Check::new(Group::Ranges, kind, request, expected)
    };
    vec![
        check(
            format!("the first bytes of {name}"),
            range("bytes=0-9"),
            vec![whole(), part_of_file(Part::First(10))],
        ),
        check(
            format!("the last bytes of {name}"),
            range("bytes=-10"),
            vec![whole(), part_of_file(Part::Last(10))],
        ),
        check(
            format!("bytes after the end of {name}"),
            range("bytes=99999999-"),
            vec![whole(), unsatisfiable],
        ),
        check(
            format!("the first bytes of {name}, if it has another entity tag"),
            range("bytes=0-9").with("If-Range", OTHER_TAG),
            vec![whole()],
        ),
        check(
            format!("the first bytes of {name}, as gzip"),
            range("bytes=0-9").with("Accept-Encoding", "gzip"),
            vec![
                whole().with("etag", ExpectedHeader::EntityTag(Vec::new())),
                with_tag_of(part_of_file(Part::First(10)), &document.get),
                with_tag_of(part_of_coded, &coded),
            ],
        ),
    ]
}

/// Only clients that accept a content coding get it, the decoded content is the published document,
/// and no cache can confuse codings.
fn compression(site: &ExpectedSite, document: &Example) -> Vec<Check> {
    let accepting = |coding| document.get.clone().with("Accept-Encoding", coding);
    let mut requests = vec![document.get.clone()];
    requests.extend(CODINGS.map(accepting));
    let coded = document
        .response
        .clone()
        .with("etag", ExpectedHeader::EntityTag(requests))
        .with("vary", ExpectedHeader::VaryIfCoded);
    let checks = CODINGS.into_iter().flat_map(|coding| {
        let kind = format!("{} as {coding}", document.name);
        let with_tag = format!("{kind}, with its entity tag");
        let get = accepting(coding);
        let same = get.clone().with_copied("If-None-Match", "etag", &get);
        [
            Check::new(Group::Compression, kind, get, [coded.clone()]),
            Check::new(Group::Compression, with_tag, same, [site.unchanged()]),
        ]
    });
    checks.collect()
}
