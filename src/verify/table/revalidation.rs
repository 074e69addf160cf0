//! Who has the current bytes is told so; who has others, or those of the other format, gets them.

use super::contract::{ExpectedResponses, profile_at};
use super::examples::{ExampleDocument, Examples};
use crate::verify::check::{Check, Group};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{Body, ExpectedResponse, Field, Status};

/// Before every document, also before those whose modification times are made from their bytes.
const LONG_AGO: &str = "Thu, 01 Jan 1970 00:00:01 GMT";
/// After every modification time that is made from bytes.
const LATER: &str = "Thu, 01 Jan 2026 00:00:00 GMT";

pub(super) fn checks(promise: &ExpectedResponses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let documents = examples.documents(promise);
    let mut checks = Vec::new();
    for document in &documents {
        checks.extend(by_tag(promise, document));
        checks.extend(by_date(promise, document));
    }
    if let [profile, resume, ..] = &documents[..]
        && profile.target != resume.target
    {
        checks.push(with_tag_of(profile, resume));
        checks.push(with_tag_of(resume, profile));
    }
    // Conditions are for what there is (RFC 9110, §13.2.1).
    checks.push(Check::of(
        Group::Revalidation,
        "a profile of nobody, if it is not known yet",
        Request::get(profile_at(&examples.unknown_id)).with("If-None-Match", "*"),
        vec![promise.not_found()],
    ));
    checks
}

/// The current bytes are known already.
fn unchanged(promise: &ExpectedResponses<'_>) -> ExpectedResponse {
    promise
        .open(ExpectedResponse::of(Status::Is(304)))
        .body(Body::Empty)
}

fn by_tag(promise: &ExpectedResponses<'_>, document: &ExampleDocument) -> Vec<Check> {
    let (name, get) = (document.name, Request::get(&document.target));
    let same = unchanged(promise).with("etag", Field::SameAs(get.clone()));
    let group = Group::Revalidation;
    let of = |name: String, request: Request, wanted: ExpectedResponse| {
        Check::of(group, name, request, vec![wanted])
    };
    vec![
        of(format!("{name} with its own entity tag"), get.clone(), same).with_copied(
            "If-None-Match",
            "etag",
            get.clone(),
        ),
        of(
            format!("{name} with the entity tag of something else"),
            get.with("If-None-Match", "\"of-something-else\""),
            document.answer.clone(),
        ),
    ]
}

/// A date alone says nothing of the bytes: only the very date that was sent may be believed.
fn by_date(promise: &ExpectedResponses<'_>, document: &ExampleDocument) -> Vec<Check> {
    let (name, get) = (document.name, Request::get(&document.target));
    let whole = || document.answer.clone();
    let group = Group::Revalidation;
    let mut checks = vec![
        Check::of(
            group,
            format!("{name}, if modified since long ago"),
            get.clone().with("If-Modified-Since", LONG_AGO),
            vec![whole()],
        ),
        Check::of(
            group,
            format!("{name}, if modified since its own date"),
            get.clone(),
            vec![whole(), unchanged(promise)],
        )
        .with_copied("If-Modified-Since", "last-modified", get.clone()),
    ];
    if promise.expectation.has_invented_dates() {
        checks.push(Check::of(
            group,
            format!("{name}, if modified since a later date"),
            get.with("If-Modified-Since", LATER),
            vec![whole()],
        ));
    }
    checks
}

fn with_tag_of(document: &ExampleDocument, other: &ExampleDocument) -> Check {
    let name = format!("{} with the entity tag of {}", document.name, other.name);
    let request = Request::get(&document.target);
    Check::of(
        Group::Revalidation,
        name,
        request,
        vec![document.answer.clone()],
    )
    .with_copied("If-None-Match", "etag", Request::get(&other.target))
}
