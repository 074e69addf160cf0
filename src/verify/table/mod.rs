//! The checks of the interface for any content, request by request. They do not depend on a host or
//! on its rules.

mod compression;
mod consultant;
mod cors;
mod documents;
mod examples;
mod format_parameter;
mod internal_files;
mod malformed_id;
mod methods;
mod not_found;
mod ranges;
mod responses;
mod revalidation;
mod withdrawn;

use super::check::{Check, Group, Subject};
use super::expected_response::{ExpectedResponse, Status};
use super::expected_site::{ExpectedConsultant, ExpectedSite};
use crate::model::id::ConsultantId;
use examples::Examples;
use responses::Responses;

pub(super) use withdrawn::checks as withdrawn;

/// Returns the active consultants who serve as examples.
pub(super) fn examples(site: &ExpectedSite) -> impl Iterator<Item = &ExpectedConsultant> {
    let examples = Examples::of(site);
    let of_each_kind = [examples.with_jpeg, examples.with_png, examples.without_photo];
    of_each_kind.into_iter().flatten()
}

/// Returns the checks of an active consultant.
pub fn active(site: &ExpectedSite, consultant: &ExpectedConsultant) -> Vec<Check> {
    with_heads(consultant::checks(&Responses::new(site), consultant))
}

/// Returns the checks of an inactive or unknown consultant.
pub fn inactive(site: &ExpectedSite, id: &ConsultantId) -> Vec<Check> {
    with_heads(not_found::checks(&Responses::new(site), id))
}

/// Returns all other checks, with a few consultants as examples. The last one stops some emulators.
pub fn contract(site: &ExpectedSite) -> Vec<Check> {
    let responses = Responses::new(site);
    let examples = Examples::of(site);
    let mut checks = not_found::checks(&responses, &examples.unknown_id);
    checks.extend(format_parameter::checks(&responses, &examples));
    checks.extend(format_parameter::photos(&responses, &examples));
    checks.extend(malformed_id::checks(&responses, &examples));
    checks.extend(documents::checks(&responses));
    checks.extend(internal_files::checks(&responses, &examples));
    let mut checks = with_heads(checks);
    checks.extend(methods::checks(&responses, &examples));
    checks.extend(cors::checks(&responses, &examples));
    checks.extend(revalidation::checks(&responses, &examples));
    checks.extend(ranges::checks(&responses, &examples));
    checks.extend(compression::checks(&responses, &examples));
    checks.push(Check::get(
        Group::Malformed,
        "a path with a malformed percent-encoding",
        Subject::Interface,
        "/api/consultant-public/%zz",
        ExpectedResponse::of(Status::ClientError),
    ));
    checks
}

/// Returns all checks of all consultants. The last one stops some emulators.
pub fn all(site: &ExpectedSite) -> Vec<Check> {
    let active = site.active().iter();
    let mut checks: Vec<Check> =
        active.flat_map(|consultant| self::active(site, consultant)).collect();
    checks.extend(site.inactive().iter().flat_map(|id| inactive(site, id)));
    checks.extend(contract(site));
    checks
}

/// Adds a HEAD check for each GET check.
fn with_heads(mut checks: Vec<Check>) -> Vec<Check> {
    let heads: Vec<Check> = checks.iter().map(|check| check.head(Group::Head)).collect();
    checks.extend(heads);
    checks
}
