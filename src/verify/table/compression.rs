//! A host may compress what it sends to whoever says that they take it. Nobody else gets it, what
//! comes out is the published document, and no cache can take one coding for another.

use super::contract::ExpectedResponses;
use super::examples::Examples;
use crate::verify::check::{Check, Group};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{Body, ExpectedResponse, Field, Status};

/// What clients say that they take.
const CODINGS: [&str; 4] = ["gzip", "br", "gzip, br", "identity"];

pub(super) fn checks(promise: &ExpectedResponses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let group = Group::Compression;
    let mut checks = Vec::new();
    for document in examples.documents(promise) {
        let (name, get) = (document.name, Request::get(&document.target));
        let asked = |coding| get.clone().with("Accept-Encoding", coding);
        let others: Vec<Request> = std::iter::once(get.clone())
            .chain(CODINGS.map(asked))
            .collect();
        for coding in CODINGS {
            let content = document
                .answer
                .clone()
                .with("etag", Field::TagOfCoding(others.clone()))
                .with("vary", Field::VaryIfCoded);
            checks.push(Check::of(
                group,
                format!("{name} as {coding}"),
                asked(coding),
                vec![content],
            ));
            let unchanged = promise
                .open(ExpectedResponse::of(Status::Is(304)))
                .body(Body::Empty);
            let name = format!("{name} as {coding}, with its entity tag");
            checks.push(
                Check::of(group, name, asked(coding), vec![unchanged]).with_copied(
                    "If-None-Match",
                    "etag",
                    asked(coding),
                ),
            );
        }
    }
    checks
}
