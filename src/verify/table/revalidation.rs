//! Conditional requests: a client with the current document gets 304, and one with another document
//! or the other format gets the whole.

use super::examples::{ExampleDocument, Examples};
use super::responses::{Responses, profile_at};
use crate::verify::check::{Check, Group, Subject};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{Body, ExpectedHeader, ExpectedResponse, Status};

/// Before all modification times, invented ones included.
const LONG_AGO: &str = "Thu, 01 Jan 1970 00:00:01 GMT";
/// After all invented modification times.
const LATER: &str = "Thu, 01 Jan 2026 00:00:00 GMT";

pub(super) fn checks(responses: &Responses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let documents = examples.documents(responses);
    let mut checks = Vec::new();
    for document in &documents {
        checks.extend(by_tag(responses, document));
        checks.extend(by_date(responses, document));
    }
    if let [profile, resume, ..] = &documents[..]
        && profile.target != resume.target
    {
        checks.push(with_tag_of(profile, resume));
        checks.push(with_tag_of(resume, profile));
    }
    // Conditions apply only to documents that exist (RFC 9110, §13.2.1).
    checks.push(check(
        "the profile of an unknown id, unless the client has it".to_owned(),
        Request::get(profile_at(&examples.unknown_id)).with("If-None-Match", "*"),
        vec![responses.not_found()],
    ));
    checks
}

fn check(kind: String, request: Request, expected: Vec<ExpectedResponse>) -> Check {
    let (group, subject) = (Group::Revalidation, Subject::Interface);
    Check::new(group, kind, subject, request, expected)
}

/// The 304.
fn unchanged(responses: &Responses<'_>) -> ExpectedResponse {
    responses.api(ExpectedResponse::of(Status::Is(304))).body(Body::Empty)
}

fn by_tag(responses: &Responses<'_>, document: &ExampleDocument) -> Vec<Check> {
    let (name, get) = (document.name, Request::get(&document.target));
    let same = unchanged(responses).with("etag", ExpectedHeader::SameAs(get.clone()));
    vec![
        check(format!("{name} with its own entity tag"), get.clone(), vec![same]).with_copied(
            "If-None-Match",
            "etag",
            get.clone(),
        ),
        check(
            format!("{name} with another entity tag"),
            get.with("If-None-Match", "\"of-something-else\""),
            vec![document.response.clone()],
        ),
    ]
}

/// A date does not identify a document: a server may trust only the very date that it sent.
fn by_date(responses: &Responses<'_>, document: &ExampleDocument) -> Vec<Check> {
    let (name, get) = (document.name, Request::get(&document.target));
    let whole = || document.response.clone();
    let mut checks = vec![
        check(
            format!("{name}, if modified since long ago"),
            get.clone().with("If-Modified-Since", LONG_AGO),
            vec![whole()],
        ),
        check(
            format!("{name}, if modified since its own date"),
            get.clone(),
            vec![whole(), unchanged(responses)],
        )
        .with_copied("If-Modified-Since", "last-modified", get.clone()),
    ];
    if responses.site.has_invented_dates() {
        checks.push(check(
            format!("{name}, if modified since a later date"),
            get.with("If-Modified-Since", LATER),
            vec![whole()],
        ));
    }
    checks
}

fn with_tag_of(document: &ExampleDocument, other: &ExampleDocument) -> Check {
    check(
        format!("{} with the entity tag of {}", document.name, other.name),
        Request::get(&document.target),
        vec![document.response.clone()],
    )
    .with_copied("If-None-Match", "etag", Request::get(&other.target))
}
