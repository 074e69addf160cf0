//! Who is not there. Nobody is told whether someone is inactive or never was.

use super::promise::{Promise, photo_at, profile_at, resume_at};
use crate::model::id::ConsultantId;
use crate::verify::answer::Body;
use crate::verify::check::{Check, Group};

pub(super) fn checks(promise: &Promise<'_>, id: &ConsultantId) -> Vec<Check> {
    let nobody = promise.expectation.nobody();
    let as_of = |target: String| promise.not_found().body(Body::ErrorOf(target));
    [
        ("profile", profile_at(id), profile_at(&nobody)),
        ("JSON Resume", resume_at(id), profile_at(&nobody)),
        ("photo", photo_at(id), photo_at(&nobody)),
    ]
    .into_iter()
    .map(|(what, target, nobodys)| {
        let name = format!("{what} of {id}");
        Check::get(Group::Absent, name, target, as_of(nobodys))
    })
    .collect()
}
