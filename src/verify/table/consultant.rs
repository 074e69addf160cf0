//! An active consultant, in both formats and with the photo, and only by those addresses.

use super::contract::{ExpectedResponses, photo_at, profile_at, resume_at};
use crate::verify::check::{Check, Group};
use crate::verify::expected_response::ExpectedResponse;
use crate::verify::expected_site::ExpectedConsultant;

pub(super) fn checks(promise: &ExpectedResponses<'_>, person: &ExpectedConsultant) -> Vec<Check> {
    let id = &person.id;
    let photo = match &person.photo {
        Some(_) => Group::Photo,
        None => Group::Absent,
    };
    let mut checks = vec![
        Check::get(
            Group::Profile,
            format!("profile of {id}"),
            profile_at(id),
            promise.profile(person),
        ),
        Check::get(
            Group::JsonResume,
            format!("JSON Resume of {id}"),
            resume_at(id),
            promise.resume(person),
        ),
        Check::get(
            photo,
            format!("photo of {id}"),
            photo_at(id),
            promise.photo(person),
        ),
    ];
    let photo = person.photo.iter().map(|photo| photo.path.clone());
    for file in std::iter::once(person.resume_file()).chain(photo) {
        checks.push(Check::get(
            Group::Hidden,
            format!("nothing at /{file}"),
            format!("/{file}"),
            ExpectedResponse::error(404),
        ));
    }
    checks
}
