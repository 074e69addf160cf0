//! Nothing can be changed.

use super::contract::{ExpectedResponses, profile_at};
use super::examples::Examples;
use crate::verify::check::{Check, Group};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{ExpectedResponse, Field};

pub(super) fn checks(promise: &ExpectedResponses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let refused = promise
        .open(ExpectedResponse::error(405))
        .with("allow", Field::Lists(&["GET", "HEAD"]));
    let documents = examples.documents(promise).into_iter();
    let mut targets: Vec<(&str, String, Vec<ExpectedResponse>)> = documents
        .map(|document| (document.name, document.target, vec![refused.clone()]))
        .collect();
    // What is not there need not say what it would refuse.
    targets.push((
        "a profile of nobody",
        profile_at(&examples.unknown_id),
        vec![refused, promise.not_found()],
    ));
    let mut checks = Vec::new();
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
        for (what, target, wanted) in &targets {
            let request = Request {
                method,
                ..Request::get(target)
            };
            let name = format!("{method} to {what}");
            checks.push(Check::of(Group::Methods, name, request, wanted.clone()));
        }
    }
    checks
}
