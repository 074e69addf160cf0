//! The one table of checks: what the interface promises, request by request, for any content. The
//! checks name no host, and nothing in them is taken from a host's rules.

mod compression;
mod consultant;
mod contract;
mod cors;
mod documents;
mod examples;
mod format_parameter;
mod internal_files;
mod malformed_id;
mod methods;
mod not_found;
mod ranges;
mod revalidation;

use super::check::{Check, Group};
use super::exchange::Request;
use super::expected_response::{ExpectedResponse, Status};
use super::expected_site::{ExpectedConsultant, ExpectedSite};
use crate::model::id::ConsultantId;
use contract::ExpectedResponses;
use examples::Examples;

/// The active consultants whom the checks of the contract take as examples.
pub(super) fn examples(expectation: &ExpectedSite) -> impl Iterator<Item = &ExpectedConsultant> {
    let examples = Examples::of(expectation);
    let of_each_kind = [
        examples.with_jpeg,
        examples.with_png,
        examples.without_photo,
    ];
    of_each_kind.into_iter().flatten()
}

/// What is promised of an active consultant.
pub fn active(expectation: &ExpectedSite, person: &ExpectedConsultant) -> Vec<Check> {
    let promise = ExpectedResponses::new(expectation);
    with_heads(consultant::checks(&promise, person))
}

/// What is promised of an inactive consultant, and of anybody else who must not be found.
pub fn inactive(expectation: &ExpectedSite, id: &ConsultantId) -> Vec<Check> {
    let promise = ExpectedResponses::new(expectation);
    with_heads(not_found::checks(&promise, id))
}

/// Everything else, with a few of the consultants as examples. The last check ends some servers.
pub fn contract(expectation: &ExpectedSite) -> Vec<Check> {
    let promise = ExpectedResponses::new(expectation);
    let examples = Examples::of(expectation);
    let mut checks = not_found::checks(&promise, &examples.unknown_id);
    checks.extend(format_parameter::checks(&promise, &examples));
    checks.extend(format_parameter::photos(&promise, &examples));
    checks.extend(malformed_id::checks(&promise, &examples));
    checks.extend(documents::checks(&promise));
    checks.extend(internal_files::checks(&promise, &examples));
    let mut checks = with_heads(checks);
    checks.extend(methods::checks(&promise, &examples));
    checks.extend(cors::checks(&promise, &examples));
    checks.extend(revalidation::checks(&promise, &examples));
    checks.extend(ranges::checks(&promise, &examples));
    checks.extend(compression::checks(&promise, &examples));
    checks.push(Check::get(
        Group::Malformed,
        "a path with a malformed percent-encoding",
        "/api/consultant-public/%zz",
        ExpectedResponse::of(Status::ClientError),
    ));
    checks
}

/// All checks for everybody. The last one ends some servers.
pub fn all(expectation: &ExpectedSite) -> Vec<Check> {
    let people = expectation.active().iter();
    let mut checks: Vec<Check> = people
        .flat_map(|person| active(expectation, person))
        .collect();
    let withheld = expectation.inactive().iter();
    checks.extend(withheld.flat_map(|id| inactive(expectation, id)));
    checks.extend(contract(expectation));
    checks
}

/// The checks, and that HEAD is answered as GET is, without the body.
fn with_heads(checks: Vec<Check>) -> Vec<Check> {
    let head = |check: &Check| Check {
        name: format!("HEAD of {}", check.name),
        group: Group::Head,
        request: Request {
            method: "HEAD",
            ..check.request.clone()
        },
        copied: None,
        wanted: check
            .wanted
            .iter()
            .map(|answer| answer.clone().head_of(&check.request))
            .collect(),
    };
    let heads: Vec<Check> = checks.iter().map(head).collect();
    checks.into_iter().chain(heads).collect()
}
