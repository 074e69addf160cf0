//! Content codings: only clients that accept a coding get it, the decoded content is the published
//! document, and no cache can confuse codings.

use super::examples::Examples;
use super::responses::Responses;
use crate::verify::check::{Check, Group, Subject};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{Body, ExpectedHeader, ExpectedResponse, Status};

/// Values of `Accept-Encoding`.
const CODINGS: [&str; 4] = ["gzip", "br", "gzip, br", "identity"];

pub(super) fn checks(responses: &Responses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let mut checks = Vec::new();
    for document in examples.documents(responses) {
        let (name, get) = (document.name, Request::get(&document.target));
        let accepting = |coding| get.clone().with("Accept-Encoding", coding);
        let requests: Vec<Request> =
            std::iter::once(get.clone()).chain(CODINGS.map(accepting)).collect();
        for coding in CODINGS {
            let content = document
                .response
                .clone()
                .with("etag", ExpectedHeader::EntityTagPerCoding(requests.clone()))
                .with("vary", ExpectedHeader::VaryIfCoded);
            let unchanged = responses.api(ExpectedResponse::of(Status::Is(304))).body(Body::Empty);
            let check = |kind, expected| {
                let (group, subject) = (Group::Compression, Subject::Interface);
                Check::new(group, kind, subject, accepting(coding), vec![expected])
            };
            checks.push(check(format!("{name} as {coding}"), content));
            checks.push(
                check(format!("{name} as {coding}, with its entity tag"), unchanged).with_copied(
                    "If-None-Match",
                    "etag",
                    accepting(coding),
                ),
            );
        }
    }
    checks
}
