//! Nothing can be changed.

use super::examples::Examples;
use super::promise::{Promise, profile_at};
use crate::verify::answer::{Answer, Field};
use crate::verify::check::{Check, Group};
use crate::verify::exchange::Request;

pub(super) fn checks(promise: &Promise<'_>, examples: &Examples<'_>) -> Vec<Check> {
    let documents = examples.documents(promise).into_iter();
    let mut targets: Vec<(&str, String)> = documents
        .map(|document| (document.name, document.target))
        .collect();
    targets.push(("a profile of nobody", profile_at(&examples.nobody)));
    let refused = promise
        .open(Answer::error(405))
        .with("allow", Field::Lists(&["GET", "HEAD"]));
    let mut checks = Vec::new();
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
        for (what, target) in &targets {
            let request = Request {
                method,
                ..Request::get(target)
            };
            let name = format!("{method} to {what}");
            checks.push(Check::of(
                Group::Methods,
                name,
                request,
                vec![refused.clone()],
            ));
        }
    }
    checks
}
