//! Who is not there. Nobody is told whether someone is inactive or never was.

use super::contract::{ExpectedResponses, photo_at, profile_at, resume_at};
use crate::model::id::ConsultantId;
use crate::verify::check::{Check, Group};
use crate::verify::expected_response::Body;

pub(super) fn checks(promise: &ExpectedResponses<'_>, id: &ConsultantId) -> Vec<Check> {
    let unknown_id = promise.expectation.unknown_id();
    let as_of = |target: String| promise.not_found().body(Body::ErrorOf(target));
    [
        ("profile", profile_at(id), profile_at(&unknown_id)),
        ("JSON Resume", resume_at(id), profile_at(&unknown_id)),
        ("photo", photo_at(id), photo_at(&unknown_id)),
    ]
    .into_iter()
    .map(|(what, target, nobodys)| {
        let name = format!("{what} of {id}");
        Check::get(Group::Absent, name, target, as_of(nobodys))
    })
    .collect()
}
