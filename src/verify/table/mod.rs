//! The one table of checks: what the interface promises, request by request, for any content. The
//! checks name no host, and nothing in them is taken from a host's rules.

mod absent;
mod compression;
mod documents;
mod examples;
mod formats;
mod hidden;
mod malformed;
mod methods;
mod origins;
mod person;
mod promise;
mod ranges;
mod revalidation;

use super::answer::{Answer, Status};
use super::check::{Check, Group};
use super::exchange::Request;
use super::expectation::{Expectation, Person};
use crate::model::id::ConsultantId;
use examples::Examples;
use promise::Promise;

/// What is promised of an active consultant.
pub fn active(expectation: &Expectation, person: &Person) -> Vec<Check> {
    let promise = Promise::new(expectation);
    with_heads(person::checks(&promise, person))
}

/// What is promised of an inactive consultant, and of anybody else who must not be found.
pub fn inactive(expectation: &Expectation, id: &ConsultantId) -> Vec<Check> {
    let promise = Promise::new(expectation);
    with_heads(absent::checks(&promise, id))
}

/// Everything else, with a few of the consultants as examples. The last check ends some servers.
pub fn contract(expectation: &Expectation) -> Vec<Check> {
    let promise = Promise::new(expectation);
    let examples = Examples::of(expectation);
    let mut checks = absent::checks(&promise, &examples.nobody);
    checks.extend(formats::checks(&promise, &examples));
    checks.extend(formats::photos(&promise, &examples));
    checks.extend(malformed::checks(&promise, &examples));
    checks.extend(documents::checks(&promise));
    checks.extend(hidden::checks(&promise, &examples));
    let mut checks = with_heads(checks);
    checks.extend(methods::checks(&promise, &examples));
    checks.extend(origins::checks(&promise, &examples));
    checks.extend(revalidation::checks(&promise, &examples));
    checks.extend(ranges::checks(&promise, &examples));
    checks.extend(compression::checks(&promise, &examples));
    checks.push(Check::get(
        Group::Malformed,
        "a path with a malformed percent-encoding",
        "/api/consultant-public/%zz",
        Answer::of(Status::ClientError),
    ));
    checks
}

/// All checks for everybody. The last one ends some servers.
pub fn all(expectation: &Expectation) -> Vec<Check> {
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
