//! Pages of other origins may read every answer, errors included.

use super::examples::Examples;
use super::promise::{Promise, photo_at, profile_at};
use crate::verify::answer::Answer;
use crate::verify::check::{Check, Group};
use crate::verify::exchange::Request;

pub(super) fn checks(promise: &Promise<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let nobody = &examples.nobody;
    let documents = examples.documents(promise).into_iter();
    let answers = documents.map(|document| (document.name, document.target, document.answer));
    let absent = [
        ("a profile of nobody", profile_at(nobody)),
        ("a photo of nobody", photo_at(nobody)),
    ]
    .map(|(what, target)| (what, target, promise.not_found()));
    let asked_from = |(what, target, wanted): (&str, String, Answer)| {
        let request = Request::get(target).with("Origin", "https://recruiter.example.org");
        let name = format!("{what}, asked for by a page of another origin");
        Check::of(Group::Origins, name, request, vec![wanted])
    };
    answers.chain(absent).map(asked_from).collect()
}
