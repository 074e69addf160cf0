//! A host may ignore ranges, but what it answers is never wrong.

use super::contract::{ExpectedResponses, profile_at};
use super::examples::{ExampleDocument, Examples};
use crate::verify::check::{Check, Group};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{Body, ExpectedResponse, Field, Part, Status};

const FIRST: Part = Part::First(10);
const LAST: Part = Part::Last(10);

pub(super) fn checks(promise: &ExpectedResponses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let documents = examples.documents(promise);
    let mut checks: Vec<Check> = documents
        .iter()
        .flat_map(|document| of(promise, document))
        .collect();
    checks.push(Check::of(
        Group::Ranges,
        "the first bytes of a profile of nobody",
        Request::get(profile_at(&examples.unknown_id)).with("Range", "bytes=0-9"),
        vec![promise.not_found()],
    ));
    checks
}

fn of(promise: &ExpectedResponses<'_>, document: &ExampleDocument) -> Vec<Check> {
    let name = document.name;
    let whole = || document.answer.clone();
    let ask = |range| Request::get(&document.target).with("Range", range);
    let check = |name: String, request: Request, wanted: Vec<ExpectedResponse>| {
        Check::of(Group::Ranges, name, request, wanted)
    };
    let part = |part: Part| {
        partial(document, Field::RangeOf(document.file.clone(), part))
            .body(Body::Part(document.file.clone(), part))
    };
    let coded = Request::get(&document.target).with("Accept-Encoding", "gzip");
    let part_of_coded = partial(document, Field::RangeOfCoded(coded.clone(), FIRST))
        .with("etag", Field::SameAs(coded.clone()))
        .body(Body::PartOfCoded(coded, FIRST));
    vec![
        check(
            format!("the first bytes of {name}"),
            ask("bytes=0-9"),
            vec![whole(), part(FIRST)],
        ),
        check(
            format!("the last bytes of {name}"),
            ask("bytes=-10"),
            vec![whole(), part(LAST)],
        ),
        check(
            format!("bytes after its end of {name}"),
            ask("bytes=99999999-"),
            vec![whole(), unsatisfiable(promise)],
        ),
        check(
            format!("the first bytes of {name}, if it is something else by now"),
            ask("bytes=0-9").with("If-Range", "\"of-something-else\""),
            vec![whole()],
        ),
        check(
            format!("the first bytes of {name}, as gzip"),
            ask("bytes=0-9").with("Accept-Encoding", "gzip"),
            vec![
                whole().with("etag", Field::Tag),
                part(FIRST).with("etag", Field::SameAs(Request::get(&document.target))),
                part_of_coded,
            ],
        ),
    ]
}

/// That there are no such bytes. Whether that may be kept is not promised.
fn unsatisfiable(promise: &ExpectedResponses<'_>) -> ExpectedResponse {
    let headers = promise.expectation.headers().iter();
    let headers = headers.filter(|(name, _)| !name.eq_ignore_ascii_case("cache-control"));
    let headers: Vec<_> = headers.cloned().collect();
    ExpectedResponse::of(Status::Is(416)).with_all(&headers)
}

/// The document's answer, but only some of its bytes.
fn partial(document: &ExampleDocument, content_range: Field) -> ExpectedResponse {
    ExpectedResponse {
        status: Status::Is(206),
        ..document.answer.clone()
    }
    .with("content-range", content_range)
}
