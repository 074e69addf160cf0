//! Methods other than GET and HEAD: nothing can be changed.

use super::examples::Examples;
use super::responses::{Responses, profile_at};
use crate::verify::check::{Check, Group, Subject};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{ExpectedHeader, ExpectedResponse};

pub(super) fn checks(responses: &Responses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let refused = responses
        .api(ExpectedResponse::error(405))
        .with("allow", ExpectedHeader::Includes(&["GET", "HEAD"]));
    let documents = examples.documents(responses).into_iter();
    let mut targets: Vec<(&str, String, Vec<ExpectedResponse>)> =
        documents.map(|document| (document.name, document.target, vec![refused.clone()])).collect();
    // Both are right for a document that does not exist.
    targets.push((
        "the profile of an unknown id",
        profile_at(&examples.unknown_id),
        vec![refused, responses.not_found()],
    ));
    let mut checks = Vec::new();
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
        for (name, target, expected) in &targets {
            let request = Request::get(target).with_method(method);
            let (group, subject) = (Group::Methods, Subject::Interface);
            checks.push(Check::new(group, *name, subject, request, expected.clone()));
        }
    }
    checks
}
