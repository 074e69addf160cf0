//! Withdrawn consultants: every path at which one was published responds with 404, also if the
//! request bypasses caches.

use crate::model::id::ConsultantId;
use crate::render::{PHOTOS, PROFILES};
use crate::verify::check::{Check, Group, Name, Subject};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{Body, ExpectedResponse};
use crate::verify::expected_site::ExpectedSite;

/// Returns the checks of withdrawn consultants. No cache has seen the word `nonce` in a query.
pub(in crate::verify) fn checks(
    ids: &[ConsultantId],
    nonce: &str,
    site: &ExpectedSite,
) -> Vec<Check> {
    ids.iter()
        .flat_map(|id| paths(id, site).into_iter().map(move |path| (id, path)))
        .flat_map(|(id, (path, expected))| {
            let separator = if path.contains('?') { '&' } else { '?' };
            let fresh = format!("{path}{separator}x={nonce}");
            // The nonce is not part of a name, which is the same in every run.
            let shown = format!("{path}{separator}x=...");
            let check = |target, path, bypasses_caches| {
                let subject =
                    Subject::Withdrawn { name: Name::Id(id.clone()), path, bypasses_caches };
                let request = Request::get(target);
                let expected = vec![expected.clone()];
                Check::new(Group::NotFound, "nothing", subject, request, expected)
            };
            [check(path.clone(), path, false), check(fresh, shown, true)]
        })
        .flat_map(|get| {
            let head = get.head(Group::NotFound);
            [get, head]
        })
        .collect()
}

/// Returns the paths at which a consultant may have been published, with the expected responses.
fn paths(id: &ConsultantId, site: &ExpectedSite) -> Vec<(String, ExpectedResponse)> {
    let unknown_id = site.unknown_id();
    let api = || ExpectedResponse::error(404).with_all(site.headers());
    let no_profile = || api().body(Body::SameErrorAs(format!("{PROFILES}{unknown_id}")));
    let no_photo = api().body(Body::SameErrorAs(format!("{PHOTOS}{unknown_id}")));
    let profile = format!("{PROFILES}{id}");
    let mut paths = vec![
        (profile.clone(), no_profile()),
        (format!("{profile}?format=jsonresume"), no_profile()),
        (format!("{PHOTOS}{id}"), no_photo),
        (format!("{profile}.gz"), api()),
        (format!("{profile}.br"), api()),
    ];
    for file in [
        format!("/_internal/json-resume/{id}.json"),
        format!("/_internal/photo/{id}.jpg"),
        format!("/_internal/photo/{id}.png"),
    ] {
        for extension in ["", ".gz", ".br"] {
            paths.push((format!("{file}{extension}"), ExpectedResponse::error(404)));
        }
    }
    paths
}
