//! The checks of the interface for any content, request by request. They do not depend on a host or
//! on its rules.

mod consultants;
mod methods_and_headers;
mod paths;
mod responses;

use super::check::Check;
use super::expected_site::ExpectedSite;

pub use consultants::{active, inactive};
pub(super) use consultants::{documents, not_found, withdrawn};
pub(super) use methods_and_headers::after_gzip;
pub(super) use responses::examples;

/// Returns all other checks, with a few consultants as examples.
pub fn contract(site: &ExpectedSite) -> Vec<Check> {
    let mut checks = inactive(site, &site.unknown_id());
    checks.extend(paths::checks(site));
    checks.extend(methods_and_headers::checks(site));
    checks
}
