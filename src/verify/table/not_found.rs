//! Unknown and inactive consultants: both get the same 404.

use super::responses::{Responses, photo_at, profile_at, resume_at};
use crate::model::id::ConsultantId;
use crate::verify::check::{Check, Group, Subject};
use crate::verify::expected_response::Body;

pub(super) fn checks(responses: &Responses<'_>, id: &ConsultantId) -> Vec<Check> {
    let unknown_id = responses.site.unknown_id();
    [
        ("profile", profile_at(id), profile_at(&unknown_id)),
        ("JSON Resume", resume_at(id), profile_at(&unknown_id)),
        ("photo", photo_at(id), photo_at(&unknown_id)),
    ]
    .into_iter()
    .map(|(kind, target, reference)| {
        let expected = responses.not_found().body(Body::SameErrorAs(reference));
        Check::get(Group::NotFound, kind, Subject::consultant(id), target, expected)
    })
    .collect()
}
