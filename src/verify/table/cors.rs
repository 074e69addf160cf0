//! Cross-origin requests: pages of any origin may read every response, errors included.

use super::examples::Examples;
use super::responses::{Responses, photo_at, profile_at};
use crate::verify::check::{Check, Group, Subject};
use crate::verify::exchange::Request;

pub(super) fn checks(responses: &Responses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let unknown_id = &examples.unknown_id;
    let documents = examples.documents(responses).into_iter();
    let documents = documents.map(|document| (document.name, document.target, document.response));
    let not_found = [
        ("the profile of an unknown id", profile_at(unknown_id)),
        ("the photo of an unknown id", photo_at(unknown_id)),
    ]
    .map(|(name, target)| (name, target, responses.not_found()));
    documents
        .chain(not_found)
        .map(|(name, target, expected)| {
            let request = Request::get(target).with("Origin", "https://recruiter.example.org");
            let kind = format!("{name}, requested by a page of another origin");
            Check::new(Group::Origins, kind, Subject::Interface, request, vec![expected])
        })
        .collect()
}
