//! The documents of active consultants, and the 404s of unknown, inactive and withdrawn ones.

use super::responses::{ExpectedDocument, targets};
use crate::entry::{Entry, FileKind, profile_path};
use crate::model::id::ConsultantId;
use crate::photo::Format;
use crate::verify::check::{Check, Group};
use crate::verify::exchange::Request;
use crate::verify::expected_response::ExpectedResponse;
use crate::verify::expected_site::ExpectedSite;

/// Returns the checks of an active consultant: the documents, and no other path with their files.
pub fn active(site: &ExpectedSite, consultant: &Entry) -> Vec<Check> {
    let internal = consultant.files().filter(|kind| *kind != FileKind::Profile);
    let files = internal.map(|kind| {
        let path = format!("/{}", kind.file(&consultant.id));
        Check::nothing(&path, ExpectedResponse::error(404))
    });
    let mut checks = documents(site, consultant);
    checks.extend(files);
    Check::with_variants(checks)
}

/// Returns the checks of the documents of an active consultant.
pub(in crate::verify) fn documents(site: &ExpectedSite, consultant: &Entry) -> Vec<Check> {
    let photo = consultant.photo.map_or(Group::NotFound, |_| Group::Photo);
    let groups = [Group::Profile, Group::JsonResume, photo];
    let documents = groups.into_iter().zip(site.documents_of(consultant));
    documents.map(|(group, document)| check(group, &document, &consultant.id)).collect()
}

/// Returns the checks of an inactive or unknown consultant.
pub fn inactive(site: &ExpectedSite, id: &ConsultantId) -> Vec<Check> {
    Check::with_variants(not_found(site, id).into_iter().flat_map(Check::in_codings).collect())
}

/// Returns the checks that an inactive consultant has no documents, and gets the same 404 as an unknown one.
pub(in crate::verify) fn not_found(site: &ExpectedSite, id: &ConsultantId) -> Vec<Check> {
    let documents = targets(id).into_iter().zip(targets(&site.unknown_id()));
    let checks = documents.map(|(target, (_, unknown))| {
        let document = ExpectedDocument::new(target, site.not_found());
        check(Group::NotFound, &document, id).compared_with(&Request::get(unknown))
    });
    checks.collect()
}

fn check(group: Group, document: &ExpectedDocument, id: &ConsultantId) -> Check {
    document.check(group, format!("{} of {id}", document.name), document.get.clone())
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
            let with = |nonce| Request::get(&path).past_caches(nonce);
            // The nonce is not part of a name, which is the same in every run.
            let past_caches = (with(nonce), format!("{} past caches", with("...").target));
            for (request, path) in [(Request::get(&path), path.clone()), past_caches] {
                let name = format!("withdrawn {id}: nothing at {path}");
                let check = Check::new(Group::NotFound, name, request, expected.clone());
                checks.extend(check.in_codings());
            }
        }
    }
    checks
}

/// Returns the paths at which a consultant may have been published, with the expected responses.
fn paths(site: &ExpectedSite, id: &ConsultantId) -> Vec<(String, ExpectedResponse)> {
    let documents = targets(id).map(|(_, target)| (target, site.not_found()));
    let profile = profile_path(id);
    let coded = [".gz", ".br"].map(|coding| (format!("{profile}{coding}"), site.not_found()));
    let mut paths = [&documents[..], &coded].concat();
    let photos = [Format::Jpeg, Format::Png].map(FileKind::Photo);
    for kind in [FileKind::JsonResume].into_iter().chain(photos) {
        let coded = ["", ".gz", ".br"].map(|coding| format!("/{}{coding}", kind.file(id)));
        paths.extend(coded.map(|path| (path, ExpectedResponse::error(404))));
    }
    paths
}
