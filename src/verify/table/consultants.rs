//! The documents of active consultants, and the 404s of unknown, inactive and withdrawn ones.

use super::responses::targets;
use crate::model::id::ConsultantId;
use crate::verify::check::{Check, Group, Name, Subject};
use crate::verify::exchange::Request;
use crate::verify::expected_response::{Body, ExpectedResponse};
use crate::verify::expected_site::{ExpectedConsultant, ExpectedSite};

/// Returns the checks of an active consultant: the documents, and no other path with their files.
pub fn active(site: &ExpectedSite, consultant: &ExpectedConsultant) -> Vec<Check> {
    let photo = consultant.photo.as_ref();
    let groups =
        [Group::Profile, Group::JsonResume, photo.map_or(Group::NotFound, |_| Group::Photo)];
    let documents = targets(&consultant.id).into_iter().zip(site.documents_of(consultant));
    let documents = groups.into_iter().zip(documents).map(|(group, ((kind, target), expected))| {
        let subject = Subject::consultant(&consultant.id);
        Check::new(group, kind, subject, Request::get(target), [expected])
    });
    let files = photo.map(|photo| photo.path.clone()).into_iter();
    let files = std::iter::once(consultant.resume_file()).chain(files);
    let files = files.map(|file| Check::nothing(format!("/{file}"), ExpectedResponse::error(404)));
    Check::with_heads(documents.chain(files).collect())
}

/// Returns the checks of an inactive or unknown consultant: both get the same 404.
pub fn inactive(site: &ExpectedSite, id: &ConsultantId) -> Vec<Check> {
    let checks = not_found(site, id).into_iter().map(|(kind, target, expected)| {
        let request = Request::get(target);
        Check::new(Group::NotFound, kind, Subject::consultant(id), request, [expected])
    });
    Check::with_heads(checks.collect())
}

/// Returns the names and targets of the documents of a consultant who is not published, with the
/// response.
fn not_found(
    site: &ExpectedSite,
    id: &ConsultantId,
) -> [(&'static str, String, ExpectedResponse); 3] {
    let [(_, profile), _, (_, photo)] = targets(&site.unknown_id());
    let [one, other, third] = targets(id);
    let with = |(kind, target), reference: &str| {
        let reference = reference.to_owned();
        (kind, target, site.not_found().body(Body::SameErrorAs(reference)))
    };
    [with(one, &profile), with(other, &profile), with(third, &photo)]
}

/// Returns the checks of withdrawn consultants: every path at which one was published responds with
/// 404, also if the request bypasses caches. No cache has seen the word `nonce` in a query.
pub(in crate::verify) fn withdrawn(
    site: &ExpectedSite,
    ids: &[ConsultantId],
    nonce: &str,
) -> Vec<Check> {
    let mut checks = Vec::new();
    for id in ids {
        for (path, expected) in paths(site, id) {
            let separator = if path.contains('?') { '&' } else { '?' };
            let with = |nonce| format!("{path}{separator}x={nonce}");
            // The nonce is not part of a name, which is the same in every run.
            let past_caches = (with(nonce), with("..."), true);
            for (target, path, bypasses_caches) in
                [(path.clone(), path.clone(), false), past_caches]
            {
                let subject =
                    Subject::Withdrawn { name: Name::Id(id.clone()), path, bypasses_caches };
                let request = Request::get(target);
                let get =
                    Check::new(Group::NotFound, "nothing", subject, request, [expected.clone()]);
                let head = get.head(Group::NotFound);
                checks.extend([get, head]);
            }
        }
    }
    checks
}

/// Returns the paths at which a consultant may have been published, with the expected responses.
fn paths(site: &ExpectedSite, id: &ConsultantId) -> Vec<(String, ExpectedResponse)> {
    let documents = not_found(site, id);
    let profile = documents[0].1.clone();
    let mut paths: Vec<_> =
        documents.into_iter().map(|(_, target, expected)| (target, expected)).collect();
    paths.extend([".gz", ".br"].map(|coding| (format!("{profile}{coding}"), site.not_found())));
    for file in ["json-resume/{id}.json", "photo/{id}.jpg", "photo/{id}.png"] {
        for coding in ["", ".gz", ".br"] {
            let path = format!("/_internal/{}{coding}", file.replace("{id}", id.as_str()));
            paths.push((path, ExpectedResponse::error(404)));
        }
    }
    paths
}
