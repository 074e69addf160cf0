//! Range requests: a host may ignore them, but must not send wrong bytes.

use super::examples::{ExampleDocument, Examples};
use super::responses::{Responses, profile_at};
use crate::verify::check::{Check, Group, Subject};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{Body, ExpectedHeader, ExpectedResponse, Part, Status};

const FIRST: Part = Part::First(10);
const LAST: Part = Part::Last(10);

pub(super) fn checks(responses: &Responses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let documents = examples.documents(responses);
    let mut checks: Vec<Check> =
        documents.iter().flat_map(|document| of(responses, document)).collect();
    checks.push(check(
        "the first bytes of the profile of an unknown id".to_owned(),
        Request::get(profile_at(&examples.unknown_id)).with("Range", "bytes=0-9"),
        vec![responses.not_found()],
    ));
    checks
}

fn check(kind: String, request: Request, expected: Vec<ExpectedResponse>) -> Check {
    Check::new(Group::Ranges, kind, Subject::Interface, request, expected)
}

fn of(responses: &Responses<'_>, document: &ExampleDocument) -> Vec<Check> {
    let name = document.name;
    let whole = || document.response.clone();
    let request = |range| Request::get(&document.target).with("Range", range);
    let part = |part: Part| {
        let range = ExpectedHeader::RangeOf(document.file.clone(), part);
        partial(document, range).body(Body::Part(document.file.clone(), part))
    };
    let coded = Request::get(&document.target).with("Accept-Encoding", "gzip");
    let range = ExpectedHeader::RangeOfCoded(coded.clone(), FIRST);
    let part_of_coded = partial(document, range)
        .with("etag", ExpectedHeader::SameAs(coded.clone()))
        .body(Body::PartOfCoded(coded, FIRST));
    let own_tag = ExpectedHeader::SameAs(Request::get(&document.target));
    vec![
        check(
            format!("the first bytes of {name}"),
            request("bytes=0-9"),
            vec![whole(), part(FIRST)],
        ),
        check(format!("the last bytes of {name}"), request("bytes=-10"), vec![whole(), part(LAST)]),
        check(
            format!("bytes after the end of {name}"),
            request("bytes=99999999-"),
            vec![whole(), unsatisfiable(responses)],
        ),
        check(
            format!("the first bytes of {name}, if it has another entity tag"),
            request("bytes=0-9").with("If-Range", "\"of-something-else\""),
            vec![whole()],
        ),
        check(
            format!("the first bytes of {name}, as gzip"),
            request("bytes=0-9").with("Accept-Encoding", "gzip"),
            vec![
                whole().with("etag", ExpectedHeader::EntityTag),
                part(FIRST).with("etag", own_tag),
                part_of_coded,
            ],
        ),
    ]
}

/// The 416, with any `Cache-Control`.
fn unsatisfiable(responses: &Responses<'_>) -> ExpectedResponse {
    let headers = responses.site.headers().iter();
    let headers = headers.filter(|(name, _)| !name.eq_ignore_ascii_case("cache-control"));
    let headers: Vec<_> = headers.cloned().collect();
    ExpectedResponse::of(Status::Is(416)).with_all(&headers)
}

/// The response with a part of the document.
fn partial(document: &ExampleDocument, content_range: ExpectedHeader) -> ExpectedResponse {
    ExpectedResponse { status: Status::Is(206), ..document.response.clone() }
        .with("content-range", content_range)
}
