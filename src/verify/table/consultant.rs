//! An active consultant: profile, JSON Resume and photo, and no other path with their files.

use super::responses::{Responses, photo_at, profile_at, resume_at};
use crate::verify::check::{Check, Group, Subject};
use crate::verify::expected_response::ExpectedResponse;
use crate::verify::expected_site::ExpectedConsultant;

pub(super) fn checks(responses: &Responses<'_>, consultant: &ExpectedConsultant) -> Vec<Check> {
    let id = &consultant.id;
    let subject = || Subject::consultant(id);
    let photo = match &consultant.photo {
        Some(_) => Group::Photo,
        None => Group::NotFound,
    };
    let (profile, resume) = (responses.profile(consultant), responses.resume(consultant));
    let mut checks = vec![
        Check::get(Group::Profile, "profile", subject(), profile_at(id), profile),
        Check::get(Group::JsonResume, "JSON Resume", subject(), resume_at(id), resume),
        Check::get(photo, "photo", subject(), photo_at(id), responses.photo(consultant)),
    ];
    let photo = consultant.photo.iter().map(|photo| photo.path.clone());
    for file in std::iter::once(consultant.resume_file()).chain(photo) {
        let path = format!("/{file}");
        checks.push(Check::get(
            Group::OtherPaths,
            "nothing",
            Subject::Path(path.clone()),
            path,
            ExpectedResponse::error(404),
        ));
    }
    checks
}
