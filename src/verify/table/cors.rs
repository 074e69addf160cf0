//! Pages of other origins may read every answer, errors included.

use super::contract::{ExpectedResponses, photo_at, profile_at};
use super::examples::Examples;
use crate::verify::check::{Check, Group};
use crate::verify::exchange::Request;
use crate::verify::expected_response::ExpectedResponse;

pub(super) fn checks(promise: &ExpectedResponses<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let unknown_id = &examples.unknown_id;
    let documents = examples.documents(promise).into_iter();
    let answers = documents.map(|document| (document.name, document.target, document.answer));
    let absent = [
        ("a profile of nobody", profile_at(unknown_id)),
        ("a photo of nobody", photo_at(unknown_id)),
    ]
    .map(|(what, target)| (what, target, promise.not_found()));
    let asked_from = |(what, target, wanted): (&str, String, ExpectedResponse)| {
        let request = Request::get(target).with("Origin", "https://recruiter.example.org");
        let name = format!("{what}, asked for by a page of another origin");
        Check::of(Group::Origins, name, request, vec![wanted])
    };
    answers.chain(absent).map(asked_from).collect()
}
